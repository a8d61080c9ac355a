import { expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from './text-document.ts';

async function answer(question: string): Promise<string> {
  const { file, openLines } = textFile({ 'job.py': 'def run():\n    raise OSError("disk failed")\n' });
  file.reading.documents[0]!.writing = 'program';
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  return report.answer;
}

it.each(['', 'What is wrong?', 'What errors are in this file?'])(
  'finds no trouble in a program: %j',
  async (question) => {
    expect(await answer(question)).toContain('INCONCLUSIVE: This is the text of a program, not a log');
  },
);

it('still looks up what is asked for in a program', async () => {
  expect(await answer("Find 'disk failed'")).toContain('job.py:2');
});
