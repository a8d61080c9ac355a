import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

const texts = {
  'a.log': '2026-05-12 06:00:00 INFO app: started\n2026-05-12 06:00:01 ERROR app: disk full\n',
  'b.log': '2026-05-12 06:00:02 ERROR app: gasket blown\n',
};

async function answer(question: string, elapsed: number): Promise<string> {
  const { file, openLines } = textFile(texts);
  let calls = 0;
  // All of the time is gone as soon as it is asked for.
  const investigate = createInvestigator({ openLines, elapsedMs: () => (calls++ === 0 ? 0 : elapsed) });
  const request = {
    files: [file],
    question,
    mode: 'quick' as const,
    signal: new AbortController().signal,
    budgetMs: 1000,
  };
  return (await investigate(request, () => {})).answer;
}

it('says that there was no time rather than that something is not there', async () => {
  expect(await answer("Find 'disk full'", 5000)).toMatch(/ran out of time before I had read all lines/);
});

it('does not say that words are in no text where there was no time to look into all of them', async () => {
  expect(await answer("Find 'gasket'", 5000)).not.toMatch(/not in this file|stands in none|in none of/);
  expect(await answer("Find 'gasket'", 0)).toContain('b.log:1');
  expect(await answer("Find 'sprocket'", 0)).toMatch(
    /^\*\*(?:CONFIRMED|INCONCLUSIVE): (?:None|`sprocket` is not in this file)/,
  );
});
