import fc from 'fast-check';
import { expect } from 'vitest';
import { detectCapture } from '#service/formats/capture/detect.ts';
import { capture } from '#service/formats/capture/format.ts';
import { detectLog } from '#service/formats/log/detect.ts';
import { log } from '#service/formats/log/format.ts';
import { lineFolder } from './line-documents.ts';

const seeds = [
  'Nov  3 09:23:38 veridian automount[7998]: lookup(file): lookup for foobar failed',
  '2026-01-01 10:00:00,123 ERROR [main] com.example.Foo - java.lang.IllegalStateException: no',
  '\tat com.example.Foo.bar(Foo.java:12)',
  'Caused by: java.sql.SQLException: x',
  '{"level":50,"time":1745532517537,"pid":17,"msg":"request errored","latency_ms":12}',
  'time="2021-09-15T21:17:10.220731Z" level=warning msg="slow query took 30 s"',
  '31.56.96.51 - - [22/Jan/2019:03:56:16 +0330] "GET /image HTTP/1.1" 502 5667 "-" "x"',
  '11-05 10:00:00.123   812   812 E AndroidRuntime: FATAL EXCEPTION: main',
  '11-05 10:00:00.123   812   812 E AndroidRuntime: Process: com.example, PID: 812',
  '11-05 10:00:00.123   812   812 E AndroidRuntime: java.lang.NullPointerException: x',
  '11-05 10:00:00.123   900   900 F DEBUG   : pid: 812, tid: 830, name: x  >>> com.example <<<',
  '11-05 10:00:00.123   900   900 F DEBUG   :     #00 pc 0000000000022988  /system/lib64/libc.so (abort+116)',
  '[ 11-05 10:00:00.123  1702: 2395 E/ActivityManager ]',
  'ANR in com.example (com.example/.Main)',
  '--------- beginning of main',
  'Traceback (most recent call last):',
  '  File "/app/main.py", line 80, in handle',
  'ValueError: bad',
  'panic: runtime error',
  'goroutine 1 [running]:',
  '@40000000433225833b6e1a8c tcpserver: status: 5/30',
  '<34>1 2003-08-24T05:14:15.000003-07:00 host app - - x',
  '\u001b[2Kweb-1  | 2024-04-25T05:32:35.600215839Z \u001b[31mWARNING\u001b[0m',
  '#Fields: date time c-ip cs-method',
  '',
  '((((((((((((((((((((((((((((((((((((((((',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  'a=a=a=a=a=a=a=a=a=a=a=a=a=a=a=a=a=a=',
  '/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/',
  '1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1',
];

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...seeds).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...seeds), fc.integer({ min: 2, max: 400 }))
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
