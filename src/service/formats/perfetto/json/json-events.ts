import type { ByteSource } from '../../format.ts';
import type { JsonEvent } from './apply-json-event.ts';

interface JsonBatch {
  events: { event: JsonEvent; sizeBytes: number }[];
  readBytes: number;
}

interface JsonEnd {
  /** What kept the file from being read whole. */
  damage: string | undefined;
  skipped: number;
  /** The kernel's trace as text, which Chrome may put beside its own events. */
  systemTrace: string;
}

const maxObjectChars = 16 * 1024 * 1024;
const chunkBytes = 2 * 1024 * 1024;

/**
 * Cuts the events out of the file one at a time. Lists that are never closed are normal: recorders that die, and
 * recorders that may append, leave the bracket out.
 */
export async function* readJsonEvents(source: ByteSource): AsyncGenerator<JsonBatch, JsonEnd, void> {
  const decoder = new TextDecoder();
  const cutter = createObjectCutter();
  const end: JsonEnd = { damage: undefined, skipped: 0, systemTrace: '' };
  for (let offset = 0; ; ) {
    const bytes = await source.read(offset, chunkBytes);
    offset += bytes.length;
    const batch: JsonBatch = { events: [], readBytes: offset };
    for (const text of cutter.cut(decoder.decode(bytes, { stream: bytes.length > 0 }))) {
      const event = eventOf(text);
      if (event) batch.events.push({ event, sizeBytes: text.length });
      else end.skipped++;
    }
    if (batch.events.length > 0) yield batch;
    if (cutter.isOverlong()) {
      end.damage = `an event is longer than ${maxObjectChars} characters`;
      return end;
    }
    if (bytes.length > 0) continue;
    end.systemTrace = cutter.systemTrace();
    if (cutter.isInside()) end.damage = 'the file ends within an event';
    return end;
  }
}

interface ObjectCutter {
  cut(text: string): string[];
  isInside(): boolean;
  isOverlong(): boolean;
  systemTrace(): string;
}

const open = 123;
const close = 125;
const openList = 91;
const closeList = 93;
const quote = 34;
const backslash = 92;
const colon = 58;
const comma = 44;

/** Finds the objects of the list of events: that of `traceEvents`, or the outermost. */
function createObjectCutter(): ObjectCutter {
  let buffer = '';
  let at = 0;
  let depth = 0;
  let listDepth = -1;
  /** Where the object begins that is being read; -1 outside. */
  let start = -1;
  let isInString = false;
  let stringStart = 0;
  let lastString = '';
  let key = '';
  let systemTrace = '';

  const cut = (text: string): string[] => {
    buffer += text;
    const objects: string[] = [];
    for (; at < buffer.length; at++) {
      const code = buffer.charCodeAt(at);
      if (isInString) {
        if (code === backslash) at++;
        else if (code === quote) {
          isInString = false;
          if (start < 0) noteString();
        }
        continue;
      }
      switch (code) {
        case quote:
          isInString = true;
          stringStart = at + 1;
          break;
        case colon:
          if (start < 0) key = lastString;
          break;
        case comma:
          if (start < 0) key = '';
          break;
        case openList:
          depth++;
          if (isListOfEvents()) listDepth = depth;
          break;
        case closeList:
          if (depth === listDepth && start < 0) listDepth = -1;
          depth--;
          break;
        case open:
          if (start < 0 && listDepth >= 0 && depth === listDepth) start = at;
          depth++;
          break;
        case close:
          depth--;
          if (start < 0 || depth !== listDepth) break;
          objects.push(buffer.slice(start, at + 1));
          start = -1;
      }
    }
    forget();
    return objects;
  };

  const noteString = (): void => {
    lastString = buffer.slice(stringStart, at);
    if (key === 'systemTraceEvents' && depth === 1) systemTrace = decoded(lastString);
  };

  const isListOfEvents = (): boolean =>
    listDepth < 0 && ((depth === 1 && key === '') || (depth === 2 && key === 'traceEvents'));

  /** Keeps only what is not read to its end. */
  const forget = (): void => {
    const keepFrom = start >= 0 ? start : isInString ? stringStart : buffer.length;
    if (isInString) stringStart -= keepFrom;
    if (start >= 0) start = 0;
    buffer = buffer.slice(keepFrom);
    at -= keepFrom;
  };

  return {
    cut,
    isInside: () => start >= 0,
    isOverlong: () => buffer.length > maxObjectChars,
    systemTrace: () => systemTrace,
  };
}

function decoded(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return '';
  }
}

const maxNameChars = 2000;

function eventOf(text: string): JsonEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const record = value as Record<string, unknown>;
  const phase = typeof record.ph === 'string' ? record.ph.slice(0, 1) : '';
  if (phase === '') return undefined;
  const timeNs = nanoseconds(record.ts);
  if (timeNs === undefined && phase !== 'M') return undefined;
  const args = isRecord(record.args) ? record.args : {};
  return {
    phase,
    timeNs: timeNs ?? 0,
    durationNs: nanoseconds(record.dur),
    pid: systemId(record.pid),
    tid: systemId(record.tid),
    category: textIn(record.cat),
    name: textIn(record.name),
    id: idOf(record),
    scope: typeof record.s === 'string' && record.s !== '' ? record.s : undefined,
    counters: phase === 'C' ? countersOf(args) : {},
    newName: phase === 'M' ? textIn(args.name) : undefined,
    hasSamples: phase === 'P' && hasSamples(args),
  };
}

const plainNumber = /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/;

/** Times are in microseconds, as numbers or as text. */
function nanoseconds(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && plainNumber.test(value));
  const micros = isNumber ? Number(value) : Number.NaN;
  return Number.isFinite(micros) && Math.abs(micros) < 9e12 * 1000 ? Math.round(micros * 1000) : undefined;
}

function systemId(value: unknown): number | string | undefined {
  if (typeof value === 'string') return value.slice(0, maxNameChars);
  if (typeof value !== 'number') return undefined;
  const id = Math.trunc(value);
  return id >= 0 && id <= maxSystemId ? id : 0;
}

const maxSystemId = 0xffff_ffff;

/** Samples that the script engine took of what runs. */
function hasSamples(args: Record<string, unknown>): boolean {
  const data = isRecord(args.data) ? args.data : {};
  const profile = isRecord(data.cpuProfile) ? data.cpuProfile : {};
  return [profile.samples, data.samples].some((samples) => Array.isArray(samples) && samples.length > 0);
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, maxNameChars) : undefined;
}

function idOf(record: Record<string, unknown>): JsonEvent['id'] {
  const plain = idText(record.id);
  if (plain !== undefined) return { value: plain, isLocal: false };
  if (!isRecord(record.id2)) return undefined;
  const everywhere = idText(record.id2.global);
  if (everywhere !== undefined) return { value: everywhere, isLocal: false };
  const local = idText(record.id2.local);
  return local === undefined ? undefined : { value: local, isLocal: true };
}

function idText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : undefined;
  return typeof value === 'string' ? `"${value.slice(0, maxNameChars)}` : undefined;
}

function countersOf(args: Record<string, unknown>): Record<string, number> {
  const counters: Record<string, number> = Object.create(null);
  for (const [key, value] of Object.entries(args).slice(0, 100)) {
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) counters[key.slice(0, 200)] = number;
  }
  return counters;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
