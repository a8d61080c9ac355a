import { expect, it } from 'vitest';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function head(question: string, lines: readonly string[]) {
  const { file, openLines } = textFile({ 'app.log': `${lines.join('\n')}\n` });
  const request = { files: [file], question, mode: 'quick' as const, signal: new AbortController().signal };
  const report = await createInvestigator({ openLines })({ ...request, budgetMs: 60_000 }, () => {});
  return report.answer.split('\n')[0]!;
}

const at = (second: number) => new Date(Date.UTC(2026, 9, 27, 13, 0, second)).toISOString();
const polls = Array.from({ length: 800 }, (_, n) => `${at(n)} DEBUG gateway unit=${n % 9} ok rtt=${30 + (n % 5)} ms`);
const touched = [...polls];
touched.splice(400, 0, `${at(400)} INFO gateway config: port ttyS2 terminator changed ON->OFF by user elektro`);

it('answers whether somebody touched the configuration by the lines that tell of changes', async () => {
  expect(await head('did somebody touch the configuration?', touched)).toMatch(
    /Yes: `gateway config: port ttyS2 terminator changed ON->OFF by user elektro` at .*13:06:40/,
  );
  expect(await head('was any setting changed?', polls)).toContain(
    'No: none of the 800 lines tells of anything changed',
  );
});

it('leaves to the cause what a change is blamed for', async () => {
  expect(await head('did the changed setting break something?', touched)).not.toContain('Yes: `gateway config');
});
