import { nameOfReason } from '../facts/reason.ts';
import type { Schema } from '../facts/schema.ts';
import type { Scene } from '../investigation.ts';
import type { Query } from '../query/query.ts';
import { asksWhy } from './asks-why.ts';
import { atItsTime } from './at-its-time.ts';
import { isUnderstood, type Parsed } from './compose.ts';
import { leavesOut } from './cues/honours.ts';
import { inAnyOrder } from './cues/in-any-order.ts';
import { readCues } from './cues/read-cues.ts';

/** A question by its words in whichever order they stand, where it is short and its time is one of the file. */
export async function freely(text: string, whole: Parsed, scene: Scene, schema: Schema): Promise<Parsed | undefined> {
  if (whole.isProse || whole.timeOutside !== undefined) return undefined;
  const free = inAnyOrder(text, schema);
  const found = free && (await atItsTime(free, scene, schema));
  return found && { ...found, isFramed: true };
}

/** Whether what the question was read as is no answer to it, and its words in any order are. */
export function isMisread(text: string, whole: Parsed, free: Query): boolean {
  if (whole.query.take === 'explain') return isOfReason(free) && !asksWhy.test(text);
  return !isUnderstood(whole) || (whole.isFramed !== true && leavesOut(whole.query, readCues(text)));
}

const isOfReason = ({ of = '', by = '' }: Query): boolean => nameOfReason.test(of) || nameOfReason.test(by);

/** Which lines there are, or when one came, is no answer to what is asked of them. */
export function saysLess({ query: { take, of, by }, isFramed, isInferred }: Parsed, free: Query): boolean {
  if (isFramed === true) return false;
  if (take === 'list') return free.take !== 'list';
  const isOfMoment = /^(?:first|last)$/.test(take) && of === undefined && by === undefined;
  return isInferred && isOfMoment && (free.of ?? free.by) !== undefined;
}

/** Of what has not happened no log tells. */
export const toCome =
  /\b(?:tomorrow|next (?:week|month|year|night|sprint)|(?:will|going to) (?:be|get|have|fail|happen|come|see|need|take)|predict\w*|forecast\w*)\b/i;
