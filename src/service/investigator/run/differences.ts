import type { Unit } from '../facts/amount.ts';
import type { Place } from '../facts/place.ts';
import type { Column } from '../facts/schema.ts';
import type { Seen, SideSeen, Spread } from './side-seen.ts';

/** What lines of two sides state otherwise: the mean of a number, on how many lines a value stands, or which one does. */
export interface Difference {
  name: string;
  value?: string;
  left: Figure;
  right: Figure;
  unit?: Unit;
  /** What the lines say that state a number. */
  said?: string | undefined;
  /** The more of it, the worse. */
  isBad: boolean;
  places: Place[];
}

export interface Figure {
  figure: number | string;
  /** The lowest and the highest, where they are not the same. */
  range?: [number, number];
}

export interface Differences {
  differences: Difference[];
  /** Lines of each side, and those of them that tell of a failure or an error. */
  lines: [number, number];
  bad: [number, number];
  /** Both state how long something took. */
  areTimed: boolean;
}

const mostTold = 8;
/** So far apart, by chance alone once in some thousand. */
const farApart = 3.3;
/** A mean may drift a little without anything being different. */
const leastMoved = 0.05;
const muchWider = 0.25;
/** Half as many again. */
const leastRatio = 1.5;

/** Failures first, then numbers by how much they moved, then all else; `scale`: so many times as much is seen of the left. */
export function differencesOf(left: SideSeen, right: SideSeen, scale: number): Differences {
  const numbers = [...left.numbers].flatMap(([column, one]) => movedIn(column, one, right.numbers.get(column)));
  const values = [...left.values].flatMap(([column, some]) =>
    valuesIn(column, some, right.values.get(column) ?? new Map(), scale),
  );
  const ranked = [...numbers, ...values].sort((one, other) => other.weight - one.weight);
  return {
    differences: withoutSameLines(ranked.map(({ difference }) => difference)).slice(0, mostTold),
    lines: [left.lines, right.lines],
    bad: [left.bad, right.bad],
    areTimed: [...left.numbers.keys()].some((one) => one.unit.dimension === 'time' && right.numbers.has(one)),
  };
}

interface Weighed {
  difference: Difference;
  weight: number;
}

function movedIn(column: Column, left: Spread, right: Spread | undefined): Weighed[] {
  if (right === undefined) return [];
  const apart = Math.abs(left.mean - right.mean);
  const error = Math.sqrt(varianceOf(left) / left.count + varianceOf(right) / right.count);
  const size = Math.max(Math.abs(left.mean), Math.abs(right.mean));
  const isWider = [left.min - right.min, left.max - right.max].some((by) => Math.abs(by) > size * muchWider);
  if (apart <= farApart * error || (apart <= size * leastMoved && !isWider)) return [];
  const figureOf = ({ mean, min, max }: Spread): Figure => ({ figure: mean, ...(min < max && { range: [min, max] }) });
  const difference: Difference = {
    name: column.name,
    left: figureOf(left),
    right: figureOf(right),
    unit: column.unit,
    said: left.said === right.said ? left.said : undefined,
    isBad: column.unit.dimension === 'time',
    places: [left.place, right.place],
  };
  return [{ difference, weight: 10 + apart / size }];
}

const varianceOf = ({ squares, count }: Spread): number => squares / count;

function valuesIn(
  column: Column,
  left: ReadonlyMap<string, Seen>,
  right: ReadonlyMap<string, Seen>,
  scale: number,
): Weighed[] {
  const [[one, seen] = [], [other, seenOther] = []] = [[...left][0], [...right][0]];
  // What never changes within a side is set: a version, a mode.
  const isSet = column.name !== 'message' && left.size === 1 && right.size === 1;
  if (isSet && one !== undefined && other !== undefined && one !== other) {
    const places = [seen, seenOther].flatMap((each) => each?.place ?? []);
    const figures = { left: { figure: one }, right: { figure: other } };
    return [{ difference: { name: column.name, ...figures, isBad: false, places }, weight: 9 }];
  }
  if (column.isPlace === true) return [];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((value) =>
    oftenIn(column, value, left.get(value), right.get(value), scale),
  );
}

function oftenIn(
  { name }: Column,
  value: string,
  left: Seen | undefined,
  right: Seen | undefined,
  scale: number,
): Weighed[] {
  const [one, other] = [left?.count ?? 0, right?.count ?? 0];
  const apart = Math.abs(one - other * scale);
  const error = Math.sqrt(one + other * scale * scale);
  const ratio = Math.max(one, other * scale) / Math.max(Math.min(one, other * scale), 1e-9);
  if (apart <= farApart * error * (Math.min(one, other) === 0 ? newlyApart : 1) || ratio < leastRatio) return [];
  const bad = (left?.bad ?? 0) + (right?.bad ?? 0);
  const isBad = bad * 2 > one + other;
  const places = [left, right].flatMap((each) => each?.place ?? []);
  const difference = { name, value, left: { figure: one }, right: { figure: other }, isBad, places };
  return [{ difference, weight: (isBad ? 20 : 0) + (name === 'message' ? 2 : 1) + apart / (one + other * scale) }];
}

/** What one side has none of stands out sooner. */
const newlyApart = 0.5;

/** A level, a writer and a message that stand on the same lines tell the same: the first is told. */
function withoutSameLines(differences: readonly Difference[]): Difference[] {
  const known = new Set<string>();
  return differences.filter(({ value, left, right, places: [first] }) => {
    if (value === undefined) return true;
    const key = `${left.figure} ${right.figure} ${first?.document}:${first?.line}`;
    return known.has(key) ? false : known.add(key);
  });
}
