import { describe, expect, it } from 'vitest';
import { bunzip2 } from '#service/archives/bunzip2.ts';

/** `head -c 200000000 /dev/zero | bzip2`. */
const zeros = Buffer.from(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1kOCeLfAV+OQADAAAAIIAAwgE1GQqAlqQqAlzFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZzL/7xgB9osAIwAACAAAIIAAwzAmqaZKkQbVFSIPF3JFOFCQeFqODAA==',
  'base64',
);
/** 400 lines through `bzip2`. */
const lines = Buffer.from(
  'QlpoOTFBWSZTWcRo+lkAFWFZgEAQQAB/4CPlhIBgDZ8AAYAAHBfAEgEgfaCujI2bU20Zjd4KDRo0GQGhFTwyb9UqlB+qACKp/tGmKVQAARTZppiqqABkGp+kCaVQAMgk9VSmgaAB6Tw5qtW+/mgYAgEwBARCEARASARBAJBBAEJBAEGJAICIEICICEDAEAmAIDAwgDAEgGAgEiAgCJAgIMEgEEECEEQBCEQBASQEAYEIAwBIBgIBmAIAwgQETUajUVGo1Go1FRUlhAEEEgEEECQEQBCEQBAUgEAYEIAwEfVVq3m1Gvv379+/f0+20AeNgKHAJDoOgkOAUNgPGgC0AB5DYC2gDxsBQ4BIdB0EhwChsB40AWgAKQcAtoA8bAUOASHQdBIcAobAeNAFoACQ6DoJDgFDYDxoAtAAf5ERHyI+fzERHyI+ZbPd/L4z8Eh0HQSHAKGwHjQBaAA8hsBbQB42AocAkOg6CQ4BQ2A8aALQAFIOAW0AeNgKHAJDoOgkOAUNgPGgC0ABIdB0EhwChsB40AWgALRoAtoA8bD+oiI+RHz+rRn5XrZ+LaAPGwJmZmc52a9ZmbAUOATMyS5czTkNu6zXypZZzqVQcRyypgSqJPqTOXlXep6+u5tKhDOXYRgeaazMBimoogLZo0KuDnczl5QkxalSu5tBGcS653ubl4rZrhIVxGlRN1ojK4YMGOpXc4KCp7pL7aD6sW3plMp9dmNqOKQSAocAmZmZ7NetXjQB42Daqqqve8vZ3dn3cECZYkeag6Yczz5ra1Uwy5txMiUC8SaJiidiTkFiwo5Ir3uV12n52KRUKhihCrWkzyFYk/bU9vtT6mqOViGlYlOtYYAhdeiq6qXHZlM5449adZCTIMOYLZdlk97c9uI4nr50WW17XBzuvmi429z1Tl5AWKTBLUUQAzm01iIEo9L9Li4Ww1hpQrRZxdF0i2vW1hwXYqXtOOc6B4Rj5PX0SxC1tTOVN7lyHFnmrFra8JlZMcs4pE4O3eXeexsBQ4BKqqqVbnOzWWyMzMzMLaAmZmZIW2zfJ5GtQ7vmu6+b1E01JyzwmJYZ3ZkyoVEkY1ovIWCWCssxHgF4rsX6s3JnljEoFOtMww56WrEpFNeuqd1CsSs6YUKxHnJZzmHK3tqdp0KfOtaWY+COMCRWaJoV57KrOtaJ9fiyTi8ijmlHixdEzd197UW1RyxLoHjBjOaYhc9MTrioRypYcqvRzxBRopLhpLY7N5e25J1qhdKhrxxdLIOaLvXyfdzcuRQSSUdOac8taVoWli3WEqu+zy6Y4BIdB0qqpVXzfOzXrtADMzMjMzMyZmZkRrbfM5qJjUd1G9b18gU62J41QoFy5728vp4wTxqheMEW1glhQj3Zzt5Thtnqz0qBYhgX3Yu1V2OplySKq2LFip2LeuI927rc55GmCrU8BecnLycu+4ve7DqoB0716eFbaqMHQ4lMeOdbbXhSO34t67K7cHhUeI6+nea109bus2877tAKVDY5frfbmPHJLqh4KHmOzJfeiuqnj4eU5sjlsjYbbYbbchwVVKqtc52a9bxoAtAGVVEmSXgFCTaE8gTLunO6zB3IYceQLKVHD5bvr0a6ZcfzkaPX1Jccp+lF6UKHj0R3WvYi9Z9wigfW9vH6W1m0X7xmcNzyN5tCsd+D73GTYeLRzeOXe01vtkmlXig+uAcY06F4cz3OeLyHOnr6RFAiN4kOAUNhVKqq5PK9ZdDYD5vzbbMJJMkGk7sfjRBpdWdzdejHcFr2j0v1I9wdMZujAbyZy7YOIHu06W+9HDW33K17lrDw8cH3VOuLL6jWRXlmCuPbRa9Pu7Fp7QPYKOBnEBJDrgr2vVd33PnpPdeWXwVTvsMB50VoC1s4A4Q412orO5fKnlVl4obAeNApVVVV66K9chwChsKrKqqzMq1zOZWa2c451LSu417ALfI1wuR6hEtR7143Kyc3rtv56XvLJkFa3a2lXC368WYMHCVk4HVu1pOI1DWeHPvZKHAF8caP0M6BcpkdjIKxHfeXUh7FzjNNz3AKyPK+TbLvnvPemPL17udzL7udzlrx40AWgBVVVV6zqvW6DoJDgqqyqrIm4PYxngFKIaVar1m8avHWV2MbKW1fl29Jlioi/LKmNUyeGG3tb2YDydNrfZnhw3asDZOzPeXatS0VKzedxfdc8hNOTbnu4WLMrtnhaWXOFKLqXD3oZIdR5+RGeleTXtDB3TjUWfA0hT1Skllkxv3paACBAEzMzNt87L1uASAbbYbJJhMkl57MPr82h3LI/TFqHbEs9tHVxxJ3e1J07HlYB0XuyzgAQwLtzMDFwv7sLtnlwNbuvKl73UdU5Mo5S2Vmkexyx23lmCljMVXEnJ5rUY/UrHY/c9uu4xaX3iQVKQVl1IRtXhGByt9IN0u6jk1l+/kggH4LaAmZmZjW+dmltgKHAJVVVX5WZGt95mVz57eVPWpbxb4ceUoDgsNavJ/HNdYwiVeMys8sSvxVakKfG83Kh4j3piPM+O6J5CCtfiz7hk26RsqbQs+koc+plB+bQNdH5+6YA9Kw+mcvoq2zUe8LxO1kDKN6mrHGI2nffRV7UZfrhJLiXPuklxLnwkkuJc/iStW7qrVuarVlVq3aq1bmq1biq1btVWrKrVulVq3FVatxVat/i7kinChIYjR9LIA=',
  'base64',
);
const text = Array.from({ length: 400 }, (_, n) => `line ${n} of a log with ${n * 7919} in it\n`).join('');

describe('bunzip2', () => {
  it('gives the bytes back, in pieces of any size', async () => {
    for (const pieceBytes of [1, 7, 500, 10_000]) expect(await unpacked(lines, pieceBytes)).toEqual([text]);
  });

  it('joins streams, and tells what follows the last one from damage', async () => {
    expect(await unpacked(Buffer.concat([lines, lines]))).toEqual([text + text]);
    expect(await unpacked(Buffer.concat([lines, Buffer.from('a signature')]))).toEqual([
      text,
      expect.objectContaining({ isBehindEnd: true }),
    ]);
  });

  it('hands a block that swells a millionfold out in small pieces', async () => {
    let bytes = 0;
    for await (const piece of bunzip2(source(zeros))) {
      expect(piece.length).toBeLessThanOrEqual(64 * 1024);
      bytes += piece.length;
      if (bytes > 10_000_000) break;
    }
    expect(bytes).toBeGreaterThan(10_000_000);
  });

  it('tells a cut, a changed byte and a block without end', async () => {
    const changed = Buffer.from(lines);
    changed[200]! ^= 0x10;
    for (const broken of [lines.subarray(0, -8), changed, endlessRun()]) {
      expect(await unpacked(broken)).toEqual([expect.any(String), expect.objectContaining({ name: 'DamagedStream' })]);
    }
  });

  it('tells every damage as such, and none hangs', async () => {
    for (let at = 0; at < lines.length; at += 3) {
      const broken = Buffer.from(lines);
      broken[at] = (broken[at]! + 91) & 0xff;
      const [, damage] = await unpacked(broken);
      expect(damage === undefined || (damage as Error).name === 'DamagedStream').toBe(true);
    }
  });
});

async function unpacked(bytes: Uint8Array, pieceBytes = 4096): Promise<[string, unknown?]> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of bunzip2(source(bytes, pieceBytes))) pieces.push(piece);
  } catch (error) {
    return [Buffer.concat(pieces).toString(), error];
  }
  return [Buffer.concat(pieces).toString()];
}

async function* source(bytes: Uint8Array, pieceBytes = 4096): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** One block whose run is as long as 2^32 - 1: numbers of 32 bits take that for -1. */
function endlessRun(): Buffer {
  let bits = '';
  const put = (value: number, count: number) => {
    bits += value.toString(2).padStart(count, '0');
  };
  for (const byte of Buffer.from('BZh9')) put(byte, 8);
  for (const byte of [0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0, 0, 0, 0]) put(byte, 8);
  put(0, 1 + 24);
  // One byte is used, `a`: range 6, place 1.
  put(0x8000 >>> 6, 16);
  put(0x8000 >>> 1, 16);
  put(2, 3);
  put(1, 15);
  put(0, 1);
  // Both tables: lengths 1, 2, 2.
  for (let table = 0; table < 2; table++) bits += `${(1).toString(2).padStart(5, '0')}01000`;
  bits += '0'.repeat(32);
  put(3, 2);
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
