import { indexIntoReading } from '../../lines/index-into-reading.ts';
import { createUnwrapper } from '../../lines/unwrap-lines.ts';
import type { ReadContext } from '../format.ts';
import type { Reading } from '../reading.ts';
import { startsRecord } from './console-line.ts';
import { createKernelScanner } from './kernel-scan.ts';
import { readTextLines } from './text-lines.ts';

export async function readDmesg(context: ReadContext): Promise<Reading> {
  const { info } = await indexIntoReading(context, {
    name: context.name,
    fileType: 'dmesg',
    path: context.source.path,
    progress: (fraction) => context.progress(fraction / 2),
  });
  const scanner = createKernelScanner(context.name, yearOf(info));
  const lines = createUnwrapper(startsRecord, scanner.line);
  const { cutLines } = await readTextLines(
    { ...context, progress: (fraction) => context.progress(0.5 + fraction / 2) },
    (number, text) => lines.line(number, text, undefined),
  );
  lines.end();
  const { clock, firstTimeMs, lastTimeMs, ...scan } = scanner.finish();
  return {
    fileType: 'dmesg',
    documents: [
      {
        ...info,
        clock,
        ...(firstTimeMs === undefined ? {} : { firstTimeMs }),
        ...(lastTimeMs === undefined ? {} : { lastTimeMs }),
      },
    ],
    unread: cutLines === 0 ? [] : [`${cutLines} lines are longer than 64 KiB; only their beginning was read`],
    ...scan,
  };
}

// Syslog stamps name no year; the index has worked it out.
function yearOf({ clock, firstTimeMs }: { clock: string; firstTimeMs?: number }): number | undefined {
  return clock === 'absolute' && firstTimeMs !== undefined ? new Date(firstTimeMs).getUTCFullYear() : undefined;
}
