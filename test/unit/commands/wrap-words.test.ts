import { expect, it } from 'vitest';
import { wrapWords } from '../../../src/commands/wrap-words.ts';

const usage = `  logtriage analyze FILE… [--question Q] [--query Q] [--json]\n${' '.repeat(6)}Names the cause in each file.`;

it('ends lines between words, and leaves them as they are where nobody told a width', () => {
  expect(wrapWords(usage, 44).split('\n')).toEqual([
    '  logtriage analyze FILE… [--question Q]',
    '    [--query Q] [--json]',
    '      Names the cause in each file.',
  ]);
  expect(wrapWords(usage, undefined)).toBe(usage);
  expect(wrapWords(`x ${'y'.repeat(90)}`, 40)).toBe(`x ${'y'.repeat(90)}`);
});
