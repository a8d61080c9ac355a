import { readCursor, writeCursor } from '../cursor.ts';
import { type Arguments, SlackProblem } from './web-api.ts';

const mostItems = 999;

/** A page of a list by `limit` and `cursor`, with the metadata that leads to the next. */
export function pageOf<T>(items: readonly T[], args: Arguments, fallback: number) {
  const limit = Math.min(Math.max(Math.trunc(Number(args.limit)) || fallback, 1), mostItems);
  const from = args.cursor === undefined || args.cursor === '' ? 0 : readCursor(args.cursor);
  if (from === undefined) throw new SlackProblem('invalid_cursor');
  const hasMore = from + limit < items.length;
  const metadata = { response_metadata: { next_cursor: hasMore ? writeCursor(from + limit) : '' } };
  return { items: items.slice(from, from + limit), hasMore, metadata };
}
