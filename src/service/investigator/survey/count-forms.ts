import type { OpenDocument } from '../../lines/open-document.ts';
import { bucketCount } from './collect.ts';
import type { Spot } from './survey.ts';

/** Every line of a document counted by its form, without its text being read. Arrays by form. */
export interface FormCounts {
  counts: Uint32Array;
  first: Spot[];
  last: Spot[];
  /** `bucketCount` numbers a form. */
  buckets: Uint32Array;
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
  let capacity = 1024;
  let counts = new Uint32Array(capacity);
  let buckets = new Uint32Array(capacity * bucketCount);
  const perBucket = new Uint32Array(bucketCount);
  const strides = new Map<number, number>();
  const first: Spot[] = [];
  const last: Spot[] = [];
  const samples: number[][] = [];
  for (let blockStart = 1; blockStart <= total; ) {
    signal.throwIfAborted();
    const { forms, timesMs } = await document.marks(blockStart, total);
    if (forms.length === 0) return undefined;
    const blockEnd = blockStart + forms.length;
    for (let line = blockStart; line < blockEnd; line++) {
      const i = line - blockStart;
      const form = forms[i]!;
      if (form >= maxForms) return undefined;
      if (form >= capacity) {
        while (form >= capacity) capacity *= 2;
        const more = new Uint32Array(capacity);
        more.set(counts);
        counts = more;
        const wider = new Uint32Array(capacity * bucketCount);
        wider.set(buckets);
        buckets = wider;
      }
      const time = timesMs[i]!;
      const timeMs = Number.isNaN(time) ? undefined : time;
      const bucket = bucketOf(line, timeMs);
      see(line, timeMs);
      perBucket[bucket]!++;
      buckets[form * bucketCount + bucket]!++;
      const seen = counts[form]!++;
      let end = last[form];
      if (end === undefined) {
        const spot = { line, lineEnd: line, ...(timeMs === undefined ? {} : { timeMs }) };
        first[form] = spot;
        end = last[form] = { ...spot };
        samples[form] = [line];
        continue;
      }
      end.line = end.lineEnd = line;
      if (timeMs !== undefined) end.timeMs = timeMs;
      const stride = strides.get(form) ?? 1;
      if (seen % stride !== 0) continue;
      let lines = samples[form]!;
      if (lines.length >= samplesPerForm) {
        lines = samples[form] = lines.filter((_, index) => index % 2 === 0);
        strides.set(form, stride * 2);
        if (seen % (stride * 2) !== 0) continue;
      }
      lines.push(line);
    }
    blockStart = blockEnd;
  }
  return { counts, first, last, buckets, perBucket, samples };
}
