import { expect, test } from 'vitest';
import { readSections } from '../../../src/bot/analysis/answer-sections.ts';
import { arrangeEvidence } from '../../../src/bot/cases/arrange-evidence.ts';

test('five quotes are shown, the first of them first, and further ones told by place', () => {
  const quotes = Array.from({ length: 7 }, (_, at) => ({
    file: 'app.log',
    lineStart: at * 10 + 1,
    lineEnd: at * 10 + 1,
    excerpt: `line ${at * 10 + 1}`,
  }));
  const name = 'app.log';
  const { proof, more } = arrangeEvidence({
    sections: readSections('LIKELY: it broke'),
    quotes,
    kept: quotes,
    rename: { from: name, to: name },
  });
  expect(proof.map(({ lineStart }) => lineStart)).toEqual([1, 11, 21, 31, 41]);
  expect(more?.map(({ lineStart }) => lineStart)).toEqual([51, 61]);
});
