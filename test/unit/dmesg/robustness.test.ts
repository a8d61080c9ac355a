import { expect, it } from 'vitest';
import { dmesgFormat } from '../../../src/service/formats/dmesg/format.ts';
import { everyMadeLog } from './made-logs.ts';
import { mutations } from './mutations.ts';
import { readWith, sampleOf } from './read-with.ts';

it('reads two hundred random and mutated kernel logs, every citation within the file', async () => {
  for (const content of mutations(
    everyMadeLog.map((log) => Buffer.from(log)),
    200,
    20261,
  )) {
    expect(dmesgFormat.detect(sampleOf('fuzz', content))).toBeLessThanOrEqual(1);
    const { reading, quote } = await readWith(dmesgFormat, 'fuzz', content);
    for (const finding of reading.findings) {
      expect(finding.evidence.length).toBeLessThanOrEqual(12);
      for (const range of finding.evidence) expect(() => quote(range)).not.toThrow();
    }
  }
});

it('stays quick on lines made to trap its patterns', async () => {
  const traps = [
    `[    1.000000] WARNING: ${'lib/debugobjects.c '.repeat(20_000)}`,
    `[    1.000000] ${'BUG: KASAN: '.repeat(30_000)}`,
    `[    1.000000] ${' login: '.repeat(60_000)}`,
    `${'['.repeat(200_000)}`,
    `[    1.000000] WARNING: ${' at a.c:1 '.repeat(20_000)}`,
    `[    1.000000] ${'('.repeat(50_000)}EXT4-fs (${' '.repeat(50_000)}):`,
    `[    1.000000] traps: ${'a[1] trap invalid opcode '.repeat(10_000)}`,
  ];
  const content = traps.flatMap((trap) => Array.from({ length: 5 }, () => trap)).join('\n');
  const { reading } = await readWith(dmesgFormat, 'traps', content);
  expect(reading.documents[0]?.lines).toBe(35);
});
