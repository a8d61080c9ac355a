import { createFrames, type FrameTimes } from './frames.ts';
import { keepLongest, type LongSlice, longestFirst, longSliceOf } from './long-slices.ts';
import { isMainThread } from './main-thread.ts';
import type { ThreadUse } from './scheduling.ts';
import type { Slice } from './slice-stacks.ts';
import type { TrackOwner } from './trace-model.ts';

interface SliceKind {
  name: string;
  category: string | undefined;
  count: number;
  totalNs: number;
  longest: LongSlice[];
}

/** Slices added up by name, and the longest of them. Bounded whatever the trace holds. */
export interface SliceSummary {
  add(slice: Slice, owner: TrackOwner | undefined, isOpen?: boolean, use?: ThreadUse): void;
  kinds(): Iterable<SliceKind>;
  /** The longest slices of all, longest first. */
  longest(): readonly LongSlice[];
  /** Outermost slices of main threads that kept them busy for longer than a person accepts. */
  blockedMain(): readonly LongSlice[];
  frames(): FrameTimes;
}

const maxKinds = 20_000;
const keptPerKind = 6;
const keptLongest = 200;
const blockedNs = 100e6;
const keptBlocked = 60;
/** Digits and ids at the end make a name of its own for each occurrence. */
const variable = /\b0x[0-9a-f]+\b|\d{2,}/gi;

export function createSliceSummary(): SliceSummary {
  const kinds = new Map<string, SliceKind>();
  let longest: LongSlice[] = [];
  let blocked: LongSlice[] = [];
  const frames = createFrames();
  let floorNs = 0;

  return {
    add(slice, owner, isOpen = false, use) {
      const entry = longSliceOf(slice, owner, isOpen, use);
      const { name, durationNs } = entry;
      const key = kinds.has(name) ? name : kindOf(name);
      let kind = kinds.get(key);
      if (!kind) {
        if (kinds.size >= maxKinds) return;
        kind = { name: key, category: slice.category, count: 0, totalNs: 0, longest: [] };
        kinds.set(key, kind);
      }
      kind.count++;
      kind.totalNs += durationNs;
      insert(kind.longest, entry, keptPerKind);
      if (durationNs > floorNs || longest.length < keptLongest) {
        const count = longest.length;
        longest = keepLongest(longest, entry, keptLongest);
        if (longest.length <= count) floorNs = longest[longest.length - 1]!.durationNs;
      }
      if (frames.add(entry)) return;
      if (slice.depth === 0 && durationNs > blockedNs && isOfMainThread(owner))
        blocked = keepLongest(blocked, entry, keptBlocked);
    },
    kinds: () => kinds.values(),
    longest: () => longestFirst(longest).slice(0, keptLongest),
    blockedMain: () => longestFirst(blocked).slice(0, keptBlocked),
    frames: () => frames.times(),
  };
}

/** One name for what differs in numbers alone. */
export function kindOf(name: string): string {
  return name.replace(variable, '#');
}

function isOfMainThread(owner: TrackOwner | undefined): boolean {
  return owner?.thread !== undefined && owner.name === undefined && isMainThread(owner.machine, owner.thread);
}

function insert(list: LongSlice[], entry: LongSlice, limit: number): void {
  if (list.length >= limit && list[list.length - 1]!.durationNs >= entry.durationNs) return;
  const at = list.findIndex(({ durationNs }) => durationNs < entry.durationNs);
  list.splice(at < 0 ? list.length : at, 0, entry);
  if (list.length > limit) list.pop();
}
