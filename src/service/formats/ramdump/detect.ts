import type { Sample } from '../format.ts';

const memoryName =
  /(?:vmcore|ram_?dump|mem_?dump|crash_?dump|\.lime|\.kdump|ddrcs\d|\.core\b|mem(?:ory)?\.(?:raw|img|bin|dmp))/i;
const etCore = 4;

/** How surely a file is a dump of a machine's memory. */
export function detectRamdump(sample: Sample): number {
  const { head } = sample;
  const text = (at: number, length: number) => new TextDecoder('latin1').decode(head.subarray(at, at + length));
  if (text(0, 8) === 'KDUMP   ' || text(0, 12) === 'makedumpfile' || text(0, 8) === 'DISKDUMP') return 1;
  if (text(0, 4) === 'EMiL') return 1;
  if (text(0, 4) === '\x7fELF') return coreSureness(head, text);
  if (!isBinary(head)) return 0;
  const start = Buffer.from(head.buffer, head.byteOffset, head.length);
  const hasKernel = start.includes('Linux version ') || start.includes('Kernel panic - not syncing');
  if (memoryName.test(sample.name)) return hasKernel ? 0.9 : 0.6;
  const isWhole = sample.sizeBytes >= 16 * 1024 * 1024 && sample.sizeBytes % 4096 === 0;
  if (isWhole && startsWithInterruptTable(head)) return 0.8;
  // Whole memory is many pages; a kernel image holds the same words but is small.
  return hasKernel && isWhole ? 0.7 : 0;
}

function coreSureness(head: Uint8Array, text: (at: number, length: number) => string): number {
  const isLittle = head[5] !== 2;
  const type = isLittle ? head[16] : head[17];
  if (type !== etCore) return 0;
  const notes = text(0, 16_384);
  return /VMCOREINFO|QEMU|OSRELEASE=/.test(notes) ? 1 : 0.9;
}

// A PC's memory begins with 256 addresses of firmware routines, nearly all in the BIOS segments.
function startsWithInterruptTable(head: Uint8Array): boolean {
  if (head.length < 1024) return false;
  let inFirmware = 0;
  for (let at = 0; at < 1024; at += 4) {
    const segment = (head[at + 2] ?? 0) | ((head[at + 3] ?? 0) << 8);
    if (segment >= 0xc000) inFirmware++;
  }
  return inFirmware > 100 && inFirmware < 256;
}

function isBinary(head: Uint8Array): boolean {
  return head.subarray(0, 65_536).includes(0);
}
