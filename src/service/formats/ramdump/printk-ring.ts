import { viewOf } from '../../lines/byte-reading.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { type FoundLog, type PrintkRecord, recordText } from './printk-records.ts';
import type { Vmcoreinfo } from './vmcoreinfo.ts';

const longestRing = 64 * 1024 * 1024;
const maxDescriptors = 1 << 22;
const idMask = (1n << 62n) - 1n;

interface DataRing {
  sizeBytes: number;
  bytes: Uint8Array;
}

/** The lockless ring buffer of Linux 5.10 and later, followed by the offsets the kernel states. */
export async function readPrintkRing(memory: KernelMemory, info: Vmcoreinfo): Promise<FoundLog | undefined> {
  const at = await ringAddress(memory, info);
  const shape = shapeOf(info);
  if (at === undefined || shape === undefined) return undefined;
  const ring = await memory.read(at, shape.ringBytes);
  if (ring === undefined) return undefined;
  const view = viewOf(ring);
  const descRing = shape.descRing;
  const count = 2 ** view.getUint32(descRing + shape.countBits, true);
  const descsAt = view.getBigUint64(descRing + shape.descs, true);
  const infosAt = view.getBigUint64(descRing + shape.infos, true);
  const headId = view.getBigUint64(descRing + shape.headId, true) & idMask;
  const tailId = view.getBigUint64(descRing + shape.tailId, true) & idMask;
  if (count > maxDescriptors) return undefined;
  const descs = await memory.read(descsAt, count * shape.descBytes);
  const infos = await memory.read(infosAt, count * shape.infoBytes);
  const data = await readData(memory, view, shape);
  if (descs === undefined || infos === undefined || data === undefined) return undefined;
  return follow({ descs: viewOf(descs), infos: viewOf(infos), data, count, headId, tailId }, shape);
}

async function ringAddress(memory: KernelMemory, info: Vmcoreinfo): Promise<bigint | undefined> {
  const pointer = info.symbol('prb');
  if (pointer !== undefined) {
    const at = await memory.pointer(pointer);
    if (at !== undefined && at !== 0n) return at;
  }
  return info.symbol('printk_rb_static');
}

type Shape = NonNullable<ReturnType<typeof shapeOf>>;

function shapeOf(info: Vmcoreinfo) {
  const ringBytes = info.size('printk_ringbuffer');
  const descBytes = info.size('prb_desc');
  const infoBytes = info.size('printk_info');
  const descRing = info.offset('printk_ringbuffer.desc_ring');
  const dataRing = info.offset('printk_ringbuffer.text_data_ring');
  if (ringBytes === undefined || descBytes === undefined || infoBytes === undefined) return undefined;
  if (descRing === undefined || dataRing === undefined || descBytes < 16 || infoBytes < 16) return undefined;
  if (ringBytes < 40 || ringBytes > 4096 || descBytes > 4096 || infoBytes > 4096) return undefined;
  const within = (name: string, otherwise: number) => info.offset(name) ?? otherwise;
  return {
    ringBytes,
    descBytes,
    infoBytes,
    descRing,
    dataRing,
    countBits: within('prb_desc_ring.count_bits', 0),
    descs: within('prb_desc_ring.descs', 8),
    infos: within('prb_desc_ring.infos', 16),
    headId: within('prb_desc_ring.head_id', 24),
    tailId: within('prb_desc_ring.tail_id', 32),
    state: within('prb_desc.state_var', 0),
    blockAt: within('prb_desc.text_blk_lpos', 8),
    begin: within('prb_data_blk_lpos.begin', 0),
    next: within('prb_data_blk_lpos.next', 8),
    timeNs: within('printk_info.ts_nsec', 8),
    textLength: within('printk_info.text_len', 16),
    sizeBits: within('prb_data_ring.size_bits', 0),
    data: within('prb_data_ring.data', 8),
  };
}

async function readData(memory: KernelMemory, ring: DataView, shape: Shape): Promise<DataRing | undefined> {
  const sizeBytes = 2 ** ring.getUint32(shape.dataRing + shape.sizeBits, true);
  if (sizeBytes > longestRing) return undefined;
  const bytes = await memory.read(ring.getBigUint64(shape.dataRing + shape.data, true), sizeBytes);
  return bytes === undefined ? undefined : { sizeBytes, bytes };
}

function follow(
  ring: { descs: DataView; infos: DataView; data: DataRing; count: number; headId: bigint; tailId: bigint },
  shape: Shape,
): FoundLog {
  const records: PrintkRecord[] = [];
  let lost = 0;
  const total = Number((ring.headId - ring.tailId) & idMask) + 1;
  for (let i = 0; i < Math.min(total, ring.count); i++) {
    const id = (ring.tailId + BigInt(i)) & idMask;
    const index = Number(id % BigInt(ring.count));
    const desc = index * shape.descBytes;
    const state = ring.descs.getBigUint64(desc + shape.state, true);
    // 1: committed, 2: finalized; 0 is being written, 3 is free.
    const phase = state >> 62n;
    // A free descriptor holds no record; the one before the very first record is such.
    if (phase === 3n) continue;
    if ((state & idMask) !== id || (phase !== 1n && phase !== 2n)) {
      lost++;
      continue;
    }
    const at = index * shape.infoBytes;
    const length = ring.infos.getUint16(at + shape.textLength, true);
    const text = blockText(ring.data, ring.descs, desc + shape.blockAt, shape, length);
    if (text === undefined) {
      lost++;
      continue;
    }
    records.push({
      timeNs: ring.infos.getBigUint64(at + shape.timeNs, true),
      // The byte after length and facility holds five bits of flags, then the level.
      level: (ring.infos.getUint8(at + shape.textLength + 3) >> 5) & 7,
      text,
    });
  }
  return { records, from: 'the printk ring buffer', lost };
}

function blockText(data: DataRing, descs: DataView, block: number, shape: Shape, length: number): string | undefined {
  const begin = descs.getBigUint64(block + shape.begin, true);
  const next = descs.getBigUint64(block + shape.next, true);
  // Odd positions mark records without text.
  if ((begin & 1n) === 1n) return length === 0 || (next & 1n) === 1n ? '' : undefined;
  const size = BigInt(data.sizeBytes);
  let from = Number(begin % size);
  let to = Number(next % size);
  if (begin / size !== next / size && to !== 0) from = 0;
  if (to === 0) to = data.sizeBytes;
  // Each block opens with the identifier of its record.
  from += 8;
  if (to < from) return undefined;
  return recordText(data.bytes.subarray(from, Math.min(to, from + length)));
}
