import type { Random } from '../generate/random.ts';
import { androidQuestions } from './android-questions.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { isoOf, milliOf, steps, textOf } from './times.ts';

export type AndroidEvent = { timeMs: number; tag: string } & (
  | { kind: 'slow'; ms: number }
  | { kind: 'crash'; process: string }
  | { kind: 'collection'; freed: number; ms: number }
  | { kind: 'tick' }
);

const processNames = [
  ['com.acme.mail', 'com.acme.maps', 'com.acme.chat'],
  ['org.demo.camera', 'org.demo.notes', 'org.demo.radio'],
];

/** The log of a phone, with levels of one letter. */
export function android(random: Random): TradeLog {
  const { names: processes, absent } = cast(random, processNames, 2);
  const all = steps(random, random.int(130, 170), [30, 8000], 1).map((timeMs) => drawEvent(random, timeMs, processes));
  const text = textOf(all.map((one) => lineOf(random, one)));
  return { name: 'logcat.txt', text, asked: androidQuestions(random, all, processes, absent) };
}

function drawEvent(random: Random, timeMs: number, processes: readonly string[]): AndroidEvent {
  const draw = random.next();
  if (draw < 0.2) return { kind: 'slow', tag: 'ActivityManager', timeMs, ms: random.int(100, 4000) };
  if (draw < 0.3) return { kind: 'crash', tag: 'AndroidRuntime', timeMs, process: random.pick(processes) };
  if (draw < 0.6) return { kind: 'collection', tag: 'art', timeMs, freed: random.int(1, 60), ms: random.int(5, 300) };
  return { kind: 'tick', tag: random.pick(['WifiHAL', 'AudioFlinger', 'SurfaceFlinger']), timeMs };
}

function lineOf(random: Random, event: AndroidEvent): string {
  const pid = random.int(900, 1100);
  const [level, message] = messageOf(random, event);
  const stamp = `${isoOf(event.timeMs).slice(5, 10)} ${milliOf(event.timeMs)}`;
  return `${stamp}  ${pid}  ${pid + random.int(1, 40)} ${level} ${event.tag}: ${message}`;
}

function messageOf(random: Random, event: AndroidEvent): [string, string] {
  switch (event.kind) {
    case 'slow':
      return ['W', `Slow operation: ${event.ms}ms so far, now at startProcess`];
    case 'crash':
      return ['E', `FATAL EXCEPTION: main, process ${event.process}`];
    case 'collection':
      return ['I', `Background concurrent GC freed ${event.freed}MB, paused ${event.ms}ms`];
    case 'tick':
      return ['D', `tick ${random.int(1, 99)}`];
  }
}
