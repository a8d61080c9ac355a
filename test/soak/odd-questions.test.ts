import { expect, it } from 'vitest';
import { createInvestigator } from '../../src/service/investigator/create-investigator.ts';
import { oddLines, oddQuestions } from '../support/odd-questions.ts';
import { textFile } from '../unit/investigator/text-document.ts';

it('answers 10,000 odd questions, each within two seconds', async () => {
  const { file, openLines } = textFile({ 'odd.log': oddLines.join('\n') });
  const investigate = createInvestigator({ openLines });
  const slow: string[] = [];
  for (const question of oddQuestions(10_000, 11)) {
    const startedMs = performance.now();
    const request = { files: [file], mode: 'deep' as const, budgetMs: 20_000, signal: new AbortController().signal };
    const report = await investigate({ ...request, question }, () => {});
    expect(report.answer).toMatch(/^\*\*(?:CONFIRMED|LIKELY|INCONCLUSIVE): /);
    if (performance.now() - startedMs > 2000) slow.push(question.slice(0, 200));
  }
  expect(slow).toEqual([]);
});
