import type { Column, Schema } from '../../../facts/schema.ts';
import type { Condition, Query } from '../../../query/query.ts';
import { serialCalled } from '../../columns-called.ts';
import type { LinesMeant } from '../../lines-meant.ts';
import { kindOn } from '../../said-in-forms.ts';
import { thingOn } from '../../things-named.ts';
import type { Told } from '../told.ts';

/** All that is known of the lines a question is about. */
export interface AboutLines extends Told {
  lines: LinesMeant;
  /** The names of the question. */
  own: readonly Condition[];
  /** Such lines, with those names. */
  where: readonly Condition[];
  schema: Schema;
}

/** A query for one kind of question about lines; undefined where it asks for something else. */
export type Way = (about: AboutLines) => Query | undefined;

export const isOutcome = ({ field }: Condition): boolean => field === 'outcome';

/** What lines tell apart by a noun: on themselves, or on others of what they number. */
export function rowsBy(noun: string | undefined, { lines, schema }: AboutLines): Column | undefined {
  if (noun === undefined) return undefined;
  const serial = serialCalled(noun, schema);
  if (serial !== undefined && lines.isOfWords === true) return serial;
  return (
    thingOn(noun, lines, schema) ??
    (lines.operation &&
      kindOn(noun, schema, (record) => lines.operation?.read(record) !== undefined, [lines.operation.name]))
  );
}
