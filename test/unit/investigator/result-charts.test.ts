import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseInvestigator } from '#service/investigator/choose-investigator.ts';
import type { Report } from '#service/investigator/report.ts';
import { openLines } from '#service/lines/open-lines.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const lines = Array.from({ length: 240 }, (_, n) => {
  const time = new Date(Date.UTC(2026, 10, 20, 8) + n * 60_000).toISOString();
  return `${time} ${n % 4 === 0 ? 'ERROR' : 'INFO'} host=h${(n % 7) % 5} took=${100 + n} ms request done`;
});

async function ask(question: string): Promise<Report['chart']> {
  const folder = temporaryFolder();
  const reading = await readingOf(folder, 'app.log', `${lines.join('\n')}\n`);
  const files = [{ id: '1', name: 'app.log', folder: join(folder.path, 'reading'), reading }];
  const investigate = await chooseInvestigator(openLines);
  const { signal } = new AbortController();
  return (await investigate({ files, question, mode: 'quick', signal, budgetMs: 60_000 }, () => {})).chart;
}

it('draws groups from the greatest on', async () => {
  const chart = await ask('count by host');
  expect(chart).toMatchObject({ kind: 'bar', title: 'lines by host' });
  const counts = Map.groupBy(lines, (line) => /host=(h\d)/.exec(line)?.[1] ?? '');
  expect(chart?.categories).toHaveLength(5);
  expect(chart?.series[0]?.values).toEqual(chart?.categories.map((host) => counts.get(host)?.length));
});

it('draws counts over time in the order of time, the shared day said once', async () => {
  const chart = await ask('count level=error every 30 minutes');
  expect(chart).toMatchObject({ kind: 'bar', title: 'lines over time' });
  expect(chart?.across).toContain('2026-11-20');
  expect(chart?.categories.slice(0, 3)).toEqual(['08:00:00', '08:30:00', '09:00:00']);
  expect(chart?.series[0]?.values).toEqual([8, 7, 8, 7, 8, 7, 8, 7]);
});

it('draws nothing of one number, of few groups, of a list of names, and of a cause', async () => {
  for (const question of ['how many errors?', 'count by level', 'which hosts are there?', 'why did it fail?'])
    expect([question, await ask(question)]).toEqual([question, undefined]);
});
