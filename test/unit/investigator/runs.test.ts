import { expect, it } from 'vitest';
import { changePointOf } from '#service/investigator/calculate/change-point.ts';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { asksForRuns } from '#service/investigator/question/runs-asked.ts';
import { textFile } from './text-document.ts';

async function answer(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  return report.answer;
}

const at = (day: number, second = 0) => new Date(Date.UTC(2026, 7, day, 1, 0, second)).toISOString();

const nights = Array.from({ length: 12 }, (_, n) => {
  const day = n + 1;
  const took = day < 8 ? 1600 + (n % 3) * 20 : 4300 + (n % 3) * 30;
  return [
    `${at(day)} INFO etl[${1000 + day}]: job warehouse-load started`,
    ...(day === 8 ? [`${at(day, 40)} WARN etl[1008]: statistics of table sales are stale`] : []),
    ...Array.from(
      { length: 20 },
      (_, part) => `${at(day, 60 + part * 40)} INFO etl[${1000 + day}]: chunk ${part} copied`,
    ),
    `${at(day, took)} INFO etl[${1000 + day}]: job warehouse-load finished`,
  ];
}).flat();

it('tells since which run it takes longer, how much, and what is new in that run', async () => {
  const told = await answer('the warehouse load takes much longer lately, why? since which day?', nights);
  expect(told.split('\n')[0]).toMatch(
    /`job warehouse-load` takes 1 h 12 min instead of 27 min since the run of 2026-08-08 01:00:00 UTC; in it: `statistics of table sales are stale` at .*01:00:40/,
  );
  expect(told).toMatch(/2026-08-07 01:00:00 UTC +26 min 40 s/);
});

it('takes the time a line states where none tells of a start, and says so where no run stands out', async () => {
  const builds = Array.from({ length: 8 }, (_, n) => `${at(n + 1)} INFO ci: build #${n} took ${300 + (n % 2) * 5} s`);
  expect(await answer('do the builds take longer since which build?', builds)).toContain(
    'takes 5 min to 5 min 5 s in 8 runs, and no longer from some run on',
  );
});

it('finds where values leave their level for good, not a single one that does', () => {
  expect(changePointOf([10, 11, 10, 30, 31, 30])).toMatchObject({ index: 3, before: 10, after: 30 });
  expect(changePointOf([10, 11, 10, 10, 11, 10])).toBeUndefined();
  expect(asksForRuns('how long did the outage take?')).toBe(false);
});
