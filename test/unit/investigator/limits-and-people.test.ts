import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 4, 2, 6, 0, second)).toISOString();
const people = ['ida', 'jon', 'kim'];
const gate = people.flatMap((who, index) => [
  `${at(index * 9)} gate[77]: ${who} connected from 192.0.2.${index + 1}`,
  `${at(index * 9 + 3)} gate[77]: ${who}/192.0.2.${index + 1}:4${index}100 AUTH_FAILED: wrong password`,
  `${at(index * 9 + 5)} gate[77]: ${who} disconnected after ${[200, 4000, 5000][index]} s`,
]);
const database = [
  `2026-05-02 06:00:01.100 UTC [21] app@stock LOG:  duration: 120.5 ms  statement: SELECT 1`,
  `2026-05-02 06:00:02.100 UTC [21] app@stock LOG:  duration: 820.5 ms  statement: SELECT 2`,
  `2026-05-02 06:00:03.100 UTC [22] web@shop ERROR:  deadlock detected`,
  `2026-05-02 06:00:04.100 UTC [22] web@shop ERROR:  deadlock detected`,
  `2026-05-02 06:00:05.100 UTC [23] web@stock ERROR:  deadlock detected`,
];
const carts = [52, 9, 77].map(
  (battery, index) => `${at(index)} cart=C${index + 1} battery=${battery} volts=${238 + index}`,
);
const relay = ['0.4', '75.0', '130'].map(
  (delay, index) => `${at(index)} mx smtp[5]: to=<a@b.example>, delay=${delay}, status=sent`,
);
const phone = [310, 990, 480].flatMap((ms, index) => [
  `05-02 06:00:0${index}.100   900   930 I ActivityTaskManager: Displayed com.example.maps/.Main: +${ms}ms`,
  `05-02 06:00:1${index}.100   900   930 W Fetcher: Error in response for fetch request`,
  `05-02 06:00:2${index}.100   900   930 E Store: Error while writing page ${index}`,
]);
const requests = [200, 200, 404, 503].map(
  (status, index) => `10.0.0.1 - - [02/May/2026:06:00:0${index} +0000] "GET /pay HTTP/1.1" ${status} 512`,
);
const lifts = [
  [3, 7, 240, 9],
  [1, 12, 640, 30],
  [12, 2, 870, 25],
].map(
  ([from, to, load, took], index) => `${at(index * 9)} L1 trip floor ${from} to ${to} load ${load} kg took ${took} s`,
);
const ask = askLogs({
  lifts: ['lifts.log', lifts],
  gate: ['gate.log', gate],
  database: ['postgresql.log', database],
  carts: ['carts.log', [...carts, ...carts]],
  relay: ['mail.log', relay],
  phone: ['logcat.txt', phone],
  requests: ['access.log', requests],
});

it.each([
  ['lifts', 'maximum load', '870 kg'],
  ['lifts', 'trips heavier than 600 kg', '2 lines'],
  ['gate', 'who had the longest session?', 'kim: 1 h 23 min 20 s'],
  ['gate', 'how many sessions lasted more than an hour?', '2 lines with session time above 1h'],
  ['gate', 'sessions over 3600 s', '2 lines with session time above 3600s'],
  ['gate', 'which user connected last?', 'kim'],
  ['gate', 'how many wrong passwords did jon enter?', '1 line'],
  ['database', 'errors by database', 'shop: 2; stock: 1'],
  ['database', 'which user had the most errors?', 'web: 3'],
  ['database', 'statements slower than half a second', '1 line with statements and duration above 0.5s'],
  ['database', 'longest query', '820.5 ms'],
  ['carts', 'cart with the least battery', 'C2: 9 lowest battery'],
  ['relay', 'how many mails waited more than a minute?', '2 lines with delay above 1min'],
  ['phone', 'how long did com.example.maps take to display at most?', '990 ms'],
])('reads limits, levels and people in %s: %s', async (log, question, told) => {
  expect((await ask(log, question)).headline).toContain(told);
});
