import { expect, it } from 'vitest';
import type { Finding } from '#service/formats/reading.ts';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

const unused: Finding = {
  rule: 'config.unused',
  title: 'prefix list OLD is defined but not used',
  explanation: 'Line 1 defines it; no other line names it.',
  severity: 'info',
  role: 'context',
  certainty: 'certain',
  count: 1,
  evidence: [{ document: 'r1.cfg', lineStart: 1, lineEnd: 1 }],
};

it('lists what a configuration leaves unused or open, though nothing in it is a failure', async () => {
  const made = textFile({ 'r1.cfg': 'ip prefix-list OLD permit 10.0.0.0/8\nhostname r1\n' }, { findings: [unused] });
  const documents = made.file.reading.documents.map((info) => ({ ...info, fileType: 'config' as const }));
  const reading = { ...made.file.reading, fileType: 'config' as const, documents };
  const report = await createInvestigator({ openLines: made.openLines })(
    {
      files: [{ ...made.file, reading }],
      question: '',
      mode: 'deep',
      signal: new AbortController().signal,
      budgetMs: 60_000,
    },
    () => {},
  );
  expect(report.verdict).toBe('INCONCLUSIVE');
  expect(report.answer).toContain('prefix list OLD is defined but not used');
  expect(report.answer).toContain('`r1.cfg:1`');
});
