import { wordings } from './phrase.ts';
import { type Asked, boundaries, type Happening, type Law, moments, type Part, type Stage } from './world.ts';

interface Request {
  timeMs: number;
  method: string;
  path: string;
  status: number;
  ms: number;
  client: string;
  bytes: number;
}

const pathSets: readonly (readonly string[])[] = [
  ['/api/orders', '/api/users', '/api/cart', '/login', '/health'],
  ['/v1/search', '/v1/items', '/v1/payments', '/v1/status'],
  ['/index.html', '/checkout', '/assets/app.js', '/admin', '/contact'],
  ['/rest/patients', '/rest/visits', '/rest/labs', '/rest/auth'],
  ['/upload', '/download', '/thumbnails', '/share'],
];

const proses = [
  ({ method, path, status, ms, client }: Request) => `${method} ${path} ${status} ${ms} ms from ${client}`,
  ({ method, path, status, ms, client }: Request) => `"${method} ${path}" from ${client} returned ${status} in ${ms}ms`,
  ({ method, path, status, ms, client }: Request) =>
    `request completed method=${method} path=${path} status=${status} duration=${ms}ms client=${client}`,
  ({ method, path, status, ms, client }: Request) => `${client} ${method} ${path} -> ${status} (${ms} ms)`,
];

/** Requests to a server, some of which fail. */
export function requests(stage: Stage): Part {
  const { random, startMs, endMs } = stage;
  const paths = random.some(random.pick(pathSets), 4);
  const clients = Array.from(
    { length: random.int(3, 6) },
    (_, index) => `10.${random.int(1, 9)}.${index}.${random.int(2, 250)}`,
  );
  const failing = random.pick([500, 502, 503]);
  const prose = random.pick(proses);
  const source = random.pick(['web', 'api', 'nginx', 'frontend', 'proxy']);
  const all = moments(stage, startMs + 4000, endMs - 4000, random.int(60, 260), 60).map((timeMs): Request => {
    const path = random.chance(0.4) ? (paths[0] ?? '/') : random.pick(paths);
    const draw = random.next();
    const isFailing = path !== paths.at(-1) && draw < 0.12;
    const status = isFailing ? failing : draw < 0.2 ? 404 : draw < 0.26 ? 302 : 200;
    const ms = random.int(3, 90) + (random.chance(0.06) ? random.int(300, 4000) : 0);
    return {
      timeMs,
      method: random.pick(['GET', 'GET', 'GET', 'POST', 'PUT']),
      path,
      status,
      ms,
      client: random.pick(clients),
      bytes: random.int(120, 60_000),
    };
  });
  const happenings = all.map((request): Happening => {
    const { timeMs, method, path, status, ms, client, bytes } = request;
    return {
      timeMs,
      source,
      level: status >= 500 ? 'error' : 'info',
      prose: prose(request),
      short: 'request',
      fields: { method, path, status, duration_ms: ms, client, bytes },
    };
  });
  return { happenings, ...questions(stage, all, paths, clients, failing), names: [] };
}

export function questions(
  stage: Stage,
  all: readonly Request[],
  paths: readonly string[],
  clients: readonly string[],
  failing: number,
): Pick<Part, 'asked' | 'laws'> {
  const { random, startMs, endMs, clock, tells } = stage;
  const asked: Asked[] = [];
  const laws: Law[] = [];
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  const ask = (
    kind: string,
    truth: Asked['truth'],
    templates: readonly string[],
    values: Record<string, string | number> = {},
  ) => asked.push({ class: kind, truth, texts: wordings(random, templates, { failing, ...values }) });
  const exactly = (value: number, unit?: string) =>
    ({ kind: 'number', low: value, high: value, ...(unit ? { unit } : {}) }) as const;
  const failed = all.filter(({ status }) => status === failing);
  const countOf = (is: (request: Request) => boolean) => all.filter(is).length;

  ask('count', exactly(failed.length), [
    'how many requests returned {failing}?',
    'requests with {failing}: how many?',
    'how many http {failing} are there?',
    'total {failing} responses?',
    'how many times do we see a {failing}?',
    'how many {failing}s are there?',
    'number of {failing} responses?',
    'count of requests with status {failing}',
    'how many requests failed with {failing}?',
    'how often did the server answer {failing}?',
  ]);
  ask('count', exactly(all.length), [
    'how many requests are in the log?',
    'how many requests were there?',
    'total number of requests?',
    'count the requests',
    'how many requests in total?',
  ]);
  const status = random.pick([404, 302, 200]);
  ask(
    'count',
    exactly(countOf((one) => one.status === status)),
    [
      'how many requests had status {status}?',
      'how many {status} responses were there?',
      'count status={status}',
      'how many times was {status} returned?',
    ],
    { status },
  );
  ask('count', exactly(countOf((one) => one.status >= 500)), [
    'how many requests failed with a 5xx?',
    'how many server errors (5xx) were there?',
    'number of 5xx responses?',
    'count of 5xx',
  ]);
  ask('share', { kind: 'share', part: failed.length, whole: all.length }, [
    'what share of requests returned {failing}?',
    'how many percent of the requests returned {failing}?',
    '{failing} as a percentage of all requests?',
    'what percentage of requests failed with {failing}?',
    'which fraction of the requests got a {failing}?',
    'what percent of all requests were {failing}?',
    '{failing} rate in percent?',
  ]);
  for (const path of random.some(paths, 2)) {
    const of = all.filter((one) => one.path === path);
    const bad = of.filter((one) => one.status === failing);
    ask(
      'count',
      exactly(bad.length),
      [
        'how many requests to {path} returned {failing}?',
        'how many {failing}s did {path} have?',
        'number of {failing} on {path}?',
        'how often did {path} fail with {failing}?',
      ],
      { path },
    );
    if (of.length > 0) {
      ask(
        'share',
        { kind: 'share', part: bad.length, whole: of.length },
        [
          'what share of requests to {path} returned {failing}?',
          'what percentage of {path} requests got {failing}?',
          'of the requests to {path}, what percentage failed with {failing}?',
        ],
        { path },
      );
      const sum = of.reduce((total, { ms }) => total + ms, 0);
      ask(
        'mean',
        { ...exactly(sum / of.length, 'ms') },
        [
          'what was the average duration of requests to {path}?',
          'mean response time of {path}?',
          'average response time for {path}?',
          'how long did requests to {path} take on average?',
        ],
        { path },
      );
    }
    ask(
      'exists',
      { kind: 'yes', isYes: bad.length > 0 },
      [
        'did {path} ever return {failing}?',
        'were there any {failing} on {path}?',
        'is there a {failing} for {path}?',
        'did any request to {path} fail with {failing}?',
      ],
      { path },
    );
    laws.push({
      name: 'absence is count 0',
      kind: ['yes', 'number'],
      texts: [`did ${path} ever return ${failing}?`, `how many times did ${path} return ${failing}?`],
      holds: ([ever, count]) => (ever === 'yes') === Number(count) > 0,
    });
  }
  const absentStatus = random.pick([418, 507, 451, 409]);
  ask(
    'exists',
    { kind: 'yes', isYes: false },
    [
      'were there any {status} responses?',
      'did any request return {status}?',
      'is there a {status} in the log?',
      'any {status}s?',
    ],
    { status: absentStatus },
  );
  ask(
    'count',
    exactly(0),
    ['how many requests returned {status}?', 'number of {status} responses?', 'how many {status}s?'],
    { status: absentStatus },
  );
  const slowest = all.toSorted((a, b) => b.ms - a.ms);
  const [slow, next] = slowest;
  if (slow !== undefined && next !== undefined && slow.ms > next.ms) {
    ask('max', exactly(slow.ms, 'ms'), [
      'how long did the slowest request take?',
      'slowest request took how long?',
      'what is the worst response time?',
      'what was the longest response time?',
      'max request duration?',
      'what is the maximum duration of a request?',
    ]);
    ask('who is longest', { kind: 'names', names: [slow.path], others: paths.filter((path) => path !== slow.path) }, [
      'which path had the slowest request?',
      'to which path did the slowest request go?',
      'what was the path of the slowest request?',
      'which path was the slowest single request to?',
    ]);
    ask('when', { kind: 'time', timeMs: slow.timeMs, ...zone }, [
      'when was the slowest request?',
      'at what time was the slowest request?',
      'when did the slowest request happen?',
    ]);
  }
  const durations = all.map(({ ms }) => ms).sort((a, b) => a - b);
  const total = durations.reduce((sum, ms) => sum + ms, 0);
  ask('mean', exactly(total / all.length, 'ms'), [
    'what was the average request duration?',
    'mean response time?',
    'average response time overall?',
    'how long did requests take on average?',
  ]);
  const at = (share: number) => durations[Math.min(durations.length - 1, Math.max(0, Math.floor(share)))] ?? 0;
  ask('percentile', { kind: 'number', low: at(0.95 * all.length - 2), high: at(0.95 * all.length + 1), unit: 'ms' }, [
    'what is the p95 response time?',
    '95th percentile of the request duration?',
    'p95 latency?',
    'what was the p95 of the request durations?',
  ]);
  ask('median', { kind: 'number', low: at(0.5 * all.length - 2), high: at(0.5 * all.length + 1), unit: 'ms' }, [
    'what is the median response time?',
    'median request duration?',
    'p50 of the response time?',
  ]);
  const limit = random.pick([100, 250, 500]);
  ask(
    'count',
    exactly(countOf(({ ms }) => ms > limit)),
    [
      'how many requests took longer than {limit} ms?',
      'how many requests were slower than {limit}ms?',
      'count of requests above {limit} ms',
      'how many requests took more than {limit} ms?',
    ],
    { limit },
  );

  const badBy = new Map(paths.map((path) => [path, countOf((one) => one.path === path && one.status === failing)]));
  const sorted = [...badBy].sort((a, b) => b[1] - a[1]);
  if ((sorted[0]?.[1] ?? 0) > (sorted[1]?.[1] ?? 0)) {
    const top = sorted[0]?.[0] ?? '';
    ask('most', { kind: 'names', names: [top], others: paths.filter((path) => path !== top) }, [
      'which path had the most {failing}s?',
      'which endpoint returned the most {failing}s?',
      'which url has the most {failing} responses?',
      'which path failed most often with {failing}?',
      'what path returned {failing} most?',
      'where do most {failing}s come from, which path?',
      'top path by {failing} count?',
    ]);
  }
  ask(
    'by group',
    { kind: 'table', counts: Object.fromEntries(paths.map((path) => [path, countOf((one) => one.path === path)])) },
    [
      'how many requests per path?',
      'requests by path',
      'count of requests for each path?',
      'how many requests did each path get?',
    ],
  );
  ask(
    'by group',
    {
      kind: 'table',
      counts: Object.fromEntries(
        [...Map.groupBy(all, (one) => `${one.status}`)].map(([name, group]) => [name, group.length]),
      ),
    },
    [
      'how many requests per status?',
      'requests by status code',
      'breakdown of the status codes?',
      'count of responses by status',
    ],
  );
  const byClient = new Map(clients.map((client) => [client, countOf((one) => one.client === client)]));
  const clientRank = [...byClient].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  if ((clientRank[0]?.[1] ?? 0) > (clientRank[1]?.[1] ?? 0)) {
    const top = clientRank[0]?.[0] ?? '';
    ask('most', { kind: 'names', names: [top], others: clients.filter((client) => client !== top) }, [
      'which client sent the most requests?',
      'who made the most requests?',
      'which client ip had the most requests?',
      'top client by number of requests?',
    ]);
  }
  ask('distinct', exactly(clientRank.length), [
    'how many different clients were there?',
    'how many distinct clients sent requests?',
    'number of unique clients?',
    'how many unique client ips?',
  ]);
  const never = paths.filter((path) => badBy.get(path) === 0);
  ask('never', { kind: 'names', names: never, others: paths.filter((path) => !never.includes(path)) }, [
    'which paths never returned {failing}?',
    'which path had no {failing}?',
    'which paths did not fail with {failing}?',
  ]);
  if (failed.length > 0) {
    ask('first', { kind: 'time', timeMs: failed[0]?.timeMs ?? 0, ...zone }, [
      'when was the first {failing}?',
      'when did the first {failing} occur?',
      'at what time was the first request with status {failing}?',
      'first {failing} at?',
    ]);
    ask('last', { kind: 'time', timeMs: failed.at(-1)?.timeMs ?? 0, ...zone }, [
      'when was the last {failing}?',
      'when did the last {failing} occur?',
      'at what time was the last request with status {failing}?',
      'latest {failing}?',
    ]);
    laws.push({
      name: 'first is not after last',
      kind: 'time',
      texts: [`when was the first ${failing}?`, `when was the last ${failing}?`],
      holds: ([a = '', b = '']) => a <= b,
    });
  }
  const [a, b] = random.some(paths, 2);
  if (a !== undefined && b !== undefined && badBy.get(a) !== badBy.get(b)) {
    const isFirst = (badBy.get(a) ?? 0) > (badBy.get(b) ?? 0);
    ask(
      'comparison',
      { kind: 'names', names: [isFirst ? a : b], others: [isFirst ? b : a] },
      [
        'which had more {failing}s, {a} or {b}?',
        'did {a} or {b} return {failing} more often?',
        '{a} vs {b}: which one got more {failing}?',
      ],
      { a, b },
    );
    ask(
      'comparison',
      { kind: 'yes', isYes: isFirst },
      [
        'did {a} return {failing} more often than {b}?',
        'are there more {failing}s on {a} than on {b}?',
        'did {a} have more {failing}s than {b}?',
      ],
      { a, b },
    );
    laws.push({
      name: 'sides may be swapped',
      kind: 'names',
      others: [a, b],
      texts: [`which had more ${failing}s, ${a} or ${b}?`, `which had more ${failing}s, ${b} or ${a}?`],
      holds: ([x, y]) => x === y,
    });
  }
  laws.push({
    name: 'groups add up',
    kind: 'number',
    texts: [
      `how many requests returned ${failing}?`,
      ...paths.map((path) => `how many requests to ${path} returned ${failing}?`),
    ],
    holds: ([whole, ...parts]) => Number(whole) === parts.reduce((sum, part) => sum + Number(part), 0),
  });
  ask(
    'absent subject',
    { kind: 'nothing', why: 'absent' },
    [
      'what was the average duration of {path}?',
      'when did {path} first fail?',
      'which client called {path} most often?',
      'what share of requests to {path} failed?',
    ],
    { path: random.pick(['/api/invoices', '/v2/reports', '/metrics/custom', '/legacy/soap']) },
  );

  if (tells.timeOfDay) windows();
  return { asked, laws };

  function windows() {
    const [begin, half, end] = boundaries(
      stage,
      all.map(({ timeMs }) => timeMs),
      3,
    );
    if (begin === undefined || half === undefined || end === undefined) return;
    const [from, middle, to] = [begin.timeMs, half.timeMs, end.timeMs];
    const inside = (start: number, end: number) =>
      countOf(({ timeMs, status: code }) => timeMs >= start && timeMs < end && code === failing);
    const values = { from: begin.text, to: end.text, middle: half.text };
    ask(
      'window',
      exactly(inside(from, to)),
      [
        'how many requests returned {failing} between {from} and {to}?',
        'between {from} and {to}, how many {failing}s were there?',
        'number of {failing}s from {from} to {to}?',
        'how many {failing} responses were there from {from} until {to}?',
      ],
      values,
    );
    ask(
      'window',
      exactly(inside(startMs, middle)),
      [
        'how many {failing}s before {middle}?',
        'how many requests failed with {failing} before {middle}?',
        'number of {failing} responses until {middle}?',
      ],
      values,
    );
    ask(
      'window',
      exactly(inside(middle, endMs)),
      [
        'how many {failing}s after {middle}?',
        'how many requests failed with {failing} after {middle}?',
        'number of {failing} responses since {middle}?',
      ],
      values,
    );
    ask(
      'window',
      exactly(countOf(({ timeMs }) => timeMs >= from && timeMs < to)),
      ['how many requests were there between {from} and {to}?', 'number of requests from {from} to {to}?'],
      values,
    );
    ask(
      'exists',
      { kind: 'yes', isYes: inside(from, to) > 0 },
      [
        'were there any {failing}s between {from} and {to}?',
        'did any request return {failing} between {from} and {to}?',
      ],
      values,
    );
    const count = (start: string, end: string) => `how many requests returned ${failing} between ${start} and ${end}?`;
    laws.push({
      name: 'a range cut in two adds up',
      kind: 'number',
      texts: [count(values.from, values.to), count(values.from, values.middle), count(values.middle, values.to)],
      holds: ([x, y, z]) => Number(x) === Number(y) + Number(z),
    });
    laws.push({
      name: 'narrower counts no more',
      kind: 'number',
      texts: [count(values.from, values.to), count(values.from, values.middle)],
      holds: ([x, y]) => Number(x) >= Number(y),
    });
  }
}
