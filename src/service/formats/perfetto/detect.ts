import type { Sample } from '../format.ts';
import { nextField, openMessage, type WireCursor } from './protobuf/wire-cursor.ts';

export type TraceKind = 'protobuf' | 'json' | 'systrace';

/** How surely a file is a trace, by its content alone. */
export function detectTrace(sample: Sample): number {
  if (sample.memberNames) return 0;
  return traceKindOf(sample.head, sample.tail, sample.sizeBytes) === undefined ? 0 : 0.97;
}

/** Which kind of trace a file is, by its first and last bytes. */
export function traceKindOf(head: Uint8Array, tail: Uint8Array, sizeBytes: number): TraceKind | undefined {
  const isWhole = head.length >= sizeBytes;
  if (head[0] === 0x0a && isPackets(head, isWhole)) return 'protobuf';
  if (head.subarray(0, 4096).includes(0)) return undefined;
  const text = new TextDecoder().decode(head);
  const start = text.trimStart();
  if ((start[0] === '{' || start[0] === '[') && isJsonTrace(start)) return 'json';
  return isSystrace(text) || (start[0] === '<' && isEndOfPage(tail)) ? 'systrace' : undefined;
}

/** Fields of a packet that hold messages; those that hold numbers, with their wire types. */
const numberFields = new Set([3, 8, 10, 13, 41, 42, 58, 79, 87, 98]);
const messageFields = new Set([
  1, 2, 4, 5, 6, 7, 9, 11, 12, 33, 34, 35, 36, 37, 38, 39, 40, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 56, 57,
  59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 86, 88, 89, 90,
  91, 92, 93, 94, 95, 96, 97, 99, 100, 101, 102, 103, 104, 105, 106, 107, 109, 110, 111, 112, 113, 114, 115, 116, 117,
  118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 138, 139, 140, 900,
]);
const checkedPackets = 40;

/** A trace has no magic number: the file must be packets from its first byte, each of fields that packets have. */
function isPackets(head: Uint8Array, isWhole: boolean): boolean {
  const cursor = openMessage(head);
  let packets = 0;
  let fields = 0;
  while (packets < checkedPackets) {
    const before = cursor.position;
    if (!nextField(cursor)) {
      if (!cursor.isDamaged) break;
      // The last packet of the sample may go on beyond it; a file cut short inside its only packet is judged by its start.
      return isCutPacket(head, before, packets, isWhole) && (fields > 0 || packets === 0);
    }
    if (cursor.field !== 1 || cursor.wire !== 2) return false;
    const known = knownFields(openMessage(head, cursor.start, cursor.stop));
    if (known === undefined) return false;
    fields += known;
    packets++;
  }
  return packets > 0 && fields > 0;
}

function isCutPacket(head: Uint8Array, at: number, packets: number, isWhole: boolean): boolean {
  if (head[at] !== 0x0a) return false;
  let start = at + 1;
  while (start < head.length && start < at + 6 && head[start]! >= 0x80) start++;
  const inside = openMessage(head, start + 1);
  let known = 0;
  while (nextField(inside)) {
    if (!isPacketField(inside)) return false;
    known++;
  }
  // Alone and cut off, a packet has to show more of itself.
  return packets > 0 || (isWhole ? known >= 2 : known >= 1 || isOneLargeMessage(inside));
}

/** A packet whose first field is longer than the sample. */
function isOneLargeMessage(cursor: WireCursor): boolean {
  return cursor.isDamaged && messageFields.has(cursor.field) && cursor.wire === 2;
}

function knownFields(packet: WireCursor): number | undefined {
  let known = 0;
  while (nextField(packet)) {
    if (!isPacketField(packet)) {
      // Extensions have numbers above a thousand.
      if (packet.field < 1000 && known === 0) return undefined;
      if (packet.field < 142 && !messageFields.has(packet.field) && !numberFields.has(packet.field)) return undefined;
      continue;
    }
    known++;
  }
  return packet.isDamaged ? undefined : known;
}

function isPacketField({ field, wire }: WireCursor): boolean {
  return wire === 2 ? messageFields.has(field) : wire === 0 && numberFields.has(field);
}

const phase = /"ph"\s*:\s*"[BEXbenSTpFsftiIRPCMNODvVRc(),]"/g;
const traceKeys = /"(?:ts|pid|tid|dur)"\s*:/;

function isJsonTrace(text: string): boolean {
  const phases = text.match(phase)?.length ?? 0;
  if (/^\{[\s\S]{0,200000}?"traceEvents"\s*:\s*\[/.test(text))
    return phases > 0 || /"traceEvents"\s*:\s*\[\s*\]/.test(text);
  if (text[0] === '[') return phases > 0 && /^\[\s*\{/.test(text) && traceKeys.test(text.slice(0, 4000));
  return false;
}

const ftraceLine =
  /^\s*\S.{0,30}-\d{1,10}\s+(?:\(\s*(?:\d+|-+)\)\s+)?\[\d{3}\]\s+(?:[\w.]{4,6}\s+)?\d+\.\d{6,9}:\s+\w+:/;

/** The page keeps its viewer, a megabyte of script, before the trace. */
function isEndOfPage(tail: Uint8Array): boolean {
  const lines = new TextDecoder().decode(tail).split('\n');
  const matching = lines.filter((line) => ftraceLine.test(line.slice(0, 200))).length;
  return matching >= 3 && matching > lines.length * 0.3 && lines.some((line) => line.includes('</script>'));
}

/** `# tracer: nop` and lines of `TASK-PID [CPU] FLAGS TIME: EVENT: …`, bare or within the page systrace makes. */
function isSystrace(text: string): boolean {
  const header = /^# tracer: \w+/m.exec(text.slice(0, 65_536));
  const isPage = /<script class="trace-data" type="application\/text">/.test(text);
  const lines = text.split('\n').slice(0, 5000);
  const matching = lines.filter((line) => ftraceLine.test(line.slice(0, 200))).length;
  if (header !== null || isPage) return matching > 0 || (header !== null && /TASK-PID/.test(text));
  return matching >= 3 && matching > lines.length * 0.5;
}
