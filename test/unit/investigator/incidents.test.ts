import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { incidents } from './incident-logs.ts';
import { textFile } from './text-document.ts';

it.each(incidents())('$name: $question', async ({ question, log, facts, headline }) => {
  const { file, openLines } = textFile({ 'app.log': log });
  const signal = new AbortController().signal;
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal, budgetMs: 60_000 },
    () => {},
  );
  const [first] = report.answer.split('\n');
  expect.soft(first).toMatch(headline);
  for (const fact of facts) expect.soft(report.answer).toMatch(fact);
  const lines = log.split('\n');
  for (const { line_start, line_end, excerpt } of report.citations) {
    expect(lines.slice(line_start - 1, line_end).join('\n')).toBe(excerpt);
  }
});
