import { type Arguments, SlackProblem } from './web-api.ts';

const mostItems = 999;

/** A page of a list by `limit` and `cursor`, with the metadata that leads to the next. */
export function pageOf<T>(items: readonly T[], args: Arguments, fallback: number) {
  const limit = Math.min(Math.max(Math.trunc(Number(args.limit)) || fallback, 1), mostItems);
  const from = readCursor(args.cursor);
  const hasMore = from + limit < items.length;
  const metadata = { response_metadata: { next_cursor: hasMore ? btoa(String(from + limit)) : '' } };
  return { items: items.slice(from, from + limit), hasMore, metadata };
}

function readCursor(cursor: unknown): number {
  if (cursor === undefined || cursor === '') return 0;
  // A cursor that is no base64 is as unknown as one that leads nowhere.
  const isEncoded = typeof cursor === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(cursor) && cursor.length % 4 === 0;
  const from = isEncoded ? Number(atob(cursor)) : Number.NaN;
  if (!Number.isInteger(from) || from < 0) throw new SlackProblem('invalid_cursor');
  return from;
}
