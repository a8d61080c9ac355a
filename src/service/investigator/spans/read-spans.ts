import { onceAForm } from '../calculate/form-memo.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import { wordsOfLine } from '../episodes/line-kinds.ts';
import type { StatePair } from '../episodes/state-pair.ts';
import { statePairs } from '../episodes/state-pairs.ts';
import { isLikely, statedLength } from '../episodes/stated-length.ts';
import type { Investigation } from '../investigation.ts';
import type { LinesByDocument } from '../words/unit.ts';
import { spanName } from './span-name.ts';

export interface SpanEnd {
  place: number;
  timeMs: number;
  text: string;
}

/** What a line that begins it and the next that ends it call by the same name; without a begin where the end states how long it took. */
export interface Span {
  name: string;
  start?: SpanEnd;
  end: SpanEnd;
  lengthMs: number;
}

/** Everything that begins and ends with the same two words. */
export interface SpanFamily {
  pair: StatePair;
  spans: Span[];
  /** Begun and not ended, by name. */
  open: Map<string, SpanEnd>;
  /** Lines that begin something, by name. */
  begun: Map<string, number>;
}

const mostOpen = 5000;
const mostSpans = 50_000;
/** To acknowledge is no end, and to connect says nothing of a name. */
const read = statePairs.filter(({ name }) => !/^(?:acknowledge|session|hold|press|door)$/.test(name));
/** The words of each pair, to be found wherever they stand. */
const anywhere = new Map(
  read.flatMap(({ on, off }) => [on, off]).map((one) => [one, new RegExp(one.source, 'giu')] as const),
);
const any = new RegExp(read.flatMap(({ on, off }) => [on.source, off.source]).join('|'), 'iu');

/** Pairs of lines that differ in nothing but the word for begin and end. */
export async function readSpans(run: Investigation, lines: LinesByDocument | undefined): Promise<SpanFamily[]> {
  const families = read.map((pair): SpanFamily => ({ pair, spans: [], open: new Map(), begun: new Map() }));
  const isState = onceAForm(
    (line) => any.test(line.text),
    () => true,
  );
  await eachLine(run, {
    ...(lines === undefined ? {} : { lines }),
    see(line) {
      if (line.timeMs === undefined || !isState(line)) return;
      const text = wordsOfLine(line);
      for (const family of families) take(family, line, text);
    },
  });
  return families.filter(({ spans }) => spans.length > 0);
}

function take(family: SpanFamily, line: PassLine, text: string): void {
  const { pair, spans, open, begun } = family;
  const on = placeOf(text, pair.on);
  const off = placeOf(text, pair.off);
  const state = on === undefined || (off !== undefined && off.at >= on.at) ? off : on;
  if (state === undefined || spans.length >= mostSpans) return;
  const at = { place: line.place, timeMs: line.timeMs!, text };
  // The last word of a state tells it, but a name may hold the other's: what matches a begun one is its end.
  if (off !== undefined) {
    const name = spanName(text, off);
    const start = open.get(name);
    if (start !== undefined) {
      const stated = statedLength(text);
      const passed = at.timeMs - start.timeMs;
      const lengthMs = stated !== undefined && isLikely(stated, passed, text) ? stated : passed;
      spans.push({ name, start, end: at, lengthMs });
      open.delete(name);
      return;
    }
    const stated = on === undefined ? statedLength(text.slice(off.at)) : undefined;
    if (stated !== undefined && /\p{L}/u.test(name)) spans.push({ name, end: at, lengthMs: stated });
  }
  if (on === undefined) return;
  const name = spanName(text, on);
  if (!/\p{L}/u.test(name)) return;
  if (open.has(name) && pair.isWork !== true) return;
  if (open.size >= mostOpen) open.delete(open.keys().next().value!);
  open.set(name, at);
  begun.set(name, (begun.get(name) ?? 0) + 1);
}

/** The last word of the state: what stands before it names. */
function placeOf(text: string, state: RegExp): { at: number; size: number } | undefined {
  let found: { at: number; size: number } | undefined;
  for (const match of text.slice(0, 300).matchAll(anywhere.get(state)!))
    found = { at: match.index, size: match[0].length };
  return found;
}
