import { and, desc, eq, lt, or, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { Call } from './endpoint.ts';
import { ApiError } from './errors.ts';

export const pagingQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
};

interface Keys {
  createdAtMs: SQLiteColumn;
  id: SQLiteColumn;
}

interface Place {
  createdAtMs: number;
  id: string;
}

/** Newest first, with the id deciding between equals, so that a page neither repeats nor skips a row. */
export function newestFirst(table: Keys): [SQL, SQL] {
  return [desc(table.createdAtMs), desc(table.id)];
}

export function afterCursor(table: Keys, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const place = decodeCursor(cursor);
  return or(
    lt(table.createdAtMs, place.createdAtMs),
    and(eq(table.createdAtMs, place.createdAtMs), lt(table.id, place.id)),
  );
}

/** Cuts what was read with `limit + 1` to a page and names the next one in `Link`. */
export function toPage<Row extends Place>(
  rows: readonly Row[],
  limit: number,
  call: Call,
): { rows: Row[]; headers: Record<string, string> } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { rows: page, headers: {} };
  const url = new URL(call.request.url);
  url.searchParams.set('limit', String(limit));
  url.searchParams.set('cursor', encodeCursor(last));
  return { rows: page, headers: { link: `<${call.origin ?? ''}${url.pathname}${url.search}>; rel="next"` } };
}

function encodeCursor({ createdAtMs, id }: Place): string {
  return Buffer.from(`${createdAtMs}.${id}`).toString('base64url');
}

function decodeCursor(cursor: string): Place {
  const match = /^(\d{1,15})\.([0-9a-z_-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (!match) throw new ApiError('invalid_cursor');
  return { createdAtMs: Number(match[1]), id: match[2]! };
}
