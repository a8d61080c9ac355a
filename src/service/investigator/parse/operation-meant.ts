import type { Column, Schema } from '../facts/schema.ts';
import { timeTaken } from '../facts/time-taken.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { EventSaid, QueryAt } from './frame.ts';
import { readPhrase } from './read-phrase.ts';
import { kindOn } from './said-in-forms.ts';

/** Those that the event is about, as conditions; undefined where it is of nothing that the program numbers. */
export function meant(
  event: EventSaid | undefined,
  schema: Schema,
): { operation: Column; where: Condition[] } | undefined {
  const { operation, outcome, rest = '' } = event ?? {};
  if (operation === undefined) return undefined;
  const { where, unread, absent } = rest === '' ? { where: [], unread: [], absent: [] } : readPhrase(rest, schema);
  if (unread.length + absent.length > 0) return undefined;
  const own: Condition = { field: operation.name, is: 'has', value: '*' };
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

export type Slots = Readonly<Record<string, string>>;

/** A figure of how long they took. */
export function ofTimes(event: EventSaid | undefined, schema: Schema, query: Asked): QueryAt | undefined {
  const about = meant(event, schema);
  const time = about && timeOf(about.operation, schema);
  return about && time && { query: { of: time.name, where: about.where, ...query }, isSure: true };
}

/** How many of them, or which part, meet something more. */
export function ofThem(
  event: EventSaid | undefined,
  schema: Schema,
  more: (operation: Column) => Condition | undefined,
  take: 'count' | 'share' = 'count',
): QueryAt | undefined {
  const about = meant(event, schema);
  const condition = about && more(about.operation);
  if (about === undefined || condition === undefined) return undefined;
  const { operation, where } = about;
  const query: Query =
    take === 'share'
      ? { take, of: operation.name, where, against: [condition] }
      : { take, of: operation.name, where: [...where, condition] };
  return { query, isSure: true };
}

/** "6 seconds", "1.5 min". */
export const bound = (said = ''): string => said.replace(/ /g, '');

/** What of theirs is told apart by the noun: of which each line names one. */
export const kindOf = (noun: string, schema: Schema, operation: Column): Column | undefined =>
  kindOn(noun, schema, (record) => operation.read(record) !== undefined, operation);

/** Said of those that began. */
export const startedWords =
  'started|begun|initiated|launched|opened|queued|requested|created|submitted|initially sent|initial|new';

/** How the forms say it. */
export const what = '(?:what (?:is|was) )?(?:the )?';
export const stat =
  '(?<Stat>average|avg|mean|median|p\\d\\d|\\d\\d(?:th)? percentile|max(?:imum)?|min(?:imum)?|longest|shortest|highest|lowest|largest|smallest|biggest|total)';
export const them = '(?:all |the |all the )?{E}';
export const among = '(?:of|for|among|in|over|across)';
export const count = '(?:how many|number of|count(?: of)?)';
export const part = '(?:what )?(?:share|percentage|percent|%|part|fraction) of';
/** "Projects never" is no noun. */
export const word =
  '(?!(?:never|not|no|ever|always|all|both|each|also|still|did|does|do|is|are|was|were|has|have|had|without)\\b)[a-z][a-z-]*';
export const noun = `(?<Noun>${word}(?: ${word})?)`;
