import { isSeries, isTimeName } from '../../lines/layouts/column-fields.ts';
import { unitOfFieldName } from '../calculate/quantity.ts';
import { unitName } from './unit-name.ts';

export type Cells = ReadonlyMap<string, string>;

export interface TableColumns {
  /** Columns of few values, which tell kinds, outcomes and units apart. */
  kinds: string[];
  /** Columns of quantities. */
  numbers: string[];
  /** Of the kinds, the column that says which one of several; absent where none does. */
  unit?: string;
  clock?: { column: string; unitMs: number };
}

const mostKinds = 12;
const mostValues = 60;
const number = /^[-+]?\d{1,15}(?:[.,]\d{1,18})?$/;
const clockName = /^(?:t|ts|time|timestamp|elapsed|uptime|millis|ms|s|sec|seconds|zeit|temps|tiempo)(?:_?\w{1,3})?$/i;

/** What the columns of a sample hold. Undefined where its records say something in sentences: that is a log in columns. */
export function chooseColumns(sample: readonly Cells[]): TableColumns | undefined {
  const names = [...new Set(sample.flatMap((cells) => [...cells.keys()]))];
  const kinds: string[] = [];
  const numbers: string[] = [];
  let clock: TableColumns['clock'];
  for (const name of names) {
    const held = sample.map((cells) => cells.get(name) ?? '').filter((cell) => cell !== '' && cell !== '-');
    // Cells that are nearly always empty hold notes.
    if (held.length === 0) {
      kinds.push(name);
      continue;
    }
    const distinct = new Set(held);
    const isNumber = held.every((cell) => number.test(cell));
    if (isNumber && clockName.test(name) && isRising(held)) clock ??= { column: name, unitMs: unitOf(name) };
    else if (isNumber && isMeasured(name, held, distinct)) {
      if (!noQuantity.test(name)) numbers.push(name);
    } else if (!isNumber && (isTimeName(name) || held.some(looksLikeTime))) continue;
    else if (distinct.size <= mostValues && (distinct.size <= held.length / 4 || held.length < sample.length / 4))
      kinds.push(name);
    else if (held.filter((cell) => /\S \S+ \S/.test(cell)).length > held.length / 2) return undefined;
  }
  if (kinds.length === 0 || names.length < 3 || isSeries(names)) return undefined;
  const unit = kinds.find((name) => unitName.test(name)) ?? kinds.find((name) => isBalanced(sample, name));
  return {
    kinds: kinds.slice(0, mostKinds),
    numbers: numbers.slice(0, mostKinds),
    ...(unit === undefined ? {} : { unit }),
    ...(clock === undefined ? {} : { clock }),
  };
}

const noQuantity = /(?:^|[_ ])(?:id|no|nr|seq|lat|lon|latitude|longitude|port|pid|record|index|serial)$/i;

/** Its values come about as often as each other. */
function isBalanced(sample: readonly Cells[], name: string): boolean {
  const counts = new Map<string, number>();
  for (const cells of sample) counts.set(cells.get(name) ?? '', (counts.get(cells.get(name) ?? '') ?? 0) + 1);
  const all = [...counts.values()];
  return all.length > 1 && Math.max(...all) <= (sample.length * 2) / all.length;
}

/** A quantity or a running number, and no number of a unit or a kind. */
function isMeasured(name: string, held: readonly string[], distinct: ReadonlySet<string>): boolean {
  const most = numberedKind.test(name) ? 40 : 10;
  return held.some((cell) => /[.,]/.test(cell)) || distinct.size > most || distinct.size > held.length / 4;
}

/** Whole numbers that say which or what kind rather than how much. */
const numberedKind =
  /(?:^|[_ ])(?:id|no|nr|num|number|code|bin|status|state|result|reason|event|err|error|alarm|type|kind|class|unit|site|connector|channel|port|station|line|lane|zone|cell|gate|slot|level|severity|node|tray|pump|module)(?:[_ ]?(?:id|no|nr|code))?$/i;

function isRising(held: readonly string[]): boolean {
  const values = held.map((cell) => Number(cell.replace(',', '.')));
  return values.length > 5 && values.every((value, at) => at === 0 || value >= values[at - 1]!);
}

const looksLikeTime = (cell: string): boolean => /^\[?\d{1,4}[-/.]\d\d?[-/.]\d{2,4}\b|^\d\d?:\d\d:\d\d/.test(cell);

function unitOf(name: string): number {
  const unit = unitOfFieldName(name);
  return unit?.dimension === 'time' ? unit.factor : 1000;
}
