/** Puts events into the order of their times, as far as a window of bounded size reaches. Ties keep their order. */
export interface EventQueue<Event> {
  /** `rank` decides between events of the same time, before the order they came in. */
  push(timeNs: number, rank: number, sizeBytes: number, event: Event): void;
  /** Too much is waiting: the older half must go. */
  isFull(): boolean;
  /** Hands out the older half, or all. Returns how many came too late: before what had already been handed out. */
  drain(all: boolean, visit: (timeNs: number, event: Event) => void): number;
}

const maxEvents = 600_000;
const maxBytes = 64 * 1024 * 1024;

interface Waiting<Event> {
  timeNs: number;
  rank: number;
  sizeBytes: number;
  event: Event;
}

export function createEventQueue<Event>(): EventQueue<Event> {
  let waiting: Waiting<Event>[] = [];
  let waitingBytes = 0;
  let handedOutUntil = Number.NEGATIVE_INFINITY;

  return {
    push(timeNs, rank, sizeBytes, event) {
      waiting.push({ timeNs, rank, sizeBytes, event });
      waitingBytes += sizeBytes;
    },
    isFull: () => waiting.length >= maxEvents || waitingBytes >= maxBytes,
    drain(all, visit) {
      waiting.sort((a, b) => a.timeNs - b.timeNs || a.rank - b.rank);
      const count = all ? waiting.length : Math.ceil(waiting.length / 2);
      let late = 0;
      for (const { timeNs, event, sizeBytes } of waiting.slice(0, count)) {
        if (timeNs < handedOutUntil) late++;
        else handedOutUntil = timeNs;
        waitingBytes -= sizeBytes;
        visit(timeNs, event);
      }
      waiting = waiting.slice(count);
      return late;
    },
  };
}
