import { say, type Text, words } from '../answer/say.ts';
import { resourceOf, resourcesOf } from '../detect/resources.ts';
import { measuresOf } from '../survey/measures.ts';
import { singular } from './columns.ts';
import type { Distribution } from './distribution.ts';
import { namedNumbers } from './named-numbers.ts';
import { type NumberColumn, numberFields } from './numbers.ts';
import { chooseNumber } from './plan.ts';
import { amountOf, rounded, wordsOfName } from './quantity.ts';
import type { Row } from './row.ts';
import { statedColumn } from './stated-numbers.ts';

/** One number on both sides. */
export interface MovedNumber {
  column: NumberColumn;
  before: Distribution;
  after: Distribution;
}

const mostColumns = 5;

/** The numbers that words of a question name, by their own name or by what people call it: `temp` is a temperature. */
export function numbersNamed(rows: readonly Row[], asked: readonly string[]): { word: string; column: NumberColumn }[] {
  const columns = allNumbers(rows);
  const found: { word: string; column: NumberColumn }[] = [];
  for (const word of asked) {
    const wanted = singular(word);
    if (!/^[\p{L}_]{3,}$/u.test(wanted)) continue;
    const topics = new Set(resourcesOf(word).map(({ topic }) => topic));
    const fits = (column: NumberColumn) => {
      const names = wordsOfName(column.name).map(singular);
      if (names.includes(wanted)) return 2;
      const topic = resourceOf(column.name)?.topic;
      return topic !== undefined && topics.has(topic) ? 1 : 0;
    };
    for (const column of [...columns].sort((a, b) => fits(b) - fits(a) || b.seen - a.seen)) {
      if (fits(column) > 0 && !found.some((one) => one.column.name === column.name)) found.push({ word, column });
    }
  }
  return found;
}

/** The time lines state first, then what most lines state. */
export function mainNumbers(rows: readonly Row[]): NumberColumn[] {
  const all = allNumbers(rows);
  const time = chooseNumber({ dimension: 'time', words: [] }, rows);
  const isTime = ({ name, unit }: NumberColumn) => unit.dimension === 'time' || name === time?.name;
  if (time === undefined) return all;
  return all.some(isTime) ? [...all.filter(isTime), ...all.filter((one) => !isTime(one))] : [time, ...all];
}

export function atMost(columns: readonly NumberColumn[]): NumberColumn[] {
  return columns
    .filter((column, index) => columns.findIndex((other) => other.name === column.name) === index)
    .slice(0, mostColumns);
}

/** Fields, then the numbers that the words of lines name. */
function allNumbers(rows: readonly Row[]): NumberColumn[] {
  const fields = numberFields(rows).filter((column) => column.seen >= 5);
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const { name, unit } of measuresOf(row.message))
      if (unit !== '' || resourceOf(name) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const fieldNames = fields.map(({ name }) => wordsOfName(name).join(' '));
  const isField = (name: string) => fieldNames.some((field) => wordsOfName(name).join(' ').endsWith(field));
  const names = [...counts].filter(([name, count]) => count >= 5 && !isField(name)).sort((a, b) => b[1] - a[1]);
  const told = names.slice(0, 6).flatMap(([name]) => {
    const [widest] = namedNumbers(rows, wordsOfName(name)).sort(
      (a, b) => b.name.length - a.name.length || b.seen - a.seen,
    );
    return widest === undefined || fields.some((field) => field.name === widest.name) ? [] : [widest];
  });
  const keyOf = ({ name }: NumberColumn) => wordsOfName(name).map(singular).join(' ');
  const single = told.filter((one, index) => told.findIndex((other) => keyOf(other) === keyOf(one)) === index);
  const stated = fields.length + single.length === 0 ? statedColumn(rows, 'time', []) : undefined;
  return [...fields, ...single, ...(stated === undefined ? [] : [stated])];
}

/** "median `rss` 1,401 MB, then 3,722 MB, highest 2,310 MB, then 6,104 MB". */
export function movedWords({ column, before, after }: MovedNumber): Text {
  const told = (value: number) => words(sideAmount(value, column));
  const [from, to] = [before.quantile(0.5), after.quantile(0.5)];
  if (before.min === before.max && after.min === after.max)
    return say`median ${column.said} ${told(from)}, then ${told(to)}`;
  return say`median ${column.said} ${told(from)}, then ${told(to)}, highest ${told(before.max)}, then ${told(after.max)}`;
}

/** Both sides in the unit that the lines print. */
export function sideAmount(value: number, { unit }: NumberColumn): string {
  const own = value / unit.factor;
  const isPrinted = unit.dimension === 'size' && unit.factor > 1 && Math.abs(own) < 1e6;
  return isPrinted ? `${rounded(own)} ${unit.name}` : amountOf(value, unit);
}

/** How far both sides part, at their middle or at an end, in the measure of the larger; and where they part most. */
export function partingOf({ before, after }: Pick<MovedNumber, 'before' | 'after'>): {
  far: number;
  where: 'middle' | 'low' | 'high';
} {
  const spread = Math.max(Math.abs(before.max), Math.abs(after.max), Math.abs(before.min), Math.abs(after.min), 1e-9);
  const apart = (share: number) => Math.abs(before.quantile(share) - after.quantile(share)) / spread;
  const middle = apart(0.5);
  const ends = [
    { far: apart(0.02), where: 'low' as const },
    { far: apart(0.98), where: 'high' as const },
  ].sort((a, b) => b.far - a.far);
  // An end is told for itself only where the middle says little.
  return ends[0]!.far > middle * 3 ? ends[0]! : { far: middle, where: 'middle' };
}

/** "highest `valve_pct` 48 %, then 100 %": where the sides part most. */
export function partedWords(moved: MovedNumber): Text {
  const { column, before, after } = moved;
  const { where } = partingOf(moved);
  if (where === 'middle') return movedWords(moved);
  const told = (values: Distribution) => words(sideAmount(where === 'low' ? values.min : values.max, column));
  return say`${words(where === 'low' ? 'lowest' : 'highest')} ${column.said} ${told(before)}, then ${told(after)}`;
}
