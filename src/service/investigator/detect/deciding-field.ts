import { anyOf } from '#core/any-of.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import { fieldsOf } from '../facts/lines/fields-of.ts';
import { say, words } from '../wording/say.ts';
import { percent } from './amounts.ts';
import { type Claim, linesAt } from './observation.ts';

/** What tells the lines that fail from those that do not: `tenant=acme-eu`. */
interface DecidingField {
  name: string;
  value: string;
  /** All failing lines looked at have it. */
  isAlways: boolean;
  claim: Claim;
}

const failingSampled = 300;
const othersSampled = 4000;
const linesOfBlock = 50;
const fewestFailing = 10;
const fewestOthers = 30;
const leastShare = 0.9;
const leastDifference = 0.4;
/** How it ended, how long it took and when is no reason for it; who took part by number is one of thousands. */
const outcomeNames = anyOf(
  [
    /status|code|level|severity|lvl|msg|message|error|err|reason|cause|exception|result|outcome|state/,
    /ok|success|event|stack\w{0,40}|logger|caller|file|line|attempts?|retr(?:y|ies)|time|ts|timestamp|date/,
    /duration\w{0,40}|elapsed\w{0,40}|latency\w{0,40}|took\w{0,40}|ms|bytes|size|len|length|count|seq|pid|tid|thread|port/,
  ],
  {
    before: '(?:^|[._])(?:',
    after:
      ')$|(?:^|[._])(?:trace|span|request|req|correlation|session|message|msg)[._-]?id$|_(?:ms|bytes|sec|seconds)$|(?:status|http)_?code$',
    flags: 'i',
  },
);

interface Line {
  line: number;
  values: Map<string, string>;
}

/**
 * Compares the fields of failing lines with those of the others: the one whose value nearly all of the failing share and
 * fewest others do. Undefined where all fields look alike on both sides.
 */
export async function decidingField(
  document: OpenDocument,
  failingLines: readonly number[],
  isFailing: (line: number) => boolean,
): Promise<DecidingField | undefined> {
  const failing = await sampled(document, failingLines);
  if (failing.length < fewestFailing) return undefined;
  const others = await otherLines(document, isFailing);
  const best = bestField(failing, others);
  if (best === undefined) return undefined;
  const { name, value, share, elsewhere } = best;
  const isAlways = share === 1;
  const one = failing.find(({ values }) => values.get(name) === value);
  const other = others.find(({ values }) => values.has(name) && values.get(name) !== value);
  return {
    name,
    value,
    isAlways,
    claim: {
      text: say`${words(isAlways ? 'All' : percent(share))} of the failing lines have ${`${name}=${value}`}, and ${words(elsewhere === 0 ? 'none' : percent(elsewhere))} of the others`,
      ranges: [one, other].flatMap((line) => (line === undefined ? [] : [linesAt(document.info.name, line.line)])),
    },
  };
}

interface Field {
  name: string;
  value: string;
  /** Of the failing lines, and of the others that have a field of that name. */
  share: number;
  elsewhere: number;
}

function bestField(failing: readonly Line[], others: readonly Line[]): Field | undefined {
  let best: Field | undefined;
  for (const name of new Set(failing.flatMap(({ values }) => [...values.keys()]))) {
    const [top] = outcomeNames.test(name) ? [] : countsOf(failing, name);
    if (top === undefined) continue;
    const [value, count] = top;
    const share = count / failing.length;
    const told = others.filter(({ values }) => values.has(name));
    if (share < leastShare || told.length < fewestOthers) continue;
    const elsewhere = told.filter(({ values }) => values.get(name) === value).length / told.length;
    const isFirst = best === undefined || share - elsewhere > best.share - best.elsewhere + 0.02;
    if (share - elsewhere >= leastDifference && isFirst) best = { name, value, share, elsewhere };
  }
  return best;
}

async function sampled(document: OpenDocument, known: readonly number[]): Promise<Line[]> {
  const step = Math.max(1, known.length / failingSampled);
  const read: Line[] = [];
  for (let at = 0; at < known.length; at += step) {
    const line = known[Math.floor(at)]!;
    const [text] = await document.lines(line, line);
    if (text !== undefined) read.push({ line, values: valuesOf(text) });
  }
  return read;
}

/** Blocks from all over the document, the failing lines left out. */
async function otherLines(document: OpenDocument, isFailing: (line: number) => boolean): Promise<Line[]> {
  const { lines } = document.info;
  const step = Math.max(linesOfBlock, Math.floor(lines / (othersSampled / linesOfBlock)));
  const read: Line[] = [];
  for (let from = 1; from <= lines; from += step) {
    const texts = await document.lines(from, Math.min(lines, from + linesOfBlock - 1));
    for (const [index, text] of texts.entries())
      if (!isFailing(from + index)) read.push({ line: from + index, values: valuesOf(text) });
  }
  return read;
}

function valuesOf(text: string): Map<string, string> {
  const fields = [...fieldsOf(text).fields].map(([name, value]): [string, string] => [name, String(value)]);
  return new Map(fields.filter(([, value]) => value !== '' && value.length <= 300));
}

function countsOf(lines: readonly Line[], name: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const { values } of lines) {
    const value = values.get(name);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}
