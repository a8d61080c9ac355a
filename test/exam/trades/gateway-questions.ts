import type { Random } from '../generate/random.ts';
import { highest, lowest, maximum, mean, most, oneOf, percentile } from './counting.ts';
import type { GatewayCall } from './gateway.ts';
import { createQuestions, type Questions } from './questions.ts';

export function gatewayQuestions(random: Random, all: readonly GatewayCall[], paths: readonly string[]) {
  const ask = createQuestions(random);
  const methods = all.map(({ method }) => method);
  ask.count('gets', all.filter(({ method }) => method === 'GET').length, [
    'how many GETs?',
    'how many GET requests?',
    'number of requests with the method GET?',
  ]);
  ask.name(
    'most used method',
    most(all, ({ method }) => method),
    methods,
    ['most used method?', 'which method is used most often?'],
  );
  ask.absent('patch', ['any PATCH requests?', 'were there PATCH requests?']);
  ask.untold('user', ['which user hit the 500s?', 'which customer was affected by the 500s?']);
  askStatus(ask, random, all, paths);
  askLengths(ask, random, all);
  askMeans(ask, all, paths);
  askTrace(ask, random, all, paths);
  return ask.asked;
}

function askStatus(ask: Questions, random: Random, all: readonly GatewayCall[], paths: readonly string[]) {
  const path = random.pick(paths);
  const server = all.filter(({ status }) => status >= 500);
  const posts = all.filter(({ method }) => method === 'POST');
  const count = (of: string, wanted: number) => all.filter((one) => one.path === of && one.status === wanted).length;
  const login = paths.find((one) => one.endsWith('/login')) ?? '';
  ask.count('server errors', server.length, [
    'how many requests failed with a 5xx?',
    'number of 5xx responses?',
    'how many 5xx?',
  ]);
  ask.count('unauthorized', count(login, 401), [
    `how many requests to ${login} were unauthorized?`,
    `how many 401s on ${login}?`,
  ]);
  ask.count('errors of path', server.filter((one) => one.path === path).length, [
    `how many 5xx on ${path}?`,
    `how many requests to ${path} have level error?`,
  ]);
  ask.count('created', all.filter(({ status }) => status === 201).length, [
    'count of 201 responses',
    'how many responses have the status 201?',
  ]);
  ask.yes('bad gateway', count(path, 502) > 0, [
    `did any request to ${path} fail with 502?`,
    `was there a 502 on ${path}?`,
  ]);
  ask.share('failed posts', posts.filter(({ status }) => status >= 500).length, posts.length, [
    'what percentage of POST requests failed with a 5xx?',
    'share of POST requests with a 5xx status?',
  ]);
  ask.name(
    'most errors',
    most(server, (one) => one.path),
    paths,
    ['which path returns the most server errors?', 'path with the most 5xx?'],
  );
}

function askLengths(ask: Questions, random: Random, all: readonly GatewayCall[]) {
  const { path } = random.pick(all);
  const times = (some: readonly GatewayCall[]) => some.map(({ ms }) => ms);
  const within = all.filter(({ ms }) => ms > 1000 && ms < 2000).length;
  const onEdge = all.filter(({ ms }) => ms === 1000 || ms === 2000).length;
  ask.value(
    'slowest of path',
    maximum(times(all.filter((one) => one.path === path))),
    [`how long did the slowest call to ${path} take?`, `slowest call to ${path} in ms`, `maximum duration of ${path}?`],
    'ms',
  );
  ask.share('over 5 seconds', all.filter(({ ms }) => ms > 5000).length, all.length, [
    'percentage of requests over 5 seconds',
    'what share of the requests took more than 5 seconds?',
  ]);
  ask.between('1 to 2 seconds', { low: within, high: within + onEdge }, [
    'how many requests took between 1 and 2 seconds?',
    'number of requests that lasted 1 to 2 seconds?',
  ]);
  ask.between(
    '99th',
    percentile(times(all), 0.99),
    ['99th percentile of duration?', 'p99 of the duration?', 'p99 latency?'],
    'ms',
  );
  ask.between('median', percentile(times(all), 0.5), ['median duration?', 'median of dur?'], 'ms');
}

function askMeans(ask: Questions, all: readonly GatewayCall[], paths: readonly string[]) {
  const meanOf = (some: readonly GatewayCall[]) => mean(some.map(({ ms }) => ms));
  const means = paths.flatMap((path) => {
    const value = meanOf(all.filter((one) => one.path === path));
    return value === undefined ? [] : [{ path, value }];
  });
  const deletes = meanOf(all.filter(({ method }) => method === 'DELETE'));
  ask.value(
    'mean of deletes',
    deletes,
    ['average duration of DELETE requests', 'how long does a DELETE take on average?'],
    'ms',
  );
  ask.name('slowest path', highest(means, ({ value }) => value)?.path, paths, [
    'which path is slowest on average?',
    'path with the highest mean duration?',
  ]);
  ask.name('fastest path', lowest(means, ({ value }) => value)?.path, paths, [
    'which path is fastest on average?',
    'path with the lowest average duration?',
  ]);
}

function askTrace(ask: Questions, random: Random, all: readonly GatewayCall[], paths: readonly string[]) {
  const one = oneOf(
    random,
    all.filter(({ status }) => status >= 400),
  );
  const traces = all.map(({ trace }) => trace);
  ask.name('slowest trace', highest(all, ({ ms }) => ms)?.trace, traces, [
    'trace id of the slowest request?',
    'which trace was the slowest?',
  ]);
  if (one === undefined) return;
  ask.words(
    'status of trace',
    [`${one.status}`],
    [],
    [`status of trace ${one.trace}?`, `which status did trace ${one.trace} return?`],
  );
  ask.name('path of trace', one.path, paths, [`which path did trace ${one.trace} hit?`, `path of trace ${one.trace}?`]);
  ask.value(
    'length of trace',
    one.ms,
    [`how long did trace ${one.trace} take?`, `duration of trace ${one.trace}?`],
    'ms',
  );
}
