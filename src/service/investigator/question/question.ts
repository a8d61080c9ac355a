import type { BeforeEvent } from './before-event.ts';
import type { DayAsked } from './day-asked.ts';

/** What a person wants to know, from plain words; a ticket's summary and description are a question too. */
export type Intent =
  | 'cause'
  | 'errors'
  | 'find'
  | 'count'
  | 'when'
  | 'around'
  | 'extreme'
  | 'which'
  | 'check'
  | 'compare'
  | 'overview';

export interface TimeAsked {
  /** What was written, for the answer. */
  label: string;
  /** `offset`: from the first line, or since boot. */
  kind: 'around' | 'between' | 'after' | 'before' | 'on' | 'last' | 'first' | 'offset';
  /** Times of day in ms since midnight, or epoch ms, as `isAbsolute` says. */
  from: number;
  to: number;
  isAbsolute: boolean;
  /** Offset of the zone that was named, in minutes. */
  zoneMinutes?: number;
  /** The day, where one was named. */
  day?: DayAsked;
  /** "2:30": the afternoon, where the file does not cover the night. */
  isTwelveHour?: boolean;
  /** "In the evening": no window that other lines would stand outside of. */
  isVague?: boolean;
  /** "Before the deploy": what kind of line marks the time, which the file has to tell. */
  event?: string;
}

export interface Question {
  text: string;
  intent: Intent;
  /** The question asks whether; the answer starts with yes or no. */
  isYesNo: boolean;
  /** Asks whether all is well: then trouble is a no. */
  asksForHealth: boolean;
  /** Written in quotes or backticks, or a quoted log line of a ticket: to be found as it is. */
  phrases: string[];
  /** A pattern in slashes, in RE2's syntax. */
  pattern?: string;
  /** What stands after "find" or "containing" without quotes: taken as a phrase where the file has it. */
  softPhrase?: string;
  /** "failed password": a particular word and a common one side by side; at most 3. */
  pairs: string[];
  /** Words that may name something in the file, most particular first; at most 24. */
  terms: string[];
  times: TimeAsked[];
  /** "In the evening", asked for a cause that may lie before it: no window, but what begins in it is nearer. */
  vague?: TimeAsked;
  /** What stood before an event is asked for: all words are of the event. */
  before?: BeforeEvent;
  /** "Is anyone else over quota?": whom the question before it names. */
  besides?: string[];
  /** "per service", "which host": the field asked about. */
  by?: string;
}
