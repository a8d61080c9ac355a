import type { ThreadUse } from './scheduling.ts';
import type { Slice } from './slice-stacks.ts';
import type { TrackOwner } from './trace-model.ts';

/** A slice as it is told to people. */
export interface LongSlice {
  name: string;
  startNs: number;
  durationNs: number;
  depth: number;
  line: number;
  owner: TrackOwner | undefined;
  /** It had not ended when the trace did. */
  isOpen: boolean;
  /** What took most of it, and most of that, and so on: the innermost is last. */
  inside: readonly { name: string; durationNs: number }[];
  /** Much went on in it, none of it for long: a loop that takes one thing after the other. */
  isLoop: boolean;
  /** What its thread did meanwhile, where the trace tells. */
  use?: ThreadUse;
}

/** Of shorter slices nobody asks what was in them. */
const tellingNs = 16e6;
const maxInside = 12;
const loopTurns = 10;

export function longSliceOf(
  slice: Slice,
  owner: TrackOwner | undefined,
  isOpen: boolean,
  use: ThreadUse | undefined,
): LongSlice {
  const durationNs = slice.durationNs ?? 0;
  return {
    name: slice.name ?? '(no name)',
    startNs: slice.startNs,
    durationNs,
    depth: slice.depth,
    line: slice.line,
    owner,
    isOpen,
    // What lies within is known only once it is over, which for a slice of known length is later.
    get inside() {
      return durationNs < tellingNs ? [] : insideOf(slice, durationNs);
    },
    get isLoop() {
      return (slice.children ?? 0) >= loopTurns && (slice.busiest?.durationNs ?? 0) < durationNs / loopTurns;
    },
    ...(use === undefined ? {} : { use }),
  };
}

function insideOf(slice: Slice, durationNs: number): LongSlice['inside'] {
  const inside: { name: string; durationNs: number }[] = [];
  for (let next = slice.busiest; next && inside.length < maxInside; next = next.busiest) {
    const tookNs = next.durationNs ?? 0;
    if (tookNs < durationNs / 2) break;
    inside.push({ name: next.name ?? '(no name)', durationNs: tookNs });
  }
  return inside;
}

/** The list with one more, cut to the longest now and then: between cuts it holds up to twice as many. */
export function keepLongest(list: LongSlice[], entry: LongSlice, limit: number): LongSlice[] {
  list.push(entry);
  return list.length > limit * 2 ? longestFirst(list).slice(0, limit) : list;
}

export function longestFirst(list: readonly LongSlice[]): LongSlice[] {
  return [...list].sort((a, b) => b.durationNs - a.durationNs || a.startNs - b.startNs);
}
