import { deflateSync, zstdCompressSync } from 'node:zlib';

/** Small machines' memories built byte by byte, and the containers that dumps come in. */

const memoryBytes = 0x40000;
const imageAt = 0x10000;
const imageStart = 0xffffffff81000000n;
/** Linear address of physical 0, reached only through page tables. */
const linearStart = 0xffff888000000000n;
const physBase = BigInt(imageAt) - (imageStart - 0xffffffff80000000n);

export interface LogRecord {
  timeNs: bigint;
  level: number;
  text: string;
}

export const panicRecords: LogRecord[] = [
  { timeNs: 0n, level: 5, text: 'Linux version 6.1.0-test (gcc 12) #1 SMP PREEMPT Sat Nov 21 2026' },
  { timeNs: 1_000n, level: 6, text: 'Command line: console=ttyS0' },
  { timeNs: 250_000_000n, level: 6, text: 'two lines\nof one record' },
  { timeNs: 900_000_000n, level: 6, text: 'odd length' },
  { timeNs: 3_269_875_000n, level: 0, text: 'Kernel panic - not syncing: widget gone' },
  { timeNs: 3_269_900_000n, level: 0, text: 'Call Trace:' },
  { timeNs: 3_269_901_000n, level: 0, text: ' <TASK>' },
  { timeNs: 3_269_902_000n, level: 0, text: ' panic+0x118/0x2f4' },
  { timeNs: 3_269_903_000n, level: 0, text: ' widget_fail+0x16/0x20' },
];

/** What `dmesg` prints of those records. */
export const panicLines = panicRecords.flatMap(({ timeNs, text }) => {
  const micros = timeNs / 1000n;
  const stamp = `[${String(micros / 1_000_000n).padStart(5)}.${String(micros % 1_000_000n).padStart(6, '0')}] `;
  return text.split('\n').map((line) => stamp + line);
});

const address = (physical: number) => imageStart + BigInt(physical - imageAt);
const hex = (value: bigint) => value.toString(16);

/** Memory of a kernel with the ring buffer of Linux 5.10 and later; the text lies behind page tables. */
export function ringMemory(records: readonly LogRecord[], dataBits = 12): { memory: Buffer; vmcoreinfo: string } {
  const memory = Buffer.alloc(memoryBytes);
  const [uts, pointer, ring, descs, infos, tables, data] = [
    0x10000, 0x11000, 0x12000, 0x13000, 0x14000, 0x18000, 0x20000,
  ];
  memory.write('Linux', uts);
  memory.writeBigUInt64LE(address(ring), pointer);
  const countBits = 5;
  const count = 1 << countBits;
  const firstId = 4294967264n;
  memory.writeUInt32LE(countBits, ring);
  memory.writeBigUInt64LE(address(descs), ring + 8);
  memory.writeBigUInt64LE(address(infos), ring + 16);
  memory.writeBigUInt64LE(firstId + BigInt(records.length - 1), ring + 24);
  memory.writeBigUInt64LE(firstId, ring + 32);
  memory.writeUInt32LE(dataBits, ring + 48);
  memory.writeBigUInt64LE(linearStart + BigInt(data), ring + 56);
  mapLinear(memory, tables, data);

  const size = 1 << dataBits;
  let at = size - 64;
  for (const [index, record] of records.entries()) {
    const id = firstId + BigInt(index);
    const slot = Number(id % BigInt(count));
    const text = Buffer.from(record.text);
    const block = Math.ceil((8 + text.length) / 8) * 8;
    const begin = at;
    const wraps = Math.floor(begin / size) !== Math.floor((begin + block - 1) / size);
    const start = wraps ? (Math.floor(begin / size) + 1) * size : begin;
    at = start + block;
    memory.writeBigUInt64LE(id, data + (begin % size));
    memory.writeBigUInt64LE(id, data + (start % size));
    text.copy(memory, data + (start % size) + 8);
    memory.writeBigUInt64LE((2n << 62n) | id, descs + slot * 24);
    memory.writeBigUInt64LE(BigInt(begin), descs + slot * 24 + 8);
    memory.writeBigUInt64LE(BigInt(at), descs + slot * 24 + 16);
    memory.writeBigUInt64LE(BigInt(index), infos + slot * 88);
    memory.writeBigUInt64LE(record.timeNs, infos + slot * 88 + 8);
    memory.writeUInt16LE(text.length, infos + slot * 88 + 16);
    memory.writeUInt8(record.level << 5, infos + slot * 88 + 19);
  }
  const vmcoreinfo = [
    ...commonInfo(uts, tables),
    `SYMBOL(prb)=${hex(address(pointer))}`,
    'SIZE(printk_ringbuffer)=88',
    'OFFSET(printk_ringbuffer.desc_ring)=0',
    'OFFSET(printk_ringbuffer.text_data_ring)=48',
    'SIZE(prb_desc)=24',
    'SIZE(printk_info)=88',
    '',
  ].join('\n');
  return { memory, vmcoreinfo };
}

/** Memory of a kernel with the records of Linux 3.5 to 5.9, the buffer having gone around once. */
export function recordMemory(records: readonly LogRecord[]): { memory: Buffer; vmcoreinfo: string } {
  const memory = Buffer.alloc(memoryBytes);
  const [uts, pointers, buffer] = [0x10000, 0x11000, 0x20000];
  memory.write('Linux', uts);
  const sizes = records.map(({ text }) => Math.ceil((16 + Buffer.byteLength(text)) / 4) * 4);
  const half = Math.floor(records.length / 2);
  const first = 2048;
  let at = first;
  for (const [index, record] of records.entries()) {
    if (index === half) at = 0;
    const text = Buffer.from(record.text);
    memory.writeBigUInt64LE(record.timeNs, buffer + at);
    memory.writeUInt16LE(sizes[index] ?? 0, buffer + at + 8);
    memory.writeUInt16LE(text.length, buffer + at + 10);
    memory.writeUInt8(record.level << 5, buffer + at + 15);
    text.copy(memory, buffer + at + 16);
    at += sizes[index] ?? 0;
  }
  memory.writeBigUInt64LE(address(buffer), pointers);
  memory.writeUInt32LE(4096, pointers + 8);
  memory.writeUInt32LE(first, pointers + 12);
  memory.writeUInt32LE(at, pointers + 16);
  const vmcoreinfo = [
    ...commonInfo(uts, 0x18000),
    `SYMBOL(log_buf)=${hex(address(pointers))}`,
    `SYMBOL(log_buf_len)=${hex(address(pointers + 8))}`,
    `SYMBOL(log_first_idx)=${hex(address(pointers + 12))}`,
    `SYMBOL(log_next_idx)=${hex(address(pointers + 16))}`,
    'SIZE(printk_log)=16',
    'OFFSET(printk_log.ts_nsec)=0',
    'OFFSET(printk_log.len)=8',
    'OFFSET(printk_log.text_len)=10',
    '',
  ].join('\n');
  return { memory, vmcoreinfo };
}

function commonInfo(uts: number, tables: number): string[] {
  return [
    'OSRELEASE=6.1.0-test',
    'PAGESIZE=4096',
    `SYMBOL(init_uts_ns)=${hex(address(uts))}`,
    'OFFSET(uts_namespace.name)=0',
    `SYMBOL(swapper_pg_dir)=${hex(address(tables))}`,
    `NUMBER(phys_base)=${physBase}`,
    'KERNELOFFSET=0',
  ];
}

// Four levels of x86 page tables down to the page that holds the text.
function mapLinear(memory: Buffer, tables: number, physical: number): void {
  const virtual = linearStart + BigInt(physical);
  for (let level = 4; level >= 1; level--) {
    const table = tables + (4 - level) * 4096;
    const shift = BigInt(12 + 9 * (level - 1));
    const index = Number((virtual >> shift) & 511n);
    const next = level === 1 ? physical : table + 4096;
    memory.writeBigUInt64LE(BigInt(next) | 3n, table + index * 8);
  }
}

/** An ELF core with one segment; `vmcoreinfo` empty: without the note. */
export function elfCore(memory: Buffer, vmcoreinfo: string): Buffer {
  const name = Buffer.from('VMCOREINFO\0\0');
  const text = Buffer.from(vmcoreinfo);
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4)]);
  const noteHead = Buffer.alloc(12);
  noteHead.writeUInt32LE(11, 0);
  noteHead.writeUInt32LE(text.length, 4);
  const note = vmcoreinfo === '' ? Buffer.alloc(0) : Buffer.concat([noteHead, name, padded]);
  const head = Buffer.alloc(64 + 2 * 56);
  head.write('\x7fELF\x02\x01\x01', 0, 'latin1');
  head.writeUInt16LE(4, 16);
  head.writeUInt16LE(62, 18);
  head.writeBigUInt64LE(64n, 32);
  head.writeUInt16LE(56, 54);
  head.writeUInt16LE(2, 56);
  const segment = (at: number, type: number, offset: number, sizeBytes: number) => {
    head.writeUInt32LE(type, at);
    head.writeBigUInt64LE(BigInt(offset), at + 8);
    head.writeBigUInt64LE(BigInt(sizeBytes), at + 32);
    head.writeBigUInt64LE(BigInt(sizeBytes), at + 40);
  };
  segment(64, 4, head.length, note.length);
  segment(120, 1, head.length + note.length, memory.length);
  return Buffer.concat([head, note, memory]);
}

export type Packing = 'zlib' | 'zstd' | 'snappy' | 'lzo' | 'none';

/** The same memory as makedumpfile packs it; pages of zeros are left out. `part`: one file of several, by its pages. */
export function kdump(
  memory: Buffer,
  vmcoreinfo: string,
  packing: Packing,
  part?: { from: number; to: number },
): Buffer {
  const block = 4096;
  const all = Array.from({ length: memory.length / block }, (_, frame) => ({
    frame,
    bytes: memory.subarray(frame * block, (frame + 1) * block),
  })).filter(({ bytes }) => bytes.some((byte) => byte !== 0));
  const pages = all.filter(({ frame }) => part === undefined || (frame >= part.from && frame < part.to));
  const bitmap = Buffer.alloc(block);
  for (const { frame } of all) bitmap[frame >> 3] = (bitmap[frame >> 3] ?? 0) | (1 << (frame & 7));
  const head = Buffer.alloc(block);
  head.write('KDUMP   ');
  head.writeInt32LE(6, 8);
  head.write('Linux', 12);
  head.write('x86_64', 12 + 65 * 4);
  head.writeInt32LE(block, 428);
  head.writeInt32LE(1, 432);
  head.writeUInt32LE(2, 436);
  const text = Buffer.from(vmcoreinfo);
  const descriptorsAt = block * 4;
  const textAt = descriptorsAt + pages.length * 24;
  const sub = Buffer.alloc(block);
  sub.writeBigInt64LE(physBase, 0);
  if (part !== undefined) {
    sub.writeInt32LE(1, 12);
    sub.writeBigUInt64LE(BigInt(part.from), 80);
    sub.writeBigUInt64LE(BigInt(part.to), 88);
    sub.writeBigUInt64LE(BigInt(memory.length / block), 96);
  }
  sub.writeBigUInt64LE(BigInt(textAt), 32);
  sub.writeBigUInt64LE(BigInt(text.length), 40);
  let at = textAt + text.length;
  const descriptors: Buffer[] = [];
  const packed: Buffer[] = [];
  for (const { bytes } of pages) {
    const { flag, data } = pack(bytes, packing);
    const descriptor = Buffer.alloc(24);
    descriptor.writeBigUInt64LE(BigInt(at), 0);
    descriptor.writeUInt32LE(data.length, 8);
    descriptor.writeUInt32LE(flag, 12);
    descriptors.push(descriptor);
    packed.push(data);
    at += data.length;
  }
  return Buffer.concat([head, sub, bitmap, bitmap, ...descriptors, text, ...packed]);
}

function pack(page: Buffer, packing: Packing): { flag: number; data: Buffer } {
  if (packing === 'zlib') return { flag: 1, data: deflateSync(page) };
  if (packing === 'zstd') return { flag: 0x20, data: zstdCompressSync(page) };
  if (packing === 'snappy') return { flag: 4, data: snappyOf(page) };
  if (packing === 'lzo') return { flag: 2, data: lzoOf(page) };
  return { flag: 0, data: page };
}

// One literal, then the rest as copies of a run where the page is zero at its end.
function snappyOf(page: Buffer): Buffer {
  const end = page.findLastIndex((byte) => byte !== 0) + 2;
  const used = Math.min(end, page.length);
  const parts = [Buffer.from([0x80, 0x20, 61 << 2, (used - 1) & 255, (used - 1) >> 8]), page.subarray(0, used)];
  for (let left = page.length - used; left > 0; left -= Math.min(left, 64)) {
    parts.push(Buffer.from([((Math.min(left, 64) - 1) << 2) | 2, 1, 0]));
  }
  return Buffer.concat(parts);
}

// Literals in one run, then one long copy of the last zero, then the end mark.
function lzoOf(page: Buffer): Buffer {
  const used = Math.min(page.findLastIndex((byte) => byte !== 0) + 2, page.length);
  const length = (base: number, count: number) => {
    const zeros = Math.floor((count - base - 1) / 255);
    return [0, ...Array.from({ length: zeros }, () => 0), count - base - zeros * 255];
  };
  const literals = used > 238 ? length(15, used - 3) : used > 3 ? [used + 17] : [used + 17];
  const left = page.length - used;
  const copies = left > 40 ? [0x20, ...length(31, left - 2).slice(1), 0, 0] : [];
  const rest = left > 40 ? Buffer.alloc(0) : page.subarray(used);
  const head = left > 40 ? used : page.length;
  const start = left > 40 ? literals : length(15, head - 3);
  return Buffer.concat([
    Buffer.from(start),
    page.subarray(0, head - rest.length),
    rest,
    Buffer.from([...copies, 0x11, 0, 0]),
  ]);
}

/** makedumpfile's form for pipes: pieces in any order, each saying where it belongs; `again` are written last. */
export function flattened(file: Buffer, again: readonly { at: number; bytes: Buffer }[] = []): Buffer {
  const head = Buffer.alloc(4096);
  head.write('makedumpfile');
  head.writeBigUInt64BE(1n, 16);
  head.writeBigUInt64BE(1n, 24);
  const piece = (at: number, bytes: Buffer) => {
    const record = Buffer.alloc(16);
    record.writeBigInt64BE(BigInt(at), 0);
    record.writeBigInt64BE(BigInt(bytes.length), 8);
    return Buffer.concat([record, bytes]);
  };
  const pieces: Buffer[] = [];
  for (let at = 0; at < file.length; at += 5000) pieces.unshift(piece(at, file.subarray(at, at + 5000)));
  const end = Buffer.alloc(16, 0xff);
  return Buffer.concat([head, ...pieces, ...again.map(({ at, bytes }) => piece(at, bytes)), end]);
}

/** Memory of a 32-bit kernel's ring buffer: identifiers of 4 bytes before the texts, times in a table beside them. */
export function narrowMemory(records: readonly LogRecord[]): Buffer {
  const memory = Buffer.alloc(0x20000);
  let at = 0x8000;
  for (const [index, { timeNs, level, text }] of records.entries()) {
    const bytes = Buffer.from(text);
    memory.writeUInt32LE(0x3fff_ff00 + index, at);
    bytes.copy(memory, at + 4);
    at += Math.ceil((4 + bytes.length) / 4) * 4;
    const info = 0x1000 + index * 88;
    memory.writeBigUInt64LE(BigInt(index), info);
    memory.writeBigUInt64LE(timeNs, info + 8);
    memory.writeUInt16LE(bytes.length, info + 16);
    memory.writeUInt8(level << 5, info + 19);
  }
  return memory;
}

/** A 32-bit ELF core with one segment and no description of the kernel. */
export function narrowElfCore(memory: Buffer): Buffer {
  const head = Buffer.alloc(52 + 32);
  head.write('\x7fELF\x01\x01\x01', 0, 'latin1');
  head.writeUInt16LE(4, 16);
  head.writeUInt16LE(3, 18);
  head.writeUInt32LE(52, 28);
  head.writeUInt16LE(32, 42);
  head.writeUInt16LE(1, 44);
  for (const [at, value] of [1, head.length, 0xc0000000, 0, memory.length, memory.length].entries()) {
    head.writeUInt32LE(value, 52 + at * 4);
  }
  return Buffer.concat([head, memory]);
}

export function lime(memory: Buffer): Buffer {
  const head = Buffer.alloc(32);
  head.writeUInt32LE(0x4c694d45, 0);
  head.writeUInt32LE(1, 4);
  head.writeBigUInt64LE(BigInt(memory.length - 1), 16);
  return Buffer.concat([head, memory]);
}

/** The description as the kernel keeps it in its own memory, for dumps without a note. */
export function withInfoInMemory({ memory, vmcoreinfo }: { memory: Buffer; vmcoreinfo: string }): Buffer {
  const copy = Buffer.from(memory);
  copy.write(vmcoreinfo, 0x30000, 'latin1');
  return copy;
}

export function madeDumps(): Record<string, Buffer> {
  const ring = ringMemory(panicRecords);
  const old = recordMemory(panicRecords);
  return {
    'an ELF core': elfCore(ring.memory, ring.vmcoreinfo),
    'an ELF core of an older kernel': elfCore(old.memory, old.vmcoreinfo),
    'an ELF core without the note': elfCore(withInfoInMemory(ring), ''),
    'a kdump with zlib pages': kdump(ring.memory, ring.vmcoreinfo, 'zlib'),
    'a kdump with zstd pages': kdump(ring.memory, ring.vmcoreinfo, 'zstd'),
    'a kdump with snappy pages': kdump(ring.memory, ring.vmcoreinfo, 'snappy'),
    'a kdump with LZO pages': kdump(ring.memory, ring.vmcoreinfo, 'lzo'),
    'a kdump with plain pages': kdump(ring.memory, ring.vmcoreinfo, 'none'),
    'a kdump that does not describe the kernel': kdump(withInfoInMemory(ring), '', 'zlib'),
    'a flattened kdump': flattened(kdump(ring.memory, ring.vmcoreinfo, 'zlib')),
    'a LiME dump': lime(withInfoInMemory(ring)),
    'raw memory': withInfoInMemory(ring),
  };
}
