import { expect, it } from 'vitest';
import { createUnwrapper } from '#service/lines/unwrap-lines.ts';

function unwrapped(lines: readonly string[]): [number, string][] {
  const given: [number, string][] = [];
  const unwrapper = createUnwrapper<undefined>(
    (text) => text.startsWith('['),
    (line, text) => given.push([line, text]),
  );
  for (const [index, text] of lines.entries()) unwrapper.line(index + 1, text, undefined);
  unwrapper.end();
  return given;
}

const broken = '[  12.004979] watchdog: eth0 (e1000e): the transmit queue 0 timed';

it('puts together what was broken because the next word did not fit', () => {
  expect(unwrapped([broken, 'out', '[  13.000000] next'])).toEqual([
    [1, `${broken} out`],
    [3, '[  13.000000] next'],
  ]);
});

it('leaves lines alone that had room for more, and those below no record', () => {
  const short = [
    '[  12.0] short',
    'output of a program',
    'and more of it, which is long enough to reach the margin of',
    'mail',
  ];
  expect(unwrapped(short)).toEqual(short.map((text, index) => [index + 1, text]));
});

it('leaves a text alone that has longer lines', () => {
  const long = ['[  11.0] '.padEnd(120, 'x'), broken, 'out'];
  expect(unwrapped(long)).toEqual(long.map((text, index) => [index + 1, text]));
});
