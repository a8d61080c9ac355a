import { viewOf } from '../../lines/byte-reading.ts';
import type { DumpImage } from './image/dump-image.ts';
import { openRawImage } from './image/plain-image.ts';
import { type KernelMemory, openKernelMemory } from './kernel-memory.ts';
import { readLogBuffer } from './log-buffer.ts';
import type { OpenedDump } from './open-dump.ts';
import type { FoundLog } from './printk-records.ts';
import { readPrintkRing } from './printk-ring.ts';
import { recoverLog } from './recover-log.ts';
import { scanMemory } from './scan-memory.ts';
import { parseVmcoreinfo, type Vmcoreinfo } from './vmcoreinfo.ts';

export interface DumpLog {
  log: FoundLog;
  info: Vmcoreinfo;
  /** The kernel's address space, where it could be opened. */
  memory?: KernelMemory;
  banner: string;
  unread: string[];
}

/** Where the memory of usual boards begins; a raw image does not say. */
const usualBases = [0, 0x40000000, 0x80000000, 0x20000000, 0x60000000, 0x10000000, 0xc0000000, 0xa0000000];

/** Finds the kernel's log: by the kernel's own description, else by scanning for it. */
export async function findLog(
  dump: OpenedDump,
  signal: AbortSignal,
  progress: (fraction: number) => void,
): Promise<DumpLog> {
  const { image, sizeBytes } = dump;
  const readFile = image.scanRead ?? dump.readFile;
  const unread: string[] = [];
  const stated = parseVmcoreinfo(image.vmcoreinfo);
  const direct = stated.isEmpty ? undefined : await readWith(image, stated);
  if (direct !== undefined) return { ...direct, info: stated, banner: bannerIn(direct.log), unread };
  let marks = await scanMemory(readFile, image, signal, progress, stated.isEmpty);
  const info = stated.isEmpty ? parseVmcoreinfo(marks.vmcoreinfo) : stated;
  if (!info.isEmpty) {
    const images =
      image.kind === 'raw memory' ? usualBases.map((base) => openRawImage(readFile, sizeBytes, base)) : [image];
    for (const candidate of images) {
      const found = await readWith({ ...candidate, machine: machineOf(image, info) }, info);
      if (found !== undefined) return { ...found, info, banner: bannerIn(found.log) || marks.banner, unread };
    }
  }
  if (stated.isEmpty && marks.vmcoreinfo !== '') marks = await scanMemory(readFile, image, signal, progress, false);
  const log = await recoverLog(readFile, image.plainRanges, marks.logHints, signal);
  if (log === undefined) unread.push('no kernel log was found in this memory');
  else if (log.records[0]?.timeNs === undefined) unread.push('the times of the log records could not be found');
  return {
    log: log ?? { records: [], from: 'nowhere', lost: 0 },
    info,
    banner: (log === undefined ? '' : bannerIn(log)) || marks.banner,
    unread,
  };
}

function machineOf(image: DumpImage, info: Vmcoreinfo): DumpImage['machine'] {
  if (image.machine !== 'other') return image.machine;
  return info.number('kimage_voffset') === undefined ? 'x86_64' : 'arm64';
}

async function readWith(
  image: DumpImage,
  info: Vmcoreinfo,
): Promise<{ log: FoundLog; memory: KernelMemory } | undefined> {
  const memory = openKernelMemory(image, info);
  if (!(await isRightMemory(memory, info))) return undefined;
  const log = (await readPrintkRing(memory, info)) ?? (await readLogBuffer(memory, info));
  return log === undefined || log.records.length === 0 ? undefined : { log, memory };
}

// The kernel's name stands at a known place: a wrong map reads something else there.
async function isRightMemory(memory: KernelMemory, info: Vmcoreinfo): Promise<boolean> {
  const at = info.symbol('init_uts_ns');
  if (at === undefined) return true;
  const bytes = await memory.read(at + BigInt(info.offset('uts_namespace.name') ?? 0), 5);
  if (bytes === undefined || bytes.length < 5) return false;
  const view = viewOf(bytes);
  return view.getUint32(0, true) === 0x756e694c && view.getUint8(4) === 0x78;
}

function bannerIn(log: FoundLog): string {
  return log.records.find(({ text }) => text.startsWith('Linux version '))?.text.split('\n')[0] ?? '';
}
