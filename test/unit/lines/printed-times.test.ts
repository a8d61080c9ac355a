import { expect, it } from 'vitest';
import { openLines } from '#service/lines/open-lines.ts';
import { lineFolder } from '../../support/line-documents.ts';

const zeroMs = Date.UTC(2026, 10, 1, 10);
const count = 30_000;

it.each([
  ['packets', 'absolute', (n: number) => `${new Date(zeroMs + n * 100).toISOString().slice(0, -1)}020Z`, zeroMs],
  ['events', 'boot', (n: number) => `[${(n / 10).toFixed(9).padStart(15)}]`, 0],
] as const)('finds %s by the time they begin with, and counts them over time', async (_, clock, time, firstTimeMs) => {
  using folder = lineFolder();
  // Longer than what is read at once.
  const texts = Array.from({ length: count }, (_, n) => `${time(n)} 10.0.0.1 > 10.0.0.2 TCP [ACK] seq ${n} len 0`);
  folder.write('document', `${texts.join('\n')}\n`);
  const lastTimeMs = firstTimeMs + (count - 1) * 100;
  const info = { name: 'a', fileType: 'pcap' as const, path: 'document', sizeBytes: 1, lines: count, clock };
  await using document = await openLines(folder.path('.'), { ...info, firstTimeMs, lastTimeMs });
  const range = { fromTimeMs: firstTimeMs + 1_999_900, toTimeMs: firstTimeMs + 2_000_500 };
  const found = await document.search({ ...range, limit: 100 });
  expect(found.lines).toEqual([20_000, 20_001, 20_002, 20_003, 20_004, 20_005, 20_006]);
  const acked = await document.search({ ...range, all: ['seq 20004'], limit: 100 });
  expect(acked.lines).toEqual([20_005]);
  const buckets = await document.histogram(10);
  expect(buckets.map((bucket) => bucket.count)).toEqual(Array(10).fill(count / 10));
});
