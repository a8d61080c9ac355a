import { words as plainWords, say } from '../answer/say.ts';
import { emptyWords } from '../survey/empty-words.ts';
import type { NumberColumn } from './numbers.ts';
import { type Unit, unitNamed } from './quantity.ts';
import type { Row } from './row.ts';

/** A number with its unit in free text, and the words before it. */
export interface StatedNumber {
  value: number;
  unit: Unit;
  words: string;
}

const timePattern =
  /(?<![\w.])((?:\d{1,6}h)?(?:\d{1,6}m)?)(\d{1,15}(?:\.\d{1,9})?)[ ]?(msecs?|ms|millis(?:econds?)?|µs|μs|us|ns|seconds?|secs?|s|minutes?|mins?|hours?|hrs?)(?![\w/])/g;
const sizePattern = /(?<![\w.])()(\d{1,15}(?:\.\d{1,9})?)[ ]?([kKMGT]i?B|bytes?)(?![\w/])/g;
/** Every number with such a unit fits these; that none does is soon told. */
const mayStateTime = /\d ?[mµμunsh]/;
const mayStateSize = /\d ?[kKMGTb]/;
/** What stands before a number that is a setting, a deadline or an age, and nothing that was measured. */
const settingBefore =
  /(?:time-?out|timed out|every|interval|limit|max(?:imum)?|ttl|expir\w*|deadline|within|threshold|retry\w*|back-?off|sleep\w*|next \w+|again|reconnect\w*|last|past|older than|offset|skew|drift|uptime|up to|than|of|wait(?:ing)? (?:up to )?)(?: (?:in|after|for|of|is))?[\s:=(~]*$/i;
const levels = /^(?:TRACE|DEBUG|INFO|NOTICE|LOG|WARN|WARNING|ERROR|FATAL|CRITICAL)$/;
const stops = new Set([...emptyWords, 'and']);

/** Times or sizes that the words of a line state of what happened: "took 51 ms", "GET /x 200 5ms", "(320 KB)". */
export function statedNumbers(text: string, dimension: 'time' | 'size'): StatedNumber[] {
  const found: StatedNumber[] = [];
  if (text.length > 20_000 || !(dimension === 'time' ? mayStateTime : mayStateSize).test(text)) return found;
  for (const match of text.matchAll(dimension === 'time' ? timePattern : sizePattern)) {
    const before = text.slice(Math.max(0, match.index - 48), match.index);
    if (settingBefore.test(before)) continue;
    const unit = unitNamed(match[3]!)!;
    const longer = /^(?:(\d+)h)?(?:(\d+)m)?$/.exec(match[1]!);
    const value = Number(match[2]) * unit.factor + Number(longer?.[1] ?? 0) * 3.6e6 + Number(longer?.[2] ?? 0) * 6e4;
    found.push({ value, unit, words: named(/((?:[A-Za-z_][\w-]{0,30}[ :=(]{1,3}){1,3})$/.exec(before)?.[1] ?? '') });
    if (found.length >= 6) break;
  }
  return found;
}

function named(text: string): string {
  const kept = text.split(/[^A-Za-z_-]+/).filter((word) => word !== '' && !levels.test(word));
  while (kept.length > 0 && stops.has(kept[0]!.toLowerCase())) kept.shift();
  return kept.join(' ');
}

/** The times or sizes in the words of lines as one column: of several in a line the one named as asked, else the first. */
export function statedColumn(
  rows: readonly Row[],
  dimension: 'time' | 'size',
  asked: readonly string[],
): NumberColumn | undefined {
  const names = new Map<string, number>();
  const units = new Map<string, { unit: Unit; count: number }>();
  let seen = 0;
  for (const row of rows) {
    const one = pick(statedNumbers(row.text, dimension), asked);
    if (one === undefined) continue;
    seen++;
    names.set(one.words, (names.get(one.words) ?? 0) + 1);
    units.set(one.unit.name, { unit: one.unit, count: (units.get(one.unit.name)?.count ?? 0) + 1 });
  }
  if (seen === 0) return undefined;
  const [name] = names.keys();
  const isOne = names.size === 1 && name !== undefined && name !== '';
  const general = dimension === 'time' ? 'stated time' : 'stated size';
  const [usual] = [...units.values()].sort((a, b) => b.count - a.count);
  return {
    name: isOne ? name : general,
    said: isOne ? say`${name}` : plainWords(general),
    unit: usual!.unit,
    seen,
    read: (line) => pick(statedNumbers(line.text, dimension), asked)?.value,
  };
}

function pick(numbers: readonly StatedNumber[], asked: readonly string[]): StatedNumber | undefined {
  return numbers.find(({ words }) => asked.some((word) => words.toLowerCase().includes(word))) ?? numbers[0];
}
