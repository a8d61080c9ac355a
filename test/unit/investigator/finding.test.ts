import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function ask(lines: readonly string[], question: string) {
  const { file, openLines } = textFile({ 'a.log': lines.join('\n') });
  const request = { files: [file], mode: 'quick' as const, budgetMs: 20_000, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, question }, () => {});
  const [headline = ''] = report.answer.split('\n');
  return { ...report, headline };
}

const at = (second: number) => new Date(Date.UTC(2026, 4, 12, 6) + second * 1000).toISOString();
const calm = (count: number, text = 'heartbeat sent') =>
  Array.from({ length: count }, (_, i) => `${at(i * 60)} INFO [web] ${text}`);

const auth = calm(200).flatMap((line, i) => [
  line,
  ...(i % 10 === 0 ? [`${at(i * 60 + 1)} INFO [sshd] Failed password for root from 10.0.0.${i}`] : []),
  ...(i % 50 === 0 ? [`${at(i * 60 + 2)} INFO [login] password check failed for kim`] : []),
  ...(i % 20 === 0 ? [`${at(i * 60 + 3)} INFO [sshd] session 5eccb${i} uid 0x3ecc1 password changed`] : []),
]);

it('counts what stands side by side in the lines, and says what nearly fits', async () => {
  const { headline } = await ask(auth, 'How many failed passwords are there?');
  expect(headline).toMatch(/^\*\*CONFIRMED: 20 lines with `Failed password`/);
  expect(headline).toContain('4 more have these words, but not side by side');
});

it('narrows a counted phrase by the further words of the question', async () => {
  const lines = [...auth, `${at(99_999)} INFO [sshd] Failed password for kim from 10.0.0.1`];
  expect((await ask(lines, 'how many failed passwords for kim?')).headline).toContain('1 line with `Failed password`');
});

it('takes no id for a quoted word that stands inside it, and says so', async () => {
  const lines = [...auth, `${at(20_000)} WARN [kernel] corrected ECC error on DIMM 0`];
  const { headline, answer } = await ask(lines, 'find "ECC"');
  expect(headline).toContain('1 line with `ECC`');
  expect(answer).toContain('inside longer words or ids');
});

it('takes several quoted texts together, and each by itself where the question says or', async () => {
  expect((await ask(auth, 'find "Failed" and "10.0.0.50"')).headline).toContain('1 line with');
  expect((await ask(auth, 'find "10.0.0.50" or "10.0.0.60"')).headline).toContain('2 lines with');
  expect((await ask(auth, 'find "10.0.0.50" or "10.0.0.50"')).headline).toContain('1 line with `10.0.0.50`');
});

it('lists few occurrences each with its time and the line that led to it', async () => {
  const lines = calm(300);
  for (const i of [50, 120, 210]) {
    lines[i] = `${at(i * 60)} ERROR [systemd] ingest main process exited, signal 11`;
    lines[i + 1] = `${at(i * 60 + 1)} INFO [systemd] ingest scheduled restart`;
  }
  const { headline, answer } = await ask(lines, 'how many times did ingest restart?');
  expect(headline).toContain('3 lines with');
  for (const time of ['06:50:01', '08:00:01', '09:30:01']) expect(headline).toContain(time);
  expect(answer.match(/signal 11/g)?.length).toBeGreaterThanOrEqual(3);
});

it.each(['What happened to order 8841299?', 'And order 8841299?', 'why did order 8841299 fail in billing?'])(
  'says first that an id is not in the file, and which is near: %s',
  async (question) => {
    const lines = [
      ...calm(100, 'order 8841298 paid in billing'),
      `${at(9000)} ERROR [billing] order 8841298 failed: hold expired`,
    ];
    const { headline, answer } = await ask(lines, question);
    expect(headline).toMatch(/^\*\*INCONCLUSIVE: `8841299` is not in this file/);
    expect(answer).toContain('Closest in spelling: `8841298`');
  },
);

it('asks whether a misspelled name was meant for one that is there', async () => {
  const { headline } = await ask(calm(50, 'pod checkout-7 ready'), 'did chekcout-7 restart?');
  expect(headline).toContain('did you mean `checkout-7`?');
});

it('offers no other number for a number', async () => {
  expect((await ask(calm(50, 'pod checkout-7 ready'), 'is checkout-9 healthy?')).headline).not.toContain(
    'did you mean',
  );
});

it('says of a value no line records that it is not there, before telling of the time asked about', async () => {
  const lines = [...calm(100), `${at(1800)} ERROR [web] request failed`];
  const { headline } = await ask(lines, 'What was the CPU temperature at 06:30?');
  expect(headline).toMatch(/^\*\*INCONCLUSIVE: `CPU temperature` is not in this file/);
});

it('follows one order through all services by the ids its lines are tied to', async () => {
  const lines = calm(50);
  const request = 'req=4f2a9c11d0';
  lines.push(
    `${at(4000)} INFO [gateway] POST /checkout ${request}`,
    `${at(4001)} INFO [orders] created order=8841298 ${request}`,
    `${at(4002)} INFO [payments] authorize ${request}`,
    `${at(4032)} ERROR [payments] psp timeout ${request}`,
    `${at(4033)} INFO [orders] cancelled order=8841298 ${request}`,
  );
  const { headline, answer, citations } = await ask(lines, 'what happened to order 8841298?');
  expect(headline).toMatch(/`8841298` fails: `psp timeout/);
  expect(headline).toContain('ends with `cancelled');
  expect(answer).toContain('30 s of 33 s');
  expect(citations.map(({ line_start }) => line_start)).toEqual([51, 52, 53, 54, 55]);
});

it('counts a status where the lines state it, not where the number stands elsewhere', async () => {
  const lines = Array.from(
    { length: 300 },
    (_, i) => `10.0.0.${i % 9}:503${i % 10} be/app ${i % 50 === 0 ? 503 : 200} ${i % 30 === 0 ? 503 : 900} "GET /a"`,
  );
  expect((await ask(lines, 'number of 503 responses')).headline).toContain('6 lines with `503`');
});

it('says no where nothing of what may have happened is in the lines', async () => {
  const { headline } = await ask(calm(60), 'did the oom killer strike?');
  expect(headline).toMatch(/^\*\*CONFIRMED: No: `oom`, `killer`, `strike` are not in this file/);
});

it('tells what stands before each of the events asked about and hardly anywhere else', async () => {
  const lines = calm(600);
  for (const i of [100, 230, 410, 520]) {
    lines[i] = `${at(i * 60)} INFO [link] printer P${i} disconnected`;
    lines[i + 5] = `${at(i * 60 + 300)} ERROR [app] crash of print queue`;
  }
  const { headline } = await ask(lines, 'what happens just before each crash?');
  expect(headline).toMatch(/Before each of the 4 .*printer P\d+ disconnected/);
});

it('answers each part of a question about lines: how often, when, and what stood before', async () => {
  const lines = calm(300);
  for (const i of [50, 120, 210]) {
    lines[i] = `${at(i * 60)} INFO [systemd] ingest main process exited, signal 11`;
    lines[i + 1] = `${at(i * 60 + 1)} INFO [systemd] ingest scheduled restart`;
  }
  const { answer } = await ask(lines, 'how many times did ingest restart, and why?');
  expect(answer).toMatch(/Why\? Right before each of the 3 stands `ingest main process exited, signal 11`/);
});

it('names the code below counted exceptions, not that of the runtime', async () => {
  const lines = calm(40).flatMap((line, i) =>
    i % 10 === 0
      ? [
          line,
          'java.util.ConcurrentModificationException: null',
          '\tat java.util.ArrayList.next(ArrayList.java:9)',
          '\tat com.acme.Engine.reindex(Engine.java:88)',
        ]
      : [line],
  );
  const { headline, answer } = await ask(lines, 'how many ConcurrentModificationExceptions and from which class?');
  expect(headline).toContain('4 lines with `ConcurrentModificationException`');
  expect(answer).toContain('`com.acme.Engine.reindex(Engine.java:88)` 4');
});

it('says what a file is, how loud and what is usual in it', async () => {
  const { headline, answer } = await ask(calm(200), 'what is this file?');
  expect(headline).toMatch(
    /^\*\*CONFIRMED: A log of `web`: 200 lines over 3 h 19 min; nothing in it stands out as wrong/,
  );
  expect(answer).toContain('0 lines tell of failures');
});

const shop = calm(120).flatMap((_, i) => [
  `${at(i * 60)} INFO [payments] payment ${i} taken`,
  `${at(i * 60 + 1)} INFO [orders] payment ${i} noted`,
  `${at(i * 60 + 2)} INFO [inventory] stock reserved`,
  ...(i % 40 === 0 ? [`${at(i * 60 + 3)} ERROR [payments] psp timed out`] : []),
]);

it('takes the name of a service for the service', async () => {
  const { answer } = await ask(shop, 'how many errors in payments?');
  expect(answer).toContain('3 failing lines with `payments`');
  expect(answer).toContain('123 lines hold `payments` in all');
});

it('says no where what is asked about is there, but not in the place asked about', async () => {
  expect((await ask(shop, 'are there timeouts in inventory?')).headline).toMatch(
    /No: no line holds `inventory` with `timed out`/,
  );
  expect((await ask(shop, 'how often did inventory time out?')).headline).toMatch(/None: no line holds `inventory`/);
});

it('says so where what was quoted stands only in longer words', async () => {
  const { headline, answer } = await ask(calm(30, 'unprefetched block'), 'how many lines with "prefetch"?');
  expect(headline).toContain('30 lines with `prefetch`');
  expect(answer).toContain('`prefetch` stands only in longer words or numbers, as in `unprefetched`');
});

it.each([
  ['did payments take payment 7?', /Yes: /],
  ['has payments timed out?', /Yes: 3 lines with/],
  ['was inventory reserved?', /Yes: 120 lines with/],
  ['did inventory time out?', /LIKELY: No: no line holds `inventory` with/],
  ['did inventory overflow?', /LIKELY: No: `overflow` stands in none of the 363 lines/],
])('answers %s by lines that tell of both', async (question, expected) => {
  expect((await ask(shop, question)).headline).toMatch(expected);
});

it.each([
  ['Find OutOfMemory', /`OutOfMemory` is not in this file/],
  ['how many times did the watchdog fire?', /2 lines/],
])('looks a name up whatever it begins with, and in its usual abbreviation: %s', async (question, told) => {
  const slow = [400, 410].map((minute) => `${at(minute * 60)} ERROR [store] S3 SlowDown: reduce your request rate`);
  const wdt = [420, 430].map((minute) => `${at(minute * 60)} WARN [sys] wdt fired, resetting`);
  expect((await ask([...calm(300), ...slow, ...wdt], question)).headline).toMatch(told);
});

it('tells what the file states as the end of a trouble, where that is asked for', async () => {
  const limited = [400, 401, 402].map(
    (minute) => `${at(minute * 60)} ERROR [shop] daily quota used up, resets 00:00 UTC`,
  );
  const { headline } = await ask([...calm(420), ...limited], 'when will it work again according to the log?');
  expect(headline).toMatch(/daily quota used up, resets 00:00 UTC.*last said at 2026-05-12 12:42:00/);
});
