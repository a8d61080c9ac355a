import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashForm, lineForm } from '#service/lines/line-form.ts';
import { createPhraseTree } from '#service/lines/phrase-tree.ts';

const piece = fc.constantFrom(
  ...['took', 'user', 'user7', 'a1f', '42', '4.2', '.5', '..', '.', ', ', ' ', '  ', ': ', '[', '] ', '="x" '],
  ...['\u001b[31m', '\u001b', '\0', '\r', 'ä', 'roo', 'root', 't', '0'],
);
const line = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('known phrases', () => {
  it('tell the forms of lines apart exactly as hashing them does', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.constantFrom(0, 1)), { minLength: 1, maxLength: 60 }), (lines) => {
        const tree = createPhraseTree();
        const known = new Map<string, number>();
        for (const [text, seed] of [...lines, ...lines]) {
          const bytes = Buffer.from(`${text.replace(/\r+$/, '')}\nnext 7 line\n`);
          const end = bytes.indexOf(10);
          hashForm(bytes, 0, end, seed, false);
          const hashes = `${lineForm.first} ${lineForm.second}`;
          const expected = known.get(hashes);
          const alike = tree.findAlike(bytes, 0, bytes.length, seed);
          if (alike >= 0) expect([alike, tree.lineFeed]).toEqual([expected, end]);
          let form = tree.find(bytes, 0, end, seed);
          if (form < 0) {
            expect(`${lineForm.first} ${lineForm.second}`).toBe(hashes);
            form = expected ?? known.size;
            known.set(hashes, form);
            tree.keep(form);
          }
          expect(form).toBe(known.get(hashes));
          // A line that ends inside a terminal code is not learned.
          if (!text.includes('\u001b')) expect(tree.findAlike(bytes, 0, bytes.length, seed)).toBe(form);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('stay right when there are more of them than are kept', () => {
    const tree = createPhraseTree();
    let isWrong = false;
    for (let i = 0; i < 60_000; i++) {
      const word = [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
      const bytes = Buffer.from(`${word} took ${i} ms and ${word} more of it\n`);
      hashForm(bytes, 0, bytes.length - 1, 0, false);
      const { first, second } = lineForm;
      const form = tree.find(bytes, 0, bytes.length - 1, 0);
      if (form >= 0 || lineForm.first !== first || lineForm.second !== second) isWrong = true;
      tree.keep(i);
    }
    expect(isWrong).toBe(false);
  });
});
