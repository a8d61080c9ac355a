import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelOfLine } from '#service/lines/level.ts';
import { mayTellLevel } from '#service/lines/level-hint.ts';

const word = fc.constantFrom(
  ...'ERROR error Warn W/Tag E F [info] <crit> level=warn lvl=50 oom-kill segfault denied timeout broken'.split(' '),
  ...'reset lost crashed retrying deprecated DETAIL: fatal: eror {"level": "s":"E" 12 a1 _ user opened'.split(' '),
  ...['out of memory', 'no space left on device', 'can not', "can't", 'couldnt', '" 404 -', '\u001b[31mERROR', '\t'],
);

describe('the hint at a level', () => {
  it('is given by every line that has a level', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom(' ', ': ', '/', '', '|')), { maxLength: 6 }), (words) => {
        const line = words.flat().join('');
        const bytes = Buffer.from(`${line}\n`, 'latin1');
        const { level } = levelOfLine(line, 0, 0);
        expect(level === 0 || mayTellLevel(bytes, 0, line.length)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('is not given by words alone', () => {
    const line = 'kjqhwert ybvmoqpx zzyzx hhqwk user42 opened 7 doors';
    expect(mayTellLevel(Buffer.from(`${line}\n`), 0, line.length)).toBe(false);
  });
});
