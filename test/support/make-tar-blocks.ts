/** A tar by hand, so that a test can make what no tool here would. */
export interface TarBlock {
  name: string | Uint8Array;
  type?: string;
  /** What follows the header; filled up to whole blocks. */
  data?: string | Uint8Array;
  /** Said instead of the data's length. */
  sizeBytes?: number;
  /** Seconds since the epoch. */
  modified?: number;
  /** Written over the header's end, from this offset on. */
  more?: { at: number; bytes: Uint8Array };
}

const ending = Buffer.alloc(1024);

export function makeTarBlocks(blocks: readonly TarBlock[], isEnded = true): Buffer {
  return Buffer.concat([...blocks.flatMap(partsOf), ...(isEnded ? [ending] : [])]);
}

function partsOf({ name, type = '0', data = '', sizeBytes, modified = 0, more }: TarBlock): Buffer[] {
  const content = Buffer.from(data);
  const header = Buffer.alloc(512);
  Buffer.from(name).copy(header, 0, 0, 100);
  header.write('0000644\0', 100);
  header.write(octal(sizeBytes ?? content.length, 11), 124);
  header.write(octal(modified, 11), 136);
  header.write(type, 156);
  header.write('ustar  \0', 257, 'latin1');
  if (more) header.set(more.bytes, more.at);
  header.fill(0x20, 148, 156);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
  );
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}

export function octal(value: number, digits: number): string {
  return `${value.toString(8).padStart(digits, '0')}\0`;
}

/** Records as POSIX writes them: each with its own length before it. */
export function paxRecords(records: Readonly<Record<string, string>>): string {
  return Object.entries(records)
    .map(([key, value]) => {
      const rest = ` ${key}=${value}\n`;
      const length = Buffer.byteLength(rest);
      const digits = String(length + String(length).length).length;
      return `${length + digits}${rest}`;
    })
    .join('');
}
