import type { ReadDocument } from '../evidence/open-documents.ts';
import { exitStated, isWordOfEnd, lengthStated } from './ending-words.ts';
import { countsIn, type Outcome } from './outcome-counts.ts';

/** Something a program says of its own run, and where. */
export interface Stated<T> {
  value: T;
  line: number;
  text: string;
}

/** What a run that is over says of itself in its last lines: a summary of tests, an exit status, "done in 4.2 s". */
export interface Ending {
  counts: Stated<{ outcome: Outcome; number: number }>[];
  lengths: Stated<number>[];
  exit?: Stated<{ isWell: boolean }>;
  /** The last word on it: "OK", "no errors were found", "Fatal: …". */
  word?: Stated<{ isWell: boolean }>;
}

const lastLines = 60;
const wordLines = 8;

export async function readEnding(document: ReadDocument): Promise<Ending> {
  const { lines } = document.info;
  const from = Math.max(1, lines - lastLines + 1);
  const texts = lines === 0 ? [] : await document.lines(from, lines);
  const ending: Ending = { counts: [], lengths: [] };
  const last = texts.findLastIndex((text) => text.trim() !== '');
  for (const [index, text] of texts.entries()) {
    const at = { line: from + index, text };
    for (const value of countsIn(text)) ending.counts.push({ ...at, value });
    const lengthMs = lengthStated(text);
    if (lengthMs !== undefined) ending.lengths.push({ ...at, value: lengthMs });
    const exit = exitStated(text);
    if (exit !== undefined) ending.exit = { ...at, value: exit };
    const isWell = index > last - wordLines ? isWordOfEnd(text) : undefined;
    if (isWell !== undefined) ending.word = { ...at, value: { isWell } };
  }
  return ending;
}
