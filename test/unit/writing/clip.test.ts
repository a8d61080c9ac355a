import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clip } from '../../../src/bot/writing/prose.ts';

it.each([
  ['ab😀cd', 4, 'ab…'],
  ['ab👩‍👩‍👧cd', 6, 'ab…'],
  ['abe\u0301\u0302cd', 5, 'ab…'],
  ['ab👍🏽cd', 6, 'ab…'],
  ['abcdef', 4, 'abc…'],
])('cuts %s at %i between what is seen as characters', (text, most, shown) => {
  expect(clip(text, most)).toBe(shown);
});

it('cuts any text to its limit and leaves no half of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 2, max: 100 }), (text, most) => {
      const shown = clip(text, most);
      expect(shown.length).toBeLessThanOrEqual(Math.max(most, 2));
      expect(shown.isWellFormed()).toBe(true);
    }),
  );
});
