import { setImmediate } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { containerKind } from '#service/archives/container-kind.ts';
import { DamagedStream } from '#service/archives/damaged-stream.ts';
import { decompress } from '#service/archives/decompress.ts';

const text = Array.from({ length: 5000 }, (_, n) => `line ${n} of a log with ${n * 7919} in it\n`).join('');
// `printf 'hello from bzip2\n' | bzip2 -9` and the same through xz.
const bzip2 = Buffer.from('QlpoOTFBWSZTWZ1yGv4AAAHZgAAQQAQAEAA4RNAgIAAhphNGhDAzBOVQiOUYRhzF3JFOFCQnXIa/gA==', 'base64');
/** The first 400 of those lines. */
const xz = Buffer.from(
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4DjQBlNdADYaSh8IoCYDTQad7+2Kpwb/sda72V9HAkX590zTydOlf+TcK0i7lq5gVJw7ZdRmz+3+Uq60iecIPM1OuFRjgBUM5LTWeEREZNffkj2zELEx5FzRv0EZDvaXQmwvMTryHa0qRXSbbiew1yDJsaVKpCOlM/g/3ZtSWTye7HAfauvzksg9zwKcR4nx3UHD2QZrUbOpxHfBdU50Fo5UXtHuEJ7mobOvi6unwR0x6XrZ61LkaJ0Gb/mBdnafCCvJOeYf9JsCOjipCC2YWmqZbrgwWmP54jAdrA4ZeV+D1s9UV+srSmnTTVwKwNIYDnJPbNqL61EZKFNJr4r/yhY6A3Jg9Wbtrgc+06Aia52Oh42WePlzQRJbDaAy+r3FMFlL9DWoS02nqN8mW3nTv5T2lDoRCdH4BT5Y+X/oVe143zC0gs83n5/RMO1SftwRXx5ICASoLhI3oW5C2oi38SWLWdEOwqhwCwxEWsxjjozcT3T5TYHGOTfUDWS8FPNO2PPAemvvnzV9Eof3Ccj7ojS+sCHLKoNYLC1bPWOnRiyaDq6Xx+8HcPt53h0u0XABSsuQlT30apjdw9DD4WmkP1/RxfnWl14t0gyjM09d59ypcK91uteSBsynaO5CyHHTz+6czCVQ/Pvoy43XtGs1mz+Jt+XM2baA7k6PLQEYx+wWJn2onNVasYKnJgOLVIGLk0ptdtxSf6V1iKI7qcEqNgE6FNpVwImSvmQSt2p0sUbked8R58WuQaieqOZKdU1qyXU2B/ma7zVjM360ns3mxcsO5p2e80060scNN/+X1aH3b1BFCq6AumbJQ/qhO2PcieeN+Hwwufrh51D4wrpWJXUlBEWKBmKjNSudt70/m9B5EAqKgHG4/I8sDkQn4mkUOoXTLGW6kUUt2VYsOcGaQWErFDgoeV4H18HtyQGQTH2IxqcxFN7COL51XAe+YC6YGiQ4LWVgStVBXchzo2UN0IyJVcfh7pZQt3PrjAoUSMFX5/3OuMRH86PXDXdJHDGUXBUqys1lAhEqhtjUQiHonImQ7QS+k5/L0YUSQEyFfAuyW/JfmgZSm3lG41r3DcbsHdu9FQERIKuJcR9NAVn5AOs92Iswpkha/SrbCQSwrgtU0kXsgl7EZjgFUX+ZNM/rJkVi2cFPjYxLpURQ7FNSKyHzfkUlLqVCxj580LKwhvsOo+WhdhhR3kZkl3t4/uPa2j5saEgI5U+G2e/Quugqz0jdfqIkMJHO6YdgJcKNNA8aUfQlWLKb7Tl1uku0f6wXek31+8qVgyuaWXc0RKXQrjkYmbGp4LCqkek54T8D2buVgh4/oavCU+ntJmbD10tEtj3t9rvTP/57kz2SCzForD0i8Uwm3nDdIEzZIZaGWgdr0KFVUMHPLFDp2OupVCMSSW3C7MNNIbCBlicmmior16Ghg3jnA9tMX/ZQNZ8gMxBir/GjxkaTig+quBS0S8I6Duxmtxx5ezaiRnqZTCLsagvPDQiBSFJ6/JwYmQAQpwVY7KOSSIjc8LLw6qOsqtDSkWARUMxPNh9is3LtL+NFnfrDaiJEQH9EQgBpeOOQnATg+6FDIPnZ6+n36sqtGvmzx056kHUzBjYdsZzrVE/XFpztGo/b6yO5ZeH2e8/1FSra2Wvpv1Fip9+E/OxL1J5Tm9sy1SgYMI1SHf1vqoWWG5J1v1rZDGqPG9Pdgb4DajhkxYcFJj56+UfewD51GNyOrcMOfCU58hAj5Owb2fN6N8NwCtwCc7Of0VOT20vooWqaeBgjxZ8akKnoKrYRTyFOcdtDSEnSBXASFNAN4csNGinbnb/2ChIsqmb6R+aYwPObqEZ0nMvckai3oouy0kXiXcMSH+yebwpdbbo7D3u1BlyBOZm4PujPK9sb0yaUWP/+pfDuFge7F/LZtPk01ffbvZLPaI2yQmOMzLu1vYSNB9YCA5uTMuNQb6LI9RbOf6R2zJiNeMLNzTr4mDPWNkIVBurR+w6UUxO+AFvcRYgrHPWrKJxeL4giSAmQRgx9RkCFdCburXXqwQXzeUaXoTfEE8lLaSUkHgGLcj8Anbvw2eujutKa6D1R9f0xVXqb0oVVLQg+Ldm1TF5jcSXS3QWYgZUeddljMW2JoAkIwoUDDxmgjveUTNFQI/cdzQ9GVCRZuhgZQn+zq03gAADzuY1kApNIvgAB7wzRcQAAEExsKrHEZ/sCAAAAAARZWg==',
  'base64',
);

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

it('lets xz be given up at any moment, and begins again', async () => {
  const stray: unknown[] = [];
  const keep = (error: unknown) => void stray.push(error);
  process.on('uncaughtException', keep).on('unhandledRejection', keep);
  try {
    for (let round = 0; round < 200; round++) {
      let left = round % 5;
      for await (const chunk of decompress('xz', slowly(xz))) if (chunk.length > 0 && left-- <= 0) break;
      for (let turn = 0; turn < round % 3; turn++) await setImmediate();
    }
    const { text: got, damage } = await all('xz', xz);
    expect([got === text.slice(0, got.length), got.split('\n').length, damage]).toEqual([true, 401, undefined]);
  } finally {
    process.off('uncaughtException', keep).off('unhandledRejection', keep);
  }
  expect(stray).toEqual([]);
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

async function* slowly(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 64) {
    await setImmediate();
    yield bytes.subarray(at, at + 64);
  }
}

async function* source(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
