import { expect, it } from 'vitest';
import { log } from '#service/formats/log/format.ts';
import { openLines } from '#service/lines/open-lines.ts';
import { lineFolder } from '../../support/line-documents.ts';

const bootAtMs = Date.UTC(2026, 0, 8, 14, 25);
const text = [
  ...Array.from({ length: 40 }, (_, n) => `2026-01-08 15:29:${String(10 + n).padStart(2, '0')} I Example: hello ${n}`),
  ...Array.from({ length: 20 }, (_, n) => `[  ${100 + n}.000000] usb 1-1: device ${n} found`),
].join('\n');

it('puts lines since boot among lines of a wall clock on that clock, and gives them no time where boot is not known', async () => {
  using folder = lineFolder();
  const { documents } = await folder.read(log, text);
  const info = documents[0]!;
  expect(info.clock).toBe('absolute');
  const timesOf = async (more: { bootAtMs?: number }) => {
    await using document = await openLines(folder.path('.'), { ...info, ...more });
    return [(await document.meta(1)).timeMs, (await document.meta(41)).timeMs];
  };
  expect(await timesOf({ bootAtMs })).toEqual([Date.UTC(2026, 0, 8, 15, 29, 10), bootAtMs + 100_000]);
  expect(await timesOf({})).toEqual([Date.UTC(2026, 0, 8, 15, 29, 10), undefined]);
});
