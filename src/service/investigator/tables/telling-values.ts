import { plateausOf } from '../detect/plateaus.ts';
import { isLevel } from './levels.ts';
import { type CellValue, keyOf, type Place, type Table } from './table.ts';
import { unitName } from './unit-name.ts';

/** A value that is not as usual: grave by its words, new, risen, or of one unit alone. */
export interface Telling {
  value: CellValue;
  /** `few`: some single records; `even`: as often before as after. */
  course: 'new' | 'risen' | 'few' | 'even';
  onset: Place;
  /** Which one of several it is of, with how many of its records; absent where it is of all. */
  unit?: { column: string; value: string; count: number };
  score: number;
}

const fewRecords = (table: Table): number => Math.max(5, table.records * 0.005);
const mostShare = 0.4;

/** The values that tell what is wrong, most telling first. */
export function tellingValues(table: Table): Telling[] {
  const units = unitColumns(table);
  const found: Telling[] = [];
  for (const value of table.values.values()) {
    if (value.count > table.records * mostShare || (units.has(value.column) && value.gravity < 2)) continue;
    const told = courseOf(table, value);
    const unit = unitOf(table, value, told.onset, units);
    const moves = told.course === 'new' ? 3 : told.course === 'risen' ? 2 : 0;
    // What comes all day long is what this file always says.
    const grave = told.course === 'even' ? Math.min(1, value.gravity) : value.gravity;
    const score =
      grave * 2 +
      moves +
      (unit === undefined || moves === 0 ? 0 : 2) -
      (isLevel(value) || !/\p{L}{2}/u.test(value.value) ? 1.5 : 0);
    const isTelling = grave >= 2 || (moves > 0 && (unit !== undefined || grave > 0));
    if (isTelling) found.push({ value, ...told, ...(unit === undefined ? {} : { unit }), score });
  }
  return found.sort(
    (a, b) => b.score - a.score || b.value.count - a.value.count || a.value.first.record - b.value.first.record,
  );
}

function courseOf(table: Table, value: CellValue): Pick<Telling, 'course' | 'onset'> {
  const spread = Math.abs(value.last.record - value.first.record) / table.records;
  if (value.count <= fewRecords(table))
    return { course: value.count >= 8 && spread > 0.6 ? 'even' : 'few', onset: value.first };
  const plateaus = plateausOf(table.perBucket, value.buckets);
  const [first] = plateaus;
  const worst = plateaus.reduce((a, b) => (b.share > a.share ? b : a));
  if (first === undefined || worst === first || worst.share < first.share * 2)
    return { course: 'even', onset: value.first };
  const from = plateaus.findIndex((one) => one !== first && one.share > first.share * 2);
  const at = plateaus[from]!.from;
  // A stretch that the change falls into holds its first records.
  const edge = at > 0 && value.buckets[at - 1]! / Math.max(1, table.perBucket[at - 1]!) > first.share * 1.5;
  const onset = (edge ? value.firstIn[at - 1] : undefined) ?? value.firstIn.slice(at).find((one) => one !== undefined);
  const isNew = first.failures <= Math.max(1, value.count * 0.02);
  return { course: isNew ? 'new' : 'risen', onset: onset ?? value.first };
}

/** Columns whose values come about as often as each other, or are called like one of several things. */
function unitColumns({ columns, values, records }: Table): Set<string> {
  const isUnit = (column: string) => {
    const counts = [...values.values()].filter((one) => one.column === column).map(({ count }) => count);
    const whole = counts.reduce((sum, count) => sum + count, 0);
    const isBalanced =
      Math.max(...counts) <= (whole * 2.5) / counts.length && Math.min(...counts) >= (whole * 0.3) / counts.length;
    return counts.length > 1 && whole > records * 0.5 && (isBalanced || unitName.test(column));
  };
  return new Set(columns.filter(isUnit));
}

/** The one that holds most of its records though not most of all, and was there before. */
function unitOf(table: Table, value: CellValue, onset: Place, units: ReadonlySet<string>): Telling['unit'] {
  let best: { column: string; value: string; count: number; fit: number } | undefined;
  const few = fewRecords(table);
  for (const [key, count] of value.beside) {
    const other = table.values.get(key);
    if (other === undefined || other.gravity > 0 || count < value.count * 0.6) continue;
    if (value.count > few && (count * table.records) / (value.count * other.count) < 1.8) continue;
    if (value.count > few && other.first.record >= onset.record * 0.9 && onset.record > 0) continue;
    if (value.count <= few && !units.has(other.column)) continue;
    const fit = count / value.count + (unitName.test(other.column) ? 0.5 : 0) + (units.has(other.column) ? 0.3 : 0);
    if (best === undefined || fit > best.fit) best = { column: other.column, value: other.value, count, fit };
  }
  return best && { column: best.column, value: best.value, count: best.count };
}

/** How many records of the value are of that one, and how its share there compares with all. */
export function shareWith(table: Table, value: CellValue, unit: CellValue): { count: number; lift: number } {
  const count = value.beside.get(keyOf(unit.column, unit.value)) ?? 0;
  return { count, lift: (count * table.records) / Math.max(1, value.count * unit.count) };
}
