import type { Random } from '../generate/random.ts';
import { highest, maximum, mean, most, percentile } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';
import { fullMinute, minuteOf } from './times.ts';
import type { WebRequest } from './web.ts';
import { askClients } from './web-clients.ts';

export function webQuestions(random: Random, all: readonly WebRequest[], absent: string) {
  const ask = createQuestions(random);
  const { path } = random.pick(all);
  ask.count('put', all.filter(({ method }) => method === 'PUT').length, [
    'how many PUT requests?',
    'how many requests used the method PUT?',
    'requests per method: how many are PUT?',
  ]);
  ask.absent('delete', ['any DELETE requests?', 'were there DELETE requests?', 'did anyone send a DELETE?']);
  ask.yes('any to path', true, [
    `any requests to ${path}?`,
    `were there requests to ${path}?`,
    `was ${path} ever requested?`,
  ]);
  ask.untold('user', ['which user logged in most?', 'what is the name of the user with the most logins?']);
  ask.untold('database', ['what database query was slow?', 'which sql statement took the longest?']);
  askStatus(ask, random, all);
  askMeasures(ask, random, all);
  askClients(ask, random, all, absent);
  askWindow(ask, all);
  return ask.asked;
}

function askStatus(ask: Questions, random: Random, all: readonly WebRequest[]) {
  const { path } = random.pick(all);
  const of = (status: number) => all.filter((one) => one.status === status);
  const ofPath = all.filter((one) => one.path === path);
  const server = all.filter(({ status }) => status >= 500);
  const failed = all.filter(({ status }) => status >= 400);
  const paths = all.map((one) => one.path);
  const worst = most(server, (one) => one.path);
  ask.count('server errors', server.length, [
    'how many 5xx responses?',
    'number of 5xx responses?',
    'how many requests got a 5xx?',
  ]);
  ask.count('server errors of path', server.filter((one) => one.path === path).length, [
    `how many server errors did ${path} return?`,
    `5xx responses of ${path}?`,
  ]);
  ask.share('not found share', ofPath.filter(({ status }) => status === 404).length, ofPath.length, [
    `what fraction of requests to ${path} were 404?`,
    `what percentage of the requests to ${path} got a 404?`,
  ]);
  ask.count('not 200', all.length - of(200).length, [
    'how many non-200 responses?',
    'how many responses did not have the status 200?',
  ]);
  ask.count('failed posts', failed.filter((one) => one.path === path && one.method === 'POST').length, [
    `how many POSTs to ${path} got a 4xx or 5xx?`,
    `how many POST requests to ${path} returned status 400 or above?`,
  ]);
  ask.time('last 500', of(500).at(-1)?.timeMs, [
    'when was the last 500?',
    'time of the last request with status 500?',
    'when did a 500 happen last?',
  ]);
  ask.time('first 503', of(503)[0]?.timeMs, [
    'when was the first request with status 503?',
    'when did the first 503 happen?',
  ]);
  // By which errors an endpoint fails most is not said: asked where it makes no difference.
  if (worst === most(failed, (one) => one.path)) {
    ask.name('most failing', worst, paths, [
      'which endpoint fails the most?',
      'which url has the most errors?',
      'which url returns the most 5xx?',
    ]);
  }
}

function askMeasures(ask: Questions, random: Random, all: readonly WebRequest[]) {
  const { path } = random.pick(all);
  const times = (some: readonly WebRequest[]) => some.map(({ ms }) => ms);
  const gets = all.filter(({ method }) => method === 'GET');
  const ofPath = all.filter((one) => one.path === path);
  ask.value(
    'slowest',
    maximum(times(all)),
    ['how long did the slowest request take?', 'slowest request in ms?', 'highest time-taken?'],
    'ms',
  );
  ask.name(
    'slowest path',
    highest(all, ({ ms }) => ms)?.path,
    all.map((one) => one.path),
    ['which url was the slowest?', 'which url had the slowest request?'],
  );
  ask.value(
    'mean of path',
    mean(times(ofPath)),
    [`average time for ${path}`, `mean time-taken of ${path}?`, `how long does ${path} take on average?`],
    'ms',
  );
  ask.between(
    '95th',
    percentile(times(all), 0.95),
    ['95th percentile of time-taken', 'p95 of the response time?'],
    'ms',
  );
  ask.between(
    'median of gets',
    percentile(times(gets), 0.5),
    ['median response time of GET requests', 'median time-taken of the GETs?'],
    'ms',
  );
  ask.count('over 2 seconds', all.filter(({ ms }) => ms > 2000).length, [
    'number of requests slower than 2 seconds',
    'how many requests took more than 2 seconds?',
  ]);
}

function askWindow(ask: Questions, all: readonly WebRequest[]) {
  const fromMs = fullMinute(all[0]?.timeMs ?? 0, 5);
  const toMs = fromMs + 10 * 60_000;
  const until = (endMs: number) => all.filter(({ timeMs }) => timeMs >= fromMs && timeMs < endMs).length;
  const range = { low: until(toMs), high: until(toMs + 60_000) };
  const [from, to] = [minuteOf(fromMs), minuteOf(toMs)];
  ask.between('window', range, [`requests between ${from} and ${to}`, `how many requests from ${from} to ${to}?`]);
}
