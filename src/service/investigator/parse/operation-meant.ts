import type { Column, Schema } from '../facts/schema.ts';
import { timeTaken } from '../facts/time-taken.ts';
import { type Condition, hasAny, type Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { EventAsked } from './event-asked.ts';
import { readPhrase } from './read-phrase.ts';

/** Those that the event is about, as conditions; undefined where it is of nothing that the program numbers. */
export function meant(
  event: (EventAsked & { said: string }) | undefined,
  schema: Schema,
): { operation: Column; where: Condition[] } | undefined {
  const { operation, outcome, rest = '' } = event ?? {};
  if (operation === undefined) return undefined;
  const { where, unread, absent } = rest === '' ? { where: [], unread: [], absent: [] } : readPhrase(rest, schema);
  if (unread.length + absent.length > 0) return undefined;
  const own: Condition = hasAny(operation.name);
  const came: Condition[] = outcome === undefined ? [own] : [own, { field: 'outcome', is: '=', value: outcome }];
  return { operation, where: [...literally(event?.said ?? '', own, came, schema), ...where] };
}

/**
 * "Assigned missions", "failed calls" beside rejected ones: those of the lines that say so, where not all do; "answered
 * calls" by the line that says it, which tells not yet how they came out.
 */
function literally(said: string, own: Condition, came: readonly Condition[], schema: Schema): Condition[] {
  const [word] = said.toLowerCase().match(/\b[a-z]{3,}(?:ed|en|nt)\b/) ?? [];
  if (word === undefined || anySuccess.test(word)) return [...came];
  const telling: Condition = { field: 'words', is: 'has', value: word };
  const count = (where: readonly Condition[]) => schema.sample.filter(compile(where, schema)).length;
  const told = count([...came, telling]);
  if (told === 0) return count([own, telling]) > 0 ? [own, telling] : [...came];
  return told < count(came) * nearlyAll ? [...came, telling] : [...came];
}
const nearlyAll = 0.97;
/** Said of whatever came out well. */
const anySuccess = /^(?:completed|ended|finished|succeeded)$/;

/** Where the lines tell how long each took, by a number of their own or by their times. */
export function timeOf(operation: Column, { columns, sample }: Schema): Column | undefined {
  const told = columns.find(({ name }) => name === timeTaken);
  const isOfThem = ({ read }: Column) =>
    sample.some((record) => operation.read(record) !== undefined && read(record) !== undefined);
  if (told !== undefined && isOfThem(told)) return told;
  const [stated, second] = columns.filter(
    (one) => one.isNumber && one.unit.dimension === 'time' && one !== told && isOfThem(one),
  );
  return second === undefined ? stated : undefined;
}

export type Asked = Pick<Query, 'take'> & Partial<Query>;

/** Said of those that began. */
export const startedWords =
  'started|began|begun|initiated|launched|opened|queued|requested|created|submitted|initially sent|initial|new';
