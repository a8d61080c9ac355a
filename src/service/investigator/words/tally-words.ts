import type { OpenDocument } from '../../lines/open-document.ts';
import { scanWords, type WordHit } from '../../lines/scan-words.ts';
import type { AskedWord, Fit, Place } from './asked-word.ts';
import { createLineList, inAll, type LineList } from './line-list.ts';
import { piecesOf } from './pieces-of.ts';
import { createSpellings, type Spelling } from './spellings.ts';

/** Where the words of a question stand in one document, in the order of the words. */
export interface WordTally {
  words: FoundWord[];
  /** Words of the question that stand side by side, as the document spells them: longest first, then most frequent. */
  phrases: FoundPhrase[];
}

export type FoundWord = Record<Fit, { lines: Uint32Array; spellings: ReadonlySet<Spelling> }>;

export interface FoundPhrase {
  text: string;
  /** Which of the words, in the order of the text. */
  members: number[];
  lines: Uint32Array;
}

const maxSpellings = 40;
const maxPhrases = 200;

/** Finds all words in one pass over the bytes; only what was found is read as text. */
export async function tallyWords(
  document: OpenDocument & { only?: Uint32Array },
  words: readonly AskedWord[],
  signal: AbortSignal,
): Promise<WordTally> {
  const needles = words
    .flatMap((word, index) => word.needles.map((needle) => ({ index, bytes: encoder.encode(needle) })))
    .filter(({ bytes }) => bytes.length > 1);
  const { only } = document;
  const resultOf = (word: Record<Fit, Found>): FoundWord => {
    const part = ({ list, spellings: of }: Found) => {
      const lines = only === undefined ? list.lines() : inAll([list.lines(), only]);
      return { lines, spellings: lines.length === 0 ? new Set<Spelling>() : of };
    };
    return { whole: part(word.whole), begins: part(word.begins), inside: part(word.inside) };
  };
  const found = words.map(() => ({ whole: createFound(), begins: createFound(), inside: createFound() }));
  const spellings = words.map(() => createSpellings());
  const phrases = watchPhrases();
  if (needles.length === 0) return { words: found.map(resultOf), phrases: [] };
  const scan = scanWords(needles.map(({ bytes }) => bytes));
  const at: Place = { start: 0, end: 0 };
  let line = 1;
  let countedTo = 0;
  let bytes: Uint8Array = new Uint8Array();
  const see = (hit: WordHit) => {
    line += feedsBetween(bytes, countedTo, hit.start);
    countedTo = hit.start;
    const { index } = needles[hit.needle]!;
    const word = words[index]!;
    let fit = word.place(bytes, hit, at);
    const spelling = spellings[index]!.at(bytes, at.start, at.end);
    if (fit === undefined) {
      spelling.isForm ??= word.isForm(spelling.text);
      fit = spelling.isForm ? 'whole' : word.isBeginning?.(spelling.text) === false ? 'inside' : 'begins';
    }
    const into = found[index]![fit];
    into.list.push(line);
    spelling.places++;
    if (into.spellings.size < maxSpellings) into.spellings.add(spelling);
    if (fit === 'whole' && !word.isLiteral) phrases.see(bytes, index, at, line);
  };
  for await (const piece of piecesOf(document)) {
    signal.throwIfAborted();
    bytes = piece.bytes;
    countedTo = 0;
    scan(bytes, piece.end, see);
    phrases.flush(bytes);
    line += feedsBetween(bytes, countedTo, piece.end);
  }
  const within = phrases.all().map((one) => (only === undefined ? one : { ...one, lines: inAll([one.lines, only]) }));
  return { words: found.map(resultOf), phrases: within.filter(({ lines }) => lines.length > 0) };
}

/** Whether any of the words stands in it at all: looks no further than the first. */
export async function holdsAny(
  document: OpenDocument,
  words: readonly AskedWord[],
  signal: AbortSignal,
): Promise<boolean> {
  const needles = words
    .flatMap((word) => word.needles.map((needle) => encoder.encode(needle)))
    .filter((bytes) => bytes.length > 1);
  if (needles.length === 0) return false;
  const scan = scanWords(needles);
  let isFound = false;
  for await (const { bytes, end } of piecesOf(document)) {
    signal.throwIfAborted();
    scan(bytes, end, () => {
      isFound = true;
    });
    if (isFound) return true;
  }
  return false;
}

const encoder = new TextEncoder();

interface Found {
  list: LineList;
  spellings: Set<Spelling>;
}

function createFound(): Found {
  return { list: createLineList(), spellings: new Set() };
}

/** Words met side by side in a line. */
function watchPhrases() {
  const byText = new Map<string, { text: string; members: number[]; list: LineList }>();
  const spellings = createSpellings();
  const lists = new Map<Spelling, LineList>();
  let members: number[] = [];
  let line = 0;
  let start = 0;
  let end = 0;
  const flush = (bytes: Uint8Array) => {
    if (members.length > 1) {
      const spelling = spellings.at(bytes, start, end);
      let list = lists.get(spelling);
      if (list === undefined && lists.size < maxPhrases) {
        const key = spelling.text.toLowerCase();
        const known = byText.get(key) ?? { text: spelling.text, members, list: createLineList() };
        byText.set(key, known);
        list = known.list;
        lists.set(spelling, list);
      }
      list?.push(line);
    }
    members = [];
  };
  return {
    see(bytes: Uint8Array, index: number, at: Place, atLine: number): void {
      if (members.length > 0 && atLine === line) {
        if (at.start < end) return;
        if (!members.includes(index) && isJoined(bytes, end, at.start)) {
          members.push(index);
          end = at.end;
          return;
        }
      }
      flush(bytes);
      members.push(index);
      line = atLine;
      start = at.start;
      end = at.end;
    },
    flush,
    all: (): FoundPhrase[] =>
      [...byText.values()]
        .map(({ text, members: of, list }) => ({ text, members: of, lines: list.lines() }))
        .sort((a, b) => b.members.length - a.members.length || b.lines.length - a.lines.length),
  };
}

/** "failed password", "failed_password" and "failedPassword": nothing but a sign or two between them. */
function isJoined(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > 2) return false;
  for (let at = from; at < to; at++) if (!joiners.has(bytes[at]!)) return false;
  return true;
}

const joiners = new Set([...' -./:_'].map((sign) => sign.charCodeAt(0)));

function feedsBetween(bytes: Uint8Array, from: number, to: number): number {
  let feeds = 0;
  for (let at = bytes.indexOf(10, from); at >= 0 && at < to; at = bytes.indexOf(10, at + 1)) feeds++;
  return feeds;
}
