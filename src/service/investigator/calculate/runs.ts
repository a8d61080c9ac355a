import type { Investigation } from '../investigation.ts';
import { messageKindOf } from './entity-values.ts';
import { pairKeyOf } from './pair-key.ts';
import { eachLine } from './pass.ts';
import { runEnds, runStarts } from './run-words.ts';
import { statedNumbers } from './stated-numbers.ts';

/** One run of something that runs again and again. */
export interface Run {
  /** Where it starts; where no line tells of the start, its end less what it took. */
  startMs: number;
  endMs: number;
  durationMs: number;
  /** Places of the lines that tell of it, the start first. */
  places: number[];
  /** What its lines say. */
  message: string;
}

/** Runs of one kind, in order, and starts of it that have no end in the file. */
export interface Runs {
  all: Run[];
  unfinished: { timeMs: number; place: number }[];
}

const shortestMs = 1000;
const mostRuns = 5000;

interface Start {
  timeMs: number;
  place: number;
  message: string;
  kind: string;
}

/** Runs by the kind of their lines: from a start to its end, or by the time that a line of the end states. */
export async function runsOf(run: Investigation): Promise<Map<string, Runs>> {
  const found = new Map<string, Runs>();
  const open = new Map<string, Start>();
  const add = (kind: string, one: Run) => {
    const runs = found.get(kind) ?? { all: [], unfinished: [] };
    found.set(kind, runs);
    if (runs.all.length < mostRuns) runs.all.push(one);
  };
  const keep = (key: string, start: Start) => {
    const before = open.get(key);
    if (before !== undefined) unfinished(before);
    open.set(key, start);
  };
  const unfinished = ({ kind, timeMs, place }: Start) => {
    const runs = found.get(kind) ?? { all: [], unfinished: [] };
    found.set(kind, runs);
    if (runs.unfinished.length < 50) runs.unfinished.push({ timeMs, place });
  };
  await eachLine(run, {
    see(line) {
      if (line.timeMs === undefined) return;
      const isEnd = runEnds.test(line.text);
      const isStart = !isEnd && runStarts.test(line.text);
      const stated = isStart ? undefined : statedIn(line.text, isEnd);
      if (!isStart && !isEnd && stated === undefined) return;
      const { message, values } = line.row();
      const key = `${values.get('source') ?? ''}\u0000${pairKeyOf(line)}`;
      if (isStart) {
        keep(key, { timeMs: line.timeMs, place: line.place, message, kind: messageKindOf(message) });
        return;
      }
      const start = isEnd ? open.get(key) : undefined;
      if (start !== undefined) {
        open.delete(key);
        const durationMs = line.timeMs - start.timeMs;
        if (durationMs >= shortestMs)
          add(start.kind, {
            startMs: start.timeMs,
            endMs: line.timeMs,
            durationMs,
            places: [start.place, line.place],
            message: start.message,
          });
      } else if (stated !== undefined) {
        const startMs = line.timeMs - stated;
        add(messageKindOf(message), { startMs, endMs: line.timeMs, durationMs: stated, places: [line.place], message });
      }
    },
  });
  for (const start of open.values()) unfinished(start);
  return found;
}

function statedIn(text: string, isEnd: boolean): number | undefined {
  if (!isEnd && !/\b(?:took|duration|elapsed|in \d)/i.test(text)) return undefined;
  const values = statedNumbers(text, 'time').map(({ value }) => value);
  const longest = Math.max(...values);
  return longest >= shortestMs ? longest : undefined;
}
