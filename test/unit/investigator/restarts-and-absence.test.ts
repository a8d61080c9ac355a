import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

const at = (second: number) => new Date(Date.UTC(2026, 6, 1, 13, 0, second)).toISOString();
const quiet = Array.from({ length: 600 }, (_, i) => `${at(i * 5)} gateway chronyd[377]: Selected source 192.0.2.1`);
const back = 600 * 5 + 102;
const restarted = [
  ...quiet,
  `${at(back)} gateway kernel: Booting Linux on physical CPU 0x0`,
  `${at(back + 1)} gateway kernel: Linux version 6.1.0-18-arm64`,
  ...Array.from({ length: 40 }, (_, i) => `${at(back + 2 + i)} gateway chronyd[377]: Selected source 192.0.2.1`),
].join('\n');
const leaking = Array.from({ length: 200 }, (_, i) => {
  const heap = i < 60 ? 400 + (i % 3) : 400 + (i - 60) * 20;
  const lines = [`${at(i * 30)} INFO [gc] heap after collection ${heap} MB`];
  if (i === 60) lines.unshift(`${at(i * 30)} INFO [config] reloaded /etc/app.yaml: cache.max_entries 10000 -> 0`);
  return lines.join('\n');
}).join('\n');

it('names the restart, the gap and what is missing instead of guessing a cause', async () => {
  const report = await ask(restarted, 'Why did the gateway restart?');
  expect(report.verdict).toBe('INCONCLUSIVE');
  expect(report.answer).toMatch(/starts again 1 min 47 s later, at 13:51:42/);
  expect(report.answer).toContain('Booting Linux');
  expect(report.answer).toContain('normal traffic');
  expect(report.answer).toContain('pstore');
});

it('says so where nothing of what was asked is in the file', async () => {
  expect((await ask(restarted, 'Are there 500 errors?')).answer).toMatch(
    /^\*\*CONFIRMED: No: `500` is not in this file: it stands in none/,
  );
  expect((await ask(restarted, 'Is payment-service down?')).answer).toMatch(
    /`payment-service` (?:is not in this file: it )?stands in none/,
  );
  expect((await ask(restarted, 'What errors are in this log?')).answer).toContain('No errors: none of the 642 lines');
  expect((await ask(restarted, 'Did the app crash?')).answer).not.toContain('`crash`');
});

it('ties the beginning of a slope to the change that stands there, and answers both parts', async () => {
  const { answer } = await ask(leaking, 'Why does the memory grow and when did it start?');
  expect(answer).toMatch(/from 2026-07-01 13:30:00 UTC on/);
  expect(answer).toContain('cache.max_entries 10000 -> 0');
  expect(answer).toMatch(/When did it start\? It begins at 2026-07-01 13:30:00/);
});

async function ask(text: string, question: string) {
  const { file, openLines } = textFile({ 'app.log': text });
  const investigate = createInvestigator({ openLines });
  return investigate(
    { files: [file], question, mode: 'deep', budgetMs: 20_000, signal: new AbortController().signal },
    () => {},
  );
}

it.each([
  'Board dies\nPlease find out why the board dies',
  'Pixel-7 slow since 4.2, customers see 503s',
  'Order service down in PROD',
])('answers the ticket "%s" with the cause, whatever names of its own it uses', async (ticket) => {
  expect((await ask(leaking, ticket)).cause).toContain('heap after collection');
});
