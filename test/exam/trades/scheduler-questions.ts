import type { Random } from '../generate/random.ts';
import { distinct, highest, lowest, most, sum } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';
import { quotaFailure, type Run } from './scheduler.ts';
import { clockOf } from './times.ts';

export function schedulerQuestions(random: Random, all: readonly Run[], host: string, absent: string) {
  const ask = createQuestions(random);
  const failed = all.filter(({ failure }) => failure !== undefined);
  const completed = all.filter(({ failure }) => failure === undefined);
  ask.count('completed', completed.length, [
    'how many job runs completed?',
    'how many runs were completed?',
    'number of completed runs?',
  ]);
  ask.name(
    'longest completed',
    highest(completed, ({ seconds }) => seconds)?.name,
    all.map(({ name }) => name),
    ['which completed job took longest?', 'which job had the longest completed run?'],
  );
  ask.value(
    'gigabytes',
    sum(completed.map(({ gigabytes }) => gigabytes)),
    ['how many GB were processed in total?', 'total GB of the completed runs?', 'sum of the GB?'],
    'GB',
  );
  ask.distinct('jobs', distinct(all, ({ name }) => name).length, [
    'how many distinct jobs are there?',
    'number of different jobs?',
  ]);
  ask.absent('absent job', [`did ${absent} run?`, `was ${absent} ever started?`, `did the job ${absent} run at all?`]);
  ask.untold('rows', ['how many rows did the backup copy?', 'how many rows were copied?']);
  askFailures(ask, all, failed, host);
  askJob(ask, random, all);
  askMoment(ask, random, all);
  return ask.asked;
}

function askFailures(ask: Questions, all: readonly Run[], failed: readonly Run[], host: string) {
  const names = all.map(({ name }) => name);
  const quota = failed.filter(({ failure }) => failure === quotaFailure).length;
  const refused = failed.length - quota;
  const worst = most(failed, ({ name }) => name);
  ask.count('failed', failed.length, ['how many job runs failed?', 'number of failed runs?', 'how many runs failed?']);
  ask.share('failed share', failed.length, all.length, [
    'failure rate of the runs in percent?',
    'what percentage of the job runs failed?',
    'which share of runs failed?',
  ]);
  ask.count('quota', quota, [
    'how many runs failed because of the disk quota?',
    'how many failures were due to the disk quota?',
  ]);
  ask.count('refused', refused, [
    'how many job failures were connection problems?',
    'how many runs failed because a connection was refused?',
  ]);
  ask.words(
    'refusing host',
    refused === 0 ? undefined : [host, `${host}:5432`],
    [],
    ['which host refused connections?', 'who refused the connection?'],
  );
  ask.name('first failed', lowest(failed, ({ endMs }) => endMs)?.name, names, [
    'what was the first job that failed?',
    'which job failed first?',
  ]);
  ask.name('last failed', highest(failed, ({ endMs }) => endMs)?.name, names, [
    'which job failed last?',
    'what was the last job to fail?',
  ]);
  ask.name('most failures', worst, names, [
    'which job failed most?',
    'job with the most failures?',
    'which job fails most often?',
  ]);
}

function askJob(ask: Questions, random: Random, all: readonly Run[]) {
  const { name } = random.pick(all);
  const own = all.filter((one) => one.name === name);
  const failures = own.filter(({ failure }) => failure !== undefined).length;
  ask.count('runs of job', own.length, [
    `how many times did ${name} run?`,
    `number of runs of ${name}?`,
    `how often was ${name} started?`,
  ]);
  ask.count('failures of job', failures, [`how often did ${name} fail?`, `how many runs of ${name} failed?`]);
  ask.yes('job ever failed', failures > 0, [`did ${name} ever fail?`, `did any run of ${name} fail?`]);
  ask.yes('job never ran', false, [`did ${name} never run?`, `is it true that ${name} never ran?`]);
  ask.duration('runtime of job', sum(own.map(({ seconds }) => seconds)), [
    `how long did all runs of ${name} take together, failed ones included?`,
    `total runtime of ${name}, completed and failed runs together?`,
  ]);
}

/** A while into a run; what else runs then belongs to the answer. */
function askMoment(ask: Questions, random: Random, all: readonly Run[]) {
  const { startMs, seconds } = random.pick(all);
  const atMs = startMs + Math.min(10_000, Math.floor(seconds / 2) * 1000);
  const isEdge = all.some((one) => one.startMs === atMs || one.endMs === atMs);
  const running = all.filter((one) => one.startMs <= atMs && one.endMs > atMs);
  const names = isEdge ? [] : distinct(running, ({ name }) => name);
  const at = clockOf(atMs);
  ask.names(
    'running',
    names,
    all.map(({ name }) => name),
    [`what was running at ${at}?`, `which jobs were running at ${at}?`],
  );
}
