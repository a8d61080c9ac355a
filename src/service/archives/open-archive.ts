import type { ByteSource } from '../formats/format.ts';
import type { ArchiveWalk } from './archive-entry.ts';
import { containerKind, isCompression } from './container-kind.ts';
import { decompress } from './decompress.ts';
import { withProgress } from './swelling.ts';
import { walkTar } from './walk-tar.ts';
import { walkZip } from './walk-zip.ts';

/** Walks whatever archive the source is, a compressed tar too; undefined where it is none. */
export async function openArchive(source: ByteSource): Promise<ArchiveWalk | undefined> {
  const kind = containerKind(await source.read(0, 512));
  if (kind === 'zip') return walkZip(source);
  if (kind !== undefined && kind !== 'tar' && !isCompression(kind))
    return (await import('./walk-libarchive.ts')).walkLibarchive(source, kind);
  if (!kind) return undefined;
  const { source: read, takenBytes } = withProgress(source);
  if (kind === 'tar') return { ...walkTar(read.stream()), takenBytes };
  const inner = await decompressedHead(source, 512);
  if (containerKind(inner) !== 'tar') return undefined;
  return { ...walkTar(decompress(kind, read.stream(), () => read.stream())), takenBytes };
}

/** The first bytes inside a compressed file, fewer where it is damaged; empty for a file that is not compressed. */
export async function decompressedHead(source: ByteSource, wantedBytes: number): Promise<Uint8Array> {
  const kind = containerKind(await source.read(0, 512));
  if (!isCompression(kind)) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of decompress(kind, source.stream(), () => source.stream())) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= wantedBytes) break;
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, wantedBytes);
}
