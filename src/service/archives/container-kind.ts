import { isTarHeader } from './tar-header.ts';

/** Files that hold other files. `tar.Z` and `tar.lzma` stand for all that is packed so: only a tar in it is read. */
export type ArchiveKind = 'zip' | 'tar' | '7z' | 'rar' | 'cpio' | 'ar' | 'tar.Z' | 'tar.lzma';
/** Files that hold one stream of bytes. */
export type CompressionKind = 'gzip' | 'bzip2' | 'xz' | 'zstd';

/** What the first 512 bytes say a container is; undefined for anything else. Pure. */
export function containerKind(head: Uint8Array): ArchiveKind | CompressionKind | undefined {
  const magic = magics.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte));
  if (magic) return magic[0];
  if (isBzip2(head)) return 'bzip2';
  if (isLzma(head)) return 'tar.lzma';
  if (isCpio(head)) return 'cpio';
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
  ['tar.Z', [0x1f, 0x9d, 0x90]],
  ['ar', [0x21, 0x3c, 0x61, 0x72, 0x63, 0x68, 0x3e, 0x0a]],
];

/** `BZh1` to `BZh9`, then the magic number of a block or of the stream's end. */
function isBzip2(head: Uint8Array): boolean {
  if (head[0] !== 0x42 || head[1] !== 0x5a || head[2] !== 0x68) return false;
  if (head[3]! < 0x31 || head[3]! > 0x39) return false;
  return (head[4] === 0x31 && head[5] === 0x41) || (head[4] === 0x17 && head[5] === 0x72);
}

/** No magic number: the usual properties, a dictionary of a usual size, and a length that is unknown or credible. */
function isLzma(head: Uint8Array): boolean {
  if (head.length < 32 || head[0] !== 0x5d || head[1] !== 0 || head[2] !== 0) return false;
  const length = head.subarray(5, 13);
  return length.every((byte) => byte === 0xff) || (length[5] === 0 && length[6] === 0 && length[7] === 0);
}

/** The numbers of its header are printed: a hundred digits and more. */
function isCpio(head: Uint8Array): boolean {
  return /^(?:07070[12][\da-f]{104}|070707[0-7]{70})/i.test(String.fromCharCode(...head.subarray(0, 110)));
}
