import { inArray } from 'drizzle-orm';
import type { Sql } from '#core/sql.ts';
import { type FileRow, files } from '../store/files.ts';

/** The name under which somebody may read another's file: it lies where they may see it. Undefined: not at all. */
export type MayRead = (userId: string, fileId: string) => Promise<{ name: string } | undefined>;

export interface SightDeps {
  sql: Sql;
  mayRead: MayRead;
}

/** Each under the name it has for the user. Those that are gone, or not theirs to see, are left out. */
export async function readableFiles(
  { sql, mayRead }: SightDeps,
  userId: string,
  ids: readonly string[],
): Promise<FileRow[]> {
  const rows = await sql
    .select()
    .from(files)
    .where(inArray(files.id, [...ids]));
  const seen = await Promise.all(rows.map((row) => underOwnName(row)));
  return ids.flatMap((id) => seen.find((row) => row?.id === id) ?? []);

  async function underOwnName(row: FileRow): Promise<FileRow | undefined> {
    if (row.ownerId === userId) return row;
    const shown = await mayRead(userId, row.id);
    return shown && { ...row, name: shown.name };
  }
}
