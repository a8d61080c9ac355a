import { isDigit } from '../../lines/byte-reading.ts';
import { isInId, isOfWord, wordAt } from './id-words.ts';
import type { LogRecord } from './records.ts';

/**
 * Lines that differ only in their digits and the letters of their ids are of one shape: what is read of one stands at the same place of
 * all others, where it need only be cut out. A long log has few shapes.
 */
export class Shapes {
  private readonly known = new Map<number, Shape>();
  private last: { text: string; shape: Shape | undefined } = { text: '', shape: undefined };

  /** Reads a value as `read` does, but where it stands once lines of the shape have shown that. */
  atSamePlace(read: (record: LogRecord) => string | undefined): (record: LogRecord) => string | undefined {
    return (record) => {
      const shape = record.form === undefined || record.isInColumns ? undefined : this.of(record.text);
      if (shape === undefined) return read(record);
      const place = shape.get(read);
      if (place?.isSure === true) return cut(place, record.text);
      const value = read(record);
      if (place?.isSure === undefined) shape.set(read, learnt(place, record.text, value));
      return value;
    };
  }

  /** Several values are read of one line after another. */
  private of(text: string): Shape | undefined {
    if (text === this.last.text) return this.last.shape;
    const shape = text.length > longest ? undefined : this.find(text);
    this.last = { text, shape };
    return shape;
  }

  private find(text: string): Shape | undefined {
    const key = keyOf(text);
    const found = this.known.get(key);
    if (found !== undefined) return found;
    // Of a log whose lines are all unlike, no more is kept than is soon read again.
    if (this.known.size >= mostShapes) this.known.clear();
    const shape: Shape = new Map();
    this.known.set(key, shape);
    return shape;
  }
}

/** Where the values of each reader stand. */
type Shape = Map<unknown, Place>;

interface Place {
  /** Undefined while it is learnt, false where lines of the shape have their values elsewhere. */
  isSure: boolean | undefined;
  seen: number;
  /** Where the value may begin; of no value undefined. */
  starts: readonly number[] | undefined;
  length: number;
  /** What the value has behind what is cut out: "20 ms" is read as "20ms". */
  unit: string;
}

const nowhere: Place = { isSure: undefined, seen: 0, starts: undefined, length: 0, unit: '' };

const longest = 1000;
const mostShapes = 4000;
/** So many lines show where the values of a shape stand. */
const enough = 3;

const cut = ({ starts, length, unit }: Place, text: string): string | undefined =>
  starts?.[0] === undefined ? undefined : text.slice(starts[0], starts[0] + length) + unit;

function learnt(known: Place | undefined, text: string, value: string | undefined): Place {
  const place = known ?? firstPlace(text, value);
  const { unit, length } = place;
  const starts = place.starts?.filter(
    (at) => text.slice(at, at + length) + unit === value && standsAlone(text, at, length),
  );
  const isHeld = value === undefined ? place.starts === undefined : starts !== undefined && starts.length > 0;
  if (!isHeld) return { ...place, isSure: false };
  const seen = place.seen + 1;
  // A word is the same in all lines of the shape, wherever it stands.
  const isOne = starts === undefined || starts.length === 1 || !digit.test(value ?? '');
  return { ...place, starts, seen, isSure: seen >= enough && isOne ? true : undefined };
}

function firstPlace(text: string, value: string | undefined): Place {
  if (value === undefined) return nowhere;
  const isWhole = text.includes(value);
  const [, digits = value, unit = ''] = isWhole ? [] : (withUnit.exec(value) ?? []);
  const starts: number[] = [];
  for (let at = text.indexOf(digits); at >= 0 && digits !== ''; at = text.indexOf(digits, at + 1)) starts.push(at);
  return { ...nowhere, starts, length: digits.length, unit };
}

const digit = /\d/;
const withUnit = /^(.{0,200}\d)([^\d]{1,20})$/;

/** "1.5" read of "1.50" is no part of it: other digits would be read otherwise. So it is with a part of an id. */
function standsAlone(text: string, at: number, length: number): boolean {
  const end = at + length;
  return (
    !(isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at - 1))) &&
    !(isDigit(text.charCodeAt(end - 1)) && isDigit(text.charCodeAt(end))) &&
    !(text.charCodeAt(end) === point && isDigit(text.charCodeAt(end + 1))) &&
    !isInId(text, at) &&
    !isInId(text, end)
  );
}

const zero = 48;
const point = 46;
/** Of each character of an id: no character has that code. */
const idSign = 0x10000;

/** Each character by its code, all digits as one; a table, since branches on random digits cost most of the time. */
const signs = Uint16Array.from({ length: 0x10000 }, (_, code) => (isDigit(code) ? zero : code));

/** Of 53 bits: that a line has the key of another shape by chance is seen once in millions of long logs. */
function keyOf(text: string): number {
  let [first, second] = [text.length, text.length];
  for (let at = 0; at < text.length; ) {
    const { end, isId } = isOfWord(text.charCodeAt(at)) ? wordAt(text, at) : { end: at + 1, isId: false };
    for (; at < end; at++) {
      const sign = isId ? idSign : (signs[text.charCodeAt(at)] ?? 0);
      first = Math.imul(first ^ sign, 0x01000193);
      second = Math.imul(second ^ sign, 0x5bd1e995) ^ (second >>> 15);
    }
  }
  return (first >>> 0) * 0x200000 + (second >>> 11);
}
