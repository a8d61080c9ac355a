import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '#core/errors.ts';
import type { DocumentInfo } from '#service/formats/reading.ts';
import { indexDocument } from '#service/lines/index-document.ts';
import type { LineQuery } from '#service/lines/open-document.ts';
import { openLines } from '#service/lines/open-lines.ts';
import { createDice } from '../mutate.ts';
import { oddQuestions } from '../odd-questions.ts';
import { hostileInput } from './hostile-input.ts';
import type { Subject } from './subjects.ts';

const patterns = [
  '(a+)+$',
  '(?:a|aa)*b',
  '[0-9]{1,1000}',
  '(?i)ERROR.*ERROR',
  '^$',
  '.*',
  '\\bfailed\\b',
  '(',
  '[z-a]',
  '\\1',
  '(?=x)',
  'x{1,100000}',
  '\\x{110000}',
  '\\pL+',
  'a||b',
];

/** Indexes any bytes, cites and searches them with odd terms; what is found is checked line by line. */
export function linesSubject(seeds: readonly Uint8Array[]): Subject {
  return {
    name: 'lines and search',
    input: (number) => hostileInput(seeds, number),
    async run(input, folder, number) {
      const dice = createDice(number);
      const path = join(folder, 'document');
      writeFileSync(path, input);
      const indexed = await indexDocument({ path, indexPath: join(folder, 'index') });
      const [odd = ''] = oddQuestions(1, number);
      const info: DocumentInfo = {
        name: 'document',
        fileType: 'log',
        path: 'document',
        sizeBytes: input.length,
        lines: indexed.lines,
        indexPath: 'index',
        clock: indexed.clock,
      };
      const { indexPath, ...plain } = info;
      await using document = await openLines(folder, number % 3 === 0 ? plain : info);
      const lines = await document.lines(1, indexed.lines);
      const expected = input.toString('utf8').split('\n');
      if (expected.at(-1) === '') expected.pop();
      if (lines.length !== indexed.lines || lines.join('\n') !== expected.join('\n'))
        throw new Error('the lines read are not those of the document');
      const line = lines[dice(lines.length)] ?? '';
      const term = line.slice(dice(line.length), dice(line.length) + 1 + dice(12));
      await search(
        { all: [term], limit: 1e6 },
        lines.flatMap((text, index) => (text.includes(term) ? [index + 1] : [])),
      );
      await search({ any: [odd, term], none: ['x'], ignoreCase: true, limit: 50 });
      await search({
        pattern: dice(2) === 0 ? odd : patterns[dice(patterns.length)]!,
        ignoreCase: dice(2) === 0,
        fromLine: dice(9) - 2,
        limit: 50,
        budgetMs: 2000,
      });
      await document.histogram(1 + dice(60));
      await document.templates();
      await document.meta(dice(indexed.lines + 3));

      async function search(query: LineQuery, exactly?: number[]): Promise<void> {
        try {
          const found = await document.search(query);
          if (found.lines.some((at) => at < 1 || at > indexed.lines))
            throw new Error('a search finds lines that are not there');
          // A term with broken characters is not in the bytes as it is in the text.
          if (exactly && !term.includes('\ufffd') && term.isWellFormed() && found.lines.join() !== exactly.join())
            throw new Error(
              `a search for ${JSON.stringify(term)} finds ${found.lines.length} lines, not ${exactly.length}`,
            );
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
        }
      }
    },
  };
}
