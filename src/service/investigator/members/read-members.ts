import { eachLine } from '../calculate/pass.ts';
import type { Row } from '../calculate/row.ts';
import type { Investigation } from '../investigation.ts';
import type { LinesByDocument } from '../words/unit.ts';
import type { Slot } from './slots.ts';
import { type Seen, tokensOf } from './tokens.ts';

export interface Spotted {
  place: number;
  timeMs: number | undefined;
}

/** One of the things asked for. */
export interface Member {
  name: string;
  count: number;
  /** All lines that name it, where only those that fail were counted. */
  whole?: number;
  first: Spotted;
  last: Spotted;
  /** All places of those with few. */
  each: Spotted[];
  /** What its lines say, by how often. */
  reasons: Map<string, number>;
  further: Map<string, number>;
  /** Of its first line. */
  message: string;
}

export interface LineChoice {
  /** All lines where absent. */
  lines?: LinesByDocument;
  isMeant(text: string, isFailing: () => boolean): boolean;
}

const sampled = 2000;
const mostMembers = 5000;
const mostEach = 12;

/** Lines to learn from where the names stand. */
export async function sampleOf(run: Investigation, choice: LineChoice): Promise<Seen[]> {
  const seen: Seen[] = [];
  let met = 0;
  let step = 1;
  await eachLine(run, {
    times: run.question.times,
    ...(choice.lines === undefined ? {} : { lines: choice.lines }),
    see(line) {
      if (!choice.isMeant(line.text, line.isFailing)) return;
      if (met++ % step !== 0) return;
      const row = line.row();
      seen.push({ row, tokens: tokensOf(row), isFailing: line.isFailing() });
      if (seen.length < sampled) return;
      // Every other one is let go, so that the rest still stands for the whole.
      step *= 2;
      for (let at = seen.length - 1; at > 0; at -= 2) seen.splice(at, 1);
    },
  });
  return seen;
}

export interface ReadOptions {
  reasonOf(row: Row, member: string): string | undefined;
  furtherOf(seen: Seen, member: string): string | undefined;
}

/** Each name that stands in the place, in the order they come in; and how many lines name none. */
export async function readMembers(
  run: Investigation,
  choice: LineChoice,
  slot: Slot,
  options: ReadOptions,
): Promise<{ members: Member[]; lines: number; without: number }> {
  const members = new Map<string, Member>();
  let lines = 0;
  let without = 0;
  let latest: { one: Member; place: number } | undefined;
  await eachLine(run, {
    times: run.question.times,
    ...(choice.lines === undefined ? {} : { lines: choice.lines }),
    see(line) {
      // Ansible goes on behind a failure that its play allows.
      if (latest?.place === line.place - 1 && line.text.startsWith('...ignoring')) takeBack(latest.one);
      if (!choice.isMeant(line.text, line.isFailing)) return;
      lines++;
      const row = line.row();
      const seen = { row, tokens: tokensOf(row) };
      const name = slot.read(seen);
      if (name === undefined) {
        without++;
        return;
      }
      const at = { place: line.place, timeMs: line.timeMs };
      let one = members.get(name);
      if (one === undefined) {
        if (members.size >= mostMembers) return;
        one = {
          name,
          count: 0,
          first: at,
          last: at,
          each: [],
          reasons: new Map(),
          further: new Map(),
          message: row.message,
        };
        members.set(name, one);
      }
      one.count++;
      one.last = at;
      latest = { one, place: line.place };
      if (one.each.length < mostEach) one.each.push(at);
      note(one.reasons, options.reasonOf(row, name));
      note(one.further, options.furtherOf(seen, name));
    },
  });
  return { members: [...members.values()], lines, without };

  function takeBack(one: Member): void {
    lines--;
    one.count--;
    one.each.pop();
    if (one.count === 0) members.delete(one.name);
  }
}

function note(counts: Map<string, number>, text: string | undefined): void {
  if (text !== undefined && (counts.has(text) || counts.size < 40)) counts.set(text, (counts.get(text) ?? 0) + 1);
}

/** What was noted most often. */
export function most(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const mostLines = 400_000;

/** How many lines name each, whatever they say. Undefined where they are too many to be read for it. */
export async function linesOfEach(run: Investigation, slot: Slot): Promise<Map<string, number> | undefined> {
  if (run.documents.infos.reduce((sum, info) => sum + info.lines, 0) > mostLines) return undefined;
  const counts = new Map<string, number>();
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      const row = line.row();
      const name = slot.read({ row, tokens: [] });
      if (name !== undefined && (counts.has(name) || counts.size < mostMembers))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    },
  });
  return counts;
}
