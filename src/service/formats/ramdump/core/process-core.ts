import { viewOf } from '../../../lines/byte-reading.ts';
import { createCachedReads } from '../image/cached-reads.ts';
import type { ReadAt } from '../image/dump-image.ts';
import { type ElfFile, ptLoad, ptNote, readElfFile } from '../image/elf-file.ts';
import { type ElfNote, elfNotes } from '../image/elf-notes.ts';
import { type CoreThread, readThread } from './core-thread.ts';
import { type MappedFile, readMappedFiles } from './mapped-files.ts';

/** The core of one program: what the kernel, or a debugger, wrote of it. */
export interface ProcessCore {
  machine: number;
  /** The program's short name, and its command line cut to 80 bytes by the kernel. */
  name: string;
  arguments: string;
  /** Path the program was started from, empty where the core does not hold it. */
  path: string;
  ids: { process: number; parent: number; user: number; group: number };
  /** The one that took the signal first. */
  threads: CoreThread[];
  signal?: { number: number; code: number; address?: bigint; sender?: number };
  files: MappedFile[];
  /** At most `length` bytes of its memory; undefined where the core holds none there. */
  read(address: bigint, length: number): Promise<Uint8Array | undefined>;
  unread: string[];
}

const etCore = 4;
const noteTypes = { status: 1, info: 3, auxiliary: 6, files: 0x46494c45, signal: 0x53494749 } as const;
const execPath = 31n;
const maxNoteBytes = 64 * 1024 * 1024;
const maxThreads = 2000;

/** Undefined where the file is no core, or one of a whole machine. */
export async function openProcessCore(readFile: ReadAt, sizeBytes: number): Promise<ProcessCore | undefined> {
  const cached = createCachedReads(readFile);
  const elf = await readElfFile(cached);
  if (elf === undefined || elf.type !== etCore) return undefined;
  const notes: ElfNote[] = [];
  for (const { type, offset, sizeBytes: size } of elf.segments) {
    if (type !== ptNote) continue;
    notes.push(...elfNotes(await readFile(offset, Math.min(size, maxNoteBytes)), elf.isLittle));
  }
  const own = (type: number) => notes.find((note) => note.name === 'CORE' && note.type === type)?.content;
  const info = own(noteTypes.info);
  // A machine's core has registers, too; only a program's names it.
  if (info === undefined || notes.some(({ name }) => name === 'VMCOREINFO' || name === 'QEMU')) return undefined;
  const statuses = notes.filter(({ name, type }) => name === 'CORE' && type === noteTypes.status);
  const missing = elf.segments.filter((each) => each.offset + each.sizeBytes > sizeBytes).length;
  const read = readerOf(elf, cached);
  const signal = signalOf(own(noteTypes.signal), elf);
  return {
    machine: elf.machine,
    ...programOf(info, elf),
    path: await pathOf(own(noteTypes.auxiliary), elf, read),
    threads: statuses.slice(0, maxThreads).flatMap(({ content }) => readThread(content, elf) ?? []),
    ...(signal === undefined ? {} : { signal }),
    files: readMappedFiles(own(noteTypes.files), elf),
    read,
    unread: [
      ...(missing > 0 ? [`the file ends before ${missing} of its ${elf.segments.length} memory segments do`] : []),
      ...(statuses.length > maxThreads ? [`${statuses.length - maxThreads} threads are not listed`] : []),
    ],
  };
}

function readerOf({ segments }: ElfFile, readFile: ReadAt): ProcessCore['read'] {
  const loads = segments.filter(({ type, sizeBytes }) => type === ptLoad && sizeBytes > 0);
  return async (address, length) => {
    const load = loads.find(({ virtual, sizeBytes }) => address >= virtual && address < virtual + BigInt(sizeBytes));
    if (load === undefined) return undefined;
    const inside = Number(address - load.virtual);
    const bytes = await readFile(load.offset + inside, Math.min(length, load.sizeBytes - inside));
    return bytes.length === 0 ? undefined : bytes;
  };
}

function programOf(info: Uint8Array, { is64, isLittle }: ElfFile): Pick<ProcessCore, 'name' | 'arguments' | 'ids'> {
  const view = viewOf(info);
  const [users, ids, name] = is64 ? [16, 24, 40] : [8, 12, 28];
  const word = (at: number) => (at + 4 <= info.length ? view.getUint32(at, isLittle) : 0);
  const half = (at: number) => (at + 2 <= info.length ? view.getUint16(at, isLittle) : 0);
  return {
    name: textIn(info.subarray(name, name + 16)),
    arguments: textIn(info.subarray(name + 16, name + 96)),
    ids: {
      process: word(ids),
      parent: word(ids + 4),
      user: is64 ? word(users) : half(users),
      group: is64 ? word(users + 4) : half(users + 2),
    },
  };
}

function signalOf(content: Uint8Array | undefined, { is64, isLittle }: ElfFile): ProcessCore['signal'] {
  if (content === undefined || content.length < 24) return undefined;
  const view = viewOf(content);
  const number = view.getInt32(0, isLittle);
  if (number <= 0 || number > 64) return undefined;
  const code = view.getInt32(8, isLittle);
  const fields = is64 ? 16 : 12;
  // Faults tell the address they happened at, signals sent by a program who sent them.
  if (code <= 0) return { number, code, sender: view.getInt32(fields, isLittle) };
  const isFault = [4, 5, 7, 8, 11].includes(number);
  const address = is64 ? view.getBigUint64(fields, isLittle) : BigInt(view.getUint32(fields, isLittle));
  return { number, code, ...(isFault && { address }) };
}

async function pathOf(auxiliary: Uint8Array | undefined, elf: ElfFile, read: ProcessCore['read']): Promise<string> {
  if (auxiliary === undefined) return '';
  const view = viewOf(auxiliary);
  const size = elf.is64 ? 8 : 4;
  const word = (at: number) =>
    elf.is64 ? view.getBigUint64(at, elf.isLittle) : BigInt(view.getUint32(at, elf.isLittle));
  for (let at = 0; at + 2 * size <= Math.min(auxiliary.length, 4096); at += 2 * size) {
    if (word(at) !== execPath) continue;
    return textIn((await read(word(at + size), 1024)) ?? new Uint8Array());
  }
  return '';
}

/** Up to the first NUL, what would break a line left out. */
export function textIn(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
