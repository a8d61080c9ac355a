import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { textFile } from '../../unit/investigator/text-document.ts';
import { oddLines, oddQuestions } from '../odd-questions.ts';
import { hostileInput } from './hostile-input.ts';
import type { Subject } from './subjects.ts';

/** Asks what nobody should ask of texts nobody should write: each answer begins with a verdict and quotes what is there. */
export function questionsSubject(seeds: readonly Uint8Array[]): Subject {
  const sound = Buffer.from(oddLines.join('\n'));
  return {
    name: 'questions',
    input: (number) => (number % 2 === 0 ? hostileInput(seeds, number) : sound),
    async run(input, _folder, number) {
      const texts = { 'odd.log': input.toString('utf8') };
      const { file, openLines } = textFile(texts);
      const investigate = createInvestigator({ openLines });
      const question = [...oddQuestions(1 + (number % 8), number)].at(-1)!;
      const report = await investigate(
        { files: [file], mode: 'deep', budgetMs: 20_000, signal: new AbortController().signal, question },
        () => {},
      );
      if (!/^\*\*(?:CONFIRMED|LIKELY|INCONCLUSIVE): /.test(report.answer))
        throw new Error(`the answer begins: ${report.answer.slice(0, 80)}`);
      const lines = texts['odd.log'].split('\n');
      for (const { line_start, line_end, excerpt } of report.citations) {
        if (lines.slice(line_start - 1, line_end).join('\n') !== excerpt) {
          throw new Error(`lines ${line_start} to ${line_end} are not as quoted`);
        }
      }
    },
  };
}
