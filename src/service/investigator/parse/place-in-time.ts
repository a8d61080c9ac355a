import type { Query } from '../query/query.ts';
import { type TimeRead, untilThen } from './window.ts';

/** Puts the times of the question where the query has room for them; false where they do not fit it. `isTurned`: it is about what something was set to. */
export function placeInTime(query: Query, times: readonly TimeRead[], isTurned: boolean): boolean {
  const [time, second] = times;
  if (query.take === 'trend' || query.take === 'change') return placeCourse(query, times);
  if (time === undefined) return true;
  if (query.take === 'never' && query.state === undefined && isOneMoment(time)) return false;
  // Two stretches of time are compared with each other, or nothing is.
  if (second !== undefined && time.kind === 'between' && second.kind === 'between') {
    query.window = time.window;
    query.than = second.window;
    return query.take === 'compare' && query.against === undefined;
  }
  if (query.take === 'state' && time.kind === 'between') {
    query.take = 'episodes';
    query.expects = 'any';
  }
  const isOfMoment = query.take === 'count' && query.state !== undefined && time.kind === 'around';
  if (query.take === 'state' || query.take === 'doing' || isOfMoment) {
    if (time.atMs !== undefined) query.atMs = time.atMs;
    return true;
  }
  // From what to what it was changed then: the change itself is of that time.
  const isOfChange = query.beside !== undefined && time.kind === 'around';
  const isOfValue = isTurned || (query.of !== undefined && time.kind === 'around');
  if (isOfValue && query.take === 'last' && time.atMs !== undefined && !isOfChange) {
    // What it was after a moment is what it is last.
    query.window = time.kind === 'before' || time.kind === 'after' ? time.window : untilThen(time);
    return true;
  }
  query.window = second === undefined ? time.window : { ...time.window, ...second.window };
  return true;
}

/** At one moment, what lines do not say is no state of anything. */
const isOneMoment = ({ window: { fromMs = 0, toMs = Number.POSITIVE_INFINITY } }: TimeRead): boolean =>
  toMs - fromMs <= oneMomentMs;
const oneMomentMs = 60_000;

/** Which way something goes within a stretch of time, or from before a moment to after it. */
function placeCourse(query: Query, [time]: readonly TimeRead[]): boolean {
  const isOfMoment = time !== undefined && /^(?:after|before)$/.test(time.kind);
  if (query.take === 'trend' && !isOfMoment) {
    if (time !== undefined) query.window = time.window;
    return time?.window.during === undefined;
  }
  if (time?.atMs === undefined) return false;
  query.take = 'change';
  query.atMs = time.atMs;
  if (time.kind === 'before' && query.expects !== undefined) query.expects = query.expects === 'up' ? 'down' : 'up';
  return true;
}
