import { expect, it } from 'vitest';
import { createIndexWriter } from '#service/lines/index-writer.ts';
import { createLineScan } from '#service/lines/line-scan.ts';

const smallBytes = 8 * 1024;
const hints = { notAfterMs: Date.UTC(2026, 0, 1) };

it('takes memory by the size of a document, as archives hold thousands of small ones', () => {
  const count = 50;
  const before = process.memoryUsage().arrayBuffers;
  const held = Array.from({ length: count }, () => [
    createLineScan(() => false, hints, undefined, smallBytes),
    createIndexWriter('never-written'),
  ]);
  const bytesEach = (process.memoryUsage().arrayBuffers - before) / held.length;
  expect(bytesEach).toBeLessThan(20 * smallBytes);
});
