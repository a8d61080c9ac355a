/** Bytes of a stored file, any part of it. */
export interface RangedBytes {
  sizeBytes: number;
  /** From `start` up to but not including `end`. */
  open(start: number, end: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

const mostDirectoryBytes = 32_000_000;
const endRecordBytes = 22;

/**
 * The bytes of one file in a zip archive, unpacked as they are read; undefined where there is none of that name or it
 * is kept in a way that is not read here (encrypted, zip64, another method).
 */
export async function openZipMember(
  archive: RangedBytes,
  name: string,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined> {
  const directory = await readDirectory(archive);
  const entry = directory && findEntry(directory, name);
  if (!entry) return undefined;
  const header = view(await readAll(archive, entry.offset, entry.offset + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) return undefined;
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + entry.packedBytes > archive.sizeBytes) return undefined;
  const packed = await archive.open(start, start + entry.packedBytes);
  if (entry.method === 0) return packed;
  return entry.method === 8 ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : undefined;
}

interface Entry {
  offset: number;
  packedBytes: number;
  method: number;
}

async function readDirectory(archive: RangedBytes): Promise<DataView | undefined> {
  const tailStart = Math.max(0, archive.sizeBytes - endRecordBytes - 65_535);
  const tail = view(await readAll(archive, tailStart, archive.sizeBytes));
  for (let at = tail.byteLength - endRecordBytes; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    const sizeBytes = tail.getUint32(at + 12, true);
    const start = tail.getUint32(at + 16, true);
    if (sizeBytes > mostDirectoryBytes || start + sizeBytes > archive.sizeBytes) return undefined;
    return view(await readAll(archive, start, start + sizeBytes));
  }
  return undefined;
}

function findEntry(directory: DataView, name: string): Entry | undefined {
  const decoder = new TextDecoder();
  let at = 0;
  while (at + 46 <= directory.byteLength && directory.getUint32(at, true) === 0x02014b50) {
    const nameLength = directory.getUint16(at + 28, true);
    const end = at + 46 + nameLength;
    if (end > directory.byteLength) return undefined;
    const isEncrypted = (directory.getUint16(at + 8, true) & 1) === 1;
    const entryName = decoder.decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength));
    if (entryName === name && !isEncrypted) {
      return {
        offset: directory.getUint32(at + 42, true),
        packedBytes: directory.getUint32(at + 20, true),
        method: directory.getUint16(at + 10, true),
      };
    }
    at = end + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return undefined;
}

async function readAll(archive: RangedBytes, start: number, end: number): Promise<Uint8Array> {
  const until = Math.min(end, archive.sizeBytes);
  if (start >= until) return new Uint8Array();
  const bytes = new Uint8Array(until - start);
  let filled = 0;
  for await (const chunk of await archive.open(start, until)) {
    const part = chunk.subarray(0, bytes.byteLength - filled);
    bytes.set(part, filled);
    filled += part.byteLength;
  }
  return bytes.subarray(0, filled);
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
