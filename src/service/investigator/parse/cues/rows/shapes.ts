import type { Query } from '../../../query/query.ts';
import { counts } from './counts.ts';
import { distinct } from './distinct.ts';
import { figures } from './figures.ts';
import { placed } from './placed.ts';
import { reasons } from './reasons.ts';
import type { Rows, Shape } from './rows.ts';
import { share } from './shares.ts';
import { stated } from './stated.ts';
import { trend } from './trend.ts';
import { ofTwo } from './two-of-a-kind.ts';

/** What asks for more than the others stands before them. */
const shapes: readonly Shape[] = [trend, ofTwo, reasons, share, distinct, figures, stated, placed, counts];

/** The first form of an answer that the question asks for. */
export function inItsShape(rows: Rows): Query | undefined {
  for (const shape of shapes) {
    const query = shape(rows);
    if (query !== undefined) return query;
  }
  return undefined;
}
