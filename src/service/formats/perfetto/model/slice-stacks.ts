import type { ThreadUse } from './scheduling.ts';

/** A stretch of work on a track. */
export interface Slice {
  track: number;
  category: string | undefined;
  name: string | undefined;
  startNs: number;
  /** undefined while it is open; a slice that never ends stays so. */
  durationNs: number | undefined;
  depth: number;
  /** Of its begin in the printed form. */
  line: number;
  /** The longest slice that has ended directly inside it. */
  busiest?: Slice;
  /** How many have ended directly inside it; instants do not count. */
  children?: number;
  /** How long its thread had run and waited when it began. */
  atBegin?: ThreadUse;
}

/** Slices on tracks: those of one track nest, so that what begins inside another ends inside it. */
export interface SliceStacks {
  count(): number;
  begin(track: number, timeNs: number, category: string | undefined, name: string | undefined): Slice | undefined;
  /** Begins only where nothing is open on the track: for sources that repeat their begins. */
  beginSingle(track: number, timeNs: number, name: string | undefined): Slice | undefined;
  /** Ends the innermost open slice that fits; an empty name or category fits all. */
  end(track: number, timeNs: number, category?: string, name?: string): Slice | undefined;
  /** With a known duration, 0 for instants. Undefined where it overlaps what it cannot nest in. */
  complete(
    track: number,
    timeNs: number,
    durationNs: number,
    category: string | undefined,
    name: string | undefined,
    isRecoverable?: boolean,
  ): Slice | undefined;
  /** Slices dropped for overlapping, and those that lie deeper than is kept. */
  dropped(): number;
  /** Those that are open when the trace ends, which lends them a duration; innermost first. */
  finish(endNs: number): Iterable<Slice>;
}

const maxDepth = 512;

export function createSliceStacks(onClosed: (slice: Slice) => void): SliceStacks {
  const stacks = new Map<number, Slice[]>();
  let count = 0;
  let dropped = 0;

  const stackOf = (track: number): Slice[] => {
    const stack = stacks.get(track);
    if (stack) return stack;
    const fresh: Slice[] = [];
    stacks.set(track, fresh);
    return fresh;
  };

  /** Takes off what ended before the new event; false where a new slice would stick out of the one around it. */
  const settle = (stack: Slice[], timeNs: number, durationNs: number | undefined): boolean => {
    let hasOpenChild = false;
    for (let i = stack.length - 1; i >= 0; i--) {
      const slice = stack[i]!;
      if (slice.durationNs === undefined) {
        hasOpenChild = true;
        continue;
      }
      const endNs = slice.startNs + slice.durationNs;
      if (hasOpenChild) {
        if (timeNs <= endNs) continue;
        for (let child = stack.length - 1; child > i; child--) {
          stack[child]!.durationNs = endNs - stack[child]!.startNs;
          credit(stack, child);
        }
        for (const child of stack.splice(i + 1)) onClosed(child);
        stack.pop();
        hasOpenChild = false;
        continue;
      }
      const bothInstants = slice.durationNs === 0 && durationNs === 0;
      if (endNs < timeNs || (endNs === timeNs && !bothInstants)) {
        stack.pop();
        continue;
      }
      if (durationNs === undefined) continue;
      if (timeNs < endNs && timeNs + durationNs > endNs) return false;
    }
    return true;
  };

  const push = (
    stack: Slice[],
    track: number,
    timeNs: number,
    durationNs: number | undefined,
    category: string | undefined,
    name: string | undefined,
  ): Slice | undefined => {
    if (stack.length >= maxDepth) {
      dropped++;
      return undefined;
    }
    const slice: Slice = { track, category, name, startNs: timeNs, durationNs, depth: stack.length, line: 0 };
    stack.push(slice);
    count++;
    if (durationNs) credit(stack, stack.length - 1);
    return slice;
  };

  return {
    count: () => count,
    dropped: () => dropped,
    begin(track, timeNs, category, name) {
      const stack = stackOf(track);
      settle(stack, timeNs, undefined);
      return push(stack, track, timeNs, undefined, category, name);
    },
    beginSingle(track, timeNs, name) {
      const stack = stackOf(track);
      if (stack.length > 0) return undefined;
      return push(stack, track, timeNs, undefined, undefined, name);
    },
    end(track, timeNs, category, name) {
      const stack = stacks.get(track);
      if (!stack || stack.length === 0) return undefined;
      settle(stack, timeNs, undefined);
      for (let i = stack.length - 1; i >= 0; i--) {
        const slice = stack[i]!;
        if (slice.durationNs !== undefined) continue;
        if (category !== undefined && slice.category !== category) continue;
        if (name !== undefined && slice.name !== undefined && slice.name !== name) continue;
        slice.durationNs = timeNs - slice.startNs;
        credit(stack, i);
        if (i === stack.length - 1) stack.pop();
        onClosed(slice);
        return slice;
      }
      return undefined;
    },
    complete(track, timeNs, durationNs, category, name, isRecoverable = false) {
      if (durationNs < 0) return undefined;
      const stack = stackOf(track);
      if (!settle(stack, timeNs, durationNs)) {
        if (!isRecoverable) dropped++;
        return undefined;
      }
      return push(stack, track, timeNs, durationNs, category, name);
    },
    *finish(endNs) {
      for (const stack of stacks.values()) {
        for (let i = stack.length - 1; i >= 0; i--) {
          const slice = stack[i]!;
          if (slice.durationNs !== undefined) continue;
          slice.durationNs = Math.max(0, endNs - slice.startNs);
          credit(stack, i);
          yield slice;
        }
      }
    },
  };
}

/** Tells the slice around it that this one took so long. */
function credit(stack: readonly Slice[], at: number): void {
  const parent = stack[at - 1];
  const slice = stack[at]!;
  if (!parent || !slice.durationNs) return;
  parent.children = (parent.children ?? 0) + 1;
  if (slice.durationNs > (parent.busiest?.durationNs ?? 0)) parent.busiest = slice;
}
