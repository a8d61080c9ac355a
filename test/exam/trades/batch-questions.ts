import type { Random } from '../generate/random.ts';
import type { BatchJob } from './batch.ts';
import { distinct, fewest, highest, mean, most, sum } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';

export function batchQuestions(random: Random, all: readonly BatchJob[], absent: string) {
  const ask = createQuestions(random);
  const { partition } = random.pick(all);
  const onPartition = all.filter((one) => one.partition === partition);
  const of = (state: string, some = all) => some.filter((one) => one.state === state).length;
  ask.count('all', all.length, ['total number of jobs?', 'how many jobs are there?', 'how many jobs were run?']);
  ask.count('failed', of('FAILED'), [
    'how many jobs failed?',
    'number of failed jobs?',
    'how many jobs ended as FAILED?',
  ]);
  ask.count('timed out', of('TIMEOUT'), ['how many jobs timed out?', 'number of jobs with a timeout?']);
  ask.count('on partition', onPartition.length, [
    `how many jobs on the ${partition} partition?`,
    `number of jobs in partition ${partition}?`,
  ]);
  ask.count('cancelled on partition', of('CANCELLED', onPartition), [
    `how many ${partition} jobs were cancelled?`,
    `how many jobs on ${partition} were cancelled?`,
  ]);
  ask.name(
    'least used partition',
    fewest(all, (one) => one.partition),
    all.map((one) => one.partition),
    ['least used partition?', 'which partition has the fewest jobs?'],
  );
  ask.untold('energy', ['which job wasted the most energy?', 'how much energy did the jobs use?']);
  askUsers(ask, random, all, absent);
  askMeasures(ask, all);
  askOne(ask, random.pick(all), all);
  return ask.asked;
}

function askUsers(ask: Questions, random: Random, all: readonly BatchJob[], absent: string) {
  const { user } = random.pick(all);
  const own = all.filter((one) => one.user === user);
  const users = all.map((one) => one.user);
  const failed = all.filter(({ state }) => state === 'FAILED');
  const completed = own.filter(({ state }) => state === 'COMPLETED').length;
  ask.distinct('users', distinct(all, (one) => one.user).length, [
    'how many users are there?',
    'number of different users?',
  ]);
  ask.count('of user', own.length, [`how many jobs did ${user} run?`, `number of jobs of ${user}?`]);
  ask.share('completed of user', completed, own.length, [
    `what percentage of ${user}'s jobs completed?`,
    `what share of the jobs of ${user} completed?`,
  ]);
  ask.value('nodes of user', sum(own.map(({ nodes }) => nodes)), [
    `how many nodes did ${user} use in total?`,
    `sum of the nodes of ${user}'s jobs?`,
  ]);
  ask.absent('absent user', [`did user ${absent} run anything?`, `did ${absent} run any jobs?`]);
  ask.name(
    'most failed',
    most(failed, (one) => one.user),
    users,
    ['whose jobs fail most?', 'which user has the most failed jobs?', 'user with the most failed jobs?'],
  );
  ask.name(
    'most jobs',
    most(all, (one) => one.user),
    users,
    ['who submits the most jobs?', 'which user has the most jobs?'],
  );
}

function askMeasures(ask: Questions, all: readonly BatchJob[]) {
  const ids = all.map(({ id }) => id);
  const largest = Math.max(...all.map(({ memory }) => memory));
  const shown = [`${largest}G`, `${largest} G`, `${largest} GB`, `${largest} GiB`, `${largest}`];
  ask.name('longest', highest(all, ({ seconds }) => seconds)?.id, ids, [
    'which job ran longest?',
    'longest job?',
    'which job took the most time?',
  ]);
  ask.words('highest memory', shown, [], ['highest MaxRSS?', 'what is the maximum of MaxRSS?']);
  ask.name('most memory', highest(all, ({ memory }) => memory)?.id, ids, [
    'which job used the most memory?',
    'job with the highest MaxRSS?',
  ]);
  ask.value('mean nodes', mean(all.map(({ nodes }) => nodes)), [
    'average number of nodes?',
    'how many nodes does a job use on average?',
  ]);
  ask.count('over 6 nodes', all.filter(({ nodes }) => nodes > 6).length, [
    'jobs using more than 6 nodes?',
    'how many jobs used more than 6 nodes?',
  ]);
}

function askOne(ask: Questions, { id, user, state, partition, seconds }: BatchJob, all: readonly BatchJob[]) {
  ask.name(
    'user of one',
    user,
    all.map((one) => one.user),
    [`whose job is ${id}?`, `which user ran job ${id}?`, `user of job ${id}?`],
  );
  ask.name(
    'state of one',
    state,
    all.map((one) => one.state),
    [`what state did job ${id} end in?`, `state of job ${id}?`],
  );
  ask.name(
    'partition of one',
    partition,
    all.map((one) => one.partition),
    [`which partition did job ${id} run on?`, `partition of job ${id}?`],
  );
  ask.duration('length of one', seconds, [`how long did job ${id} run?`, `elapsed time of job ${id}?`]);
}
