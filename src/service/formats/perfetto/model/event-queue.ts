/** Puts events into the order of their times, as far as a window of bounded size reaches. Ties keep their order. */
interface EventQueue<Event> {
  /**
   * `rank` decides between events of the same time, before the order they came in. Many events may share one object:
   * `start` and `stop` then say which part of it they are.
   */
  push(timeNs: number, rank: number, sizeBytes: number, event: Event, start?: number, stop?: number): void;
  /** Too much is waiting: the older half must go. */
  isFull(): boolean;
  /** Hands out the older half, or all. Returns how many came too late: before what had already been handed out. */
  drain(all: boolean, visit: (timeNs: number, event: Event, start: number, stop: number) => void): number;
}

const maxEvents = 300_000;
const maxBytes = 48 * 1024 * 1024;

export function createEventQueue<Event>(): EventQueue<Event> {
  // Columns instead of objects: what waits would else be copied around by each collection of garbage.
  let times = new Float64Array(1024);
  let ranks = new Float64Array(1024);
  let sizes = new Uint32Array(1024);
  let starts = new Uint32Array(1024);
  let stops = new Uint32Array(1024);
  let events: Event[] = [];
  let count = 0;
  let waitingBytes = 0;
  let handedOutUntil = Number.NEGATIVE_INFINITY;

  const grow = (): void => {
    times = enlarged(times, new Float64Array(count * 2));
    ranks = enlarged(ranks, new Float64Array(count * 2));
    sizes = enlarged(sizes, new Uint32Array(count * 2));
    starts = enlarged(starts, new Uint32Array(count * 2));
    stops = enlarged(stops, new Uint32Array(count * 2));
  };

  return {
    push(timeNs, rank, sizeBytes, event, start = 0, stop = 0) {
      if (count === times.length) grow();
      times[count] = timeNs;
      ranks[count] = rank;
      sizes[count] = sizeBytes;
      starts[count] = start;
      stops[count] = stop;
      events.push(event);
      count++;
      waitingBytes += sizeBytes;
    },
    isFull: () => count >= maxEvents || waitingBytes >= maxBytes,
    drain(all, visit) {
      const order = Array.from({ length: count }, (_, index) => index);
      order.sort((a, b) => times[a]! - times[b]! || ranks[a]! - ranks[b]! || a - b);
      const leaving = all ? count : Math.ceil(count / 2);
      let late = 0;
      for (let i = 0; i < leaving; i++) {
        const at = order[i]!;
        const timeNs = times[at]!;
        if (timeNs < handedOutUntil) late++;
        else handedOutUntil = timeNs;
        waitingBytes -= sizes[at]!;
        visit(timeNs, events[at]!, starts[at]!, stops[at]!);
      }
      const staying = order.slice(leaving);
      times = enlarged(staying, new Float64Array(times.length), times);
      ranks = enlarged(staying, new Float64Array(ranks.length), ranks);
      sizes = enlarged(staying, new Uint32Array(sizes.length), sizes);
      starts = enlarged(staying, new Uint32Array(starts.length), starts);
      stops = enlarged(staying, new Uint32Array(stops.length), stops);
      events = staying.map((at) => events[at]!);
      count = staying.length;
      return late;
    },
  };
}

/** Fills the new column with the old one, or with those places of it that are named. */
function enlarged<Column extends Float64Array | Uint32Array>(
  source: ArrayLike<number>,
  column: Column,
  from?: ArrayLike<number>,
): Column {
  for (let i = 0; i < source.length; i++) column[i] = from ? from[source[i]!]! : source[i]!;
  return column;
}
