import { indexIntoReading } from '../../lines/index-into-reading.ts';
import { createKernelScanner } from '../dmesg/kernel-scan.ts';
import type { ReadContext } from '../format.ts';
import type { Reading } from '../reading.ts';
import { openProcessCore } from './core/process-core.ts';
import { readProcessCore } from './core/read-process-core.ts';
import { type DumpLog, findLog } from './find-log.ts';
import { openDump } from './open-dump.ts';
import { printLog } from './print-log.ts';
import { listTasks, type TaskList } from './task-list.ts';

export async function readRamdump(context: ReadContext): Promise<Reading> {
  const { source, signal } = context;
  const name = `${context.name}#dmesg`;
  const read = (offset: number, length: number) => readClipped(source, offset, length);
  const core = await openProcessCore(read, source.sizeBytes);
  if (core !== undefined) return readProcessCore(context, core);
  const dump = await openDump(read, source.sizeBytes);
  const found = await findLog(dump, signal, (fraction) => context.progress(fraction * 0.8));
  signal.throwIfAborted();

  const scanner = createKernelScanner(name);
  const document = await context.createDocument(name);
  await printLog(found.log, document, scanner.line);
  const written = await document.end();
  const { clock, firstTimeMs, lastTimeMs, tables, facts, ...scan } = scanner.finish();
  const { info } = await indexIntoReading(context, {
    name,
    fileType: 'ramdump',
    path: document.path,
    recordedPath: written.path,
    progress: (fraction) => context.progress(0.8 + fraction * 0.2),
  });
  const tasks = await listTasks(found);
  context.progress(1);
  return {
    fileType: 'ramdump',
    documents: [
      {
        ...info,
        clock,
        ...(firstTimeMs === undefined ? {} : { firstTimeMs }),
        ...(lastTimeMs === undefined ? {} : { lastTimeMs }),
      },
    ],
    ...scan,
    facts: { ...dumpFacts(dump.image.kind, found, tasks), ...facts },
    tables: tasks.tasks.length === 0 ? tables : { ...tables, tasks: tasks.tasks.map((task) => ({ ...task })) },
    unread: [...dump.image.unread, ...found.unread, ...lostRecords(found), ...tasks.unread],
    dump: { dmesgLines: written.lines },
  };
}

// The file may be shorter than its own headers say.
async function readClipped(source: ReadContext['source'], offset: number, length: number): Promise<Uint8Array> {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= source.sizeBytes || length <= 0) return new Uint8Array();
  return source.read(offset, Math.min(length, source.sizeBytes - offset));
}

function dumpFacts(kind: string, { log, info, banner }: DumpLog, tasks: TaskList): Record<string, string | number> {
  const release = info.release || /^Linux version (\S+)/.exec(banner)?.[1] || '';
  return {
    container: kind,
    ...(release === '' ? {} : { 'kernel version': release }),
    ...(banner === '' ? {} : { banner: banner.slice(0, 300) }),
    ...(info.kernelOffset === 0n ? {} : { 'kernel offset': `0x${info.kernelOffset.toString(16)}` }),
    'log found in': log.from,
    'log records': log.records.length,
    ...(tasks.tasks.length === 0 ? {} : { tasks: tasks.tasks.length }),
  };
}

function lostRecords({ log }: DumpLog): string[] {
  return log.lost === 0 ? [] : [`${log.lost} log records were being written or are damaged`];
}
