import { amount } from '../detect/amounts.ts';
import type { Claim, Observation } from '../detect/observation.ts';
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
  const moved: MovedNumber[] = [];
  for (const [name, later] of byName(other)) {
    const known = before.get(name);
    if (known === undefined || known.points.length < 5 || later.points.length < 5) continue;
    const [from, to] = [middle(known), middle(later)];
    const ratio = Math.max(from, to) / Math.max(1e-9, Math.min(from, to));
    if (from === to || !Number.isFinite(ratio) || ratio < 1.33 || Math.min(from, to) < 0) continue;
    const { series, isTime } = later;
    const word = to > from ? (isTime ? 'slower' : 'higher') : isTime ? 'faster' : 'lower';
    const owner = series.owner === '' ? words('') : say` of ${series.owner}`;
    moved.push({
      ratio,
      isSlower: isTime && to > from,
      claim: {
        text: say`${series.name}${owner} is ${words(word)}: the median is ${amountIn(later, to)}, was ${amountIn(known, from)}`,
        ranges: [pointNear(known, from), pointNear(later, to)],
      },
    });
  }
  return moved.sort((a, b) => b.ratio - a.ratio).slice(0, 8);
}

/** Kinds of quiet lines that only one of the two has: what runs there and not here. */
export function compareKinds(baseline: readonly Survey[], other: readonly Survey[]): { new: Claim[]; gone: Claim[] } {
  return { new: onlyIn(other, baseline), gone: onlyIn(baseline, other) };
}

function onlyIn(these: readonly Survey[], those: readonly Survey[]): Claim[] {
  const known = new Set(those.flatMap((survey) => survey.groups.map((group) => group.pattern)));
  return these
    .flatMap((survey) =>
      survey.groups
        .filter((group) => group.severity === 'info' && !known.has(group.pattern))
        .map((group) => ({ survey, group })),
    )
    .sort((a, b) => b.group.count - a.group.count || a.group.id - b.group.id)
    .slice(0, 6)
    .map(({ survey, group }) => ({
      text: say`${group.message.slice(0, 160)}, ${words(group.count === 1 ? 'once' : `${group.count} times`)}`,
      ranges: [{ document: survey.info.name, lineStart: group.first.line, lineEnd: group.first.line }],
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
  return { document: survey.info.name, lineStart: point.line, lineEnd: point.line };
}

export interface ObservationChange {
  kind: 'new' | 'gone' | 'more' | 'less';
  /** As in the later file; as in the baseline where it is gone. */
  observation: Observation;
  before: number;
  after: number;
}

/**
 * What differs between two files: what only one has, and what is at least twice as frequent in one.
 * `size` is what frequencies are measured by, so that a longer file is not a worse one: lines of each.
 */
export function compareObservations(
  baseline: readonly Observation[],
  other: readonly Observation[],
  size: { baseline: number; other: number },
): ObservationChange[] {
  const before = byIdentity(baseline);
  const after = byIdentity(other);
  const scale = size.baseline > 0 && size.other > 0 ? size.other / size.baseline : 1;
  const changes: ObservationChange[] = [];
  for (const [identity, observation] of after) {
    const known = before.get(identity);
    if (known === undefined) {
      changes.push({ kind: 'new', observation, before: 0, after: observation.count });
      continue;
    }
    const expected = Math.max(1, known.count * scale);
    const isNoted = Math.abs(observation.count - known.count) >= 5;
    if (isNoted && observation.count >= expected * 2)
      changes.push({ kind: 'more', observation, before: known.count, after: observation.count });
    if (isNoted && observation.count * 2 <= expected)
      changes.push({ kind: 'less', observation, before: known.count, after: observation.count });
  }
  for (const [identity, observation] of before) {
    if (!after.has(identity)) changes.push({ kind: 'gone', observation, before: observation.count, after: 0 });
  }
  const order = { new: 0, more: 1, gone: 2, less: 3 } as const;
  return changes.sort((a, b) => order[a.kind] - order[b.kind] || b.observation.weight - a.observation.weight);
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
