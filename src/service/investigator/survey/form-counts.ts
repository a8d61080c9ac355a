import type { OpenDocument } from '../../lines/open-document.ts';
import { bucketCount, type GroupBuild } from './collect.ts';
import { createSpread, type Spread } from './spread.ts';
import type { ShareRow, Spot } from './survey.ts';

/** Every line of a document counted by its form, without its text being read. Arrays by form. */
export interface FormCounts {
  counts: Uint32Array;
  first: Spot[];
  last: Spot[];
  /** Lines in each bucket. */
  perBucket: Uint32Array;
  /** Up to eight lines of each form, spread over the document. */
  samples: number[][];
}

const maxForms = 30_000;
const samplesPerForm = 8;

/** Undefined without an index, and where lines share so few words that forms are not told apart in full. */
export async function countForms(
  document: OpenDocument,
  bucketOf: (line: number, timeMs: number | undefined) => number,
  see: (line: number, timeMs: number | undefined) => void,
  signal: AbortSignal,
): Promise<FormCounts | undefined> {
  if (document.marks === undefined) return undefined;
  const total = document.info.lines;
  let counts = new Uint32Array(1024);
  const perBucket = new Uint32Array(bucketCount);
  const first: Spot[] = [];
  const last: Spot[] = [];
  const samples: Spread<number>[] = [];
  for (let blockStart = 1; blockStart <= total; ) {
    signal.throwIfAborted();
    const { forms, timesMs } = await document.marks(blockStart, total);
    if (forms.length === 0) return undefined;
    const blockEnd = blockStart + forms.length;
    for (let line = blockStart; line < blockEnd; line++) {
      const i = line - blockStart;
      const form = forms[i]!;
      if (form >= maxForms) return undefined;
      if (form >= counts.length) counts = grown(counts, form);
      const time = timesMs[i]!;
      const timeMs = Number.isNaN(time) ? undefined : time;
      const bucket = bucketOf(line, timeMs);
      see(line, timeMs);
      perBucket[bucket]!++;
      counts[form]!++;
      let end = last[form];
      if (end === undefined) {
        const spot = { line, lineEnd: line, timeMs };
        first[form] = spot;
        end = last[form] = { ...spot };
        samples[form] = createSpread(samplesPerForm);
      }
      end.line = end.lineEnd = line;
      if (timeMs !== undefined) end.timeMs = timeMs;
      samples[form]!.add(line);
    }
    blockStart = blockEnd;
  }
  return { counts, first, last, perBucket, samples: samples.map(({ items }) => items) };
}

function grown(counts: Uint32Array, form: number) {
  const more = new Uint32Array(counts.length * 2 ** Math.ceil(Math.log2((form + 1) / counts.length)));
  more.set(counts);
  return more;
}

/** Which kinds of lines the looked-at lines of each form were. */
interface FormGroups {
  see(form: number, group: GroupBuild | undefined): void;
  byForm: ReadonlyMap<number, Map<GroupBuild | undefined, number>>;
}

export function createFormGroups(): FormGroups {
  const byForm = new Map<number, Map<GroupBuild | undefined, number>>();
  return {
    byForm,
    see(form, group) {
      const seen = byForm.get(form) ?? new Map<GroupBuild | undefined, number>();
      byForm.set(form, seen.set(group, (seen.get(group) ?? 0) + 1));
    },
  };
}

interface Counted {
  forms: FormCounts;
  groupsOfForm: FormGroups;
  groups: readonly GroupBuild[];
  shares: readonly ShareRow[];
  /** Looked-at lines in each bucket that count into shares. */
  perBucket: Uint32Array;
}

/**
 * Turns what was seen in a selection of lines into numbers for the whole document: exact for kinds whose forms hold
 * nothing else, by proportion (and said so) where one form holds several kinds; shares by proportion in each bucket.
 */
export function completeCounts({ forms, groupsOfForm, groups, shares, perBucket }: Counted): void {
  const fresh = new Map(groups.map((group) => [group, 0]));
  for (const [form, seen] of groupsOfForm.byForm) {
    const looked = [...seen.values()].reduce((sum, count) => sum + count, 0);
    for (const [group, count] of seen) {
      if (group === undefined) continue;
      fresh.set(group, (fresh.get(group) ?? 0) + (forms.counts[form] ?? 0) * (count / looked));
      if (count < looked) group.isEstimated = true;
      else {
        group.first = earlier(group.first, forms.first[form]!);
        group.last = later(group.last, forms.last[form]!);
      }
    }
  }
  for (const [group, count] of fresh) rescale(group, count);
  for (const row of shares) {
    row.total = stretch(row.lines, forms.perBucket, perBucket);
    row.failed = stretch(row.failures, forms.perBucket, perBucket);
  }
}

function rescale(group: GroupBuild, count: number): void {
  const scale = group.count === 0 ? 1 : count / group.count;
  group.count = Math.max(1, Math.round(count));
  for (const counts of [group.sources, ...group.values.values()])
    for (const [name, value] of counts) counts.set(name, Math.max(1, Math.round(value * scale)));
}

function stretch(counts: Uint32Array, all: Uint32Array, looked: Uint32Array): number {
  let total = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    if (looked[bucket]! > 0) counts[bucket] = Math.round((counts[bucket]! * all[bucket]!) / looked[bucket]!);
    total += counts[bucket]!;
  }
  return total;
}

function earlier(a: Spot, b: Spot): Spot {
  if (a.timeMs !== undefined && b.timeMs !== undefined && a.timeMs !== b.timeMs) return a.timeMs < b.timeMs ? a : b;
  return a.line <= b.line ? a : b;
}

function later(a: Spot, b: Spot): Spot {
  return earlier(a, b) === a ? b : a;
}
