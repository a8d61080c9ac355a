import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function head(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  return report.answer.split('\n')[0]!;
}

const at = (second: number) => new Date(Date.UTC(2026, 4, 4, 9, 0, second)).toISOString();

it('tells how long a thing was down, from the line that says so to the one that says it is back', async () => {
  const lines = [
    `${at(0)} WARN Server be/app1 is DOWN, check duration: 2001ms`,
    `${at(10)} WARN Server be/app2 is DOWN, check duration: 2001ms`,
    `${at(20)} INFO Server be/app2 is UP`,
    `${at(1655)} INFO Server be/app1 is UP`,
  ];
  expect(await head('how long was app1 down?', lines)).toContain('27 min 35 s');
});

const guesses = Array.from({ length: 60 }, (_, n) =>
  n % 6 === 5
    ? `${at(n)} INFO sshd Accepted publickey for eve from 10.0.0.3 port 22`
    : `${at(n)} INFO sshd Failed password for ${n % 2 === 0 ? 'root' : 'bob'} from ${n % 3 === 0 ? '198.51.100.4' : '203.0.113.9'} port ${n}`,
);

it('counts what the lines say as they say it, where a question names an outcome and a thing', async () => {
  expect(await head('which ip has the most failed passwords?', guesses)).toContain(
    '`203.0.113.9` leads with 30 of 50 lines with `failed password` (60 %)',
  );
  expect(await head('first and last failed password', guesses)).toMatch(/09:00:00.* last at .*09:00:58.*: 50 lines/);
});

it('takes an address for who, where lines name no user', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, n) =>
      `${n % 4 === 0 ? '10.0.0.1' : '45.83.64.17'} - - [04/May/2026:09:00:${String(n).padStart(2, '0')} +0000] "GET /a HTTP/1.1" ${n % 4 === 0 ? 200 : 429} 17 "-" "${n % 4 === 0 ? 'curl/8' : 'python-requests/2.32'}"`,
  );
  expect(await head('who is causing all the 429s', lines)).toContain('Only `45.83.64.17`: all 30');
});

it('names the network where no single address stands out', async () => {
  const lines = Array.from(
    { length: 90 },
    (_, n) => `${at(n)} INFO hit from ${n % 3 === 0 ? `10.${n}.7.1` : `81.2.3.${n}`} ok`,
  );
  const { file, openLines } = textFile({ 'app.log': lines.join('\n') });
  const request = { files: [file], question: 'top client ip?', mode: 'quick' as const, budgetMs: 60_000 };
  const { answer } = await createInvestigator({ openLines })(
    { ...request, signal: new AbortController().signal },
    () => {},
  );
  expect(answer).toContain('Together the 60 addresses of `81.2.3.0/24` have 60 lines');
});

it('ranks tasks by name, with the ids behind them left out', async () => {
  const lines = Array.from(
    { length: 30 },
    (_, n) => `${at(n)} ERROR Task shop.tasks.${n % 3 === 0 ? 'mail' : 'sync'}[${n}] raised unexpected: TimeoutError`,
  );
  expect(await head('which tasks fail the most? top 3 pls with numbers', lines)).toContain(
    '`shop.tasks.sync` leads with 20 of 30 failing lines (66.7 %); then `shop.tasks.mail` 10',
  );
});

it('tells the share of an outcome at the start and at the end of the file', async () => {
  const lines = Array.from(
    { length: 200 },
    (_, n) => `time=${at(n * 10)} peer=stock result=${n >= 180 && n % 2 === 0 ? 'timeout' : 'ok'}`,
  );
  expect(await head('share of timeouts to stock at the start vs at the end', lines)).toMatch(
    /0 % \(0 of 20\), then 50 % \(10 of 20\) with/,
  );
});

it('compares two hours that are given without minutes', async () => {
  const lines = Array.from(
    { length: 240 },
    (_, n) => `${new Date(Date.UTC(2026, 4, 4, 10, 0, n * 30)).toISOString()} INFO booked in ${n < 120 ? 24 : 290} ms`,
  );
  expect(await head("compare 10-11 with 11-12 o'clock, what got worse?", lines)).toMatch(
    /median `booked in` 24 ms, then 290 ms/,
  );
});

it('finds a thing by the short form that lines use for it, on the day that is named', async () => {
  const day = (date: number) => `2026-05-${String(date).padStart(2, '0')}T23:16:00Z`;
  const lines = [11, 12, 13, 14].map((date) => `${day(date)} INFO bkp: job nightly finished ok in ${date * 100} s`);
  expect(await head('how long did the backup on the 13th take?', lines)).toMatch(/21 min 40 s at 2026-05-13/);
});

const served = Array.from({ length: 90 }, (_, n) =>
  JSON.stringify({
    time: at(n * 60),
    level: n % 9 === 0 ? 'error' : 'info',
    user: n % 3 === 0 ? 'ana' : 'ben',
    took_ms: n,
  }),
);

it('understands which, most and how many in German, French and Spanish', async () => {
  expect(await head("Quel utilisateur a le plus d'erreurs ?", served)).toContain('`ana`');
  expect(await head('¿Qué usuario tiene más errores?', served)).toContain('`ana`');
  expect(await head('Wie viele verschiedene Benutzer gab es?', served)).toContain('2 different values of `user`');
});

it('counts lines beyond a limit, of those that state the number', async () => {
  expect(await head('how many requests took longer than 80ms', served)).toContain(
    '9 of 90 lines have `took_ms` above 80 ms',
  );
});

it('tells the number that was asked about first when it compares', async () => {
  expect(await head('how did latency change after 09:45?', served)).toMatch(/median `took_ms` 22 ms, then 67 ms/);
});

it('leaves what is told of a problem to those who find causes', async () => {
  const { file, openLines } = textFile({ 'app.log': served.join('\n') });
  for (const question of [
    'what is the biggest problem?',
    'our top customer cannot log in',
    'how long was the outage?',
  ]) {
    const request = { files: [file], question, mode: 'quick' as const, budgetMs: 60_000 };
    const { steps } = await createInvestigator({ openLines })(
      { ...request, signal: new AbortController().signal },
      () => {},
    );
    expect(steps.map(({ tool }) => tool)).not.toContain('calculate');
  }
});

it('takes a few min for minutes, and a story with a superlative for a story', async () => {
  const { file, openLines } = textFile({ 'app.log': served.join('\n') });
  for (const question of [
    'db fell over for a few min, what hit it?',
    'the app is slowest in the evening, can you check?',
  ]) {
    const { steps } = await createInvestigator({ openLines })(
      { files: [file], question, mode: 'quick', budgetMs: 60_000, signal: new AbortController().signal },
      () => {},
    );
    expect(steps.map(({ tool }) => tool)).not.toContain('calculate');
  }
});
