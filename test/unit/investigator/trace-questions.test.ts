import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

it.each([
  ['how many processes?', '2 processes in this trace'],
  ['how many threads are in the trace?', '1 thread in this trace'],
])('counts what a trace holds though its lines name no such word: %s', async (question, answer) => {
  const { file, openLines } = textFile(
    { 'x.pftrace#events': 'pump draw 3 ms\nvalve draw 4 ms\n' },
    { fileType: 'perfetto', trace: { processes: 2, threads: 1, slices: 2, unreadSources: [] } },
  );
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  expect(`${report.verdict}: ${report.cause}`).toBe(`CONFIRMED: ${answer}`);
});
