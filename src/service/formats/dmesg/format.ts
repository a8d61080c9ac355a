import type { Format, ReadContext } from '../format.ts';
import type { Reading } from '../reading.ts';
import { detectDmesg } from './detect.ts';
import { createKernelScanner } from './kernel-scan.ts';
import { readTextLines } from './text-lines.ts';

/** Kernel log text, from `dmesg`, a journal or a serial console. */
export const dmesgFormat: Format = { type: 'dmesg', detect: detectDmesg, read: readDmesg };

async function readDmesg(context: ReadContext): Promise<Reading> {
  const scanner = createKernelScanner(context.name);
  const { lines, cutLines } = await readTextLines(context, scanner.line);
  const { clock, firstTimeMs, lastTimeMs, ...scan } = scanner.finish();
  return {
    fileType: 'dmesg',
    documents: [
      {
        name: context.name,
        fileType: 'dmesg',
        path: context.source.path,
        sizeBytes: context.source.sizeBytes,
        lines,
        clock,
        ...(firstTimeMs === undefined ? {} : { firstTimeMs }),
        ...(lastTimeMs === undefined ? {} : { lastTimeMs }),
      },
    ],
    unread: cutLines === 0 ? [] : [`${cutLines} lines are longer than 64 KiB; only their beginning was read`],
    ...scan,
  };
}
