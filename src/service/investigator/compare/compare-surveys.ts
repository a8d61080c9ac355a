import { amount } from '../detect/amounts.ts';
import type { Claim } from '../detect/observation.ts';
import { median } from '../detect/robust.ts';
import type { NumberSeries, Survey } from '../survey/survey.ts';
import { say, words } from '../wording/say.ts';

/** Numbers whose middle value moved by a third or more, most first: slower, larger, fewer. */
export function compareNumbers(baseline: readonly Survey[], other: readonly Survey[]): Claim[] {
  const before = byName(baseline);
  const moved: { claim: Claim; ratio: number }[] = [];
  for (const [name, later] of byName(other)) {
    const known = before.get(name);
    if (known === undefined || known.series.count < 5 || later.series.count < 5) continue;
    const from = middle(known.series);
    const to = middle(later.series);
    const ratio = Math.max(from, to) / Math.max(1e-9, Math.min(from, to));
    if (from === to || !Number.isFinite(ratio) || ratio < 1.33 || Math.min(from, to) < 0) continue;
    const isTime = /^(?:ms|s|µs|us|ns|sec|seconds)$/.test(later.series.unit);
    const word = to > from ? (isTime ? 'slower' : 'higher') : isTime ? 'faster' : 'lower';
    moved.push({
      ratio,
      claim: {
        text: say`${later.series.name}${words(later.series.owner === '' ? '' : ' of ')}${later.series.owner === '' ? words('') : say`${later.series.owner}`} is ${words(word)}: the middle value is ${amount(to, later.series)}, was ${amount(from, known.series)}`,
        ranges: [pointNear(known, from), pointNear(later, to)],
      },
    });
  }
  return moved
    .sort((a, b) => b.ratio - a.ratio)
    .map(({ claim }) => claim)
    .slice(0, 8);
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
  series: NumberSeries;
}

function byName(surveys: readonly Survey[]): Map<string, Named> {
  const found = new Map<string, Named>();
  for (const survey of surveys) {
    for (const series of survey.series) {
      const name = `${series.name}\u0000${series.unit}\u0000${series.owner}`;
      if (!found.has(name)) found.set(name, { survey, series });
    }
  }
  return found;
}

function middle(series: NumberSeries): number {
  return median(series.points.map((point) => point.value));
}

function pointNear({ survey, series }: Named, value: number) {
  const point = series.points.reduce((a, b) => (Math.abs(b.value - value) < Math.abs(a.value - value) ? b : a));
  return { document: survey.info.name, lineStart: point.line, lineEnd: point.line };
}
