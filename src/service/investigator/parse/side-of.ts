import { columnNamed, lastOf, type Schema } from '../facts/schema.ts';
import { startLine } from '../facts/start-line.ts';
import type { Condition, Window } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { FindMoment } from '../run/find-moment.ts';
import { columnsCalled } from './columns-called.ts';
import { anyMark, namesIn } from './cues/names-said.ts';
import { momentOf } from './moment-of.ts';
import { isStrange } from './operations-asked.ts';
import { readPhrase } from './read-phrase.ts';
import { spellOutTimes } from './time-phrases.ts';
import type { TimeRead } from './window.ts';
import { isOfQuestions, recordNouns } from './words.ts';

/** One of two that are set against each other: lines of a name, or those of a stretch of time. */
export interface Side {
  /** The places in which lines have the name. */
  names?: readonly Condition[];
  window?: Window;
  /** It is as long as the other, and right before it. */
  isBefore?: boolean;
  isInferred?: boolean;
}

/** What is needed to know what is meant by the words for a side. */
export interface SideReader {
  schema: Schema;
  quotes: readonly string[];
  findMoment: FindMoment;
  timesOf(text: string): Promise<{ question: string; times: readonly TimeRead[] }>;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ahead = /^(?:(?:in|on|at|of|for|from|during|with|by|the|between|version|release|build|it was) )+/i;
const previous =
  /^(?:the )?(?:(?:week|day|hour|night|month|minute|one|time|\d+ (?:minutes|hours|days)) before(?: that)?|(?:previous|preceding|prior) (?:week|day|hour|night|month|one|minute))$/i;
const hours =
  /^(?:from |between )?(?<from>[01]?\d|2[0-3])(?::00)? ?(?:-|–|to|and) ?(?<to>[01]?\d|2[0-4])(?::00)?(?: ?h)?$/i;

/** Undefined where the words say something else. */
export async function sideOf(said: string, reader: SideReader): Promise<Side | undefined> {
  const { schema, timesOf } = reader;
  const text = said.replace(/^[\s,:;]+|[\s,:;?]+$/g, '').replace(/^(?=the \d{1,2}(?:st|nd|rd|th)$)/i, 'on ');
  const plain = text.replace(ahead, '');
  if (text === '') return undefined;
  const named = nameOf(plain, reader) ?? nameOf(plain.replace(/^v(?=\d)/i, ''), reader);
  if (named !== undefined) return named;
  if (schema.clock === undefined) return wordOf(plain, reader);
  if (previous.test(plain)) return { isBefore: true };
  const part = partOf(plain, schema);
  if (part !== undefined) return { window: part, isInferred: true };
  const timed = hours.exec(text)?.groups;
  const { times, question } = await timesOf(
    timed === undefined ? spellOutTimes(text) : `from ${timed.from}:00 to ${timed.to}:00`,
  );
  const [time, ...more] = times;
  const isAlone = time !== undefined && more.length === 0 && question.replace(ahead, '').trim() === '';
  if (isAlone) return time.kind === 'around' ? fromThen(time, schema.clock) : { window: time.window };
  return wordOf(plain, reader) ?? besideEvent(text, reader);
}

/** "8 am" is the hour from then on, and "8:15" the minute; of a file that covers less than an hour each is a minute. */
function fromThen({ atMs }: TimeRead, { firstMs, lastMs }: NonNullable<Schema['clock']>): Side | undefined {
  if (atMs === undefined || atMs % minute !== 0) return undefined;
  const length = atMs % hour !== 0 || lastMs - firstMs < hour ? minute : hour;
  return { window: { fromMs: atMs, toMs: atMs + length - 1 }, isInferred: true };
}

/** "The start", "last week", "the second half". */
function partOf(text: string, { clock }: Schema): Window | undefined {
  if (clock === undefined) return undefined;
  const { firstMs, lastMs, zoneMinutes } = clock;
  const [, half] = /^(first|second|last) half(?: of .+)?$/i.exec(text) ?? [];
  if (half !== undefined) return { half: /^first$/i.test(half) ? 'first' : 'second' };
  const tenth = Math.ceil((lastMs - firstMs) / 10);
  if (/^(?:very )?(?:start|beginning|begin|first)$/i.test(text)) return { fromMs: firstMs, toMs: firstMs + tenth };
  if (/^(?:very )?(?:end|last|now)$/i.test(text)) return { fromMs: lastMs - tenth, toMs: lastMs };
  if (!/^(?:last|this|past) week$/i.test(text)) return undefined;
  const shift = zoneMinutes * 60_000;
  return { fromMs: (Math.floor((lastMs + shift) / day) - 6) * day - shift, toMs: lastMs };
}

const fewValues = 12;

/** "Pier-1", "station 4", and the noun before it is its own or means nothing else. */
function nameOf(text: string, { schema, quotes }: SideReader): Side | undefined {
  // "2.9", which a field for versions states as a number.
  const numbered = schema.columns.filter(
    ({ isNumber, values }) => isNumber && values.size <= fewValues && values.has(text),
  );
  if (/^\d+(?:\.\d+)+$/.test(text) && numbered.length > 0)
    return { names: numbered.map(({ name }) => ({ field: name, is: '=', value: text })) };
  const { names, rest } = namesIn(text, schema, quotes);
  const [name, second] = names;
  const found = new RegExp(`^(?:(?<noun>[a-z]+) )?${anyMark}$`, 'i').exec(rest);
  if (name === undefined || second !== undefined || name.isExcept === true || found === null) return undefined;
  const isTheirs = (one: string) =>
    name.in.some(({ field }) => columnsCalled(schema, [one]).some((column) => column.name === field)) ||
    (isStrange(one.toLowerCase(), schema) && !/s$/i.test(one) && !recordNouns.has(one.toLowerCase()));
  const noun = found.groups?.noun;
  return noun === undefined || isTheirs(noun) ? { names: name.in } : undefined;
}

/** "Checkout", which lines say and no field has. */
function wordOf(text: string, { schema, quotes }: SideReader): Side | undefined {
  if (!/^[a-z][\w-]+$/i.test(text) || isOfQuestions(text)) return undefined;
  const { where, unread, absent, columns } = readPhrase(text, schema, quotes);
  return where.length === 1 && unread.length + absent.length + columns.length === 0
    ? { names: where, isInferred: true }
    : undefined;
}

/** "Before the deploy", "since the valve was opened". */
async function besideEvent(text: string, { schema, quotes, findMoment }: SideReader): Promise<Side | undefined> {
  const { side = '', event } =
    /^(?<side>before|after|since|until|following) (?:the )?(?<event>.+)$/i.exec(text)?.groups ?? {};
  const moment = event === undefined ? undefined : await momentOf(event, '', schema, quotes, findMoment);
  if (moment === undefined) return undefined;
  const window = /^(?:before|until)$/i.test(side) ? { toMs: moment.atMs - 1 } : { fromMs: moment.atMs };
  return { window, isInferred: moment.isInferred };
}

/** What is stated on so few of the lines says from when on it was so. */
const fewLines = 0.02;

/** "1.9.0", which only the line says that starts it: it runs until another is said to. */
export function whileRunning(condition: Condition, schema: Schema): Window | undefined {
  const column = columnNamed(schema, condition.field);
  if (column === undefined || column.seen > Math.max(schema.records * fewLines, 4)) return undefined;
  const isMeant = compile([condition], schema);
  const stated = schema.sample.filter((record) => column.read(record) !== undefined && record.timeMs !== undefined);
  const from = stated.findIndex(isMeant);
  const [begin, end] = [stated[from], stated.slice(from + 1).find((record) => !isMeant(record))];
  if (begin?.timeMs === undefined || !startLine.test(begin.row().message)) return undefined;
  return { fromMs: begin.timeMs, toMs: end?.timeMs === undefined ? lastOf(schema) : end.timeMs - 1 };
}
