import type { Table } from '../answer/render-table.ts';
import { number } from '../answer/say.ts';
import type { TimeWords } from '../answer/times.ts';
import type { Investigation } from '../investigation.ts';
import type { Statistic } from './asked.ts';
import { createDistribution, type Distribution, type ValueBudget } from './distribution.ts';
import { documentsOf, type PassLine } from './pass.ts';
import { amountOf, type Unit } from './quantity.ts';
import { statisticName, statisticOf } from './statistics.ts';

export interface Step {
  startMs: number;
  count: number;
  firstPlace: number;
  lastPlace: number;
  values?: Distribution;
}

/** Lines by minute, hour or day. */
export interface Steps {
  stepMs: number;
  add(line: PassLine, value?: number): void;
  /** In order of time; those without a line left out. */
  all(): Step[];
  /** Lines without a time. */
  untimed(): number;
}

const mostSteps = 100_000;

/** `stepMs` 0: as long as gives a readable table. */
export function createSteps(run: Investigation, stepMs: number, budget?: ValueBudget): Steps {
  const size = stepMs > 0 ? stepMs : readableStep(spanOf(run));
  const steps = new Map<number, Step>();
  let untimed = 0;
  return {
    stepMs: size,
    add(line, value) {
      if (line.timeMs === undefined) {
        untimed++;
        return;
      }
      const startMs = Math.floor(line.timeMs / size) * size;
      let one = steps.get(startMs);
      if (one === undefined) {
        if (steps.size >= mostSteps) return;
        one = { startMs, count: 0, firstPlace: line.place, lastPlace: line.place };
        if (budget !== undefined) one.values = createDistribution(budget);
        steps.set(startMs, one);
      }
      one.count++;
      one.lastPlace = line.place;
      if (value !== undefined) one.values?.add(value, line.place);
    },
    all: () => [...steps.values()].sort((a, b) => a.startMs - b.startMs),
    untimed: () => untimed,
  };
}

export function spanOf(run: Investigation): number {
  const infos = documentsOf(run).filter((info) => info.firstTimeMs !== undefined && info.lastTimeMs !== undefined);
  if (infos.length === 0) return 0;
  return Math.max(...infos.map((info) => info.lastTimeMs!)) - Math.min(...infos.map((info) => info.firstTimeMs!));
}

function readableStep(spanMs: number): number {
  const sizes = [1000, 60_000, 300_000, 900_000, 3_600_000, 86_400_000];
  return sizes.find((size) => spanMs / size <= 24) ?? 86_400_000;
}

const mostRows = 26;

/** In order of time where that is a table one reads; else the highest, in order. */
export function stepRows(
  steps: Steps,
  times: TimeWords,
  unit: Unit | undefined,
  statistics: readonly Statistic[],
): Table {
  const all = steps.all();
  const by: Statistic = statistics[0] ?? 'median';
  const weight = (one: Step) => (unit === undefined ? one.count : statisticOf(one.values!, by));
  const shown =
    all.length <= mostRows ? all : [...all].sort((a, b) => weight(b) - weight(a) || a.startMs - b.startMs).slice(0, 10);
  const columns: Statistic[] =
    unit === undefined ? [] : [...new Set<Statistic>([...statistics, 'median', 'p95', 'max'])];
  return {
    head: [
      all.length <= mostRows ? 'from' : `the ${shown.length} highest of ${number(all.length)}`,
      'lines',
      ...columns.map(statisticName),
    ],
    rows: shown.map((one) => [
      times.at(one.startMs),
      number(one.count),
      ...columns.map((name) => amountOf(statisticOf(one.values!, name), unit!)),
    ]),
  };
}

export function stepName(stepMs: number): string {
  const names: Record<number, string> = { 1000: 'second', 60000: 'minute', 3600000: 'hour', 86400000: 'day' };
  return names[stepMs] ?? `${stepMs / 60_000} minutes`;
}
