import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { checkQuotes } from '../../../src/bot/cases/check-quotes.ts';

const log = 'first line\r\nsecond line\nthird \xff line\nlast without end';
const bytes = Buffer.from(log, 'latin1');

function stream(whole: Uint8Array, chunk = 7): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= whole.byteLength) return controller.close();
      controller.enqueue(new Uint8Array(whole.subarray(offset, offset + chunk)));
      offset += chunk;
    },
  });
}

const quote = (lineStart: number, lineEnd: number, excerpt: string, file = 'app.log') => ({
  file,
  lineStart,
  lineEnd,
  excerpt,
});

it('keeps quotes that stand at their lines and drops the others', async () => {
  const good = [
    quote(1, 2, 'first line\nsecond line'),
    quote(3, 3, 'third \ufffd line'),
    quote(4, 4, 'last without end'),
    quote(2, 2, 'second line'),
  ];
  const bad = [
    quote(1, 1, 'second line'),
    quote(5, 5, 'after the end'),
    quote(2, 3, 'second line'),
    quote(4, 4, 'last'),
  ];
  const check = await checkQuotes([...good, ...bad], stream(bytes));
  expect(check).toMatchObject({ state: 'checked', kept: good, dropped: 4 });
});

it('counts lines of a compressed log after decompression', async () => {
  const check = await checkQuotes([quote(2, 2, 'second line')], stream(gzipSync(bytes), 20));
  expect(check).toMatchObject({ state: 'checked', dropped: 0 });
});

it.each([
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), bytes])],
  ['a binary file', Buffer.concat([Buffer.from([0xd4, 0xc3, 0, 0]), bytes])],
  ['a compressed archive', gzipSync(Buffer.concat([Buffer.from('a.log\0\0\0'), bytes]))],
  ['a damaged compressed file', gzipSync(bytes).subarray(0, 15)],
])('knows nothing of quotes from %s', async (_, content) => {
  expect(await checkQuotes([quote(1, 1, 'x')], stream(content, 1_000))).toEqual({ state: 'uncheckable' });
});

it('reads no further than the last cited line', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new TextEncoder().encode('a line of text\n'));
    },
  });
  const check = await checkQuotes([quote(3, 3, 'a line of text')], endless);
  expect(check).toMatchObject({ state: 'checked', dropped: 0 });
  expect(pulled).toBeLessThan(10);
});
