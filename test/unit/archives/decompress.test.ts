import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { containerKind } from '#service/archives/container-kind.ts';
import { DamagedStream } from '#service/archives/damaged-stream.ts';
import { decompress } from '#service/archives/decompress.ts';

const text = Array.from({ length: 5000 }, (_, n) => `line ${n} of a log with ${n * 7919} in it\n`).join('');
// `printf 'hello from bzip2\n' | bzip2 -9` and the same through xz.
const bzip2 = Buffer.from('QlpoOTFBWSZTWZ1yGv4AAAHZgAAQQAQAEAA4RNAgIAAhphNGhDAzBOVQiOUYRhzF3JFOFCQnXIa/gA==', 'base64');

describe('decompress', () => {
  it('joins the members of a gzip file', async () => {
    const two = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    expect(await all('gzip', two)).toEqual({ text: 'one\ntwo\n', damage: undefined });
  });

  it('unpacks zstd', async () => {
    expect(await all('zstd', zstdCompressSync(text))).toEqual({ text, damage: undefined });
  });

  it('joins the frames of a zstd file', async () => {
    const two = Buffer.concat([zstdCompressSync('one\n'), zstdCompressSync('two\n')]);
    expect(await all('zstd', two)).toEqual({ text: 'one\ntwo\n', damage: undefined });
  });

  it('loses not one byte before what follows the end', async () => {
    const { text: got, damage } = await all('gzip', Buffer.concat([gzipSync(text), Buffer.from('not compressed')]));
    expect(got === text).toBe(true);
    expect(damage).toBeInstanceOf(DamagedStream);
  });

  it('hands out everything before a missing end, then tells', async () => {
    const cut = gzipSync(text).subarray(0, -20);
    const { text: got, damage } = await all('gzip', cut);
    expect(damage).toBeInstanceOf(DamagedStream);
    expect(got.length).toBeGreaterThan(text.length * 0.9);
    expect(text.startsWith(got)).toBe(true);
  });

  it('tells at once where nothing can be unpacked', async () => {
    const { text: got, damage } = await all(
      'gzip',
      Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 255, 255, 255, 255]),
    );
    expect(got).toBe('');
    expect(damage).toBeInstanceOf(DamagedStream);
  });

  it('tells damage of xz and bzip2 without hanging', async () => {
    const xz = Buffer.concat([Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), Buffer.alloc(100, 7)]);
    expect((await all('xz', xz)).damage).toBeInstanceOf(DamagedStream);
    expect((await all('bzip2', bzip2.subarray(0, 30))).damage).toBeInstanceOf(DamagedStream);
    // The decoder's one context is free again after a failure.
    expect((await all('xz', xz)).damage).toBeInstanceOf(DamagedStream);
  });
});

describe('containerKind', () => {
  it.each([
    ['zip', Buffer.from('PK\x03\x04')],
    ['gzip', gzipSync('x')],
    ['zstd', zstdCompressSync('x')],
    ['bzip2', bzip2],
    ['7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])],
  ])('knows %s', (kind, head) => {
    expect(containerKind(head)).toBe(kind);
  });

  it('does not take text for a container', () => {
    expect(containerKind(Buffer.from(`BZh is how this line begins\n${'x'.repeat(600)}`))).toBeUndefined();
  });
});

async function all(kind: 'gzip' | 'zstd' | 'xz' | 'bzip2', bytes: Uint8Array) {
  const chunks: Uint8Array[] = [];
  let damage: unknown;
  try {
    for await (const chunk of decompress(kind, source(bytes), () => source(bytes))) chunks.push(chunk);
  } catch (error) {
    damage = error;
  }
  return { text: Buffer.concat(chunks).toString(), damage };
}

async function* source(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
