import { amount } from '../detect/amounts.ts';
import { type Claim, linesAt, type Observation } from '../detect/observation.ts';
import { median } from '../detect/robust.ts';
import { unitNamed } from '../facts/amount.ts';
import { patternOf } from '../survey/message-pattern.ts';
import type { NumberSeries, Survey } from '../survey/survey.ts';
import { say, type Text, words } from '../wording/say.ts';

/** A number whose middle value is another one in the later file. */
export interface MovedNumber {
  claim: Claim;
  /** How many times the smaller value the larger one is. */
  ratio: number;
  isSlower: boolean;
}

/** Numbers whose middle value moved by a third or more, most first: slower, larger, fewer. */
export function compareNumbers(baseline: readonly Survey[], other: readonly Survey[]): MovedNumber[] {
  const before = byName(baseline);
  return [...byName(other)]
    .flatMap(([name, later]) => movedFrom(before.get(name), later))
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, 8);
}

const fewestPoints = 5;

function movedFrom(known: Named | undefined, later: Named): MovedNumber[] {
  if (known === undefined || known.points.length < fewestPoints || later.points.length < fewestPoints) return [];
  const [from, to] = [middle(known), middle(later)];
  const ratio = Math.max(from, to) / Math.max(1e-9, Math.min(from, to));
  if (from === to || !Number.isFinite(ratio) || ratio < 1.33 || Math.min(from, to) < 0) return [];
  const { series, isTime } = later;
  const word = to > from ? (isTime ? 'slower' : 'higher') : isTime ? 'faster' : 'lower';
  const owner = series.owner === '' ? words('') : say` of ${series.owner}`;
  const claim: Claim = {
    text: say`${series.name}${owner} is ${words(word)}: the median is ${amountIn(later, to)}, was ${amountIn(known, from)}`,
    ranges: [pointNear(known, from), pointNear(later, to)],
  };
  return [{ claim, ratio, isSlower: isTime && to > from }];
}

/** Kinds of quiet lines that only these have, and those do not. */
export function kindsOnlyIn(these: readonly Survey[], those: readonly Survey[]): Claim[] {
  const known = new Set(those.flatMap(({ groups }) => groups.map(({ pattern }) => pattern)));
  return these
    .flatMap(({ info, groups }) => groups.map((group) => ({ document: info.name, ...group })))
    .filter(({ severity, pattern }) => severity === 'info' && !known.has(pattern))
    .sort((a, b) => b.count - a.count || a.id - b.id)
    .slice(0, 6)
    .map(({ document, message, count, first: { line } }) => ({
      text: say`${message.slice(0, 160)}, ${words(count === 1 ? 'once' : `${count} times`)}`,
      ranges: [linesAt(document, line)],
    }));
}

interface Named {
  survey: Survey;
  /** Of the unit most of its lines print. */
  series: NumberSeries;
  isTime: boolean;
  factor: number;
  /** In the base of what is measured: one line says 850 ms, the next 3.4 s. */
  points: { line: number; value: number }[];
}

function byName(surveys: readonly Survey[]): Map<string, Named> {
  const found = new Map<string, Named>();
  for (const survey of surveys) {
    for (const series of survey.series.toSorted((a, b) => b.count - a.count)) {
      const unit = unitNamed(series.unit);
      const { dimension, factor } = unit ?? { dimension: series.unit, factor: 1 };
      const name = `${series.name}\u0000${dimension}\u0000${series.owner}`;
      const points = series.points.map(({ line, value }) => ({ line, value: value * factor }));
      const known = found.get(name);
      if (!known) found.set(name, { survey, series, factor, points, isTime: dimension === 'time' });
      else if (known.survey === survey) known.points.push(...points);
    }
  }
  return found;
}

function middle({ points }: Named): number {
  return median(points.map(({ value }) => value));
}

function amountIn({ series, factor }: Named, value: number): Text {
  return amount(value / factor, series);
}

function pointNear({ survey, points }: Named, value: number) {
  const point = points.reduce((a, b) => (Math.abs(b.value - value) < Math.abs(a.value - value) ? b : a));
  return linesAt(survey.info.name, point.line);
}

export interface ObservationChange {
  kind: 'new' | 'gone' | 'more' | 'less';
  /** As in the later file; as in the baseline where it is gone. */
  observation: Observation;
  before: number;
  after: number;
}

/** What was observed in a file, and how many lines it has: a longer file is not a worse one. */
export interface Sized {
  observations: readonly Observation[];
  lines: number;
}

const order = ['new', 'more', 'gone', 'less'] as const;

/** What differs between two files: what only one has, and what is at least twice as frequent in one. */
export function compareObservations(baseline: Sized, other: Sized): ObservationChange[] {
  const [before, after] = [byIdentity(baseline.observations), byIdentity(other.observations)];
  const scale = baseline.lines > 0 && other.lines > 0 ? other.lines / baseline.lines : 1;
  const found = [...after].flatMap(([identity, observation]): ObservationChange[] => {
    const [was, is] = [before.get(identity)?.count, observation.count];
    if (was === undefined) return [{ kind: 'new', observation, before: 0, after: is }];
    const expected = Math.max(1, was * scale);
    const kind = is >= expected * 2 ? 'more' : is * 2 <= expected ? 'less' : undefined;
    return kind === undefined || Math.abs(is - was) < 5 ? [] : [{ kind, observation, before: was, after: is }];
  });
  const gone = [...before].flatMap(([identity, observation]): ObservationChange[] =>
    after.has(identity) ? [] : [{ kind: 'gone', observation, before: observation.count, after: 0 }],
  );
  return [...found, ...gone].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.observation.weight - a.observation.weight,
  );
}

/** The same cause over two files: its signature, else its rule and words without numbers. */
function byIdentity(observations: readonly Observation[]): Map<string, Observation> {
  const found = new Map<string, Observation>();
  for (const one of observations) {
    const identity = one.signature ?? `${one.rule} ${patternOf(one.title.plain)}`;
    const known = found.get(identity);
    found.set(identity, known === undefined ? one : { ...known, count: known.count + one.count });
  }
  return found;
}
