import { expect, it } from 'vitest';
import { dmesgFormat } from '../../src/service/formats/dmesg/format.ts';
import { ramdumpFormat } from '../../src/service/formats/ramdump/format.ts';
import { everyMadeLog } from '../unit/dmesg/made-logs.ts';
import { mutations } from '../unit/dmesg/mutations.ts';
import { readWith } from '../unit/dmesg/read-with.ts';
import { madeDumps } from '../unit/ramdump/made-dumps.ts';

const rounds = 10_000;

it('kernel logs: ten thousand random and mutated inputs are read without a throw', async () => {
  for (const content of mutations(
    everyMadeLog.map((log) => Buffer.from(log)),
    rounds,
    4711,
  )) {
    const { reading, quote } = await readWith(dmesgFormat, 'fuzz', content);
    for (const finding of reading.findings) for (const range of finding.evidence) quote(range);
  }
  expect(process.memoryUsage().rss).toBeLessThan(800e6);
});

it('memory dumps: ten thousand random and mutated inputs are read without a throw', async () => {
  for (const content of mutations(Object.values(madeDumps()), rounds, 1147)) {
    const { reading, quote } = await readWith(ramdumpFormat, 'fuzz', content);
    for (const finding of reading.findings) for (const range of finding.evidence) quote(range);
  }
  expect(process.memoryUsage().rss).toBeLessThan(800e6);
});
