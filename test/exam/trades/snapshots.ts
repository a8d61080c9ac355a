import type { Random } from '../generate/random.ts';
import { cast, distinct, maximum, mean, most, oneOf, sum } from './counting.ts';
import { createQuestions, type Questions, type TradeLog } from './questions.ts';
import { clockOf, dayOf, steps, textOf } from './times.ts';

interface Snapshot {
  timeMs: number;
  id: string;
  volume: string;
  seconds: number;
  size: number;
  failure: string | undefined;
}

const volumeNames = [
  ['vol-a', 'vol-b', 'vol-c', 'vol-z'],
  ['pg-data', 'home', 'mail-store', 'archive'],
];
const failures = { full: 'target full', locked: 'lock held by another process' };

/** The snapshots of a backup server, with sizes and lengths in the message. */
export function snapshots(random: Random): TradeLog {
  const { names: volumes, absent } = cast(random, volumeNames, 3);
  const firstId = random.int(12, 700);
  const all = steps(random, random.int(40, 55), [60_000, 400_000]).map(
    (timeMs, index): Snapshot => ({
      timeMs,
      id: `${firstId + index}`.padStart(4, '0'),
      volume: random.pick(volumes),
      seconds: random.int(5, 900),
      size: random.int(5, 400) / 10,
      failure: random.chance(0.2) ? random.pick([failures.full, failures.locked]) : undefined,
    }),
  );
  const text = textOf(all.map((one) => lineOf(random, one)));
  return { name: 'backup.log', text, asked: questions(random, all, absent) };
}

function lineOf(random: Random, { timeMs, id, volume, seconds, size, failure }: Snapshot): string {
  const stamp = `${dayOf(timeMs)} ${clockOf(timeMs)},${random.int(100, 999)}`;
  if (failure !== undefined) return `${stamp} ERROR Snapshot ${id} of ${volume} failed: ${failure}`;
  const took = `${Math.floor(seconds / 60)}m${seconds % 60}s`;
  return `${stamp} INFO  Snapshot ${id} of ${volume} created (${size} GiB) in ${took}`;
}

function questions(random: Random, all: readonly Snapshot[], absent: string) {
  const ask = createQuestions(random);
  const created = all.filter(({ failure }) => failure === undefined);
  const failed = all.filter(({ failure }) => failure !== undefined);
  const volumes = all.map(({ volume }) => volume);
  ask.distinct('volumes', distinct(all, ({ volume }) => volume).length, [
    'how many volumes?',
    'how many different volumes are there?',
  ]);
  const top = most(all, ({ volume }) => volume);
  // Whether one that failed is a snapshot is not said: asked where it makes no difference.
  if (top === most(created, ({ volume }) => volume)) {
    ask.name('most snapshots', top, volumes, [
      'which volume is snapshotted most often?',
      'volume with the most snapshots?',
    ]);
  }
  ask.absent('absent volume', [`was there a snapshot of ${absent}?`, `are there snapshots of ${absent}?`]);
  ask.untold('disk full', ['how long until the disk is full?', 'how much space is left on the target?']);
  askCreated(ask, random, created);
  askFailed(ask, random, all, failed);
  return ask.asked;
}

function askCreated(ask: Questions, random: Random, created: readonly Snapshot[]) {
  const sizes = (some: readonly Snapshot[]) => some.map(({ size }) => size);
  const one = oneOf(random, created);
  const volumes = created.map(({ volume }) => volume);
  ask.count('created', created.length, [
    'how many snapshots were created?',
    'number of created snapshots?',
    'how many snapshots succeeded?',
  ]);
  ask.value(
    'total size',
    sum(sizes(created)),
    ['total size of snapshots in GiB?', 'how many GiB are all snapshots together?', 'sum of the snapshot sizes?'],
    'GiB',
  );
  ask.value(
    'largest',
    maximum(sizes(created)),
    ['how big was the largest snapshot?', 'largest snapshot in GiB?', 'maximum snapshot size?'],
    'GiB',
  );
  ask.duration('slowest', maximum(created.map(({ seconds }) => seconds)), [
    'longest snapshot time?',
    'how long did the slowest snapshot take?',
  ]);
  if (one === undefined) return;
  const ofVolume = created.filter(({ volume }) => volume === one.volume);
  ask.value(
    'mean of volume',
    mean(sizes(ofVolume)),
    [`average size of ${one.volume} snapshots?`, `how big is a snapshot of ${one.volume} on average?`],
    'GiB',
  );
  ask.name('volume of one', one.volume, volumes, [
    `which volume is snapshot ${one.id} of?`,
    `of which volume is snapshot ${one.id}?`,
  ]);
  ask.duration('length of one', one.seconds, [
    `how long did snapshot ${one.id} take?`,
    `duration of snapshot ${one.id}?`,
  ]);
}

function askFailed(ask: Questions, random: Random, all: readonly Snapshot[], failed: readonly Snapshot[]) {
  const { volume } = random.pick(all);
  const ofVolume = failed.filter((one) => one.volume === volume).length;
  const locked = failed.filter(({ failure }) => failure === failures.locked).length;
  const volumes = all.map((one) => one.volume);
  const one = oneOf(random, failed);
  ask.count('failed', failed.length, ['how many snapshots failed?', 'number of failed snapshots?']);
  ask.count('failed of volume', ofVolume, [
    `how many snapshots of ${volume} failed?`,
    `how often did a snapshot of ${volume} fail?`,
  ]);
  ask.count('locked', locked, [
    'how many snapshots failed because of a lock?',
    'how many snapshots failed because a lock was held?',
  ]);
  ask.share('success', all.length - failed.length, all.length, [
    'success rate of the snapshots in percent?',
    'what percentage of the snapshots succeeded?',
  ]);
  ask.time('first failure', failed[0]?.timeMs, [
    'when did the first snapshot fail?',
    'when did a snapshot fail for the first time?',
  ]);
  ask.name(
    'most failures',
    most(failed, (other) => other.volume),
    volumes,
    ['which volume fails most?', 'of which volume do most snapshots fail?'],
  );
  if (one?.failure === undefined) return;
  const others = Object.values(failures).filter((failure) => failure !== one.failure);
  ask.words('why one', [one.failure], others, [
    `why did snapshot ${one.id} fail?`,
    `what made snapshot ${one.id} fail?`,
  ]);
}
