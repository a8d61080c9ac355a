import { isTarHeader } from './tar-header.ts';

/** Files that hold other files. */
export type ArchiveKind = 'zip' | 'tar' | '7z' | 'rar';
/** Files that hold one stream of bytes. */
export type CompressionKind = 'gzip' | 'bzip2' | 'xz' | 'zstd';

/** What the first 512 bytes say a container is; undefined for anything else. Pure. */
export function containerKind(head: Uint8Array): ArchiveKind | CompressionKind | undefined {
  const magic = magics.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (magic) return magic[0];
  if (isBzip2(head)) return 'bzip2';
  return isTarHeader(head) ? 'tar' : undefined;
}

export function isCompression(kind: string | undefined): kind is CompressionKind {
  return kind === 'gzip' || kind === 'bzip2' || kind === 'xz' || kind === 'zstd';
}

const magics: readonly (readonly [ArchiveKind | CompressionKind, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 3, 4]],
  ['zip', [0x50, 0x4b, 5, 6]],
  ['zip', [0x50, 0x4b, 7, 8]],
  ['gzip', [0x1f, 0x8b, 8]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 7]],
];

/** `BZh1` to `BZh9`, then the magic number of a block or of the stream's end. */
function isBzip2(head: Uint8Array): boolean {
  if (head[0] !== 0x42 || head[1] !== 0x5a || head[2] !== 0x68) return false;
  if (head[3]! < 0x31 || head[3]! > 0x39) return false;
  return (head[4] === 0x31 && head[5] === 0x41) || (head[4] === 0x17 && head[5] === 0x72);
}
