import type { Schema } from '../../facts/schema.ts';
import type { Condition, Query } from '../../query/query.ts';
import { nounOf } from '../named-columns.ts';
import { readPhrase } from '../read-phrase.ts';
import { namesMarked } from './names-said.ts';
import { phraseOf } from './subject.ts';
import type { Told } from './told.ts';

/** What a cue leaves of "but never", "and did not". */
const butNever = /\b(?:but|yet|and|though)\b(?: (?:then|they|it|he|she))? ?,/i;

/** "Which orders were paid but never shipped": those of which lines say the one and no line says the other. */
export function ofButNever({ cues, names }: Told, schema: Schema): Query | undefined {
  const [has, lacks, more] = cues.rest.split(butNever);
  if (!cues.asks.has('never') || has === undefined || lacks === undefined || more !== undefined) return undefined;
  const by = nounOf(cues.which ?? 'who', schema);
  const named = names([]);
  const conditionsOf = (side: string): Condition[] => {
    const { where, unread, absent } = readPhrase(phraseOf(side), schema);
    return unread.length + absent.length > 0 ? [] : [...where, ...namesMarked(side, named)];
  };
  const [against, where] = [conditionsOf(has), conditionsOf(lacks)];
  if (by?.rest !== '' || against.length === 0 || where.length === 0) return undefined;
  return { take: 'never', where, against, by: by.column.name };
}
