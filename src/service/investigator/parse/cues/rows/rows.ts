import type { Column, Schema } from '../../../facts/schema.ts';
import { type Condition, hasAny, type Query } from '../../../query/query.ts';
import { looksLikeName } from '../../told-words.ts';
import type { Told } from '../told.ts';

/** Lines by what they say, as rows of a table: counted, set against each other, and with the numbers and names that they state. */
export interface Rows {
  where: Condition[];
  /** The number that is meant, where one is. */
  number: Column | undefined;
  /** Of what the rows are told apart. */
  by: string | undefined;
  /** Names without a value: "branches". */
  things: readonly Column[];
  /** Two names of one kind. */
  pair: readonly [Condition, Condition] | undefined;
  phrase: string;
  told: Told;
  schema: Schema;
}

/** One form that an answer may have; undefined where the question asks for another. */
export type Shape = (rows: Rows) => Query | undefined;

/** The lines, with a value of each thing that is named without one. */
export const heldBy = ({ where, things, by }: Rows): Condition[] => [
  ...where,
  ...things
    .filter(({ name }) => name !== by)
    .map(
      (thing): Condition =>
        // `foo_drv` is named by all lines that have it, with a value behind it or without.
        thing.isPlace === true && looksLikeName(thing.name)
          ? { field: 'text', is: 'has', value: thing.name }
          : hasAny(thing.name),
    ),
];
