import type { Format, ReadContext } from '../../src/service/formats/format.ts';
import type { Reading } from '../../src/service/formats/reading.ts';

/** Reads a binary file's bytes with its format, and gives the lines of the printed form it writes. */
export async function readPrinted(
  format: Format,
  bytes: Uint8Array,
  name: string,
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
      end: async () => ({ path: 'printed', sizeBytes: text.length, lines: text.split('\n').length - 1 }),
    }),
  };
  // Only what readers of packets and traces use is given.
  const reading = await format.read(context as unknown as ReadContext);
  return { reading, lines: text.split('\n').slice(0, -1) };
}
