import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { queueQuestions } from './queue-questions.ts';
import { steps, textOf } from './times.ts';

export interface Depth {
  timeMs: number;
  depth: number;
  lag: number;
}

export interface Retry {
  topic: string;
  attempt: number;
}

export interface QueueLife {
  depths: Depth[];
  workers: number[];
  retries: Retry[];
}

const topicNames = [
  ['orders', 'emails', 'invoices'],
  ['clicks', 'payments', 'uploads'],
];

/** A queue with its consumers and producers, stamped in milliseconds since 1970. */
export function queue(random: Random): TradeLog {
  const { names: topics, absent } = cast(random, topicNames, 2);
  const life: QueueLife = { depths: [], workers: [], retries: [] };
  let depth = random.int(20, 80);
  const lines = steps(random, random.int(130, 160), [4000, 20_000]).map((timeMs) => {
    const draw = random.next();
    if (draw < 0.7) {
      depth = Math.max(0, depth + random.int(-20, 26));
      return consumed(life, { timeMs, depth, lag: random.int(1, 90) / 10 });
    }
    if (draw < 0.85) return scaled(life, timeMs, random.int(2, 9));
    return retried(life, timeMs, { attempt: random.int(1, 4), topic: random.pick(topics) });
  });
  return { name: 'worker-fleet.log', text: textOf(lines), asked: queueQuestions(random, life, topics, absent) };
}

function consumed({ depths }: QueueLife, one: Depth): string {
  depths.push(one);
  return `${one.timeMs} level=info component=consumer msg="queue depth" depth=${one.depth} lag_s=${one.lag}`;
}

function scaled({ workers }: QueueLife, timeMs: number, count: number): string {
  workers.push(count);
  return `${timeMs} level=info component=scaler msg="scaled workers" workers=${count}`;
}

function retried({ retries }: QueueLife, timeMs: number, one: Retry): string {
  retries.push(one);
  return `${timeMs} level=warn component=producer msg="publish retried" attempt=${one.attempt} topic=${one.topic}`;
}
