import type { ByteSource } from '../formats/format.ts';

const tailBytes = 66 * 1024;
const endOfZip = Buffer.from('PK\x05\x06', 'latin1');

/** What a file is that cannot be read, and the way out; undefined where nothing is known of it. */
export async function whyUnread(name: string, source: ByteSource): Promise<string | undefined> {
  const head = Buffer.from(await source.read(0, 512));
  const packed = packingOf(head);
  if (packed) return `${packed.what} ${packed.way}`;
  const part = partOf(name) ?? ((await isLastOfSplitZip(source)) ? splitZip : undefined);
  if (part) return part;
  return head.every((byte) => byte === 0) && (await isZero(source))
    ? 'There are only zero bytes in it: an archive without files, or a file whose content was lost.'
    : undefined;
}

/** Whether a file is surely packed in a way that is not read, though it may look like text. */
export function isForeignPacking(head: Uint8Array): boolean {
  const magic = packingOf(head)?.magic;
  return magic !== undefined && (magic.length >= 12 || /[^ -~]/.test(magic));
}

function packingOf(head: Uint8Array): { magic: string; what: string; way: string } | undefined {
  return packings.find(({ magic }) => Buffer.from(magic, 'latin1').every((byte, index) => head[index] === byte));
}

const again = 'pack it with gzip, zstd or zip, and send it again.';
const unread = (what: string, command: string) => ({
  what: `This is packed with ${what}, which is not read.`,
  way: `Unpack it (\`${command}\`), ${again}`,
});
const locked = (what: string) => ({
  what: `This is encrypted with ${what}.`,
  way: 'Decrypt it and send it again.',
});

const wide = {
  what: 'This text is in UTF-32, which is not read.',
  way: 'Turn it into UTF-8 (`iconv -f UTF-32 -t UTF-8 FILE`) and send it again.',
};

const packings: readonly { magic: string; what: string; way: string }[] = [
  { magic: '\x04\x22\x4d\x18', ...unread('lz4', 'lz4 -d FILE') },
  { magic: '\x02\x21\x4c\x18', ...unread('lz4', 'lz4 -d FILE') },
  { magic: 'LZIP', ...unread('lzip', 'lzip -d FILE') },
  { magic: '\x89LZO\0\r\n\x1a\n', ...unread('lzop', 'lzop -d FILE') },
  { magic: 'LRZI', ...unread('lrzip', 'lrunzip FILE') },
  { magic: '\xff\x06\0\0sNaPpY', ...unread('snappy', 'snzip -d FILE') },
  { magic: 'xar!', ...unread('xar', 'xar -xf FILE') },
  { magic: 'MSCF', ...unread('cab', 'cabextract FILE') },
  { magic: '\xed\xab\xee\xdb', ...unread('rpm', 'rpm2cpio FILE | cpio -id') },
  { magic: 'hsqs', ...unread('squashfs', 'unsquashfs FILE') },
  { magic: 'Salted__', ...locked('openssl') },
  { magic: 'age-encryption.org/', ...locked('age') },
  { magic: '-----BEGIN PGP MESSAGE-----', ...locked('PGP') },
  { magic: '\xff\xfe\0\0', ...wide },
  { magic: '\0\0\xfe\xff', ...wide },
];

const splitZip =
  'This is one part of a zip that was split. Join the parts first (`zip -s 0 NAME.zip --out whole.zip`) and send the whole.';

/** Of an archive cut into files of one size: by the ways their names are numbered. */
export function partOf(name: string): string | undefined {
  const file = name.replace(/^.*[/\\]/, '').replace(/[`\u0000-\u001f]/g, '_');
  const cut =
    /^(.{1,200}\.(?:tar|tgz|tbz2?|txz|gz|bz2|xz|zst|7z|zip))(?:[._-]?part[._-]?\d{1,3}|[._-]\d{3}|[._-]?a[a-z])$/i.exec(
      file,
    );
  if (cut) {
    const whole = cut[1]!;
    return `This is one part of an archive that was split. Join the parts first (\`cat ${whole}.* > ${whole}\`) and send the whole.`;
  }
  if (/\.z\d\d$/i.test(file)) return splitZip;
  if (/\.(?:part\d{1,3}\.rar|r\d\d)$/i.test(file)) {
    return 'This is one part of a rar archive that was split. Unpack it where all its parts are, pack the files as one zip or tar.gz, and send that.';
  }
  return undefined;
}

/** The last part holds the directory, which says that it lies on another disk than the first. */
async function isLastOfSplitZip(source: ByteSource): Promise<boolean> {
  const tail = Buffer.from(await source.read(Math.max(0, source.sizeBytes - tailBytes), tailBytes));
  const at = tail.lastIndexOf(endOfZip);
  return at >= 0 && at + 22 <= tail.length && tail.readUInt16LE(at + 4) > 0 && tail.readUInt16LE(at + 4) < 1000;
}

async function isZero(source: ByteSource): Promise<boolean> {
  for await (const chunk of source.stream()) if (!chunk.every((byte) => byte === 0)) return false;
  return true;
}
