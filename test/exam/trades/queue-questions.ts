import type { Random } from '../generate/random.ts';
import { highest, maximum, mean, minimum, percentile } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';
import type { Depth, QueueLife } from './queue.ts';

export function queueQuestions(random: Random, life: QueueLife, topics: readonly string[], absentTopic: string) {
  const ask = createQuestions(random);
  const { depths, workers, retries } = life;
  const topic = random.pick(topics);
  const ofTopic = retries.filter((one) => one.topic === topic).length;
  ask.count('retries', retries.length, [
    'how many publish retries?',
    'how often was a publish retried?',
    'number of retried publishes?',
  ]);
  ask.count('retries of topic', ofTopic, [
    `how many retries for topic ${topic}?`,
    `publish retries of the topic ${topic}?`,
  ]);
  ask.value('attempt', maximum(retries.map(({ attempt }) => attempt)), [
    'highest retry attempt?',
    'what is the maximum attempt of a retry?',
  ]);
  ask.count('warnings', retries.length, [
    'how many warnings came from the producer?',
    'how many warnings did the producer log?',
  ]);
  ask.value('last workers', workers.at(-1), [
    'how many workers at the end?',
    'how many workers are there in the end?',
    'last number of workers?',
  ]);
  ask.count('scalings', workers.length, [
    'how often were the workers scaled?',
    'how many times were the workers scaled?',
  ]);
  ask.value('fewest workers', minimum(workers), ['fewest workers?', 'what was the lowest number of workers?']);
  ask.name(
    'loudest',
    loudest(life),
    ['consumer', 'scaler', 'producer'],
    ['which component logs the most?', 'component with the most lines?'],
  );
  ask.absent('errors', ['were there any errors?', 'are there any errors in the log?']);
  ask.absent('absent topic', [`any retries for topic ${absentTopic}?`, `was a publish to ${absentTopic} retried?`]);
  ask.untold('lost', ['how many messages were lost?', 'which messages were lost?']);
  askDepths(ask, random, depths);
  askLags(ask, depths);
  return ask.asked;
}

function loudest({ depths, workers, retries }: QueueLife): string | undefined {
  const counts = [
    { name: 'consumer', count: depths.length },
    { name: 'scaler', count: workers.length },
    { name: 'producer', count: retries.length },
  ];
  return highest(counts, ({ count }) => count)?.name;
}

function askDepths(ask: Questions, random: Random, depths: readonly Depth[]) {
  const values = depths.map(({ depth }) => depth);
  const limit = random.pick([80, 100, 150]);
  const [first, second] = [values.slice(0, values.length / 2), values.slice(values.length / 2)].map(
    (half) => mean(half) ?? 0,
  );
  const growth = (second ?? 0) - (first ?? 0);
  ask.value('peak', maximum(values), [
    'what was the peak queue depth?',
    'how deep was the queue at most?',
    'maximum queue depth?',
  ]);
  ask.time('when peak', highest(depths, ({ depth }) => depth)?.timeMs, [
    'when did the queue peak?',
    'when was the queue deepest?',
  ]);
  ask.count('deep readings', values.filter((depth) => depth > limit).length, [
    `how many times was a queue depth above ${limit} logged?`,
    `how many readings of the queue depth are over ${limit}?`,
  ]);
  ask.value('last depth', values.at(-1), [
    'final queue depth?',
    'queue depth at the end?',
    'what is the last queue depth?',
  ]);
  ask.value('first depth', values[0], [
    'queue depth at the beginning?',
    'first queue depth?',
    'what was the queue depth at the start?',
  ]);
  ask.value(
    'lag when deepest',
    highest(depths, ({ depth }) => depth)?.lag,
    ['what was the lag when the queue was deepest?', 'lag at the highest queue depth?'],
    's',
  );
  if (Math.abs(growth) > 80)
    ask.yes('growing', growth > 0, ['is the queue growing?', 'does the queue grow?'], ['growing', 'shrinking']);
}

function askLags(ask: Questions, depths: readonly Depth[]) {
  const lags = depths.map(({ lag }) => lag);
  ask.value('highest lag', maximum(lags), ['max lag?', 'highest lag?', 'what was the longest lag?'], 's');
  ask.value('mean lag', mean(lags), ['mean lag?', 'average lag?', 'how long is the lag on average?'], 's');
  ask.between('90th', percentile(lags, 0.9), ['90th percentile of lag_s?', 'p90 of the lag?'], 's');
}
