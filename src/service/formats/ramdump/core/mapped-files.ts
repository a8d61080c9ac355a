import { viewOf } from '../../../lines/byte-reading.ts';
import type { ElfFile } from '../image/elf-file.ts';

/** A file, or a part of one, that was mapped into a program's memory. */
export interface MappedFile {
  path: string;
  start: bigint;
  end: bigint;
}

const maxFiles = 20_000;

/** The note of mapped files: a count, the page size, three numbers a file, then all names. */
export function readMappedFiles(content: Uint8Array | undefined, { is64, isLittle }: ElfFile): MappedFile[] {
  if (content === undefined) return [];
  const view = viewOf(content);
  const size = is64 ? 8 : 4;
  const word = (at: number): bigint => {
    if (at + size > content.length) return 0n;
    return is64 ? view.getBigUint64(at, isLittle) : BigInt(view.getUint32(at, isLittle));
  };
  const stated = word(0);
  const room = Math.floor(Math.max(0, content.length - 2 * size) / (3 * size));
  const count = stated > BigInt(Math.min(room, maxFiles)) ? Math.min(room, maxFiles) : Number(stated);
  const files: MappedFile[] = [];
  let nameAt = (2 + 3 * count) * size;
  for (let index = 0; index < count && nameAt < content.length; index++) {
    const at = (2 + 3 * index) * size;
    const end = content.indexOf(0, nameAt);
    const stop = Math.min(end === -1 ? content.length : end, nameAt + 4096);
    const path = new TextDecoder().decode(content.subarray(nameAt, stop)).replace(/[\u0000-\u001f\u007f]+/g, ' ');
    files.push({ path, start: word(at), end: word(at + size) });
    nameAt = (end === -1 ? content.length : end) + 1;
  }
  return files;
}

/** `libc.so.6+0x9f3a2`: the file's name and how far from where it begins in memory; undefined outside all files. */
export function placeOf(address: bigint, files: readonly MappedFile[]): { file: string; place: string } | undefined {
  const within = files.find(({ start, end }) => address >= start && address < end);
  if (within === undefined) return undefined;
  const first = files.reduce(
    (lowest, { path, start }) => (path === within.path && start < lowest ? start : lowest),
    within.start,
  );
  const file = within.path.slice(within.path.lastIndexOf('/') + 1);
  return { file, place: `${file}+0x${(address - first).toString(16)}` };
}
