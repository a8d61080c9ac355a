import type { LogFields } from './log.ts';

/**
 * Runs a piece of work (a job, a request, a timer) with a note of what it is: an error in it that nobody catches, now or
 * long after it has ended, is logged with that note.
 */
export type WithinWork = <Value>(work: LogFields, act: () => Value) => Value;

export const withoutNote: WithinWork = (_work, act) => act();
