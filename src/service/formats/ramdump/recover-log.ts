import { viewOf } from '../../lines/byte-reading.ts';
import type { DumpImage, ReadAt } from './image/dump-image.ts';
import { recordAt, usualRecord } from './log-buffer.ts';
import { type FoundLog, type PrintkRecord, recordText } from './printk-records.ts';
import { findRecordInfos, infosOfTexts, type RecordInfo } from './record-infos.ts';

/** How far around a hint the log is looked for; ring buffers are a few MiB at most. */
const reachBytes = 4 * 1024 * 1024;
const longestRecord = 1200;
const fewestRecords = 3;

/** Finds the log without the kernel's help: records that lead to each other around lines known to be in it. */
export async function recoverLog(
  readFile: ReadAt,
  ranges: DumpImage['plainRanges'],
  hints: readonly number[],
  signal: AbortSignal,
): Promise<FoundLog | undefined> {
  const chains: Chain[] = [];
  for (const hint of hints) {
    if (chains.some(({ from, to }) => hint >= from && hint < to)) continue;
    const from = Math.max(0, hint - reachBytes);
    const bytes = await readFile(from, 2 * reachBytes);
    const found =
      olderChain(bytes, hint - from) ?? newerChain(bytes, hint - from, 8) ?? newerChain(bytes, hint - from, 4);
    if (found !== undefined) chains.push({ ...found, from: from + found.from, to: from + found.to });
  }
  const best = chains.toSorted((a, b) => b.log.records.length - a.log.records.length)[0];
  if (best === undefined) return undefined;
  if (best.blocks === undefined) return { ...best.log, records: joinParts(best, chains) };
  return withTimes(best.log, best.blocks, await findRecordInfos(readFile, ranges, signal));
}

function withTimes(log: FoundLog, blocks: readonly Uint8Array[], infos: readonly RecordInfo[]): FoundLog {
  const matching = infosOfTexts(
    infos,
    blocks.map(({ length }) => length),
  );
  if (matching === undefined) return log;
  const records = blocks.map((block, index): PrintkRecord => {
    const info = matching[index];
    if (info === undefined) return { text: recordText(block) };
    return { timeNs: info.timeNs, level: info.level, text: recordText(block.subarray(0, info.textBytes)) };
  });
  return { ...log, records, from: 'records found by scanning memory' };
}

// A buffer that has gone around holds its newer half before the older one: two chains, one after the other in time.
function joinParts(best: Chain, chains: readonly Chain[]): PrintkRecord[] {
  const other = chains.find((chain) => chain !== best && Math.abs(chain.from - best.from) < reachBytes);
  const [start, end] = [best.log.records[0]?.timeNs, best.log.records.at(-1)?.timeNs];
  const [otherStart, otherEnd] = [other?.log.records[0]?.timeNs, other?.log.records.at(-1)?.timeNs];
  if (other === undefined || start === undefined || end === undefined) return best.log.records;
  if (otherStart === undefined || otherEnd === undefined) return best.log.records;
  if (otherEnd <= start) return [...other.log.records, ...best.log.records];
  return otherStart >= end ? [...best.log.records, ...other.log.records] : best.log.records;
}

interface Chain {
  log: FoundLog;
  /** Texts with what pads them, where their records keep times elsewhere. */
  blocks?: Uint8Array[];
  from: number;
  to: number;
}

// Linux 3.5 to 5.9: a header of 16 bytes with the record's length stands before the text.
function olderChain(bytes: Uint8Array, textAt: number): Chain | undefined {
  const view = viewOf(bytes);
  const start = textAt - usualRecord.sizeBytes;
  if (start < 0) return undefined;
  const records: PrintkRecord[] = [];
  let at = start;
  let timeNs = 0n;
  for (let next = readable(view, bytes, at); next !== undefined; next = readable(view, bytes, at)) {
    if ((next.record.timeNs ?? 0n) < timeNs) break;
    timeNs = next.record.timeNs ?? 0n;
    records.push(next.record);
    at += next.length;
  }
  const end = at;
  let first = start;
  for (let before = recordBefore(view, bytes, first); before !== undefined; before = recordBefore(view, bytes, first)) {
    records.unshift(before.record);
    first = before.at;
  }
  if (records.length < fewestRecords) return undefined;
  return { log: { records, from: 'records found by scanning memory', lost: 0 }, from: first, to: end };
}

function readable(view: DataView, bytes: Uint8Array, at: number) {
  const found = recordAt(view, bytes, at, usualRecord);
  if (found === undefined || found.length > longestRecord || found.record.text === '') return undefined;
  return /[^\t\n\x20-\x7e\u0080-\uffff]/.test(found.record.text) ? undefined : found;
}

function recordBefore(view: DataView, bytes: Uint8Array, at: number) {
  for (let back = usualRecord.sizeBytes + 4; back <= longestRecord && at - back >= 0; back += 4) {
    if (view.getUint16(at - back + usualRecord.length, true) !== back) continue;
    const found = readable(view, bytes, at - back);
    if (found !== undefined) return { record: found.record, at: at - back };
  }
  return undefined;
}

/**
 * Linux 5.10 and later: each text opens with the identifier of its record, as wide as the machine's words, which
 * counts up. No times stand there.
 */
function newerChain(bytes: Uint8Array, textAt: number, width: 4 | 8): Chain | undefined {
  const view = viewOf(bytes);
  const start = textAt - width;
  if (start < 0 || start % width !== 0) return undefined;
  const blocks: Uint8Array[] = [];
  let at = start;
  for (let next = blockWith(view, at, 1, width); next !== undefined; next = blockWith(view, at, 1, width)) {
    blocks.push(bytes.subarray(at + width, next));
    at = next;
  }
  const last = bytes.subarray(at + width, at + width + longestRecord);
  if (blocks.length > 0 && /^[\t\n\x20-\x7e]*$/.test(recordText(last))) blocks.push(last);
  const end = at + width;
  let first = start;
  for (
    let before = blockWith(view, first, -1, width);
    before !== undefined;
    before = blockWith(view, first, -1, width)
  ) {
    blocks.unshift(bytes.subarray(before + width, first));
    first = before;
  }
  if (blocks.length < fewestRecords) return undefined;
  const records = blocks.map((block): PrintkRecord => ({ text: recordText(block) }));
  const log = { records, from: 'texts found by scanning memory, without times', lost: 0 };
  return { log, blocks, from: first, to: end };
}

// The nearest block forwards or backwards whose identifier is one more or one less.
function blockWith(view: DataView, at: number, step: 1 | -1, width: 4 | 8): number | undefined {
  const wanted = BigInt.asUintN(width * 8, identifierAt(view, at, width) + BigInt(step));
  for (let far = 2 * width; far <= longestRecord; far += width) {
    const place = at + step * far;
    if (place < 0 || place + width > view.byteLength) return undefined;
    if (identifierAt(view, place, width) === wanted) return place;
  }
  return undefined;
}

const identifierAt = (view: DataView, at: number, width: 4 | 8): bigint =>
  width === 8 ? view.getBigUint64(at, true) : BigInt(view.getUint32(at, true));
