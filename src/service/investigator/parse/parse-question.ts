import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { FindMoment } from '../run/find-moment.ts';
import { besideEvent } from './beside-event.ts';
import { asksForReason, causeAsked, explained } from './cause-asked.ts';
import { withSettingNames } from './cues/names-said.ts';
import { withDatedTimes } from './dated-times.ts';
import { fewLines } from './few-lines.ts';
import { growingAsked } from './growing-asked.ts';
import { inItsTime } from './in-its-time.ts';
import { linesNamed } from './lines-named.ts';
import { meansOne } from './means-one.ts';
import { onceEach } from './once-each.ts';
import { othersAsked } from './others-asked.ts';
import { isUnderstood, type Parsed, type Understanding } from './parsed.ts';
import { plainQuestion } from './plain-question.ts';
import { withoutTheFile } from './politeness.ts';
import { readPhrase } from './read-phrase.ts';
import { withoutSecond } from './second-asked.ts';
import { settleTimes } from './settle-times.ts';
import { shorterWordings } from './shorter-wordings.ts';
import { namesSides } from './sides-asked.ts';
import { silenceAsked } from './silence-asked.ts';
import { testsAsked } from './tests-asked.ts';
import { timesIn } from './times-asked.ts';
import { isKnownElsewhere, isToldOf } from './told-words.ts';
import { twoSides } from './two-sides.ts';
import { wellAsked } from './well-asked.ts';
import { resolveTime, type TimeRead } from './window.ts';
import { worstAsked } from './worst-asked.ts';

/** In characters. What is longer is a report, and explained. */
export const maxQuestion = 400;

/** Of what has not happened no log tells. */
const toCome =
  /\b(?:tomorrow|next (?:week|month|year|night|sprint)|(?:will|going to) (?:be|get|have|fail|happen|come|see|need|take)|predict\w*|forecast\w*)\b/i;

/** What a question asks for, as the query that answers it. */
export async function parseQuestion(
  text: string,
  scene: Scene,
  schema: Schema,
  findMoment: FindMoment,
): Promise<Parsed> {
  const ahead = toCome.exec(text)?.[0];
  if (ahead !== undefined && !isToldOf(schema, ahead)) return { ...notUnderstood(ahead, [], schema), isProse: false };
  const isProse = text.length > maxQuestion || text.trim().split('\n').length > 2;
  if (isProse) return { ...explained(text.slice(0, 8000), schema), isProse };
  const { first, second } = withoutSecond(text);
  const parsed = await parseSentence(first, scene, schema, findMoment);
  const isKnown = isUnderstood(parsed);
  const both = isKnown ? second(parsed.query) : parsed.query;
  if (both === undefined) return { ...notUnderstood(text.slice(first.length), [], schema), isProse: false };
  const isRead = isKnown || (parsed.unnamed !== undefined && parsed.unread.length + parsed.absent.length === 0);
  const once = isRead && !ofLines.test(text) ? onceEach(both, schema, ofTimes.test(text)) : undefined;
  const query = once ?? both;
  const isOneOf = isKnown && meansOne(query, text.replace(/[?!.\s]+$/, ''));
  return {
    ...parsed,
    query,
    isInferred: parsed.isInferred || once !== undefined,
    isOneOf,
    ...(query.take === 'exists' && (ofAny.test(text) || ofBreakdown.test(text)) && !/\?\s+\w/.test(text)
      ? { isOfAny: true }
      : {}),
  };
}

/** Each line is meant, though two of them tell of one event. */
const ofLines = /\b(?:lines|entries|messages|records|mention(?:s|ed)?|logged)\b/i;
/** What was done so often is no number that lines state. */
const ofTimes = /\bhow (?:often|many times)\b/i;

/** Whether there is one at all, and not what is true of one that there is. */
const ofAny =
  /^(?:(?:is|are|was|were|has|have|had) there|(?:did|has|have|had|was|were) (?:any|some|an?)(?:one|body|thing)?)\b|^any\b|\bever\b|\bat (?:any|some) (?:time|point)\b/i;

/** "Did the cache overflow": it is told in such words wherever it happens. */
const ofBreakdown =
  /^(?:did|has|have|had) .{2,40}\b(?:overfl\w+|underflow\w*|oom|out of memory|deadlock\w*|segfault\w*|panic\w*|overheat\w*|brown ?out\w*|leak\w*|corrupt\w*|time(?:d)? ?out)\b/i;

async function parseSentence(text: string, scene: Scene, schema: Schema, findMoment: FindMoment): Promise<Parsed> {
  const { plain, quotes } = plainQuestion(withRanges(text, schema));
  const reader = { schema, quotes, findMoment, timesOf: (one: string) => timesOf(one, scene, schema) };
  const compared = namesSides(plain) ? await twoSides(plain, reader) : undefined;
  // A figure of two names is read first as any other.
  if (compared !== undefined && compared.query.take !== 'compare') return { ...compared, isProse: false };
  const { question, times, outside } = await timesOf(plain, scene, schema);
  const missed = outside === undefined ? {} : { timeOutside: outside };
  const as = (one: Understanding): Parsed => ({ ...one, isProse: false, ...missed });
  const beside = times.length === 0 ? await besideEvent(question, quotes, schema, findMoment) : undefined;
  const tests = times.length + quotes.length === 0 ? testsAsked(question, schema) : undefined;
  const around = { times, quotes };
  const own =
    tests ??
    beside ??
    fewLines(question, around, schema) ??
    wellAsked(question, around, schema) ??
    silenceAsked(question, around, schema) ??
    othersAsked(question, around, schema) ??
    worstAsked(question, around, schema) ??
    growingAsked(question, around, schema);
  if (own !== undefined) return as(own);
  const cause = causeAsked(question, times, quotes, schema);
  const isAsked = /\?\s*$/.test(text);
  const read = await inItsTime(question, { times, quotes, isAsked }, schema, findMoment);
  const isRead = read !== undefined && (cause === undefined || (isUnderstood(read) && asksForReason(text, read.query)));
  if (isRead && isUnderstood(read)) return as(read);
  const sides = compared ?? (await twoSides(plain, reader));
  if (sides !== undefined) return { ...sides, isProse: false };
  if (cause !== undefined && !isRead) return as(cause);
  for (const { text: shorter, left } of shorterWordings(question)) {
    const one = await inItsTime(shorter, { times, quotes, isAsked }, schema, findMoment);
    if (one !== undefined && isUnderstood(one)) return { ...as(one), isInferred: true, left };
  }
  if (isRead) return as(read);
  return as(linesNamed(question, { times, quotes, isAsked }, schema) ?? notUnderstood(question, quotes, schema));
}

const range = /(?<![\w."])(\d{1,3}(?:\.\d{1,3}){0,2})\.(?:[x*](?:\.[x*]){0,2}|0\/24|0\.0\/16|0\.0\.0\/8)(?![\w."])/gi;

/** `172.16.8.x`, `172.16.8.0/24`: any address that begins so. */
const withRanges = (text: string, schema: Schema): string =>
  text.replace(range, (all, ahead: string) => (isKnownElsewhere(schema, all) ? all : `"${ahead}."`));

/** The times of a question on the clock of the file, and the question without them. */
async function timesOf(
  plain: string,
  scene: Scene,
  schema: Schema,
): Promise<{ question: string; times: TimeRead[]; outside: string | undefined }> {
  const timed = withDatedTimes(withSettingNames(plain, schema), schema);
  const { times: asked, rest } = timesIn(timed);
  const settled = await settleTimes(asked, scene.documents);
  const read = settled.map((one) => resolveTime(one, scene, schema));
  const outside = settled.find((one, index) => read[index] === undefined && one.isVague !== true)?.label;
  const question = rest.replace(/\s+/g, ' ').replace(/^[\s,:]+|[\s,?!.]+$/g, '');
  return { question: withoutTheFile(question), times: read.filter((one) => one !== undefined), outside };
}

function notUnderstood(question: string, quotes: readonly string[], schema: Schema): Understanding {
  const { unread, absent } = readPhrase(question, schema, quotes);
  return {
    query: { take: 'unknown', where: [], unread: [...unread, ...absent].slice(0, 20) },
    unread: unread.length > 0 ? unread : [question],
    absent,
    isInferred: false,
  };
}
