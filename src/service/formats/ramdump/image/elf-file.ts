import { viewOf } from '../../../lines/byte-reading.ts';
import type { ReadAt } from './dump-image.ts';

/** What an ELF file's header and program headers say. */
export interface ElfFile {
  is64: boolean;
  isLittle: boolean;
  /** 4: a core. */
  type: number;
  /** ELF's number: 3 i386, 40 arm, 62 x86-64, 183 arm64. */
  machine: number;
  segments: ElfSegment[];
}

export interface ElfSegment {
  type: number;
  offset: number;
  virtual: bigint;
  physical: number;
  /** In the file; memory may go on with what the file leaves out. */
  sizeBytes: number;
}

export const ptLoad = 1;
export const ptNote = 4;
const maxSegments = 65_536;

/** Undefined where the header is none of ELF's. */
export async function readElfFile(read: ReadAt): Promise<ElfFile | undefined> {
  const head = await read(0, 64);
  if (head.length < 52 || head[0] !== 0x7f || head[1] !== 0x45 || head[2] !== 0x4c || head[3] !== 0x46)
    return undefined;
  const is64 = head[4] === 2;
  const isLittle = head[5] !== 2;
  const view = viewOf(head);
  if (is64 && head.length < 64) return undefined;
  const { at, each, count } = await programHeaders(read, view, is64, isLittle);
  const table = await read(at, Math.min(count, maxSegments) * each);
  return {
    is64,
    isLittle,
    type: view.getUint16(16, isLittle),
    machine: view.getUint16(18, isLittle),
    segments: readSegments(table, each, is64, isLittle),
  };
}

async function programHeaders(read: ReadAt, view: DataView, is64: boolean, isLittle: boolean) {
  const at = is64 ? Number(view.getBigUint64(32, isLittle)) : view.getUint32(28, isLittle);
  const each = view.getUint16(is64 ? 54 : 42, isLittle);
  let count = view.getUint16(is64 ? 56 : 44, isLittle);
  // With 65,535 or more segments the count stands in the first section header.
  if (count === 0xffff) {
    const sections = is64 ? Number(view.getBigUint64(40, isLittle)) : view.getUint32(32, isLittle);
    const section = await read(sections, 64);
    if (section.length >= 48) count = viewOf(section).getUint32(is64 ? 44 : 28, isLittle);
  }
  return { at, each: Math.max(each, is64 ? 56 : 32), count };
}

function readSegments(table: Uint8Array, each: number, is64: boolean, isLittle: boolean): ElfSegment[] {
  const view = viewOf(table);
  const segments: ElfSegment[] = [];
  for (let at = 0; at + each <= table.length; at += each) {
    const long = (offset: number) => Number(view.getBigUint64(at + offset, isLittle));
    const word = (offset: number) => view.getUint32(at + offset, isLittle);
    segments.push(
      is64
        ? {
            type: word(0),
            offset: long(8),
            virtual: view.getBigUint64(at + 16, isLittle),
            physical: long(24),
            sizeBytes: long(32),
          }
        : { type: word(0), offset: word(4), virtual: BigInt(word(8)), physical: word(12), sizeBytes: word(16) },
    );
  }
  return segments;
}
