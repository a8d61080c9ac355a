import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { number, say, type Text, words } from '../answer/say.ts';
import type { TimeWords } from '../answer/times.ts';
import { wordsMeant } from '../calculate/name-words.ts';
import { claimAt } from '../calculate/told.ts';
import { median } from '../detect/robust.ts';
import type { Investigation } from '../investigation.ts';
import type { CellValue, Place, Table, UnitNumber } from './table.ts';
import { whenOf } from './tell-values.ts';

interface Outlier {
  unit: string;
  column: string;
  isLow: boolean;
  value: number;
  at: Place;
  /** Of the others: their lowest of lows, or their highest of highs; absent where each has a level of its own. */
  otherEnd?: number;
  /** How far the others move at most, where that tells it. */
  otherSwing?: number;
  distance: number;
}

const fewestUnits = 3;
const fewestRecords = 5;
const leastDistance = 6;

/** The unit whose quantity is far from that of all others. `isMeant`: only a quantity that the question speaks of counts. */
export function answerOutlier(
  run: Investigation,
  table: Table,
  unit: CellValue | undefined,
  times: TimeWords,
  isMeant: boolean,
): Draft | undefined {
  const asked = run.question.text.toLowerCase().split(/[^\p{L}\d]+/u);
  const all = outliersOf(table).filter((one) => unit === undefined || one.unit === unit.value);
  const meant = all.filter(({ column }) => wordsMeant(column).some((word) => word.length > 2 && asked.includes(word)));
  const [best] = isMeant || meant.length > 0 ? meant : all;
  if (best === undefined) return undefined;
  const { isYesNo, asksForHealth } = run.question;
  const lead = isYesNo ? words(asksForHealth ? 'No: ' : 'Yes: ') : words('');
  const [first, ...others] = [best, ...all.filter((one) => one !== best)];
  return lookUp({
    verdict: 'LIKELY',
    cause: say`${lead}${told(table, first!, times)}`,
    proof: [claimAt(run, told(table, first!, times), first!.at.place)],
    also: others.slice(0, 3).map((one) => claimAt(run, told(table, one, times), one.at.place)),
  });
}

function told(table: Table, { unit, column, isLow, value, at, otherEnd, otherSwing }: Outlier, times: TimeWords): Text {
  const when = whenOf(table, at, times);
  const who = /\p{L}/u.test(unit) ? say`${unit}` : say`${table.unit!.column} ${unit}`;
  return say`${who}: ${column} ${words(isLow ? 'falls to' : 'rises to')} ${words(number(value))}${when === undefined ? words('') : say` at ${when}`}; ${
    otherEnd === undefined
      ? words(`no other moves by more than ${number(otherSwing ?? 0)}`)
      : words(`all others stay ${isLow ? 'above' : 'below'} ${number(otherEnd)}`)
  }`;
}

function outliersOf({ unit }: Table): Outlier[] {
  const found: Outlier[] = [];
  if (unit === undefined) return found;
  const columns = new Set([...unit.numbers.values()].flatMap((own) => [...own.keys()]));
  for (const column of columns) {
    const rows = [...unit.numbers].flatMap(([name, own]) => {
      const one = own.get(column);
      return one === undefined || one.count < fewestRecords ? [] : [{ name, one }];
    });
    if (rows.length < fewestUnits) continue;
    const wide = widest(rows);
    if (wide !== undefined) {
      found.push({ column, ...wide });
      continue;
    }
    for (const isLow of [true, false]) {
      const end = ({ one }: { one: UnitNumber }) => (isLow ? one.min : one.max);
      const [first, second] = [...rows].sort((a, b) => (isLow ? end(a) - end(b) : end(b) - end(a)));
      const others = rows.filter((row) => row !== first).map(end);
      const middle = median(others);
      const scale = Math.max(
        median(others.map((value) => Math.abs(value - middle))) * 1.5,
        Math.abs(middle) * 0.01,
        1e-9,
      );
      const distance = Math.abs(end(first!) - middle) / scale;
      const isAlone = Math.abs(end(first!) - end(second!)) > Math.abs(end(second!) - middle) * 2;
      if (distance < leastDistance || !isAlone) continue;
      const { name, one } = first!;
      found.push({
        unit: name,
        column,
        isLow,
        value: end(first!),
        at: isLow ? one.minAt : one.maxAt,
        otherEnd: end(second!),
        distance,
      });
    }
  }
  return found.sort((a, b) => b.distance - a.distance);
}

/** The one that moves far more than any other, each about its own level. */
function widest(rows: readonly { name: string; one: UnitNumber }[]): Omit<Outlier, 'column'> | undefined {
  const swing = ({ one }: { one: UnitNumber }) => one.max - one.min;
  const [first, second] = [...rows].sort((a, b) => swing(b) - swing(a));
  if (first === undefined || second === undefined || swing(second) <= 0) return undefined;
  const distance = swing(first) / swing(second);
  if (distance < leastDistance) return undefined;
  const { name, one } = first;
  const isLow = one.sum / one.count - one.min > one.max - one.sum / one.count;
  return {
    unit: name,
    isLow,
    value: isLow ? one.min : one.max,
    at: isLow ? one.minAt : one.maxAt,
    otherSwing: swing(second),
    distance,
  };
}
