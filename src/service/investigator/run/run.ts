import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import type { GroupRow, Result } from './result.ts';

export interface RunResult {
  result: Result;
  /** Every line that counts was looked at. */
  isWhole: boolean;
  /** It was told in other words than those of the query. */
  isGuessed?: boolean;
}

/** Works out what a query takes; undefined where that can be worked out in another way. */
export type Runner<T = RunResult> = (scene: Scene, schema: Schema, query: Query) => Promise<T>;

export const whole = (result: Result): RunResult => ({ result, isWhole: true });

export const nothing = (why: string): Result<'nothing'> => ({ shape: 'nothing', why });
export const noValue = nothing('no line has a value for it');
export const notAtOnce = nothing('no line says all of that at once');

/** The most first, or the least; of equals in the order of their names. */
export function ranked(rows: GroupRow[], order: Query['order']): GroupRow[] {
  const sign = order === 'least' ? 1 : -1;
  return rows.sort((a, b) => sign * (a.value - b.value) || (a.key < b.key ? -1 : 1));
}
