import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 6, 4, 6, 0, second)).toISOString();
const zap = [
  ...[30, 20, 90].map(
    (amount, index) =>
      `${at(index)}\tINFO\tcheckout/handler.go:88\torder placed\t{"shop":"${index < 2 ? 'oslo' : 'paris'}","amount":${amount}.50,"items":${index + 6},"took":"${index + 5}ms"}`,
  ),
  ...['card declined', 'gateway timeout', 'card declined'].map(
    (error, index) =>
      `${at(index + 9)}\tERROR\tpayment/client.go:63\tpayment failed\t{"shop":"oslo","error":"${error}"}`,
  ),
];
const compose = [
  ...[1, 2, 1].map((one, index) => `api-${one}  | ${at(index)} level=error msg="upstream unavailable" route=/v1/a`),
  ...[500, 200].map((status, index) => `web-1  | ${at(index + 5)} GET /cart ${status} 12ms`),
  `db-1   | ${at(8)} checkpoint complete: wrote 12 buffers`,
  `db-1   | ${at(9)} ERROR: canceling statement due to statement timeout`,
];
const bgp = [
  `Jul  4 06:00:01 rtr1 bgpd[77]: neighbor 192.0.2.1 sent 700 prefixes in 9 s`,
  `Jul  4 06:00:05 rtr1 bgpd[77]: neighbor 192.0.2.2 sent 100 prefixes in 3 s`,
  `Jul  4 06:00:09 rtr1 bgpd[77]: neighbor 192.0.2.2 sent 200 prefixes in 4 s`,
];
const windows = [
  'TimeCreated,Level,EventID,Computer,User,Message',
  ...['ann', 'bob', 'bob'].map(
    (user, index) => `2026-07-04 06:00:0${index},Information,4625,WS01,ACME\\${user},An account failed to log on.`,
  ),
  '2026-07-04 06:00:09,Error,7031,WS02,,The Print Spooler service terminated unexpectedly.',
];
const spark = [40, 41, 42, 43].flatMap((task, index) => [
  `26/07/04 06:00:1${index} INFO TaskSetManager: Finished task ${task}.0 in stage 1.0 (TID ${900 + index}) in ${900 - index * 100} ms on host-${1 + (index % 2)} (executor 1)`,
  `26/07/04 06:00:2${index} WARN TaskSetManager: Lost task ${task}.1 in stage 2.0 (TID ${950 + index}) (host-2 executor 2): ExecutorLostFailure`,
]);
const packets = [1, 2, 3, 1].map(
  (from, index) =>
    `Aug  5 06:00:0${index} fw kernel: [ 77.00000${index}] DROP IN=eth0 OUT= SRC=203.0.113.${from} DST=10.0.0.1 LEN=40`,
);
const balancer = [
  ...[200, 502, 200, 200].map(
    (status, index) =>
      `Aug  5 06:00:0${index} lb1 haproxy[9]: 10.2.0.2:3${index}000 [05/Aug/2026:06:00:0${index}.100] web app/app2 0/1/2/30/40 ${status} 900 - - ---- 1/1/0/0/0 0/0 "GET / HTTP/1.1"`,
  ),
  'Aug  5 06:00:09 lb1 haproxy[9]: Server app/app2 is DOWN, reason: Layer4 timeout, check duration: 900ms.',
];
const ask = askLogs({
  packets: ['fw.log', packets],
  balancer: ['haproxy.log', balancer],
  zap: ['checkout.log', zap],
  compose: ['compose.log', compose],
  bgp: ['bgpd.log', [...bgp, ...bgp]],
  windows: ['events.csv', windows],
  spark: ['spark.log', spark],
});

it.each([
  ['zap', 'shop with highest total amount', 'paris'],
  ['zap', 'orders with more than 7 items', '1 line'],
  ['zap', 'most common payment error', 'card declined'],
  ['zap', 'slowest order', '7 ms'],
  ['compose', 'which container logs the most errors?', 'api-1: 2 lines'],
  ['compose', 'how many lines are from db-1?', '2 lines'],
  ['compose', 'how many 500s did web-1 return?', '1 line'],
  ['bgp', 'which neighbor sent the most prefixes?', '192.0.2.1: 1,400'],
  ['windows', 'when did bob last fail to log on?', '06:00:02'],
  ['windows', 'how often did a service crash?', '1 '],
  ['packets', 'how many different sources?', '3 '],
  ['balancer', 'share of 5xx on app2', '25 %: 1 of 4'],
  ['spark', 'slowest task', '900 ms'],
  ['spark', 'how many tasks were lost?', '4 '],
  ['spark', 'how many tasks finished in stage 1.0?', '4 '],
])('reads what %s write: %s', async (log, question, told) => {
  expect((await ask(log, question)).headline).toContain(told);
});
