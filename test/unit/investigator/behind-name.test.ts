import { describe, expect, it } from 'vitest';
import { ColumnBuilder } from '../../../src/service/investigator/facts/column-builder.ts';
import { behindName, unsure } from '../../../src/service/investigator/facts/lines/behind-name.ts';
import type { LogRecord } from '../../../src/service/investigator/facts/records.ts';
import { readRow } from '../../../src/service/investigator/facts/row.ts';
import { WordingBook } from '../../../src/service/investigator/facts/wording.ts';

describe('a field read where it stands behind its name', () => {
  it.each([
    ['level=info path=/a/b ms=12', '/a/b'],
    ['INFO done path="/a b" ms=12', '/a b'],
    ['INFO done xpath=/x,path=007', 7],
    ['INFO nothing of it', undefined],
    ['{"msg":"done","path":"/a","ms":3}', '/a'],
    ['2026-11-01T00:00:00Z app {"req":{"id":"{"},"ms":[1,2],"path": 12.50}', '12.5'],
    ['{"msg":"nothing of it"}', undefined],
  ])('reads %s', (line, value) => {
    expect(behindName('path')(line)).toBe(value);
  });

  it.each([
    'INFO path=/a then path=/b',
    'INFO called f(path=/a)',
    'INFO note="no path=/a there"',
    'INFO list=[1 path=/a]',
    'INFO note="5\\" path=/a"',
    '{"req":{"path":"/a"}}',
    '{"path":"/a","path":"/b"}',
    '{"path":"a\\nb"}',
    '{"path":["/a"]}',
    'INFO path=/a\n  below it',
    'INFO path = /a, size = 4',
    'INFO done, path: /a, size: 4',
    '{"msg":"a \\"path\\": of it"}',
  ])('leaves %s to be read in full', (line) => {
    expect(behindName('path')(line)).toBe(unsure);
  });
});

describe('the columns of a log whose lines share few words', () => {
  const pathOf = (at: number) => `/${String.fromCharCode(97 + (at % 26), 97 + ((at * 7) % 26))}`;
  const alike = Array.from(
    { length: 200 },
    (_, at) => `2026-11-01T00:00:00Z INFO api done path=${pathOf(at)} ms=${at}`,
  );

  it('reads one of its fields without the others', () => {
    const { columns, later, fullReads } = learn(alike);
    const path = columns.find(({ name }) => name === 'path');
    const before = fullReads();
    expect(later.map((record) => path?.read(record))).toEqual(later.map((_, at) => pathOf(at)));
    expect(fullReads()).toBe(before);
  });

  it('reads all lines in full where one tells a field otherwise', () => {
    const access = '10.0.0.7 - - [01/Nov/2026:00:00:00 +0000] "GET /zz HTTP/1.1" 200 12';
    const { columns, later } = learn([...alike, access]);
    const path = columns.find(({ name }) => name === 'path');
    expect(later.map((record) => path?.read(record))).toEqual([...alike.map((_, at) => pathOf(at)), '/zz']);
  });

  it('hides a value that another field names as a secret', () => {
    const { columns, later } = learn(
      Array.from({ length: 50 }, (_, at) => `INFO set name=DB_PASSWORD value=S3cretV4lue${at}x9 by=ada`),
    );
    const value = columns.find(({ name }) => name === 'value');
    expect(new Set(later.map((record) => value?.read(record)))).toEqual(new Set(['[masked]']));
  });
});

/** Learns from the lines, and has them read once more, as those of a long log are behind its sample. */
function learn(lines: readonly string[]) {
  let fullReads = 0;
  const book = new WordingBook();
  const builder = new ColumnBuilder(book);
  const recordOf = (text: string, at: number): LogRecord => ({
    text,
    line: at + 1,
    document: { name: 'a.log' } as LogRecord['document'],
    timeMs: undefined,
    row() {
      fullReads++;
      return readRow(text);
    },
    thrown: '',
    thrownAt: '',
    level: () => 'info',
    form: undefined,
    isInColumns: false,
  });
  for (const line of lines) book.learn(readRow(line).message);
  for (const [at, line] of lines.entries()) builder.see(recordOf(line, at));
  const columns = builder.columns();
  // The first read of a column looks at the sample.
  for (const { read } of columns) read(recordOf(lines[0] ?? '', 0));
  return { columns, later: lines.map(recordOf), fullReads: () => fullReads };
}
