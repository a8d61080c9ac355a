import { join } from './kin-columns.ts';
import type { LogRecord } from './records.ts';
import type { Column, Said } from './schema.ts';
import { stemsOf } from './stem.ts';

const fewestThings = 8;
/** On average: a thing has a line that begins it and one that ends it, and not many more. */
const fewestLines = 1.4;
const mostLines = 14;
/** So many begin on lines of one kind, which hardly ever come later. */
const nearlyAll = 0.9;
const mostly = 0.7;
/** So much of the log a usual one lasts at most. */
const shortLife = 0.3;

const ofOthers =
  /^(?:level|outcome|message|source|host|hostname|logger|pid|thread|new value|old value|address|path|version|time|timestamp|date|duration|status|code)$/i;
const hasDigit = /\d/;
const isCodeLike = /^[\w][\w.@#/-]{2,60}$/;
/** A number of something, an address, a time. */
const isOfOther =
  /^[-+]?\d+(?:[.,]\d+)*[a-zµ%]{0,4}$|^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d+)?$|^\d{1,2}:\d\d|^(?:\d+[hms])+$/i;

/**
 * Things that a log numbers are known by how they come and go, whichever way their names look: each begins on a line of
 * one kind, has a few lines within a short time, and never comes again.
 */
export function withLives(columns: readonly Column[], sample: readonly LogRecord[], said: Said): Column[] {
  const mayNumber = columns.filter((one) => isOfCodes(one));
  const gone = joined(mayNumber, sample);
  for (const column of mayNumber)
    if (!gone.has(column) && column.isSerial !== true && areLives(column, sample, said))
      Object.assign(column, { isSerial: true, isLabel: true, isNumber: false, ...nounOf(column, sample) });
  return columns.filter((one) => !gone.has(one));
}

function isOfCodes({ name, isNumber, isSerial, values }: Column): boolean {
  if (isSerial === true) return true;
  if (isNumber || ofOthers.test(name) || values.size < fewestThings) return false;
  const shown = [...values.values()].map((one) => one.shown);
  return (
    shown.filter((one) => hasDigit.test(one) && isCodeLike.test(one) && !isOfOther.test(one)).length >=
    shown.length * nearlyAll
  );
}

/** "Tube S26-118200 loaded", "result for S26-118200": one thing under two nouns, which no line has both of. */
function joined(columns: readonly Column[], sample: readonly LogRecord[]): ReadonlySet<Column> {
  const gone = new Set<Column>();
  for (const few of columns)
    for (const one of columns) {
      if (
        one === few ||
        gone.has(one) ||
        gone.has(few) ||
        one.seen < few.seen ||
        one.isPlace !== true ||
        few.isPlace !== true
      )
        continue;
      const shared = [...few.values.keys()].filter((value) => one.values.has(value)).length;
      if (shared < few.values.size * mostly) continue;
      if (sample.some((record) => one.read(record) !== undefined && few.read(record) !== undefined)) continue;
      join(one, few);
      one.stems = new Set([...one.stems, ...few.stems]);
      gone.add(few);
    }
  return gone;
}

/** The noun before most of them, where the lines did not show it to be one: "firing f1-k37x". */
function nounOf(column: Column, sample: readonly LogRecord[]): Partial<Pick<Column, 'name' | 'stems'>> {
  if (column.name !== 'name') return {};
  const counts = new Map<string, number>();
  for (const record of sample) {
    const value = column.read(record);
    if (value === undefined) continue;
    const { message } = record.row();
    const [noun] = /[a-z]{3,20}(?= $)/i.exec(message.slice(0, message.indexOf(value))) ?? [];
    if (noun !== undefined) counts.set(noun.toLowerCase(), (counts.get(noun.toLowerCase()) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best === undefined || best[1] < column.seen * mostly
    ? {}
    : { name: best[0], stems: new Set([...column.stems, ...stemsOf(best[0])]) };
}

interface Life {
  first: string;
  last: string;
  from: number;
  to: number;
  lines: number;
}

/** Whether each begins, has a few lines and ends. */
export function areLives(column: Column, sample: readonly LogRecord[], said: Said): boolean {
  const lives = new Map<string, Life>();
  const kinds = new Map<string, number>();
  for (const [at, record] of sample.entries()) {
    const value = column.read(record);
    if (value === undefined) continue;
    const { key } = said(record);
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
    const life = lives.get(value);
    if (life === undefined) lives.set(value, { first: key, last: key, from: at, to: at, lines: 1 });
    else Object.assign(life, { last: key, to: at, lines: life.lines + 1 });
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
  const spans = all.map(({ from, to }) => to - from).sort((a, b) => a - b);
  const usual = spans[Math.floor(spans.length / 2)] ?? 0;
  return begun >= all.length * nearlyAll && lives.size >= atFirst * nearlyAll && usual <= sample.length * shortLife;
}
