import { newValue } from '../../facts/turns.ts';
import type { Query } from '../../query/query.ts';
import { openNoun } from '../named-columns.ts';
import { singular } from '../words.ts';
import type { Cues } from './cues.ts';
import type { NamesFound } from './names-said.ts';
import type { Subject } from './subject.ts';

/** What something is said to be. */
export const isOfStates = (subject: Subject, { take, by }: Query): boolean =>
  subject.kind === 'state' && take === 'last' && by !== undefined;

/** The query is made of such a subject by more than the lines' own words. */
export function isInferred(subject: Subject, query: Query): boolean {
  switch (subject.kind) {
    case 'setting':
      return isOfWords(query);
    case 'state':
      return isOfWords(query) && !(isOfStates(subject, query) && query.where.length === 0);
    case 'spells':
      return subject.spells.isUnsure === true;
    case 'lines':
      return subject.lines.isInferred === true;
    default:
      return false;
  }
}

/** A setting, or what has a state, that no field names. */
const isOfWords = ({ where }: Query): boolean => where.every(({ field }) => field === 'words' || field === newValue);

/** Who or what is meant is not said by a word of the lines. */
export const isLoose = ({ take, by, where }: Query, phrase: string, { asks }: Cues, { names }: NamesFound): boolean =>
  by === openNoun ||
  (asks.has('who') && take !== 'compare') ||
  (take === 'exists' && where.every(({ is, value }) => is === '=' && value.toLowerCase() !== phrase.toLowerCase())) ||
  (where.length > 0 &&
    where.every(
      ({ field, value }) => field === 'text' && ![singular(phrase), ...names.map(({ said }) => said)].includes(value),
    ));
