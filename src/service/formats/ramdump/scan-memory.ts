import type { DumpImage, ReadAt } from './image/dump-image.ts';

interface MemoryMarks {
  /** VMCOREINFO text found in memory itself. */
  vmcoreinfo: string;
  /** The kernel's version line. */
  banner: string;
  /** File offsets of version lines and of the panic's line: the log lies about some of them. */
  logHints: number[];
}

const chunkBytes = 8 * 1024 * 1024;
const overlapBytes = 16_384;
const maxHints = 64;
const infoMark = Buffer.from('OSRELEASE=');
const bannerMark = Buffer.from('Linux version ');
const panicMark = Buffer.from('Kernel panic - not syncing');
const traceMark = Buffer.from('Call Trace:');

/**
 * Looks through memory for what a kernel leaves of itself there; with `untilInfo` only until VMCOREINFO is found.
 * Memory used: a few chunks.
 */
export async function scanMemory(
  readFile: ReadAt,
  image: DumpImage,
  signal: AbortSignal,
  progress: (fraction: number) => void,
  untilInfo: boolean,
): Promise<MemoryMarks> {
  const marks: MemoryMarks = { vmcoreinfo: '', banner: '', logHints: [] };
  const total = image.plainRanges.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  let seen = 0;
  for (const { offset, sizeBytes } of image.plainRanges) {
    for (let at = 0; at < sizeBytes; at += chunkBytes) {
      signal.throwIfAborted();
      const bytes = await readFile(offset + at, Math.min(chunkBytes + overlapBytes, sizeBytes - at));
      if (bytes.length === 0) break;
      lookThrough(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), offset + at, marks);
      seen += Math.min(chunkBytes, bytes.length);
      if (untilInfo && marks.vmcoreinfo !== '') return marks;
      progress(total === 0 ? 1 : seen / total);
    }
  }
  return marks;
}

function lookThrough(bytes: Buffer, offset: number, marks: MemoryMarks): void {
  const limit = Math.min(bytes.length, chunkBytes);
  if (marks.vmcoreinfo === '') {
    for (let at = bytes.indexOf(infoMark); at !== -1 && at < limit; at = bytes.indexOf(infoMark, at + 1)) {
      const text = textAt(bytes, at, overlapBytes);
      if (!text.includes('%') && text.includes('PAGESIZE=') && text.includes('SYMBOL(')) {
        marks.vmcoreinfo = text;
        break;
      }
    }
  }
  for (const mark of [bannerMark, panicMark, traceMark]) {
    for (let at = bytes.indexOf(mark); at !== -1 && at < limit; at = bytes.indexOf(mark, at + 1)) {
      if (marks.logHints.length < maxHints) marks.logHints.push(offset + at);
      if (mark === bannerMark && marks.banner === '') marks.banner = bannerAt(bytes, at);
    }
  }
}

// "Linux version %s" is the format string; a version line names compiler and build.
function bannerAt(bytes: Buffer, at: number): string {
  const text = textAt(bytes, at, 512).split('\n')[0] ?? '';
  return /^Linux version \d{1,4}\.\d{1,6}.{0,300} #\d+/.test(text) ? text : '';
}

function textAt(bytes: Buffer, at: number, most: number): string {
  const end = bytes.indexOf(0, at);
  return bytes.toString('latin1', at, Math.min(end === -1 ? bytes.length : end, at + most));
}
