import { describe, expect, it } from 'vitest';
import { detectDmesg } from '../../src/service/formats/dmesg/detect.ts';
import { dmesgFormat } from '../../src/service/formats/dmesg/format.ts';
import { createKernelScanner, type KernelScan } from '../../src/service/formats/dmesg/kernel-scan.ts';
import { readTextLines } from '../../src/service/formats/dmesg/text-lines.ts';
import type { DocumentWriter } from '../../src/service/formats/format.ts';
import { findLog } from '../../src/service/formats/ramdump/find-log.ts';
import { openDump } from '../../src/service/formats/ramdump/open-dump.ts';
import { printLog } from '../../src/service/formats/ramdump/print-log.ts';
import { listTasks } from '../../src/service/formats/ramdump/task-list.ts';
import { everyMadeLog } from '../unit/dmesg/made-logs.ts';
import { lineMixes, mutations } from '../unit/dmesg/mutations.ts';
import { calmLogs, reportCases } from '../unit/dmesg/read-cases.ts';
import { readWith, sampleOf } from '../unit/dmesg/read-with.ts';
import { madeDumps } from '../unit/ramdump/made-dumps.ts';

const rounds = 10_000;
/** Through the whole reader, index and files included; the rest go through its parts in memory. */
const wholeRounds = 300;

const logs = [...everyMadeLog, ...reportCases().map(({ text }) => text), ...calmLogs().map(({ text }) => text)].map(
  (text) => Buffer.from(text),
);

describe('kernel logs', () => {
  it('twenty thousand random, mutated and mixed inputs are read, every citation within the text', async () => {
    for (const content of inputs()) {
      const sureness = detectDmesg(sampleOf('fuzz', content));
      if (!(sureness >= 0 && sureness <= 1)) throw new Error(`detection gave ${sureness}`);
      const scanner = createKernelScanner('fuzz');
      const { lines } = await readTextLines(inMemory(content), scanner.line);
      expectWithin(scanner.finish(), lines);
    }
    expect(process.memoryUsage().rss).toBeLessThan(800e6);
  });

  it('several hundred of them are read to the end by the whole reader', async () => {
    for (const content of mutations(logs, wholeRounds, 4712)) {
      const { reading, quote } = await readWith(dmesgFormat, 'fuzz', content);
      for (const finding of reading.findings) for (const range of finding.evidence) quote(range);
    }
    expect(process.memoryUsage().rss).toBeLessThan(800e6);
  });
});

describe('memory dumps', () => {
  it('ten thousand random and mutated inputs are read as far as they go', async () => {
    for (const content of mutations(Object.values(madeDumps()), rounds, 1147)) {
      const dump = await openDump(
        async (offset, length) =>
          offset >= 0 && length > 0 ? content.subarray(offset, offset + length) : Buffer.alloc(0),
        content.length,
      );
      const found = await findLog(dump, AbortSignal.timeout(120_000), () => undefined);
      const scanner = createKernelScanner('fuzz#dmesg');
      const document = countLines();
      await printLog(found.log, document.writer, scanner.line);
      expectWithin(scanner.finish(), document.lines());
      await listTasks(found);
    }
    expect(process.memoryUsage().rss).toBeLessThan(800e6);
  });
});

function* inputs(): Generator<Buffer> {
  yield* mutations(logs, rounds, 4711);
  yield* lineMixes(logs, rounds, 4713);
}

function inMemory(content: Buffer): Parameters<typeof readTextLines>[0] {
  // Pieces of uneven length, so that lines and characters are cut between them.
  const piece = 1 + ((content.length * 7919) % 5000);
  return {
    source: {
      sizeBytes: content.length,
      path: '',
      read: async (offset, length) => content.subarray(offset, offset + length),
      async *stream(offset = 0) {
        for (let at = offset; at < content.length; at += piece) yield content.subarray(at, at + piece);
      },
    },
    signal: AbortSignal.timeout(120_000),
    progress: () => undefined,
  };
}

function countLines(): { writer: DocumentWriter; lines(): number } {
  let lineFeeds = 0;
  let sizeBytes = 0;
  return {
    writer: {
      path: '',
      write: async (text) => {
        const bytes = Buffer.from(text);
        sizeBytes += bytes.length;
        for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lineFeeds++;
      },
      end: async () => ({ path: '', sizeBytes, lines: lineFeeds }),
    },
    lines: () => lineFeeds,
  };
}

function expectWithin({ findings, crash }: KernelScan, lines: number): void {
  for (const { title, evidence } of findings) {
    for (const { lineStart, lineEnd } of evidence) {
      if (lineStart >= 1 && lineStart <= lineEnd && lineEnd <= lines) continue;
      throw new Error(`${title} cites lines ${lineStart} to ${lineEnd} of ${lines}`);
    }
  }
  if (crash !== null && (crash.title.length > 120 || /[^ -~]/.test(crash.title))) {
    throw new Error(`a crash title is not printable: ${crash.title}`);
  }
}
