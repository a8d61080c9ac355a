import type { Slice } from './slice-stacks.ts';
import type { TrackOwner } from './trace-model.ts';

export interface SliceKind {
  name: string;
  category: string | undefined;
  count: number;
  totalNs: number;
  longest: LongSlice[];
}

export interface LongSlice {
  name: string;
  startNs: number;
  durationNs: number;
  depth: number;
  line: number;
  owner: TrackOwner | undefined;
  /** It had not ended when the trace did. */
  isOpen: boolean;
}

/** Slices added up by name, and the longest of them. Bounded whatever the trace holds. */
export interface SliceSummary {
  add(slice: Slice, owner: TrackOwner | undefined, isOpen?: boolean): void;
  kinds(): Iterable<SliceKind>;
  /** The longest slices of all, longest first. */
  longest(): readonly LongSlice[];
  /** Outermost slices of main threads that kept them busy for longer than a person accepts. */
  blockedMain(): readonly LongSlice[];
  /** Frames that were drawn, and those that took too long. */
  frames(): { count: number; slow: readonly LongSlice[]; slowCount: number };
}

const maxKinds = 20_000;
const keptPerKind = 6;
const keptLongest = 200;
const blockedNs = 100e6;
const keptBlocked = 60;
/** Two vertical syncs of a 60 Hz display: a frame that takes longer was shown late. */
const slowFrameNs = 33.4e6;
const frameName = /^(?:Choreographer#doFrame|DrawFrames?|doFrame)\b/;
const mainThreadName = /^(?:main|Cr\w{1,20}Main)$/;
/** Digits and ids at the end make a name of its own for each occurrence. */
const variable = /\b0x[0-9a-f]+\b|\d{2,}/gi;

export function createSliceSummary(): SliceSummary {
  const kinds = new Map<string, SliceKind>();
  let longest: LongSlice[] = [];
  let blocked: LongSlice[] = [];
  let slow: LongSlice[] = [];
  let frameCount = 0;
  let slowCount = 0;
  let floorNs = 0;

  return {
    add(slice, owner, isOpen = false) {
      const durationNs = slice.durationNs ?? 0;
      const name = slice.name ?? '(no name)';
      const key = kinds.has(name) ? name : name.replace(variable, '#');
      let kind = kinds.get(key);
      if (!kind) {
        if (kinds.size >= maxKinds) return;
        kind = { name: key, category: slice.category, count: 0, totalNs: 0, longest: [] };
        kinds.set(key, kind);
      }
      kind.count++;
      kind.totalNs += durationNs;
      const entry: LongSlice = {
        name,
        startNs: slice.startNs,
        durationNs,
        depth: slice.depth,
        line: slice.line,
        owner,
        isOpen,
      };
      insert(kind.longest, entry, keptPerKind);
      if (durationNs > floorNs || longest.length < keptLongest) {
        longest.push(entry);
        if (longest.length >= keptLongest * 2) {
          longest = sorted(longest).slice(0, keptLongest);
          floorNs = longest[longest.length - 1]!.durationNs;
        }
      }
      if (frameName.test(name)) {
        frameCount++;
        if (durationNs > slowFrameNs) {
          slowCount++;
          slow = kept(slow, entry);
        }
      } else if (slice.depth === 0 && durationNs > blockedNs && isMainThread(owner)) blocked = kept(blocked, entry);
    },
    kinds: () => kinds.values(),
    longest: () => sorted(longest).slice(0, keptLongest),
    blockedMain: () => sorted(blocked),
    frames: () => ({ count: frameCount, slow: sorted(slow), slowCount }),
  };
}

function isMainThread(owner: TrackOwner | undefined): boolean {
  if (owner?.thread === undefined || owner.name !== undefined) return false;
  const { tid, process, name } = owner.machine.table.thread(owner.thread);
  if (name !== undefined && mainThreadName.test(name)) return true;
  return process !== undefined && process !== 0 && owner.machine.table.process(process).pid === tid;
}

function kept(list: LongSlice[], entry: LongSlice): LongSlice[] {
  list.push(entry);
  return list.length > keptBlocked * 2 ? sorted(list).slice(0, keptBlocked) : list;
}

function insert(list: LongSlice[], entry: LongSlice, limit: number): void {
  if (list.length >= limit && list[list.length - 1]!.durationNs >= entry.durationNs) return;
  const at = list.findIndex(({ durationNs }) => durationNs < entry.durationNs);
  list.splice(at < 0 ? list.length : at, 0, entry);
  if (list.length > limit) list.pop();
}

function sorted(list: readonly LongSlice[]): LongSlice[] {
  return [...list].sort((a, b) => b.durationNs - a.durationNs || a.startNs - b.startNs);
}
