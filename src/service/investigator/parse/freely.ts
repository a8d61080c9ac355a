import { states } from '../facts/lexicon.ts';
import { nameOfReason } from '../facts/reason.ts';
import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Condition, Query } from '../query/query.ts';
import { asksWhy } from './asks-why.ts';
import { atItsTime } from './at-its-time.ts';
import { isUnderstood, type Parsed } from './compose.ts';
import { inAnyOrder } from './cues/in-any-order.ts';
import { leavesOut } from './cues/leaves-out.ts';
import { readCues } from './cues/read-cues.ts';
import { anySuccess } from './operation-meant.ts';

/** A question by its words in whichever order they stand, where it is short and its time is one of the file. */
export async function freely(text: string, whole: Parsed, scene: Scene, schema: Schema): Promise<Parsed | undefined> {
  if (whole.isProse || whole.timeOutside !== undefined) return undefined;
  const free = inAnyOrder(text, schema);
  return free && (await atItsTime(free, scene, schema));
}

/** Whether what the question was read as is no answer to it, and its words in any order are. */
export function isMisread(text: string, whole: Parsed, free: Query): boolean {
  if (whole.query.take === 'explain') return isOfReason(free) && (free.take === 'count' || !asksWhy.test(text));
  return (
    !isUnderstood(whole) ||
    dropsName(text, whole.query, free) ||
    saysNothing(whole.query, free) ||
    isOfUnknownState(whole.query, free) ||
    isLiteral(whole.query, free) ||
    isOtherWayRound(text, whole.query, free)
  );
}

/** "Working set of system": what is named and left out makes it another question. */
function dropsName(text: string, whole: Query, free: Query): boolean {
  const [asked, held] = [text.toLowerCase(), JSON.stringify(whole).toLowerCase()];
  return free.where.some(({ field, is, value }) => {
    const low = value.toLowerCase();
    const isName = is === '=' && !/^(?:outcome|level)$/.test(field) && asked.includes(low);
    return isName && !held.includes(JSON.stringify(low).slice(1, -1));
  });
}

/** "Batches that ran to the end": all of them are no answer. */
const saysNothing = (whole: Query, free: Query): boolean =>
  /^(?:count|distinct|list)$/.test(whole.take) &&
  whole.where.length === 0 &&
  whole.window === undefined &&
  free.where.some(({ field }) => field === 'outcome');

/** "How many scrubs completed": all that came out well, whichever word their lines have for it. */
const isLiteral = (whole: Query, free: Query): boolean =>
  whole.where.some(({ field, value }) => field === 'words' && anySuccess.test(value)) &&
  free.where.some(({ field, value }) => field === 'outcome' && value === 'ok');

/** "Share of public in all vacuums" is no share of vacuums in what is public. */
function isOtherWayRound(text: string, whole: Query, free: Query): boolean {
  if (whole.take !== 'share' || free.take !== 'share') return false;
  const isIn = (one: Condition, held: readonly Condition[] = []) =>
    held.some(({ field, value }) => field === one.field && value === one.value);
  // "Of all runs that were sent out, what share was in hall 4": what all of them have is no part of the share.
  if (free.where.some((one) => one.field === 'words' && isIn(one, whole.against))) return true;
  return /\b(?:in|among|within|out of) all\b/i.test(text) && whole.where.some((one) => isIn(one, free.against));
}

/** "How long do confirmed orders take": no thing is in a state that only some lines tell of. */
const isOfUnknownState = (whole: Query, free: Query): boolean =>
  whole.state !== undefined &&
  states.every(({ state }) => state !== whole.state) &&
  // "In progress" is under way, where no line tells of progress.
  (free.state === 'running' ||
    (whole.where.length === 0 && whole.by === undefined && free.state === undefined && free.where.length > 0));

/** Whether a part of what is asked is left out of the query. */
export const isInPart = (text: string, { query, isFramed }: Parsed, schema: Schema): boolean =>
  isFramed !== true && leavesOut(query, readCues(text), schema);

const isOfReason = ({ of = '', by = '' }: Query): boolean => nameOfReason.test(of) || nameOfReason.test(by);

/** Which lines there are, or when one came, is no answer to what is asked of them. */
export function saysLess(
  { query: { take, of, by }, isFramed, isInferred }: Parsed,
  free: Query,
  { columns }: Schema,
): boolean {
  if (isFramed === true) return false;
  // "The item count of ORD-70265" is a number that its lines state.
  const isOfOne = free.where.some(
    ({ field, is }) => is === '=' && columns.some((one) => one.name === field && one.isSerial),
  );
  if (isOfOne && free.take === 'max' && /^(?:count|values)$/.test(take)) return true;
  if (take === 'list') return free.take !== 'list';
  const isOfMoment = /^(?:first|last)$/.test(take) && of === undefined && by === undefined;
  // "The last depth of emails": no time is asked for.
  const isOfNumber = free.take === take && free.of !== undefined;
  return isOfMoment && (isOfNumber || (isInferred && (free.of ?? free.by) !== undefined));
}

/** Of what has not happened no log tells. */
export const toCome =
  /\b(?:tomorrow|next (?:week|month|year|night|sprint)|(?:will|going to) (?:be|get|have|fail|happen|come|see|need|take)|predict\w*|forecast\w*)\b/i;
