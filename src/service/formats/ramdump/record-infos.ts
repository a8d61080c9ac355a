import type { DumpImage, ReadAt } from './image/dump-image.ts';

/** What the ring buffer of Linux 5.10 and later keeps of a record beside its text. */
export interface RecordInfo {
  sequence: number;
  timeNs: bigint;
  textBytes: number;
  level: number;
}

/** Bytes of one entry on 64-bit machines: sequence, time, lengths, caller, device. */
const entryBytes = 88;
const entryWords = entryBytes / 4;
const chunkBytes = 8 * 1024 * 1024;
const shortestRun = 8;
const longestRun = 1 << 20;
const longestText = 2048;
/** Nobody's log is older than this since boot: about four years, in the upper half of the nanoseconds. */
const latestTimeWord = 1 << 25;

/** Finds the longest run of entries in memory by their sequence numbers, which count up by one. */
export async function findRecordInfos(
  readFile: ReadAt,
  ranges: DumpImage['plainRanges'],
  signal: AbortSignal,
): Promise<RecordInfo[]> {
  let best: RecordInfo[] = [];
  for (const { offset, sizeBytes } of ranges) {
    for (let at = 0; at < sizeBytes; at += chunkBytes) {
      signal.throwIfAborted();
      const bytes = await readFile(offset + at, Math.min(chunkBytes + entryBytes * 3, sizeBytes - at));
      const start = longestStart(wordsOf(bytes), Math.max(best.length, shortestRun));
      if (start === undefined) continue;
      const run = await readRun(readFile, offset + at + start * 4);
      if (run.length > best.length) best = run;
    }
  }
  return best;
}

// Where the longest run within the words begins; a run that leaves them counts as far as it is seen.
function longestStart(words: Uint32Array, least: number): number | undefined {
  let start: number | undefined;
  let most = least - 1;
  const last = words.length - 3 * entryWords;
  for (let i = 0; i <= last; i += 2) {
    const sequence = words[i] ?? 0;
    if (words[i + entryWords] !== sequence + 1 || words[i + 2 * entryWords] !== sequence + 2) continue;
    if (!isEntry(words, i) || !isEntry(words, i + entryWords) || !isEntry(words, i + 2 * entryWords)) continue;
    let count = 3;
    while (words[i + count * entryWords] === sequence + count && isEntry(words, i + count * entryWords)) count++;
    if (count > most) {
      most = count;
      start = i;
    }
    i += (count - 1) * entryWords;
  }
  return start;
}

function isEntry(words: Uint32Array, at: number): boolean {
  return words[at + 1] === 0 && (words[at + 3] ?? 0) < latestTimeWord && ((words[at + 4] ?? 0) & 0xffff) <= longestText;
}

async function readRun(readFile: ReadAt, offset: number): Promise<RecordInfo[]> {
  const bytes = await readFile(offset, chunkBytes);
  const words = wordsOf(bytes);
  const infos: RecordInfo[] = [];
  for (let at = 0; at + entryWords <= words.length && infos.length < longestRun; at += entryWords) {
    const sequence = words[at] ?? 0;
    const before = infos.at(-1);
    if (!isEntry(words, at) || (before !== undefined && sequence !== before.sequence + 1)) break;
    infos.push({
      sequence,
      timeNs: (BigInt(words[at + 3] ?? 0) << 32n) | BigInt(words[at + 2] ?? 0),
      textBytes: (words[at + 4] ?? 0) & 0xffff,
      level: (words[at + 4] ?? 0) >>> 29,
    });
  }
  return infos;
}

// Copied: the bytes may lie at an odd place of a larger buffer.
function wordsOf(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(Math.floor(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes.subarray(0, words.length * 4));
  return words;
}

/** A text is stored with what was reserved for it: a line feed, a NUL, a level's mark, rounded up to eight. */
const mostSlackBytes = 24;

/** The entries of consecutive texts, found by their lengths; undefined where the lengths fit nowhere. */
export function infosOfTexts(infos: readonly RecordInfo[], blockBytes: readonly number[]): RecordInfo[] | undefined {
  const withText = infos.filter(({ textBytes }) => textBytes > 0);
  // The length of the last block is not known: nothing follows it.
  const known = blockBytes.slice(0, -1);
  let best: { from: number; slack: number } | undefined;
  for (let from = 0; from + blockBytes.length <= withText.length; from++) {
    let slack = 0;
    const fits = known.every((size, index) => {
      const rest = size - (withText[from + index]?.textBytes ?? 0);
      slack += rest;
      return rest >= 0 && rest <= mostSlackBytes;
    });
    if (fits && (best === undefined || slack < best.slack)) best = { from, slack };
  }
  return best === undefined ? undefined : withText.slice(best.from, best.from + blockBytes.length);
}
