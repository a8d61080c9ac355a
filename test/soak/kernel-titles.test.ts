import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectDmesg } from '../../src/service/formats/dmesg/detect.ts';
import { dmesgFormat } from '../../src/service/formats/dmesg/format.ts';
import { readWith, sampleOf } from '../unit/dmesg/read-with.ts';

const folder = join(process.env.LOGTRIAGE_DATA ?? '', 'kernel');
const hasData = process.env.LOGTRIAGE_DATA !== undefined && existsSync(folder);
if (!hasData) console.warn('kernel titles: SKIPPED, LOGTRIAGE_DATA names no folder with kernel/');

interface Truth {
  name: string;
  input: Buffer;
  title: string;
  isCorrupted: boolean;
}

/** Header lines up to the first empty one are the truth, the rest the input; a section `REPORT:` may follow it. */
function truths(): Truth[] {
  return readdirSync(folder)
    .sort((a, b) => Number(a) - Number(b))
    .map((name) => {
      const text = readFileSync(join(folder, name)).toString('latin1');
      const end = text.search(/^\r?\n/m);
      const head = text.slice(0, end);
      const input = text.slice(end).split(/^REPORT:/m)[0] ?? '';
      return {
        name,
        input: Buffer.from(input, 'latin1'),
        title: /^TITLE: (.*)$/m.exec(head)?.[1]?.trim() ?? '',
        isCorrupted: /^CORRUPTED: Y/m.test(head),
      };
    });
}

describe.runIf(hasData)('kernel console logs', () => {
  it('are named exactly in at least nine of ten, on either half of the files, and none is invented', async () => {
    const halves = [
      { whole: 0, right: 0 },
      { whole: 0, right: 0 },
    ];
    const wrong: string[] = [];
    const invented: string[] = [];
    let corruptedRight = 0;
    let crashes = 0;
    for (const [index, { name, input, title, isCorrupted }] of truths().entries()) {
      const { reading, quote } = await readWith(dmesgFormat, name, input);
      for (const finding of reading.findings) for (const range of finding.evidence) quote(range);
      const found = reading.crash?.title ?? '';
      if (title === '') {
        if (found !== '') invented.push(`${name}: ${found}`);
        continue;
      }
      crashes++;
      if ((reading.crash?.corrupted ?? false) === isCorrupted) corruptedRight++;
      if (isCorrupted) continue;
      const half = halves[index % 2]!;
      half.whole++;
      if (found === title) half.right++;
      else wrong.push(`${name}: ${title} <> ${found}`);
    }
    console.log('titles right, by half:', halves, 'corruption right:', `${corruptedRight} of ${crashes}`, wrong);
    expect(invented).toEqual([]);
    for (const { right, whole } of halves) expect(right / whole).toBeGreaterThanOrEqual(0.9);
    expect(corruptedRight / crashes).toBeGreaterThanOrEqual(0.9);
  });

  it('are all taken for kernel logs', () => {
    const missed = truths().filter(({ name, input }) => detectDmesg(sampleOf(name, input)) < 0.5);
    expect(missed.map(({ name }) => name)).toEqual([]);
  });
});
