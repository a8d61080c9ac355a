import { utf16Of } from '#core/utf16.ts';
import { containerKind, isCompression } from '../archives/container-kind.ts';
import { decompress } from '../archives/decompress.ts';
import { rangeOf } from '../archives/file-source.ts';
import { decompressedHead } from '../archives/open-archive.ts';
import { walkTar } from '../archives/walk-tar.ts';
import { listZip } from '../archives/walk-zip.ts';
import type { ByteSource, Sample } from './format.ts';

const headBytes = 256 * 1024;
const tailBytes = 64 * 1024;
/** How far into a tar its names are looked for: types show early, and detection is quick. */
const tarBytes = 4 * 1024 * 1024;
const maxNames = 2000;

/** What detection looks at of a file: bounded whatever its size, the same for the same bytes. */
export async function sampleOf(name: string, source: ByteSource): Promise<Sample> {
  const head = await source.read(0, headBytes);
  const kind = containerKind(head);
  if (isCompression(kind)) {
    const inner = await decompressedHead(source, headBytes);
    const isTar = containerKind(inner) === 'tar';
    return {
      name: innerName(name),
      sizeBytes: source.sizeBytes,
      head: inner,
      tail: new Uint8Array(),
      ...(isTar ? { memberNames: await listTar(decompress(kind, source.stream())) } : {}),
    };
  }
  const tail = await source.read(Math.max(0, source.sizeBytes - tailBytes), tailBytes);
  const encoding = utf16Of(head);
  if (encoding) {
    const text = new TextDecoder(encoding).decode(head);
    return { name, sizeBytes: source.sizeBytes, head: Buffer.from(text, 'utf8'), tail: new Uint8Array() };
  }
  const sample = { name, sizeBytes: source.sizeBytes, head, tail };
  if (kind === 'zip') return { ...sample, memberNames: await listZip(source, maxNames) };
  if (kind === 'tar') return { ...sample, memberNames: await listTar(rangeOf(source, 0, tarBytes)) };
  return sample;
}

/** `kern.log.gz` holds `kern.log`. */
function innerName(name: string): string {
  return name.replace(/\.(?:gz|bz2|xz|zst|zstd)$/i, '').replace(/\.(?:tgz|tbz2?|txz|tzst)$/i, '.tar');
}

async function listTar(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of walkTar(upTo(tarBytes, bytes)).entries) if (names.push(name) >= maxNames) break;
  } catch {}
  return names;
}

async function* upTo(limitBytes: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seenBytes = 0;
  for await (const chunk of bytes) {
    yield chunk;
    seenBytes += chunk.length;
    if (seenBytes >= limitBytes) return;
  }
}
