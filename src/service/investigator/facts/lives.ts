import type { LogRecord } from './records.ts';
import type { Column, Said } from './schema.ts';
import { stem } from './stem.ts';

const fewestThings = 8;
/** On average: a thing has a line that begins it and one that ends it, and not many more. */
const fewestLines = 1.4;
const mostLines = 14;
/** So many begin on lines of one kind, which hardly ever come later. */
const nearlyAll = 0.9;
const mostly = 0.7;

const ofOthers =
  /^(?:level|outcome|message|source|host|hostname|logger|pid|thread|new value|old value|address|path|version|time|timestamp|date|duration|status|code)$/i;
const hasDigit = /\d/;
const isCodeLike = /^[\w][\w.@#/-]{2,60}$/;
/** A number of something, an address, a time. */
const isOfOther =
  /^[-+]?\d+(?:[.,]\d+)*[a-zµ%]{0,4}$|^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d+)?$|^\d{1,2}:\d\d|^(?:\d+[hms])+$/i;

/**
 * Things that a log numbers are known by how they come and go, whichever way their names look: each begins on a line of
 * one kind, has a few lines, and never comes again.
 */
export function withLives(columns: readonly Column[], sample: readonly LogRecord[], said: Said): readonly Column[] {
  for (const column of columns)
    if (column.isSerial !== true && isOfCodes(column) && areLives(column, sample, said))
      Object.assign(column, { isSerial: true, isLabel: true, isNumber: false, ...nounOf(column, sample) });
  return columns;
}

/** The noun before most of them, where the lines did not show it to be one: "firing f1-k37x". */
function nounOf({ name, read, seen, stems }: Column, sample: readonly LogRecord[]): Partial<Column> {
  if (name !== 'name') return {};
  const nouns = sample.flatMap((record) => {
    const { message } = record.row();
    const before = message.slice(0, message.indexOf(read(record) ?? message));
    return /[a-z]{3,20}(?= $)/i.exec(before)?.[0].toLowerCase() ?? [];
  });
  const [[noun = '', some = []] = []] = [...Map.groupBy(nouns, (one) => one)].sort((a, b) => b[1].length - a[1].length);
  return some.length < seen * mostly ? {} : { name: noun, stems: new Set([...stems, stem(noun)]) };
}

function isOfCodes({ name, isNumber, values }: Column): boolean {
  if (isNumber || ofOthers.test(name) || values.size < fewestThings) return false;
  const shown = [...values.values()].map((one) => one.shown);
  return (
    shown.filter((one) => hasDigit.test(one) && isCodeLike.test(one) && !isOfOther.test(one)).length >=
    shown.length * nearlyAll
  );
}

interface Life {
  first: string;
  last: string;
  lines: number;
}

/** Whether each begins, has a few lines and ends. */
export function areLives(column: Column, sample: readonly LogRecord[], said: Said): boolean {
  const lives = new Map<string, Life>();
  const kinds = new Map<string, number>();
  for (const record of sample) {
    const value = column.read(record);
    if (value === undefined) continue;
    const { key } = said(record);
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
    const life = lives.get(value);
    if (life === undefined) lives.set(value, { first: key, last: key, lines: 1 });
    else Object.assign(life, { last: key, lines: life.lines + 1 });
  }
  const all = [...lives.values()].filter(({ lines }) => lines > 1);
  const lines = [...lives.values()].reduce((sum, one) => sum + one.lines, 0);
  if (lives.size < fewestThings || lines < lives.size * fewestLines || lines > lives.size * mostLines) return false;
  if (all.length < lives.size * mostly) return false;
  // Of several kinds of begin: "towards ex.archive", "towards ex.audit".
  const begins = new Set(all.map(({ first }) => first));
  const ends = new Set(all.map(({ last }) => last));
  const begun = all.filter(({ first }) => !ends.has(first)).length;
  const atFirst = [...begins].reduce((sum, key) => sum + (kinds.get(key) ?? 0), 0);
  return begun >= all.length * nearlyAll && lives.size >= atFirst * nearlyAll;
}
