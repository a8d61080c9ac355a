import type { Row } from '../calculate/row.ts';
import { outcomeOf, verdictInText } from './verdict-words.ts';

/** Where the lines of a file state what came of each of many: tests, parts, runs, steps. */
export interface VerdictPlace {
  read(row: Row): Verdict | undefined;
}

export interface Verdict {
  /** As the line writes it. */
  word: string;
  /** What it is on; empty where the line names nothing. */
  item: string;
  /** What the line says behind it. */
  behind: string;
}

const field = /(?:^|[_.])(?:result|verdict|outcome|status|state|conclusion|grade|judg\w*|disposition|pass_?fail)$/i;
const itemField =
  /(?:^|[_.])(?:test(?:_?(?:name|case|id))?|testcase|case|name|id|item|step|job|part|serial|sn|dut|check|file|unit|die|suite)$/i;
const nameLike = /[\d_./:@-]|\p{Ll}\p{Lu}|\(\)|^\p{Lu}{3,}$/u;
const fewest = 3;

/** The place most lines have, of those with more than one outcome; undefined where no such thing is stated. */
export function verdictPlace(rows: readonly Row[]): VerdictPlace | undefined {
  const places = new Map<string, { count: number; outcomes: Set<string>; words: Set<string> }>();
  for (const row of rows) {
    for (const { key, word } of statedIn(row)) {
      const one = places.get(key) ?? { count: 0, outcomes: new Set<string>(), words: new Set<string>() };
      places.set(key, one);
      one.count++;
      one.outcomes.add(outcomeOf(word) ?? '');
      one.words.add(word.toUpperCase());
    }
  }
  const [best] = [...places]
    .filter(([, { count, outcomes }]) => count >= fewest && outcomes.size > 1 && outcomes.has('passed'))
    .sort((a, b) => b[1].count - a[1].count);
  if (best === undefined) return undefined;
  const [key] = best;
  return {
    read(row) {
      const found = statedIn(row).find((one) => one.key === key);
      return found === undefined ? undefined : { word: found.word, item: found.item, behind: found.behind };
    },
  };
}

interface Stated extends Verdict {
  key: string;
}

/** A field called so with such a value; else a word in capitals, told by the words before it that are no names. */
function statedIn(row: Row): Stated[] {
  const found: Stated[] = [];
  for (const [name, value] of row.values) {
    if (!field.test(name) || outcomeOf(String(value)) === undefined) continue;
    found.push({ key: `field ${name}`, word: String(value), item: itemOf(row), behind: '' });
  }
  if (found.length > 0 || !verdictInText.test(row.message)) return found;
  const match = verdictInText.exec(row.message)!;
  const before = row.message.slice(0, match.index);
  const words = before.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
  const key = words.map((word) => (nameLike.test(word) && !/^\p{Lu}+\d?$/u.test(word) ? '#' : word)).join(' ');
  const item = itemIn(before);
  if (item === '') return [];
  const behind = row.message
    .slice(match.index + match[0].length)
    .replace(/^[\s:;,.|-]+|\s*[([]\d[^)\]]{0,30}[)\]]/g, '');
  return [{ key: `text ${key}`, word: match[0], item, behind: behind.trim() }];
}

/** Capitals alone are what kind of line it is, unless nothing else stands there. */
function isOfName(word: string, isLast: boolean): boolean {
  if (/^[>›:/-]+$/.test(word)) return true;
  return nameLike.test(word) && (isLast || !/^\p{Lu}+\d?$/u.test(word));
}

function itemOf({ values }: Row): string {
  const named = [...values].filter(([name]) => itemField.test(name)).map(([, value]) => String(value));
  return named.slice(0, 3).join(' ');
}

/** The words right before the verdict that are written like names: `VatTest > rounds()`. */
function itemIn(before: string): string {
  const words = before.trim().split(/\s+/);
  let at = words.length - 1;
  while (at >= 0 && /^[^\p{L}\d]*$/u.test(words[at]!)) at--;
  const end = at + 1;
  let from = end;
  while (from > 0 && end - from < 6 && isOfName(words[from - 1]!, from === end)) from--;
  while (from < end && /^[^\p{L}\d]*$/u.test(words[from]!)) from++;
  return words
    .slice(from, end)
    .join(' ')
    .replace(/[:,;]+$/, '');
}
