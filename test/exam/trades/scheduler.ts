import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { schedulerQuestions } from './scheduler-questions.ts';
import { clockOf, dayOf, inOrder, steps } from './times.ts';

export interface Run {
  name: string;
  startMs: number;
  endMs: number;
  seconds: number;
  gigabytes: number;
  /** Why it failed, if it did. */
  failure: string | undefined;
}

export const quotaFailure = 'disk quota exceeded';

const jobNames = [
  ['nightly-backup', 'invoice-run', 'geo-sync', 'index-rebuild', 'log-rotate'],
  ['price-import', 'stock-export', 'mail-digest', 'cache-warmup', 'user-cleanup'],
];

/** A scheduler whose lines tell how long each run took in words. */
export function scheduler(random: Random): TradeLog {
  const { names, absent } = cast(random, jobNames, 4);
  const host = `10.0.0.${random.int(5, 60)}`;
  const all = steps(random, random.int(32, 42), [30_000, 300_000]).map((startMs): Run => {
    const seconds = random.int(20, 3900);
    const failure = random.pick([quotaFailure, `connection refused by ${host}:5432`]);
    return {
      name: random.pick(names),
      startMs,
      endMs: startMs + seconds * 1000,
      seconds,
      gigabytes: random.int(1, 90) / 10,
      failure: random.chance(0.25) ? failure : undefined,
    };
  });
  return {
    name: 'scheduler.log',
    text: inOrder(all.flatMap(linesOf)),
    asked: schedulerQuestions(random, all, host, absent),
  };
}

function linesOf({ name, startMs, endMs, seconds, gigabytes, failure }: Run, index: number) {
  const stamp = (timeMs: number) => `${dayOf(timeMs).replaceAll('-', '/')} ${clockOf(timeMs)} scheduler: Job ${name}`;
  const took = seconds >= 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds} s`;
  const end =
    failure === undefined
      ? `completed in ${took} (${gigabytes} GB, run ${index + 1})`
      : `FAILED after ${took}: ${failure} (run ${index + 1})`;
  return [
    { timeMs: startMs, line: `${stamp(startMs)} started (run ${index + 1})` },
    { timeMs: endMs, line: `${stamp(endMs)} ${end}` },
  ];
}
