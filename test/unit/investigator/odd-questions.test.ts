import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { areTimed, oddLines, oddQuestions } from '../../support/odd-questions.ts';
import { textFile } from './text-document.ts';

it('answers 200 odd questions with a verdict and quotes that are in the file', async () => {
  expect(areTimed(oddLines)).toBe(true);
  const { file, openLines } = textFile({ 'odd.log': oddLines.join('\n') });
  const investigate = createInvestigator({ openLines });
  for (const question of oddQuestions(200)) {
    const request = { files: [file], mode: 'deep' as const, budgetMs: 20_000, signal: new AbortController().signal };
    const report = await investigate({ ...request, question }, () => {});
    expect(report.answer, question).toMatch(/^\*\*(?:CONFIRMED|LIKELY|INCONCLUSIVE): /);
    for (const { line_start, line_end, excerpt } of report.citations)
      expect(oddLines.slice(line_start - 1, line_end).join('\n')).toBe(excerpt);
  }
});
