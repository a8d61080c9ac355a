import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 5, 9, 8, minute, second)).toISOString();

/** A request and its answer, each on a line of its own, joined by an id. */
const statuses = [200, 502, 200, 503, 200, 504];
const requests = Array.from({ length: 24 }, (_, index) => {
  const id = `req-${(0x0a1b00 + index * 7).toString(16).padStart(6, '0')}`;
  const [method, path] = index % 2 === 0 ? ['GET', '/rooms'] : ['POST', '/payments'];
  const status = method === 'GET' ? 200 : statuses[(index >> 1) % statuses.length];
  return [
    `${at(index)} INFO [${id}] --> ${method} ${path} customer=C-${1 + (index % 5)}`,
    `${at(index, 1)} INFO [${id}] <-- ${status} in ${100 + index} ms`,
  ];
}).flat();

const json = (minute: number, fields: Record<string, unknown>) =>
  JSON.stringify({ time: at(minute), level: 'info', ...fields });

const orders = Array.from({ length: 10 }, (_, index) => `ORD-10${100 + index}`);
const shop = [
  ...orders.flatMap((orderId, index) => [
    json(index, { module: 'checkout', orderId, total: 10.5 + index, msg: 'order placed' }),
    json(index + 20, { module: 'shipping', orderId, carrier: 'UPS', msg: 'order shipped' }),
  ]),
  json(31, { module: 'redis', msg: 'redis connection lost' }),
  json(32, { module: 'consumer', queue: 'shipping', msg: 'consumer paused' }),
  json(41, { module: 'consumer', queue: 'email', msg: 'consumer paused' }),
];

const runs = Array.from(
  { length: 18 },
  (_, index) =>
    `time=${at(index)} level=info msg="job finished" job=${index % 3 === 0 ? 'thumbs' : 'report'} worker=worker-${1 + (index % 4)} attempt=${1 + (index % 3)} duration=${10 + index}s`,
);

/** As an operator's journal writes it: days without a year, points in the times. */
const kilns = Array.from({ length: 12 }, (_, index) => {
  const hour = `${10 + Math.floor(index / 2)}`;
  const minute = index % 2 === 0 ? '05' : '35';
  const kiln = `K-${1 + (index % 3)}`;
  const stamp = (second: number) => `09/JUN ${hour}.${minute}.${String(second).padStart(2, '0')}`;
  return [
    `${stamp(0)} | ${kiln} | ALARM | no. ${5001 + index} raised: over-temperature`,
    ...(index % 4 === 3 ? [] : [`${stamp(30)} | ${kiln} | OPR   | alarm ${5001 + index} acknowledged by ela`]),
    ...(kiln === 'K-2' || index === 2
      ? [`${stamp(40)} | ${kiln} | NOTE  | door opened`, `${stamp(54)} | ${kiln} | NOTE  | door shut, stood open 14 s`]
      : []),
  ];
}).flat();

/** What was done as whom, and a setting that a reload changes more than once. */
const host = [
  'Jun  9 08:00:01 vega sshd[411]: Accepted publickey for ada from 10.0.0.7 port 40112 ssh2',
  'Jun  9 08:01:01 vega sshd[412]: Accepted password for bob from 10.0.0.8 port 40113 ssh2',
  'Jun  9 08:02:01 vega sudo[500]:      ada : TTY=pts/3 ; PWD=/home/ada ; USER=root ; COMMAND=/usr/bin/journalctl -n 20',
  'Jun  9 08:03:01 vega sudo[501]:      ada : TTY=pts/3 ; PWD=/home/ada ; USER=root ; COMMAND=/usr/bin/apt-get update',
  'Jun  9 08:04:01 vega sudo[502]:      eve : TTY=pts/4 ; PWD=/home/eve ; USER=root ; COMMAND=/usr/bin/apt-get update',
  'Jun  9 09:10:04 vega ingestd[900]: reloading configuration',
  'Jun  9 09:10:05 vega ingestd[900]: config changed: batch_size 300 -> 500',
  'Jun  9 11:20:04 vega ingestd[900]: reloading configuration',
  'Jun  9 11:20:05 vega ingestd[900]: config changed: batch_size 500 -> 800',
];

/** Players by their names, of which one is the beginning of another. */
const players = ['Moth', 'Wren', 'Pixel', 'Zed', 'Mothman'];
const arena = [
  ...players.map(
    (name, index) => `08:0${index}:01.000 |LOBBY| + ${name} joined (slot ${index}, ping ${40 + index} ms)`,
  ),
  ...players.flatMap((name, index) =>
    players
      .filter((other) => other !== name)
      .map((other, at) => `08:1${index}:0${at}.000 |KILL | ${name} > ${other} (rocket)`),
  ),
  '08:20:00.000 |MATCH| end #412 players=5 length 11:42',
  '08:21:00.000 |LOBBY| - Moth left (played 1200 s)',
  '08:22:00.000 |LOBBY| - Wren left (played 1190 s)',
  '08:23:00.000 |LOBBY| - Mothman left (played 1180 s)',
  '08:40:00.000 |MATCH| end #413 players=4 length 10:05',
  '08:41:00.000 |LOBBY| + Moth joined (slot 9, ping 31 ms)',
];

/** As Kubernetes' controllers write: the file of the code stands before what is said. */
const klog = [
  ...[1, 2, 3].map(
    (one) =>
      `W0609 08:0${one}:00.000000       1 eviction_manager.go:330] "Node under memory pressure" node="node-${one}"`,
  ),
  ...[1, 2].map(
    (one) =>
      `I0609 08:1${one}:00.000000       1 eviction_manager.go:380] "Pod evicted" pod="shop/cart-${one}" node="node-${one}"`,
  ),
  ...[1, 2, 3].map(
    (one) =>
      `I0609 08:2${one}:00.000000       1 deployment.go:88] "Deployment scaled" deployment="shop/cart" from=${one} to=${one + 1}`,
  ),
];

/** As Rails writes: three lines for each request, joined by its id. */
const rails = Array.from({ length: 20 }, (_, index) => {
  const id = `${(0xcb1c2700 + index * 31).toString(16)}-d868-47f4-9402-${(0x025ab6e4f000 + index).toString(16).padStart(12, '0')}`;
  const time = `2026-06-09T08:${String(index).padStart(2, '0')}`;
  const said = (second: number, text: string) => `I, [${time}:0${second}.694549 #2215]  INFO -- : [${id}] ${text}`;
  const [method, path, action] =
    index % 4 === 0 ? ['POST', '/checkout', 'Checkout#create'] : ['GET', '/orders', 'Orders#index'];
  return [
    said(0, `Started ${method} "${path}" for 10.4.0.${index} at 2026-06-09 08:00:00 +0000`),
    said(0, `Processing by ${action.replace('#', 'Controller#')} as HTML`),
    said(
      1,
      `Completed ${index % 5 === 0 ? '500 Internal Server Error' : '200 OK'} in ${10 + index}ms (ActiveRecord: 0.3ms)`,
    ),
  ];
}).flat();

const ask = askLogs({
  rails: ['production.log', rails],
  arena: ['arena.log', arena],
  klog: ['operator.log', klog],
  host: ['syslog', host],
  requests: ['service.log', requests],
  shop: ['shop.jsonl', shop],
  runs: ['jobs.log', runs],
  kilns: ['journal.txt', kilns],
});

it.each([
  [
    'requests',
    'how many POST /payments requests came back with a 5xx status?',
    '6 reqs with status 5xx, method POST and path /payments',
  ],
  ['requests', 'what share of POST /payments requests ended in 502 or 503?', '33.33 %: 4 of 12 reqs'],
  ['requests', 'how many requests ended in 502 or 503?', '4 lines with a req'],
  ['requests', 'median of took with method=POST and path=/payments, through req', '112 ms is the median'],
  ['shop', 'when was the shipping consumer paused?', '2026-06-09 08:32:00'],
  [
    'shop',
    'what happened first, redis connection lost or the shipping consumer being paused?',
    'connection lost came first',
  ],
  ['shop', 'how long does it take on average from order placed to order shipped?', '20 min is the average time'],
  ['shop', 'average order total', '15 is the average total'],
  ['shop', 'biggest single order by total', 'ORD-10109: 19.5 highest total'],
  ['shop', 'which orders were placed but never shipped?', 'None: each orderId has a line with shipped'],
  ['arena', 'was Moth online at 08:30?', 'No, Moth was offline then'],
  ['arena', 'which player never got a kill?', 'INCONCLUSIVE'],
  ['arena', 'number of different players we saw', 'INCONCLUSIVE'],
  ['arena', 'what is the average length of the finished matches?', 'INCONCLUSIVE'],
  ['arena', 'highest ping anybody joined with, and who was that?', 'LIKELY: 44 ms'],
  ['klog', 'when was a pod evicted first?', '2026-06-09 08:11:00'],
  ['klog', 'how many times was a deployment scaled up?', 'INCONCLUSIVE'],
  ['rails', 'how many requests returned 500?', '4 ids'],
  ['rails', 'how many POST requests to /checkout returned 500?', '1 id'],
  ['rails', 'what percentage of the requests ended in a 5xx?', '20 %: 4 of 20 ids'],
  ['rails', 'avg response time for CheckoutController#create', '18 ms is the average'],
  ['host', 'who used sudo the most?', 'ada: 2 lines'],
  ['host', 'who logged in but never used sudo?', 'bob: no line with source sudo, of those with outcome ok'],
  ['host', 'what was batch_size before the reload at 11:20?', '500'],
  ['host', 'batch_size before and after the change at 11:20?', 'CONFIRMED: From 500 to 800'],
  ['runs', 'how many jobs finished on attempt 2 or 3?', 'CONFIRMED: 12 lines'],
  ['runs', 'is worker-1 slower than worker-2? average duration for both', 'No: worker-1 has'],
  ['runs', 'busiest minute by job finished', '1 line'],
  ['kilns', 'median time from an alarm being raised to being acknowledged', 'CONFIRMED: 30 s is the median time'],
  ['shop', 'average order total', '15 is the average total'],
  ['shop', 'which orders were placed but never shipped?', 'None: each orderId has a line with shipped'],
  ['host', 'who logged in but never used sudo?', 'bob: no line with source sudo, of those with outcome ok'],
  ['kilns', 'which alarms were never acknowledged? numbers please', '5004, 5008, 5012'],
  ['kilns', 'how many alarms did K-1 raise in the whole hall?', '4 alarms'],
])('answers of %s "%s" with %s', async (log, question, told) => {
  expect((await ask(log as 'shop', question)).headline.replaceAll('`', '')).toContain(told);
});

it('proves a share by the lines that make the part', async () => {
  const { answer } = await ask('rails', 'what percentage of the requests ended in a 5xx?');
  expect(answer).toContain('Completed 500 Internal Server Error');
  expect(answer).not.toContain('Started POST');
});
