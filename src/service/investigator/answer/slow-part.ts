import { exactAmount } from '../detect/amounts.ts';
import type { Observation } from '../detect/observation.ts';
import { resourceOf } from '../detect/resources.ts';
import { median } from '../detect/robust.ts';
import type { Evidence, Investigation } from '../investigation.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { NumberSeries, Survey } from '../survey/survey.ts';
import type { Draft } from './draft.ts';
import { lookUp } from './look-up.ts';
import { say, words } from './say.ts';
import { timeWordsOf } from './times.ts';
import { originAmong } from './told-origin.ts';

const fewestPoints = 60;
/** Of the first third, how many may be beyond what is usual; of those from then on, how many must. */
const mostBefore = 0.02;
const fewestAfter = 0.08;
const timesUsual = 2;
const linesRead = 60;

type Point = NumberSeries['points'][number];

/**
 * One path, kind or part among others has become slow: a time whose middle stays where it was while many single values
 * are from some line on far beyond what there was before. Undefined where there is none.
 */
export async function slowPart(run: Investigation, evidence: Evidence): Promise<Draft | undefined> {
  for (const survey of evidence.surveys) {
    for (const series of survey.series) {
      const parted = slowOf(series);
      if (parted !== undefined) return tell(run, evidence, survey, series, parted);
    }
  }
  return undefined;
}

interface Parted {
  /** Until then nearly all stayed below this. */
  usual: number;
  slow: Point[];
  others: Point[];
}

function slowOf({ name, points, count }: NumberSeries): Parted | undefined {
  if (count < fewestPoints || !/\blatency\b/.test(resourceOf(name)?.topic ?? '')) return undefined;
  const before = points.slice(0, Math.floor(points.length / 3)).map(({ value }) => value);
  const usual = before.toSorted((a, b) => a - b)[Math.floor(before.length * (1 - mostBefore))]!;
  const isSlow = ({ value }: Point) => value > usual * timesUsual;
  const first = points.findIndex((point, at) => isSlow(point) && isDense(points.slice(at, at + 40), isSlow));
  if (first < before.length) return undefined;
  const after = points.slice(first);
  return isDense(after, isSlow)
    ? { usual, slow: after.filter(isSlow), others: after.filter((one) => !isSlow(one)) }
    : undefined;
}

function isDense(points: readonly Point[], isSlow: (point: Point) => boolean): boolean {
  return points.length >= 10 && points.filter(isSlow).length >= points.length * fewestAfter;
}

async function tell(
  run: Investigation,
  evidence: Evidence,
  survey: Survey,
  series: NumberSeries,
  { usual, slow, others }: Parted,
): Promise<Draft> {
  const start = slow[0]!;
  const document = survey.info.name;
  const times = timeWordsOf(survey.info, survey.isZoned);
  const since = start.timeMs === undefined ? `line ${start.line}` : times.at(start.timeMs);
  const where = await valueOfThese(run, survey, slow, others);
  const level = median(slow.map(({ value }) => value));
  const only = where === undefined ? words('') : say`, only for ${where}`;
  const title = say`${series.name} is around ${exactAmount(level, series)} in part of the lines since ${words(since)}${only}; until then it stayed below ${exactAmount(usual, series)}`;
  const evidenceOf = [start, slow[slow.length >> 1]!].map(({ line }) => ({ document, lineStart: line, lineEnd: line }));
  const cause: Observation = {
    rule: 'numbers.slow-part',
    kind: 'trend',
    title,
    details: [],
    severity: 'warning',
    role: 'symptom',
    certainty: 'likely',
    count: slow.length,
    document,
    firstLine: start.line,
    ...(start.timeMs === undefined ? {} : { firstTimeMs: start.timeMs }),
    evidence: evidenceOf,
    signature: `slow part ${series.name}`,
    subjects: `${series.name} ${where ?? ''}`.toLowerCase(),
    next: [],
    weight: 50,
  };
  const origin = originAmong(cause, evidence);
  return lookUp({
    verdict: 'LIKELY',
    cause: origin === undefined ? title : say`${title}; it begins ${origin.after}`,
    explanation: origin === undefined ? [] : [{ text: origin.story, ranges: [] }],
    proof: [...(origin?.claims ?? []), { text: words('Of the slow lines'), ranges: evidenceOf }],
    used: [cause],
  });
}

/** `path=/search`: what nearly all of the slow lines carry and few of the others. */
async function valueOfThese(
  run: Investigation,
  { info }: Survey,
  slow: readonly Point[],
  others: readonly Point[],
): Promise<string | undefined> {
  const [own, rest] = await Promise.all([pairsOf(run, info.name, slow), pairsOf(run, info.name, others)]);
  const found = [...own.counts]
    .filter(([pair, count]) => count >= own.lines * 0.9 && (rest.counts.get(pair) ?? 0) <= rest.lines * 0.3)
    .sort((a, b) => b[1] - a[1] || (rest.counts.get(a[0]) ?? 0) - (rest.counts.get(b[0]) ?? 0));
  return found[0]?.[0];
}

async function pairsOf(run: Investigation, name: string, points: readonly Point[]) {
  const counts = new Map<string, number>();
  const document = await run.documents.open(name);
  const step = Math.max(1, Math.ceil(points.length / linesRead));
  const read = points.filter((_, at) => at % step === 0);
  for (const { line } of document === undefined ? [] : read) {
    const [text = ''] = await document!.lines(line, line);
    const { fields, source } = fieldsOf(text, document!.layout);
    if (source !== undefined) fields.set('source', source);
    for (const [field, value] of fields)
      if (typeof value === 'string') counts.set(`${field}=${value}`, (counts.get(`${field}=${value}`) ?? 0) + 1);
  }
  return { counts, lines: read.length };
}
