import type { OpenDocument } from '../../lines/open-document.ts';
import { scanWords } from '../../lines/scan-words.ts';
import { piecesOf } from './pieces-of.ts';

export interface NearSpelling {
  text: string;
  places: number;
  distance: number;
}

const maxTokens = 20_000;
const maxHits = 3_000_000;
const maxTermChars = 80;

/**
 * Words of a document that differ from `term` in a letter or two. One of the parts of the term stands unchanged in each
 * of them, so only words that hold a part are compared.
 */
export function nearSpellings(document: OpenDocument, term: string, signal: AbortSignal): Promise<NearSpelling[]> {
  const found = known.get(document) ?? new Map<string, Promise<NearSpelling[]>>();
  known.set(document, found);
  const near = found.get(term) ?? readNear(document, term, signal);
  found.set(term, near);
  return near;
}

/** More than one piece of an answer asks about the same term. */
const known = new WeakMap<OpenDocument, Map<string, Promise<NearSpelling[]>>>();

async function readNear(document: OpenDocument, term: string, signal: AbortSignal): Promise<NearSpelling[]> {
  const most = distanceFor(term);
  if (most === 0 || term.length > maxTermChars) return [];
  const parts = [...new Set(partsOf(term.toLowerCase(), most + 1))].map((part) => encoder.encode(part));
  const scan = scanWords(parts);
  const signs = new Set([...term].filter((char) => /[-_.:/@]/.test(char)).map((char) => char.charCodeAt(0)));
  const tokens = new Map<string, number>();
  let hits = 0;
  for await (const { bytes, end } of piecesOf(document)) {
    signal.throwIfAborted();
    if (hits > maxHits) break;
    let latest = -1;
    scan(bytes, end, ({ wordStart, wordEnd }) => {
      hits++;
      const [from, to] = widened(bytes, wordStart, wordEnd, signs);
      if (from === latest) return;
      latest = from;
      if (Math.abs(to - from - term.length) > most) return;
      const token = decoder.decode(bytes.subarray(from, to));
      const places = tokens.get(token);
      if (places !== undefined || tokens.size < maxTokens) tokens.set(token, (places ?? 0) + 1);
    });
  }
  const lower = term.toLowerCase();
  return [...tokens]
    .map(([text, places]) => ({ text, places, distance: editDistance(lower, text.toLowerCase(), most) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .sort((a, b) => a.distance - b.distance || b.places - a.places || (a.text < b.text ? -1 : 1))
    .slice(0, 3);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A number of which a digit differs is close; of two, any number would be. */
function distanceFor(term: string): number {
  if (term.length < 4) return 0;
  return term.length < 8 || /^[\d.:]+$/.test(term) ? 1 : 2;
}

function partsOf(term: string, count: number): string[] {
  const size = Math.floor(term.length / count);
  return Array.from({ length: count }, (_, index) =>
    term.slice(index * size, index === count - 1 ? undefined : (index + 1) * size),
  );
}

/** Over the signs that the term has too: `checkout-7` is one word then. */
function widened(bytes: Uint8Array, start: number, end: number, signs: ReadonlySet<number>): [number, number] {
  let from = start;
  let to = end;
  const isInner = (byte: number | undefined) =>
    byte !== undefined && ((byte >= 48 && byte <= 57) || ((byte | 32) >= 97 && (byte | 32) <= 122) || signs.has(byte));
  while (signs.size > 0 && start - from < maxTermChars && isInner(bytes[from - 1])) from--;
  while (signs.size > 0 && to - end < maxTermChars && isInner(bytes[to])) to++;
  while (signs.has(bytes[to - 1]!) && to > end) to--;
  while (signs.has(bytes[from]!) && from < start) from++;
  return [from, to];
}

/** Letters to change, add, drop or swap with their neighbour; more than `most` is told as `most + 1`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return above[b.length]!;
}
