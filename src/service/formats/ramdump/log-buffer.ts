import { viewOf } from '../../lines/byte-reading.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { type FoundLog, type PrintkRecord, recordText } from './printk-records.ts';
import type { Vmcoreinfo } from './vmcoreinfo.ts';

const longestBuffer = 64 * 1024 * 1024;

/** Where the fields of a record lie; the layout did not change between Linux 3.5 and 5.9. */
interface RecordShape {
  sizeBytes: number;
  timeNs: number;
  length: number;
  textLength: number;
}

export const usualRecord: RecordShape = { sizeBytes: 16, timeNs: 0, length: 8, textLength: 10 };

/** The record buffer of Linux 3.5 to 5.9, or the plain text buffer before it. */
export async function readLogBuffer(memory: KernelMemory, info: Vmcoreinfo): Promise<FoundLog | undefined> {
  const bufferSymbol = info.symbol('log_buf');
  const lengthSymbol = info.symbol('log_buf_len');
  if (bufferSymbol === undefined || lengthSymbol === undefined) return undefined;
  const buffer = await memory.pointer(bufferSymbol);
  const length = await word(memory, lengthSymbol);
  if (buffer === undefined || length === undefined || length === 0 || length > longestBuffer) return undefined;
  const bytes = await memory.read(buffer, length);
  if (bytes === undefined) return undefined;
  const firstSymbol = info.symbol('log_first_idx');
  const nextSymbol = info.symbol('log_next_idx');
  if (firstSymbol === undefined || nextSymbol === undefined) return plainText(memory, info, bytes);
  const first = await word(memory, firstSymbol);
  const next = await word(memory, nextSymbol);
  if (first === undefined || next === undefined) return undefined;
  return recordsIn(bytes, shapeOf(info), first, next);
}

async function word(memory: KernelMemory, address: bigint): Promise<number | undefined> {
  const bytes = await memory.read(address, 4);
  return bytes === undefined ? undefined : viewOf(bytes).getUint32(0, true);
}

function shapeOf(info: Vmcoreinfo): RecordShape {
  // The structure was called `log` until 3.11.
  const name = info.size('printk_log') === undefined ? 'log' : 'printk_log';
  return {
    sizeBytes: info.size(name) ?? usualRecord.sizeBytes,
    timeNs: info.offset(`${name}.ts_nsec`) ?? usualRecord.timeNs,
    length: info.offset(`${name}.len`) ?? usualRecord.length,
    textLength: info.offset(`${name}.text_len`) ?? usualRecord.textLength,
  };
}

function recordsIn(bytes: Uint8Array, shape: RecordShape, first: number, next: number): FoundLog {
  const view = viewOf(bytes);
  const records: PrintkRecord[] = [];
  let at = first;
  let wraps = 0;
  while (at !== next && records.length < bytes.length / shape.sizeBytes) {
    const record = recordAt(view, bytes, at, shape);
    if (record === undefined) {
      // A record of length 0 says that the buffer goes on at its beginning.
      if (wraps++ > 0 || at === 0) break;
      at = 0;
      continue;
    }
    records.push(record.record);
    at += record.length;
  }
  return { records, from: "the kernel's log buffer", lost: at === next ? 0 : 1 };
}

export function recordAt(
  view: DataView,
  bytes: Uint8Array,
  at: number,
  shape: RecordShape,
): { record: PrintkRecord; length: number } | undefined {
  if (at + shape.sizeBytes > bytes.length) return undefined;
  const length = view.getUint16(at + shape.length, true);
  const textLength = view.getUint16(at + shape.textLength, true);
  if (length < shape.sizeBytes || length % 4 !== 0 || textLength > length - shape.sizeBytes) return undefined;
  const from = at + shape.sizeBytes;
  return {
    record: {
      timeNs: view.getBigUint64(at + shape.timeNs, true),
      level: (view.getUint8(at + shape.textLength + 5) >> 5) & 7,
      text: recordText(bytes.subarray(from, from + textLength)),
    },
    length,
  };
}

// Before records the buffer was the console's text itself, stamps and all.
async function plainText(memory: KernelMemory, info: Vmcoreinfo, bytes: Uint8Array): Promise<FoundLog | undefined> {
  const endSymbol = info.symbol('log_end');
  const end = endSymbol === undefined ? undefined : await word(memory, endSymbol);
  if (end === undefined) return undefined;
  const start = end > bytes.length ? end % bytes.length : 0;
  const stop = end > bytes.length ? bytes.length : end;
  const text = `${new TextDecoder().decode(bytes.subarray(start, stop))}${
    end > bytes.length ? new TextDecoder().decode(bytes.subarray(0, start)) : ''
  }`;
  const records = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): PrintkRecord => {
      const match = /^(?:<(\d+)>)?\[ *(\d+)\.(\d{6})\] (.*)$/.exec(line);
      if (match === null) return { text: line.replace(/\0/g, '') };
      return {
        timeNs: BigInt(match[2] ?? 0) * 1_000_000_000n + BigInt(match[3] ?? 0) * 1000n,
        text: match[4] ?? '',
        ...(match[1] === undefined ? {} : { level: Number(match[1]) & 7 }),
      };
    });
  return { records, from: "the kernel's text buffer", lost: 0 };
}
