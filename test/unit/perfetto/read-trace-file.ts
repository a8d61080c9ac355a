import { detectTrace } from '../../../src/service/formats/perfetto/detect.ts';
import { perfetto } from '../../../src/service/formats/perfetto/format.ts';
import type { Reading } from '../../../src/service/formats/reading.ts';
import { readPrinted } from '../../support/read-printed.ts';

/** Reads a trace from memory; the printed form comes back as lines. */
export async function readTraceFile(
  bytes: Uint8Array,
  name = 'a.pftrace',
): Promise<{ reading: Reading; lines: string[] }> {
  return await readPrinted(perfetto, bytes, name);
}

export function sureness(bytes: Uint8Array, name = 'a'): number {
  return detectTrace({ name, sizeBytes: bytes.length, head: bytes, tail: new Uint8Array() });
}
