import { createCachedReads } from './cached-reads.ts';
import type { DumpImage, ReadAt } from './dump-image.ts';
import { type ElfSegment, ptLoad, ptNote, readElfFile } from './elf-file.ts';
import { elfNotes } from './elf-notes.ts';

const maxNoteBytes = 16 * 1024 * 1024;

/** An ELF core of a whole machine (vmcore, QEMU, virsh). Undefined where the header makes no sense. */
export async function openElfCore(readFile: ReadAt, sizeBytes: number): Promise<DumpImage | undefined> {
  const read = createCachedReads(readFile);
  const file = await readElfFile(read);
  if (file === undefined) return undefined;
  const { is64, isLittle, machine, segments } = file;
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

async function readPhysical(
  read: ReadAt,
  loads: readonly ElfSegment[],
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

async function findVmcoreinfo(read: ReadAt, segments: readonly ElfSegment[], isLittle: boolean): Promise<string> {
  for (const { type, offset, sizeBytes } of segments) {
    if (type !== ptNote) continue;
    const notes = await read(offset, Math.min(sizeBytes, maxNoteBytes));
    const text = vmcoreinfoIn(notes, isLittle);
    if (text !== '') return text;
  }
  return '';
}

function vmcoreinfoIn(notes: Uint8Array, isLittle: boolean): string {
  for (const { name, content } of elfNotes(notes, isLittle)) {
    if (name === 'VMCOREINFO') return new TextDecoder('latin1').decode(content).replace(/(?<!\0)\0+$/, '');
  }
  return '';
}
