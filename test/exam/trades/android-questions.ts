import type { Random } from '../generate/random.ts';
import type { AndroidEvent } from './android.ts';
import { maximum, mean, most, sum } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';

export function androidQuestions(
  random: Random,
  all: readonly AndroidEvent[],
  processes: readonly string[],
  absent: string,
) {
  const ask = createQuestions(random);
  const tags = all.map(({ tag }) => tag);
  const wifi = all.filter(({ tag }) => tag === 'WifiHAL').length;
  ask.name(
    'loudest tag',
    most(all, ({ tag }) => tag),
    tags,
    ['which tag logs the most lines?', 'tag with the most lines?'],
  );
  ask.count('wifi', wifi, ['how many debug messages did WifiHAL write?', 'how many lines of WifiHAL are there?']);
  ask.absent('anr', ['were there any ANRs?', 'did an ANR occur?']);
  ask.untold('battery', ['what is the battery level?', 'how full is the battery?']);
  askCrashes(ask, random, all, processes, absent);
  askCollections(ask, all);
  askSlow(ask, all);
  return ask.asked;
}

function askCrashes(
  ask: Questions,
  random: Random,
  all: readonly AndroidEvent[],
  processes: readonly string[],
  absent: string,
) {
  const crashes = all.filter((one) => one.kind === 'crash');
  const process = random.pick(processes);
  const own = crashes.filter((one) => one.process === process).length;
  ask.count('crashes', crashes.length, [
    'how many crashes were there?',
    'number of crashes?',
    'how often did an app crash?',
  ]);
  ask.count('crashes of process', own, [`how often did ${process} crash?`, `number of crashes of ${process}?`]);
  ask.count('errors', crashes.length, ['number of errors', 'how many errors?', 'how many lines have the level E?']);
  ask.time('last crash', crashes.at(-1)?.timeMs, ['when was the last crash?', 'when did an app crash last?']);
  ask.name('first crashed', crashes[0]?.process, processes, [
    'which app crashed first?',
    'first process that crashed?',
  ]);
  ask.name(
    'most crashes',
    most(crashes, (one) => one.process),
    processes,
    ['which process crashes most?', 'which app crashed most often?'],
  );
  ask.absent('absent process', [`did ${absent} crash?`, `was there a crash of ${absent}?`]);
}

function askCollections(ask: Questions, all: readonly AndroidEvent[]) {
  const collections = all.filter((one) => one.kind === 'collection');
  const pauses = collections.map(({ ms }) => ms);
  ask.count('collections', collections.length, [
    'how many GCs ran?',
    'how often did the GC run?',
    'number of GC runs?',
  ]);
  ask.value('longest pause', maximum(pauses), ['longest GC pause?', 'how long was the longest GC pause?'], 'ms');
  ask.value('mean pause', mean(pauses), ['average GC pause?', 'how long does a GC pause last on average?'], 'ms');
  ask.value(
    'freed',
    sum(collections.map(({ freed }) => freed)),
    ['total memory freed by GC in MB?', 'how many MB did the GC free in total?'],
    'MB',
  );
  ask.count('long pauses', pauses.filter((ms) => ms > 100).length, [
    'how many GC pauses were longer than 100 ms?',
    'number of GC pauses over 100 ms?',
  ]);
}

function askSlow(ask: Questions, all: readonly AndroidEvent[]) {
  const times = all.flatMap((one) => (one.kind === 'slow' ? [one.ms] : []));
  ask.count('slow', times.length, ['how many slow operations?', 'number of slow operations?']);
  ask.value('slowest', maximum(times), ['slowest operation?', 'how long did the slowest operation take?'], 'ms');
  ask.count('over 2 seconds', times.filter((ms) => ms > 2000).length, [
    'how many slow operations took over 2 seconds?',
    'number of slow operations longer than 2 seconds?',
  ]);
  ask.count('warnings', times.length, ['how many warnings?', 'number of warnings?']);
}
