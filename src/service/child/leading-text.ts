import type { ByteSource } from '../formats/format.ts';

const sampleBytes = 256 * 1024;
/** A log that was cut to nothing while its writer went on begins with as many zero bytes as it had. */
const furthestBytes = 1024 * 1024 * 1024;

/** The beginning of a file's content, behind the zero bytes it may begin with. */
export async function leadingText(source: ByteSource): Promise<Uint8Array> {
  const head = await source.read(0, sampleBytes);
  if (!isZero(head)) return head;
  for (let at = head.length; at < Math.min(source.sizeBytes, furthestBytes); at += sampleBytes) {
    const piece = await source.read(at, sampleBytes);
    if (!isZero(piece)) return piece;
  }
  return head;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
