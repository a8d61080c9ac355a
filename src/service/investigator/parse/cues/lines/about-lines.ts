import type { Column, Schema } from '../../../facts/schema.ts';
import { type Condition, hasAny, type Query } from '../../../query/query.ts';
import { serialCalled } from '../../columns-called.ts';
import { namesOperation } from '../../in-file-words.ts';
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

/** However they came out. */
export const withAnyOutcome = (where: readonly Condition[]): Condition[] =>
  where.map((one) => (isOutcome(one) ? hasAny('outcome') : one));

/** What lines tell apart by a noun: on themselves, or on others of what they number. */
export function rowsBy(noun: string | undefined, { lines, schema }: AboutLines): Column | undefined {
  if (noun === undefined) return undefined;
  const serial = serialCalled(noun, schema);
  if (serial !== undefined && lines.isOfWords === true) return serial;
  if (lines.isOfWords === true && namesOperation(noun, schema)) return schema.operation;
  return (
    thingOn(noun, lines, schema) ??
    (lines.operation &&
      kindOn(noun, schema, (record) => lines.operation?.read(record) !== undefined, [lines.operation.name]))
  );
}

/** "Which run": the noun is theirs. */
export const isNounOf = (noun: string, { operation }: LinesMeant): boolean => {
  const words = noun.toLowerCase().split(' ');
  // "Backup job", where each has the number of a backup.
  const kept =
    words.length > 1 && /^(?:job|run|task|number|id)s?$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  const own = operation?.name.toLowerCase().split(/[ _]/) ?? [];
  return [kept, words].some((some) => own.includes(some.at(-1)?.replace(/s$/, '') ?? ''));
};
