import { expect, it } from 'vitest';
import { ramdumpFormat } from '../../../src/service/formats/ramdump/format.ts';
import { mutations } from '../dmesg/mutations.ts';
import { readWith, sampleOf } from '../dmesg/read-with.ts';
import { madeDumps } from './made-dumps.ts';

it('reads two hundred random and mutated dumps as far as they go', async () => {
  for (const content of mutations(Object.values(madeDumps()), 200, 20262)) {
    expect(ramdumpFormat.detect(sampleOf('fuzz', content))).toBeLessThanOrEqual(1);
    const { reading, lines } = await readWith(ramdumpFormat, 'fuzz', content);
    expect(reading.dump?.dmesgLines).toBe(lines('fuzz#dmesg').length);
  }
});
