import { expect, it } from 'vitest';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function answer(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  return report.answer;
}

const at = (second: number) => new Date(Date.UTC(2026, 3, 14, 9, 0, second)).toISOString();

/** Sign-ins all day, refused from 10:22 to 10:51 because a route is gone. */
const vpn = Array.from({ length: 1440 }, (_, n) => {
  const second = n * 10;
  const isBad = second >= 4940 && second < 6680;
  const line = isBad
    ? `ERROR ipsecd: IKE_AUTH failed: no response from radius 10.3.3.3`
    : `INFO ipsecd: child sa ${n % 7} established`;
  return second === 4940
    ? [`${at(4936)} INFO netd: route 10.3.3.0/24 withdrawn by neighbor`, `${at(second)} ${line}`]
    : [`${at(second)} ${line}`];
}).flat();

it('tells where what fails in a window truly begins and ends, and what stood before it', async () => {
  const told = await answer('nobody could connect at about half past ten. what do you see?', vpn);
  expect(told.split('\n')[0]).toContain('in all 174 from 10:22:20 to 10:51:10 UTC');
  expect(told).toContain('What came first: `route 10.3.3.0/24 withdrawn by neighbor`');
});

const requests = Array.from({ length: 900 }, (_, n) => {
  const isBad = n >= 300 && n < 420;
  return `${at(n * 4)} ${isBad ? 'ERROR' : 'INFO'} web: POST /login answered ${isBad ? 500 : 200}`;
});

it('tells when the same request is answered well again', async () => {
  const told = await answer('users could not log in at 9:25. what do you see?', requests);
  expect(told.split('\n')[0]).toMatch(/\(120\), 09:20:00 to 09:27:56 UTC, well again at .*09:28:00/);
});

it('names no failure that comes as often at any other time, where something else happened', async () => {
  const lines = vpn.map((line, n) => (n % 120 === 7 ? `${line.slice(0, 24)} ERROR spans: export failed` : line));
  const head = (await answer('what happened between 10:20 and 11:00?', lines)).split('\n')[0];
  expect(head).toContain('IKE_AUTH failed');
  expect(head).not.toContain('export failed');
});
