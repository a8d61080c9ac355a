import { crc32, deflateRawSync } from 'node:zlib';
import { pack } from 'tar-stream';

export interface ZipMember {
  name: string;
  content?: string | Uint8Array;
  isEncrypted?: boolean;
  /** Unix file type and mode; default a plain file. */
  mode?: number;
}

/** A zip by hand, so that a test can make what no tool would. */
export function makeZip(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', isEncrypted, mode = 0o100644 } of members) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((isEncrypted ? 1 : 0) | 0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, rest, nameBytes]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}

export interface TarMember {
  name: string;
  content?: string | Uint8Array;
  type?: 'file' | 'symlink' | 'link' | 'character-device';
  linkname?: string;
}

export async function makeTar(members: readonly TarMember[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, content = '', type = 'file', linkname } of members) {
    const header = { name, type, ...(linkname ? { linkname } : {}) };
    if (type === 'file') archive.entry(header, Buffer.from(content));
    else archive.entry(header);
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
