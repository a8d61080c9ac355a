import { createCachedReads } from './cached-reads.ts';
import type { DumpImage, ReadAt } from './dump-image.ts';

interface Segment {
  type: number;
  offset: number;
  virtual: bigint;
  physical: number;
  sizeBytes: number;
}

const ptLoad = 1;
const ptNote = 4;
const maxSegments = 65_536;
const maxNoteBytes = 16 * 1024 * 1024;

/** An ELF core of a whole machine (vmcore, QEMU, virsh). Undefined where the header makes no sense. */
export async function openElfCore(readFile: ReadAt, sizeBytes: number): Promise<DumpImage | undefined> {
  const read = createCachedReads(readFile);
  const head = await read(0, 64);
  if (head.length < 52 || head[0] !== 0x7f || head[1] !== 0x45 || head[2] !== 0x4c || head[3] !== 0x46)
    return undefined;
  const is64 = head[4] === 2;
  const isLittle = head[5] !== 2;
  const view = viewOf(head);
  if (is64 && head.length < 64) return undefined;
  const machine = view.getUint16(18, isLittle);
  const { at, each, count } = await programHeaders(read, view, is64, isLittle);
  const table = await readFile(at, Math.min(count, maxSegments) * each);
  const segments = readSegments(table, each, is64, isLittle);
  const unread: string[] = [];
  const missing = segments.filter(({ offset, sizeBytes: size }) => offset + size > sizeBytes).length;
  if (missing > 0) unread.push(`the file ends before ${missing} of its ${segments.length} memory segments do`);
  const loads = segments
    .filter(({ type, sizeBytes: size }) => type === ptLoad && size > 0)
    .toSorted((a, b) => a.physical - b.physical);
  return {
    kind: 'ELF core',
    machine: machine === 62 ? 'x86_64' : machine === 183 ? 'arm64' : 'other',
    isPlain64: is64 && isLittle,
    pageSize: 4096,
    vmcoreinfo: await findVmcoreinfo(readFile, segments, isLittle),
    mapped: loads
      .filter(({ virtual }) => virtual !== 0n)
      .map(({ virtual, physical, sizeBytes: size }) => ({ virtual, physical, sizeBytes: size })),
    plainRanges: loads
      .filter(({ offset }) => offset < sizeBytes)
      .map(({ offset, physical, sizeBytes: size }) => ({
        offset,
        physical,
        sizeBytes: Math.min(size, sizeBytes - offset),
      })),
    read: (physical, length) => readPhysical(read, loads, physical, length),
    unread,
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

function readSegments(table: Uint8Array, each: number, is64: boolean, isLittle: boolean): Segment[] {
  const view = viewOf(table);
  const segments: Segment[] = [];
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

async function readPhysical(
  read: ReadAt,
  loads: readonly Segment[],
  physical: number,
  length: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let left = length;
  let at = physical;
  while (left > 0) {
    const segment = loads.find((load) => at >= load.physical && at < load.physical + load.sizeBytes);
    if (segment === undefined) return undefined;
    const inside = at - segment.physical;
    const want = Math.min(left, segment.sizeBytes - inside);
    const bytes = await read(segment.offset + inside, want);
    if (bytes.length < want) return undefined;
    parts.push(bytes);
    left -= want;
    at += want;
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts);
}

async function findVmcoreinfo(read: ReadAt, segments: readonly Segment[], isLittle: boolean): Promise<string> {
  for (const { type, offset, sizeBytes } of segments) {
    if (type !== ptNote) continue;
    const notes = await read(offset, Math.min(sizeBytes, maxNoteBytes));
    const text = vmcoreinfoIn(notes, isLittle);
    if (text !== '') return text;
  }
  return '';
}

/** The VMCOREINFO note's text among a run of ELF notes. */
export function vmcoreinfoIn(notes: Uint8Array, isLittle: boolean): string {
  const view = viewOf(notes);
  const pad = (size: number) => Math.ceil(size / 4) * 4;
  for (let at = 0; at + 12 <= notes.length; ) {
    const nameSize = view.getUint32(at, isLittle);
    const textSize = view.getUint32(at + 4, isLittle);
    const nameAt = at + 12;
    const textAt = nameAt + pad(nameSize);
    const name = new TextDecoder('latin1').decode(notes.subarray(nameAt, nameAt + Math.min(nameSize, 32)));
    if (name.startsWith('VMCOREINFO')) {
      return new TextDecoder('latin1').decode(notes.subarray(textAt, textAt + textSize)).replace(/\0+$/, '');
    }
    at = textAt + pad(textSize);
  }
  return '';
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
