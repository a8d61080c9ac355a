import { fill } from './phrase.ts';
import type { Happening, Stage } from './world.ts';

const chatter: readonly [string, string, 'info' | 'debug'][] = [
  ['cron', '(root) CMD (run-parts /etc/cron.hourly)', 'info'],
  ['cache', 'evicted {n} entries in {ms} ms', 'debug'],
  ['sched', 'tick {n}', 'debug'],
  ['http', 'keep-alive pool has {k} idle sockets', 'debug'],
  ['gc', 'collected {n} objects, pause {ms} ms', 'info'],
  ['config', 'watching {k} files for changes', 'info'],
  ['ntp', 'clock offset {k} us, within limits', 'info'],
  ['metrics', 'flushed {n} points to the collector', 'debug'],
  ['session', 'renewed token of visitor {n}', 'info'],
  ['store', 'compaction of segment {n} took {ms} ms', 'info'],
  ['poller', 'nothing to do, sleeping {k} s', 'debug'],
  ['telemetry', 'batch {n} sent, {k} items', 'info'],
];

/** Lines that nothing is asked about: {@link kinds} of them, over the whole stage. */
export function noise({ random, startMs, endMs }: Stage, count: number, kinds = 4): Happening[] {
  const chosen = random.some(chatter, kinds);
  return Array.from({ length: count }, () => {
    const [source, template, level] = random.pick(chosen);
    const values = { n: random.int(100, 9999), k: random.int(2, 40), ms: random.int(3, 400) };
    const prose = fill(random, template, values);
    return {
      timeMs: startMs + Math.floor(random.next() * (endMs - startMs)),
      source,
      level,
      prose,
      short:
        template
          .replace(/\s*\{.*$/, '')
          .replace(/[^a-z ].*$/i, '')
          .trim() || source,
      fields: { n: values.n },
    };
  });
}
