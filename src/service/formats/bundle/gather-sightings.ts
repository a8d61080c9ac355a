import { posix } from 'node:path';
import type { OpenDocument } from '../../lines/open-document.ts';
import { openLines } from '../../lines/open-lines.ts';
import type { DocumentInfo } from '../reading.ts';
import { quarterMs } from './pair-clocks.ts';
import { createSightings, type Sightings } from './sightings.ts';

export interface Gathered {
  sightings: Sightings;
  /** Documents looked at; a sighting's `document` counts in them. */
  compared: DocumentInfo[];
  /** Documents with a clock that were left out, and those of which only parts were looked at. */
  leftOut: number;
  inPart: number;
}

const maxDocuments = 400;
const maxBytes = 32 * 1024 * 1024;
const places = 16;
const chunkLines = 500;
const longestLine = 600;

/** Reads what documents with a clock say when: all of it, or of large ones parts that lie at the same times. */
export async function gatherSightings(
  folder: string,
  documents: readonly DocumentInfo[],
  signal: AbortSignal,
): Promise<Gathered> {
  const clocked = documents.filter(
    ({ clock, indexPath, firstTimeMs }) => clock !== 'none' && indexPath !== undefined && firstTimeMs !== undefined,
  );
  const compared = clocked.length < 2 ? [] : chooseSpread(clocked);
  const sightings = createSightings();
  const shareBytes = fairShare(compared.map(({ sizeBytes }) => sizeBytes));
  const times = timesOver(compared.filter(({ clock }) => clock === 'absolute'));
  let inPart = 0;
  for (const [index, info] of compared.entries()) {
    signal.throwIfAborted();
    await using document = await openLines(folder, info);
    const isWhole = info.sizeBytes <= shareBytes;
    if (!isWhole) inPart++;
    const parts = isWhole ? [{ from: 1, to: info.lines }] : await partsOf(document, times, shareBytes);
    for (const { from, to } of parts) await readPart(document, index, from, to, sightings);
  }
  return { sightings, compared, leftOut: clocked.length - compared.length, inPart };
}

/** Folder by folder in turn, the longest of each first: machines and services have folders of their own. */
function chooseSpread(documents: readonly DocumentInfo[]): DocumentInfo[] {
  if (documents.length <= maxDocuments) return [...documents];
  const byFolder = [...Map.groupBy(documents, ({ name }) => posix.dirname(name)).values()];
  for (const list of byFolder) list.sort((a, b) => b.lines - a.lines);
  const chosen = new Set<DocumentInfo>();
  for (let turn = 0; chosen.size < maxDocuments; turn++) {
    for (const list of byFolder) if (turn < list.length && chosen.size < maxDocuments) chosen.add(list[turn]!);
  }
  return documents.filter((one) => chosen.has(one));
}

/** How much of each document is read so that all together stay within what may be read. */
function fairShare(sizes: readonly number[]): number {
  let left = maxBytes;
  const ascending = [...sizes].sort((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.max(share, 4096);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Points in time all documents are looked at; over hours in steps of quarters, so that zones do not part them. */
function timesOver(documents: readonly DocumentInfo[]): number[] {
  const first = documents.reduce((least, { firstTimeMs }) => Math.min(least, firstTimeMs!), Number.POSITIVE_INFINITY);
  const last = documents.reduce((most, { lastTimeMs }) => Math.max(most, lastTimeMs ?? 0), 0);
  if (!(last > first)) return [];
  const even = (last - first) / places;
  const step = even < quarterMs ? even : Math.ceil(even / quarterMs) * quarterMs;
  return Array.from({ length: places }, (_, n) => first + n * step);
}

async function partsOf(
  document: OpenDocument,
  times: readonly number[],
  shareBytes: number,
): Promise<{ from: number; to: number }[]> {
  const { info } = document;
  const isTimed = info.clock === 'absolute' && times.length > 0;
  const within = isTimed
    ? times.filter((timeMs) => timeMs >= info.firstTimeMs! && timeMs <= (info.lastTimeMs ?? timeMs))
    : [];
  const starts =
    within.length > 0
      ? await Promise.all([1, ...within].map((at) => (at === 1 ? 1 : lineAt(document, at))))
      : Array.from({ length: places }, (_, n) => 1 + Math.floor((info.lines * n) / places));
  const lines = Math.max(1, Math.floor((shareBytes / info.sizeBytes) * (info.lines / starts.length)));
  let next = 1;
  return starts.flatMap((start) => {
    const from = Math.max(start, next);
    next = Math.min(info.lines, from + lines - 1) + 1;
    return from < next ? [{ from, to: next - 1 }] : [];
  });
}

/** The first line of a time, where lines come in the order of time. */
async function lineAt(document: OpenDocument, timeMs: number): Promise<number> {
  let low = 1;
  let high = document.info.lines;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = (await document.meta(middle)).timeMs;
    if (at !== undefined && at >= timeMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

async function readPart(
  document: OpenDocument,
  index: number,
  first: number,
  last: number,
  sightings: Sightings,
): Promise<void> {
  for (let from = first; from <= last; from += chunkLines) {
    const lines = await document.lines(from, Math.min(last, from + chunkLines - 1));
    for (const [at, text] of lines.entries()) {
      const { timeMs } = await document.meta(from + at);
      if (timeMs !== undefined) sightings.add(index, from + at, timeMs, text.slice(0, longestLine));
    }
  }
}
