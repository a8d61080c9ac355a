import { messageKindOf } from '../calculate/entities.ts';
import { documentsOf, eachLine, placeOf } from '../calculate/pass.ts';
import type { Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/line-fields.ts';
import { linesOfAll } from '../words/unit.ts';
import { type Looked, linesWithMost, lookUpWords } from './asked-lines.ts';

export interface Mark {
  place: number;
  timeMs: number;
}

export interface Episode {
  start: Mark;
  end: Mark;
}

const begins =
  /\b(?:fail(?:ure|ed|s)?|lost|loss|gone|down|disconnect(?:ed|s)?|offline|interrupt(?:ed|ion)?|stop(?:ped|s)?|paused?|suspend(?:ed)?|unreachable|unavailable|outage|block(?:ed|s)?|set|raised|assert(?:ed)?|open(?:ed|s)?|forced|start(?:ed|ing|s)?|beg[au]n|enter(?:ed|ing)?|activated|on battery|degraded|exceed(?:ed|s)?|locked|dead)\b/i;
const ends =
  /\b(?:return(?:ed|s)?|restor(?:ed|es?)|back|up|connected|reconnect(?:ed|s)?|online|resum(?:ed|es?)|restart(?:ed|s)?|reachable|recover(?:ed|s|y)?|available|unblock(?:ed)?|clear(?:ed|s)?|released?|clos(?:ed|es?)|complet(?:ed?|es)|finish(?:ed|es)?|done|end(?:ed|s)?|left|deactivated|optimal|unlocked|cancell?ed|deassert(?:ed)?|stop(?:ped)?)\b/i;
const mostMarks = 5000;
const mostKinds = 4000;
const mostBelow = 200;
const recordLines = 12;

interface Line extends Mark {
  kind: string;
  isBegin: boolean;
  isEnd: boolean;
}

/** Beginnings of what the words name, each with its end: the next line of the same that tells of one. */
export async function episodesOf(run: Investigation, asked: readonly string[]): Promise<Episode[] | undefined> {
  const looked = (await lookUpWords(run, asked)).filter(({ unit }) => unit !== undefined);
  const full = linesWithMost(looked);
  if (full === undefined) return undefined;
  const own = await linesIn(run, full.lines);
  const starts = own.filter(({ isBegin, isEnd }) => isBegin && !isEnd);
  const stops = own.filter(({ isBegin, isEnd }) => isEnd && !isBegin);
  if (starts.length > 0) {
    for (const lines of await widening(run, full.held)) {
      // What is set in motion ends by stopping, what fails does not.
      const isEnd = (line: Line) => line.isEnd && !starts.some(({ kind }) => kind === line.kind);
      const found = paired(starts, lines.filter(isEnd));
      if (found.length * 2 > starts.length) return found;
    }
    const other = await alternating(run, starts, true);
    return other === undefined ? undefined : paired(starts, other);
  }
  if (stops.length === 0) return undefined;
  const other = await alternating(run, stops, false);
  return other === undefined ? undefined : paired(other, stops);
}

/** Lines with all of the words, then with the most particular left out, and so on: an end need not say how it began. */
async function widening(run: Investigation, held: readonly Looked[]): Promise<Line[][]> {
  const ordered = [...held].sort((a, b) => a.unit!.lines - b.unit!.lines);
  const all: Line[][] = [];
  for (let left = 0; left < ordered.length; left++)
    all.push(await linesIn(run, linesOfAll(ordered.slice(left).map(({ unit }) => unit!))));
  return all;
}

async function linesIn(run: Investigation, lines: ReadonlyMap<string, Uint32Array>): Promise<Line[]> {
  const found: Line[] = [];
  await eachLine(run, {
    times: run.question.times,
    lines,
    see(line) {
      const { timeMs } = line;
      if (timeMs === undefined || found.length >= mostMarks) return;
      found.push({ place: line.place, timeMs, ...saidIn(line.text) });
    },
  });
  return found.length > 0 ? found : belowRecords(run, lines);
}

/** Lines that go on with the record above have its time. */
async function belowRecords(run: Investigation, lines: ReadonlyMap<string, Uint32Array>): Promise<Line[]> {
  const found: Line[] = [];
  for (const [index, { name }] of documentsOf(run).entries()) {
    const document = await run.documents.open(name);
    for (const line of (lines.get(name) ?? []).slice(0, mostBelow)) {
      const texts = (await document?.lines(Math.max(1, line - recordLines), line)) ?? [];
      const timeMs = texts.map((text) => fieldsOf(text).timeMs).findLast((time) => time !== undefined);
      if (timeMs !== undefined) found.push({ place: placeOf(index, line), timeMs, ...saidIn(texts.at(-1) ?? '') });
    }
  }
  return found;
}

function saidIn(text: string): Pick<Line, 'kind' | 'isBegin' | 'isEnd'> {
  // "Blocked until the alarm clears" tells of no end yet; "restarted" of none that begins.
  const told = text
    .replace(/\b(?:until|unless|before|no longer|if)\b.*$/i, ' ')
    .replace(/\b(?:without|not|never|no) [a-z]+/gi, ' ')
    .replace(/"[^"]*"/g, ' ');
  return {
    kind: messageKindOf(text),
    isBegin: begins.test(told),
    isEnd: ends.test(told) && !/\bstop(?:ped)?\b/i.test(told),
  };
}

/** Each start with the first end behind it, where no other start lies between. */
function paired(starts: readonly Mark[], stops: readonly Mark[]): Episode[] {
  const found: Episode[] = [];
  let at = 0;
  for (const [index, start] of starts.entries()) {
    while (at < stops.length && stops[at]!.place <= start.place) at++;
    const end = stops[at];
    const next = starts[index + 1];
    if (end !== undefined && end.timeMs >= start.timeMs && (next === undefined || end.place < next.place))
      found.push({ start, end });
  }
  return found;
}

/** The kind of line that tells of the other side and comes exactly once between each two of these. */
async function alternating(run: Investigation, known: readonly Line[], isAfter: boolean): Promise<Line[] | undefined> {
  const byKind = new Map<string, Line[] | undefined>();
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      const { timeMs } = line;
      const test = isAfter ? ends : begins;
      if (timeMs === undefined || !test.test(line.text)) return;
      const said = saidIn(line.text);
      if (isAfter ? !said.isEnd : !said.isBegin || said.isEnd) return;
      const all = byKind.get(said.kind);
      if (all === undefined && byKind.has(said.kind)) return;
      if (all === undefined) {
        if (byKind.size < mostKinds) byKind.set(said.kind, [{ place: line.place, timeMs, ...said }]);
      } else if (all.length > known.length + 1) byKind.set(said.kind, undefined);
      else all.push({ place: line.place, timeMs, ...said });
    },
  });
  const fitting = [...byKind.values()].flatMap((lines) => {
    if (lines === undefined || Math.abs(lines.length - known.length) > 1) return [];
    const pairs = isAfter ? paired(known, lines) : paired(lines, known);
    if (pairs.length < Math.max(1, known.length - 1)) return [];
    return [
      { lines, length: pairs.reduce((sum, { start, end }) => sum + end.timeMs - start.timeMs, 0) / pairs.length },
    ];
  });
  // Of two that fit, the nearer belongs to it.
  return fitting.sort((a, b) => a.length - b.length)[0]?.lines;
}
