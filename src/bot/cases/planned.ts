import type { Statement } from '#core/sql.ts';
import type { JobOutcome, NewJob } from '#jobs/queue.ts';
import type { NewDelivery } from './messages.ts';
import type { Place } from './place.ts';

/** What a step wants written and started, committed together with the end of its job. */
export interface Planned {
  writes: readonly Statement[];
  enqueue: readonly NewJob[];
}

export function planNothing(): Planned {
  return { writes: [], enqueue: [] };
}

export function planWrites(...writes: readonly Statement[]): Planned {
  return { writes, enqueue: [] };
}

/** The end of a job, with all that its steps want. */
export function done(...plans: readonly Planned[]): JobOutcome {
  return { status: 'done', ...together(...plans) };
}

export function together(...plans: readonly Planned[]): Planned {
  return { writes: plans.flatMap(({ writes }) => writes), enqueue: plans.flatMap(({ enqueue }) => enqueue) };
}

/** Renders messages for their places and plans them in the ledger: a key planned before is left as it is. */
export type PlanDeliveries = (deliveries: readonly NewDelivery<Place>[]) => Promise<Planned>;

/** Changes what is posted under keys that were planned before. */
export type PlanEdits = (edits: readonly NewDelivery<Place>[]) => Planned;

/** Shows people that work goes on: one marker a message, and one line a thread where it takes long. */
export interface PlanProgress {
  show(message: MarkedChatMessage): readonly Statement[];
  resolve(message: MarkedChatMessage, outcome: 'answered' | 'failed' | 'dropped'): readonly Statement[];
  /** Something ended there: the line in that thread is looked at now. */
  hurry(placeKey: string): readonly Statement[];
}

interface MarkedChatMessage {
  team: string;
  channel: string;
  ts: string;
}
