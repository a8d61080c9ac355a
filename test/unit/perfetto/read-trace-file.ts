import type { ReadContext } from '../../../src/service/formats/format.ts';
import { perfetto } from '../../../src/service/formats/perfetto/format.ts';
import type { Reading } from '../../../src/service/formats/reading.ts';

/** Reads a trace from memory; the printed form comes back as lines. */
export async function readTraceFile(
  bytes: Uint8Array,
  name = 'a.pftrace',
): Promise<{ reading: Reading; lines: string[] }> {
  let text = '';
  const context = {
    name,
    source: {
      sizeBytes: bytes.length,
      path: '',
      read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
    },
    signal: new AbortController().signal,
    progress() {},
    createDocument: async () => ({
      path: '',
      write: async (more: string) => {
        text += more;
      },
      end: async () => ({ path: 'events', sizeBytes: text.length, lines: text.split('\n').length - 1 }),
    }),
  };
  // Only what the reader of traces uses is given.
  const reading = await perfetto.read(context as unknown as ReadContext);
  return { reading, lines: text.split('\n').slice(0, -1) };
}

export function sureness(bytes: Uint8Array, name = 'a'): number {
  return perfetto.detect({ name, sizeBytes: bytes.length, head: bytes, tail: new Uint8Array() });
}
