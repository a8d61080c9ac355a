import type { Random } from '../generate/random.ts';
import type { Build } from './builds.ts';
import { askOne } from './builds-one.ts';
import { distinct, fewest, highest, lowest, maximum, mean, most, sum } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';

export function buildQuestions(random: Random, all: readonly Build[], absent: string) {
  const ask = createQuestions(random);
  const failed = all.filter(({ isPassed }) => !isPassed);
  ask.count('failed', failed.length, [
    'how many builds failed?',
    'number of failed builds?',
    'count the builds that did not pass',
  ]);
  ask.count('all', all.length, [
    'how many builds did we run in total?',
    'total number of builds?',
    'how many builds were there?',
  ]);
  ask.count('over 5 minutes', all.filter(({ seconds }) => seconds > 300).length, [
    'how many builds took more than 5 minutes?',
    'number of builds longer than 5 minutes?',
  ]);
  ask.count('under a minute', all.filter(({ seconds }) => seconds < 60).length, [
    'how many builds took less than a minute?',
    'how many builds were done in under 60 seconds?',
  ]);
  ask.share('failed share', failed.length, all.length, [
    'what percentage of builds failed?',
    'failure rate of the builds in percent?',
    'which share of the builds failed?',
  ]);
  ask.between('in parallel', parallel(all), [
    'how many builds ran in parallel at most?',
    'what is the highest number of builds running at the same time?',
  ]);
  ask.untold('culprit', [
    'who broke the build?',
    'which developer broke the build?',
    'whose commit made the build fail?',
  ]);
  ask.untold('skipped tests', ['how many tests were skipped?', 'number of skipped tests?']);
  askPlaces(ask, random, all, absent);
  askLengths(ask, all, failed);
  askRanks(ask, all, failed);
  askOne(ask, random, all, failed);
  return ask.asked;
}

function askPlaces(ask: Questions, random: Random, all: readonly Build[], absent: string) {
  const { branch, agent } = random.pick(all);
  const ofAgent = all.filter((one) => one.agent === agent);
  const failedOfBranch = all.filter((one) => one.branch === branch && !one.isPassed);
  ask.count('failed on branch', failedOfBranch.length, [
    `number of failed builds on ${branch}`,
    `how many ${branch} builds failed?`,
    `how many builds failed on branch ${branch}?`,
  ]);
  ask.count('of agent', ofAgent.length, [
    `how many builds did ${agent} run?`,
    `builds run by ${agent}: how many?`,
    `number of builds on ${agent}?`,
  ]);
  ask.distinct('branches', distinct(all, (one) => one.branch).length, [
    'how many different branches were built?',
    'number of distinct branches?',
  ]);
  ask.absent('absent agent', [`did ${absent} run any builds?`, `were there builds on ${absent}?`]);
}

function askLengths(ask: Questions, all: readonly Build[], failed: readonly Build[]) {
  const seconds = all.map((one) => one.seconds);
  ask.duration('mean', mean(seconds), [
    'average build duration?',
    'how long does a build take on average?',
    'mean duration of the builds?',
  ]);
  ask.duration('total', sum(seconds), [
    'how much build time was spent altogether?',
    'total duration of all builds?',
    'sum of the build durations?',
  ]);
  ask.duration('longest failed', maximum(failed.map((one) => one.seconds)), [
    'how long did the longest failed build take?',
    "what was the longest failed build's duration?",
  ]);
}

function askRanks(ask: Questions, all: readonly Build[], failed: readonly Build[]) {
  const ids = all.map(({ id }) => id);
  const agents = all.map(({ agent }) => agent);
  ask.name('longest', highest(all, ({ seconds }) => seconds)?.id, ids, [
    'which build took the longest?',
    'what was the slowest build?',
    'longest build?',
  ]);
  ask.name('quickest', lowest(all, ({ seconds }) => seconds)?.id, ids, [
    'what was the quickest build?',
    'which build was the fastest?',
    'shortest build?',
  ]);
  ask.name('first failed', lowest(failed, ({ endMs }) => endMs)?.id, ids, [
    'first build to fail?',
    'which build failed first?',
  ]);
  ask.name('last failed', highest(failed, ({ endMs }) => endMs)?.id, ids, [
    'what was the last failing build?',
    'which build failed last?',
  ]);
  ask.name(
    'most failures',
    most(failed, ({ agent }) => agent),
    agents,
    [
      'which agent has the most failures?',
      'on which agent do builds fail most often?',
      'agent with the most failed builds?',
    ],
  );
  ask.name(
    'most builds',
    most(all, ({ agent }) => agent),
    agents,
    ['busiest agent?', 'which agent ran the most builds?', 'agent with the most builds?'],
  );
  ask.name(
    'fewest builds',
    fewest(all, ({ agent }) => agent),
    agents,
    ['which agent ran the fewest builds?', 'agent with the fewest builds?'],
  );
}

/** One that begins as another ends may count as beside it or not. */
function parallel(all: readonly Build[]) {
  const beside = (one: Build, isOver: (endMs: number) => boolean) =>
    all.filter(({ startMs, endMs }) => startMs <= one.startMs && !isOver(endMs)).length;
  const low = Math.max(...all.map((one) => beside(one, (endMs) => endMs <= one.startMs)));
  const high = Math.max(...all.map((one) => beside(one, (endMs) => endMs < one.startMs)));
  return { low, high };
}
