import type { Random } from '../generate/random.ts';
import { batchQuestions } from './batch-questions.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { isoOf, steps, textOf } from './times.ts';

export interface BatchJob {
  timeMs: number;
  id: string;
  user: string;
  partition: string;
  nodes: number;
  state: string;
  seconds: number;
  memory: number;
}

const userNames = [
  ['lena', 'omar', 'priya', 'bob'],
  ['chen', 'ingrid', 'tomas', 'yara'],
];
const partitionNames = ['gpu', 'cpu', 'long', 'debug', 'himem'];

/** The jobs of a compute cluster, each told once when it is over. */
export function batch(random: Random): TradeLog {
  const { names: users, absent } = cast(random, userNames, 3);
  const partitions = random.some(partitionNames, 3);
  const firstId = random.int(40_000, 90_000);
  const all = steps(random, random.int(50, 75), [10_000, 300_000]).map(
    (timeMs, index): BatchJob => ({
      timeMs,
      id: `${firstId + index}`,
      user: random.pick(users),
      partition: random.pick(partitions),
      nodes: random.int(1, 8),
      state: random.pick(['COMPLETED', 'COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED']),
      seconds: random.int(20, 20_000),
      memory: random.int(1, 120),
    }),
  );
  return { name: 'jobs.txt', text: textOf(all.map(lineOf)), asked: batchQuestions(random, all, absent) };
}

function lineOf({ timeMs, id, user, partition, nodes, state, seconds, memory }: BatchJob): string {
  const elapsed = isoOf(seconds * 1000).slice(11, 19);
  return (
    `${isoOf(timeMs).slice(0, 19)} JobId=${id} User=${user} Partition=${partition} Nodes=${nodes} State=${state} ` +
    `Elapsed=${elapsed} MaxRSS=${memory}G`
  );
}
