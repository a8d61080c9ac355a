import { expect, it } from 'vitest';
import type { Finding } from '../../../src/service/formats/reading.ts';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

const finding = (part: Pick<Finding, 'rule' | 'title' | 'severity'>, line: number): Finding => ({
  ...part,
  explanation: '',
  role: 'cause',
  certainty: 'certain',
  count: 1,
  evidence: [{ document: 'report.txt', lineStart: line, lineEnd: line }],
});

async function causeOf(question: string): Promise<string> {
  const { file, openLines } = textFile(
    { 'report.txt': 'Kernel panic - not syncing: Fatal exception\nANR in com.example.maps\n' },
    {
      fileType: 'bugreport',
      findings: [
        finding(
          { rule: 'kernel.panic', title: 'Before the last boot: kernel panic: Fatal exception', severity: 'critical' },
          1,
        ),
        finding({ rule: 'android.anr', title: 'com.example.maps did not respond', severity: 'error' }, 2),
      ],
    },
  );
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'deep', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  return report.cause;
}

it('tells what happened since the last boot before what was kept from the one before', async () => {
  expect(await causeOf('')).toContain('com.example.maps did not respond');
});

it('tells what ended the boot before where that is asked about', async () => {
  expect(await causeOf('Why did the phone reboot?')).toContain('kernel panic');
});
