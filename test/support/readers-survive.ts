import fc from 'fast-check';
import { expect } from 'vitest';
import { detectCapture } from '#service/formats/capture/detect.ts';
import { capture } from '#service/formats/capture/format.ts';
import { detectLog } from '#service/formats/log/detect.ts';
import { log } from '#service/formats/log/format.ts';
import { textLines } from './hostile/text-lines.ts';
import { lineFolder } from './line-documents.ts';

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...textLines).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...textLines), fc.integer({ min: 2, max: 400 }))
      .map(([text, times]) => Buffer.from(text.repeat(times))),
  },
);

/** Lines of many writers with some of their bytes changed, cut out or doubled. */
const input = fc
  .tuple(
    fc.array(line, { maxLength: 40 }),
    fc.constantFrom('\n', '\n', '\r\n', ''),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('set', 'cut', 'double')), { maxLength: 8 }),
  )
  .map(([lines, feed, changes]) => {
    let bytes = Buffer.concat(lines.flatMap((one) => [one, Buffer.from(feed)]));
    for (const [place, byte, change] of changes) {
      const at = bytes.length === 0 ? 0 : place % bytes.length;
      if (change === 'set' && bytes.length > 0) bytes[at] = byte;
      else if (change === 'cut') bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + byte)]);
      else if (change === 'double') bytes = Buffer.concat([bytes, bytes.subarray(at, at + byte)]);
    }
    return bytes;
  });

/** Reads inputs with both text readers: nothing throws or lingers, and what is cited is there. */
export async function readersSurvive({ runs }: { runs: number }): Promise<void> {
  await fc.assert(
    fc.asyncProperty(input, fc.constantFrom(log, capture), async (bytes, format) => {
      const sample = { name: 'x', sizeBytes: bytes.length, head: bytes, tail: bytes };
      for (const sure of [detectLog(sample), detectCapture(sample)]) expect(sure >= 0 && sure <= 1).toBe(true);
      using folder = lineFolder();
      const reading = await folder.read(format, bytes);
      const [info] = reading.documents;
      for (const range of reading.findings.flatMap((finding) => finding.evidence)) {
        expect(range.document).toBe(info!.name);
        expect(range.lineStart >= 1 && range.lineEnd >= range.lineStart && range.lineEnd <= info!.lines).toBe(true);
      }
      for (const finding of reading.findings) expect(finding.evidence.length).toBeGreaterThan(0);
      for (const series of reading.series) expect(series.points.length).toBeLessThanOrEqual(2000);
    }),
    { numRuns: runs },
  );
  expect(process.memoryUsage().rss).toBeLessThan(1_500_000_000);
}
