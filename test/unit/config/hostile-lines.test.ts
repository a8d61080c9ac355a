import { expect, it } from 'vitest';
import { configFormat } from '#service/formats/config/format.ts';
import { lineFolder } from '../../support/line-documents.ts';

const units = [
  ' ',
  '\n',
  ' \n',
  '.',
  ':',
  '::',
  '[',
  '(',
  '{',
  '"',
  '<',
  '=',
  '-',
  '\t',
  '/',
  ',',
  ';',
  '#',
  '!',
  '*',
  '@',
];
const words = ['a', 'A', 'a ', 'a.', 'a:', 'a=', 'a-', '0.', 'a{', '[a]', '{\n', 'a\n', '"a" ', '_'];

// A pattern that backtracks does not end within the time a test has.
it.each([...units, ...words])('detection ends on a file of nothing but %j', async (unit) => {
  for (const before of ['', 'WA', '[server]\n', 'hostname a\n', 'set a\n  ']) {
    const head = Buffer.from(`${before}${unit.repeat(Math.ceil(60_000 / unit.length))}\u0001`);
    const sureness = await configFormat.detect({ name: 'a', sizeBytes: head.length, head, tail: head });
    expect(sureness).toBeLessThanOrEqual(1);
  }
});

it('reading ends on a setting whose value is blanks for long', async () => {
  using folder = lineFolder();
  const reading = await folder.read(configFormat, `[server]\nport = 80\nname = a${' '.repeat(300_000)}b\n`, 'app.ini');
  expect(reading.documents[0]?.lines).toBe(3);
});
