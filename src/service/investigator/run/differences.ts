import type { Unit } from '../facts/amount.ts';
import type { Place } from '../facts/place.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Seen, SideSeen } from './side-seen.ts';

/** What lines of two sides state otherwise: the mean of a number, on how many lines a value stands, or which one does. */
export interface Difference {
  name: string;
  value?: string;
  left: Figure;
  right: Figure;
  unit?: Unit;
  /** What all lines say that state a number. */
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

type Weighed = Difference & { weight: number };

const mostTold = 8;
/** So far apart, by chance alone once in some thousand; what one side has none of stands out sooner. */
const farApart = 3.3;
const newlyApart = 1.65;
/** A mean may drift a little, and a value be seen half as often again, without anything being different. */
const leastMoved = 0.05;
const muchWider = 0.25;
const leastRatio = 1.5;

/** Failures first, then numbers by how much they moved, then all else; `scale`: so many times as much is seen of the left. */
export function differencesOf(left: SideSeen, right: SideSeen, scale: number, schema: Schema): Differences {
  const numbers = [...left.numbers].flatMap(([column, one]) => movedIn(column, one, right.numbers.get(column), schema));
  const values = [...left.values].flatMap(([column, some]) =>
    valuesIn(column, some, right.values.get(column) ?? new Map(), scale),
  );
  return {
    differences: withoutSameLines([...numbers, ...values].sort((a, b) => b.weight - a.weight)).slice(0, mostTold),
    lines: [left.all.count, right.all.count],
    bad: [left.all.bad, right.all.bad],
    areTimed: [...left.numbers.keys()].some((one) => one.unit.dimension === 'time' && right.numbers.has(one)),
  };
}

const meanOf = ({ numbers }: Seen): number => numbers.sum / numbers.count;
/** Of its mean. */
const errorOf = (seen: Seen): number => Math.max(0, seen.squares / seen.count - meanOf(seen) ** 2) / seen.count;

function movedIn(column: Column, left: Seen, right: Seen | undefined, schema: Schema): Weighed[] {
  if (right === undefined) return [];
  const apart = Math.abs(meanOf(left) - meanOf(right));
  const size = Math.max(Math.abs(meanOf(left)), Math.abs(meanOf(right)));
  const ends = [left.numbers.min - right.numbers.min, left.numbers.max - right.numbers.max];
  const isMoved = apart > size * leastMoved || ends.some((by) => Math.abs(by) > size * muchWider);
  if (!isMoved || apart <= farApart * Math.sqrt(errorOf(left) + errorOf(right)) + size * 1e-6) return [];
  const figureOf = (seen: Seen): Figure => {
    const { min, max } = seen.numbers;
    return { figure: meanOf(seen), ...(min < max && { range: [min, max] }) };
  };
  const { name, unit } = column;
  const message = columnNamed(schema, 'message');
  const stated = schema.sample.filter((record) => column.read(record) !== undefined);
  const [said, other] = new Set(stated.map((record) => message?.read(record)));
  return [
    {
      ...{ name, unit, left: figureOf(left), right: figureOf(right), isBad: unit.dimension === 'time' },
      ...{ said: other === undefined ? said : undefined, places: placesOf(left, right), weight: 10 + apart / size },
    },
  ];
}

const placesOf = (...sides: (Seen | undefined)[]): Place[] => sides.flatMap((side) => side?.places[0] ?? []);

type Values = ReadonlyMap<string, Seen>;

function valuesIn({ name, isPlace }: Column, left: Values, right: Values, scale: number): Weighed[] {
  const [[one, own] = [], [other, others] = []] = [[...left][0], [...right][0]];
  // What never changes within a side is set: a version, a mode.
  const isSet = name !== 'message' && left.size === 1 && right.size === 1 && one !== other;
  if (isSet && one !== undefined && other !== undefined) {
    const figures = { left: { figure: one }, right: { figure: other } };
    return [{ name, ...figures, isBad: false, places: placesOf(own, others), weight: 9 }];
  }
  if (isPlace === true) return [];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((value) => {
    const [some, more] = [left.get(value), right.get(value)];
    const often = oftenOf(some, more, scale);
    // Lines of a kind that one side has none of tell more than a number that moved.
    const isNew = name === 'message' && (some === undefined || more === undefined);
    const weight =
      often === undefined ? 0 : (often.isBad ? 20 : isNew ? 10 : 1) + Number(name === 'message') + often.apart;
    return often === undefined ? [] : [{ name, value, ...often, places: placesOf(some, more), weight }];
  });
}

/** How often on each side; undefined where that is much the same. */
function oftenOf(some: Seen | undefined, more: Seen | undefined, scale: number) {
  const { count: one = 0, bad = 0 } = some ?? {};
  const { count: other = 0, bad: badOther = 0 } = more ?? {};
  const expected = other * scale;
  const apart = Math.abs(one - expected);
  const far = (one === 0 || other === 0 ? newlyApart : farApart) * Math.sqrt(one + expected * scale);
  if (apart <= far || Math.max(one, expected) < Math.min(one, expected) * leastRatio) return undefined;
  const isBad = (bad + badOther) * 2 > one + other;
  return { left: { figure: one }, right: { figure: other }, isBad, apart: apart / (one + expected) };
}

/** A level, a writer and a message that stand on the same lines tell the same: the first is told. */
function withoutSameLines(differences: readonly Weighed[]): Difference[] {
  const known = new Set<string>();
  return differences.filter(({ value, left, right, places: [first] }) => {
    const key = `${left.figure} ${right.figure} ${first?.document}:${first?.line}`;
    return value === undefined || (!known.has(key) && known.add(key));
  });
}
