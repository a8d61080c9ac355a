import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 1, 3, 9, 0, second)).toISOString();
const line = (second: number, text: string) => `${clock(second)} INFO ${text}`;

/** Numbers beside other numbers, windows of time and commas. */
const dairy = [
  ...[42, 61, 18].map((litres, run) => line(run, `churn: cycle done: ${900 + run} bottles, ${litres}.5 MB stored`)),
  ...[12, 38, 31].map((load, run) => line(10 + run, `meter: motor load over the last 15 minutes: ${load}%`)),
  ...[66, 41, 52].map((level, run) => line(20 + run, `TankProbe: level ${level}% temperature ${20 + run}.3C`)),
  ...[80, 95, 12].map((size, run) => line(30 + run, `store: Packed crate of brie, ${size} MB in ${40 - run} ms`)),
  ...[7, 19, 4, 33, 12, 28].map((bad, run) =>
    line(40 + run, `press: GOOD ${480 + 7 * bad} REJECT ${bad} (LAST 10 MIN)`),
  ),
  ...[250, 410].map((pages, run) => line(50 + run, `sync: flushed ${pages} pages; write=${7 + run}.5 s, fsync=0.02 s`)),
];

it.each([
  ['what was the most MB stored?', '61.5 MB'],
  ['what was the highest motor load?', '38 %'],
  ['how many rejects were there in total?', '103'],
  ['what was the longest write?', '8.5 s'],
  ['average number of pages flushed', '330'],
])('dairy: "%s" is %s', async (question, headline) => {
  const told = await ask('dairy', question);
  expect(told.headline).toContain(headline);
});

/** Names behind prepositions, in brackets, with parts, and after their noun elsewhere. */
const harbour = [
  ...['mira', 'otto'].map((user, run) => line(5 + run, `pam(quay:session): session closed for user ${user}`)),
  ...['mira', 'mira', 'otto'].map((user, run) =>
    line(run, `pam(quay:session): session opened for user ${user}(uid=${1000 + run}) by (uid=0)`),
  ),
  ...['Nord Star', 'Blue Fin', 'Nord Star'].map((ship, run) =>
    line(10 + run, `toll: ${100 + run}.50 EUR ship="${ship}" via ${['NordBank', 'SudBank', 'NordBank'][run]}`),
  ),
  line(20, 'acquirer NordBank offline'),
  line(30, 'acquirer NordBank online'),
  line(40, 'acquirer SudBank offline'),
  line(50, 'acquirer SudBank online'),
  ...['a1', 'b2', 'a1'].map((crane, run) =>
    line(60 + run, `yard: Moved crate box-${run + 17} on crane-${crane}: overload`),
  ),
  line(70, 'yard: crane crane-b2 status is now: Idle'),
  line(71, 'yard: crane crane-a1 status is now: Idle'),
  ...['https://tide.example/h/1', 'https://wind.example/h/2', 'https://tide.example/h/9'].map(
    (url, run) => `${clock(80 + run)} ERROR fetch: Failed to fetch ${url}: timed out`,
  ),
  ...['lock', 'gate', 'lock'].map(
    (name, run) => `${clock(90 + run)} ERROR systemd: ${name}.service: Failed with result 'exit-code'.`,
  ),
];

it.each([
  ['which user opened the most sessions?', 'mira: 2'],
  ['which acquirer had the most toll lines?', 'NordBank: 2'],
  ['which crane moved the most crates?', 'crane-a1: 2'],
  ['which site had the most failed fetches?', 'tide.example: 2'],
  ['which unit failed most often?', 'lock.service: 2'],
])('harbour: "%s" is %s', async (question, headline) => {
  const told = await ask('harbour', question);
  expect(told.headline).toContain(headline);
});

/** Fields behind a sentence, in the way of nginx, and a machine before fields. */
const proxy = [
  ...[1, 2, 3].map(
    (one) =>
      `2026/02/03 09:00:0${one} [error] 15#15: *2${one} upstream timed out (110: Connection timed out), client: 10.0.0.${one % 2}, server: ${['shop', 'blog', 'shop'][one - 1]}.example, request: "GET /cart HTTP/1.1"`,
  ),
];

it('reads what is stated behind a sentence by name', async () => {
  expect((await ask('proxy', 'which server had the most timeouts?')).headline).toContain('shop.example: 2');
});

const ask = askLogs({
  dairy: ['dairy.log', dairy],
  harbour: ['harbour.log', harbour],
  proxy: ['proxy.log', proxy],
});
