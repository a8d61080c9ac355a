import { Buffer } from 'node:buffer';

/** So much of the beginning shows whether a text is one array of records. */
export const headBytes = 64 * 1024;

/** `[{`, or an object that begins with scalars and then a list of records: `{"Records":[{`. */
const opening =
  /^\s*(?:\{(?:\s*"[^"\\]{0,80}"\s*:\s*(?:"(?:[^"\\]|\\.){0,400}"|-?\d[\d.eE+-]{0,30}|true|false|null)\s*,){0,12}\s*"[^"\\]{0,80}"\s*:\s*)?\[(?=\s*\{)/;
const ofOwnLine = /\n[ \t,]{0,40}\{[^\n]{0,16000}\}[ \t,]{0,40}\r?\n/;

/** Where the first record begins in a text that is one list of records, though not of one to a line; else undefined. */
export const recordsStart = (head: Uint8Array): number | undefined => listIn(head)?.start;

/** The list that a text begins with, and the lines of its records as far as the head goes. */
function listIn(head: Uint8Array): { start: number; lines: Uint8Array } | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, headBytes)).toString('latin1');
  const before = opening.exec(text.replace(/^\xef\xbb\xbf/, '   '))?.[0];
  if (before === undefined || ofOwnLine.test(text)) return undefined;
  const start = before.length;
  const list = new RecordSplitter();
  const lines = list.push(head.subarray(start, headBytes));
  // JSON lines may begin with a list, too: what follows the first of them is another record.
  if (list.isOver && /\}\s*\{/.test(text.slice(start + list.taken, start + list.taken + 400))) return undefined;
  return list.records > 1 || (head.length >= headBytes && !list.isOver) ? { start, lines } : undefined;
}

/** Whether the first of such records states when it was: lists of other things are configurations. */
export function areTimed(head: Uint8Array): boolean {
  const list = listIn(head);
  if (list === undefined) return false;
  const [first = ''] = Buffer.from(list.lines).toString('utf8').split('\n', 1);
  return Object.entries(recordIn(first)).some(([key, value]) => timeKey.test(key) && timeValue.test(String(value)));
}

function recordIn(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

const timeKey = /time|date|^@?ts$|^t$|(?:_at|[a-z]At)$/i;
const timeValue = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d|^1\d{9}(?:\d{3})?(?:\.\d+)?$/;

/** Each record of the list as a line of its own. */
export async function* recordLines(bytes: AsyncIterable<Uint8Array>, start: number): AsyncIterable<Uint8Array> {
  const list = new RecordSplitter();
  let skipped = 0;
  for await (const chunk of bytes) {
    const skip = Math.min(start - skipped, chunk.length);
    skipped += skip;
    const lines = list.push(chunk.subarray(skip));
    if (lines.length > 0) yield lines;
    if (list.isOver) return;
  }
}

const [quote, backslash, comma, lineFeed] = [0x22, 0x5c, 0x2c, 0x0a];
const opens = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const closes = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
const breaks = (byte: number): boolean => byte === lineFeed || byte === 0x0d || byte === 0x09;

/** Reads the inside of a list; between strings, what breaks lines is dropped. */
class RecordSplitter {
  records = 0;
  /** Its closing bracket was read. */
  isOver = false;
  /** Bytes up to there. */
  taken = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  push(bytes: Uint8Array): Uint8Array {
    const lines = new Uint8Array(bytes.length);
    let length = 0;
    let at = 0;
    while (at < bytes.length && !this.isOver) {
      if (this.#isInString) {
        const end = this.#stringEnd(bytes, at);
        lines.set(bytes.subarray(at, end), length);
        length += end - at;
        at = end;
      } else {
        const byte = bytes[at++]!;
        if (!breaks(byte)) lines[length++] = this.#between(byte);
      }
    }
    this.taken += at;
    return lines.subarray(0, length);
  }

  /** Behind the closing quote, or at the end of these bytes. */
  #stringEnd(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (bytes[at] === backslash) this.#isEscaped = true;
      else if (bytes[at] === quote) {
        this.#isInString = false;
        return at + 1;
      }
    }
    return bytes.length;
  }

  /** What stands for a byte between strings. */
  #between(byte: number): number {
    if (byte === quote) this.#isInString = true;
    else if (opens(byte)) this.records += Number(this.#depth++ === 0);
    else if (closes(byte)) this.isOver = this.#depth-- === 0;
    return this.isOver || (this.#depth === 0 && byte === comma) ? lineFeed : byte;
  }
}
