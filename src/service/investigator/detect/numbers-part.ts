import type { NumberSeries, Survey } from '../survey/survey.ts';
import { number, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import { percent } from './amounts.ts';
import type { Observation } from './observation.ts';

const fewestPoints = 40;
const mostSeries = 60;
const mostFound = 3;
/** Of the lines before they part, how many may differ; of those after, how many must. */
const mostBefore = 0.02;
const fewestAfter = 0.1;

type Point = NumberSeries['points'][number];

/** One line as both numbers stood in it. */
interface Both {
  point: Point;
  other: number;
}

/**
 * Two numbers of one line that agree (received=500 written=500, desired=3 ready=3) until some time and do not from then
 * on: something is lost or missing between them, in lines that no level and no word marks.
 */
export function observePartedNumbers(survey: Survey): Observation[] {
  const series = survey.series.filter(({ points }) => points.length >= fewestPoints).slice(0, mostSeries);
  const found: Observation[] = [];
  for (const [index, one] of series.entries()) {
    for (const other of series.slice(index + 1)) {
      if (found.length >= mostFound) return found;
      if (one.owner !== other.owner || one.unit !== other.unit || one.points.length !== other.points.length) continue;
      const both = one.points.map((point, at): Both => ({ point, other: other.points[at]!.value }));
      if (one.points.some(({ line }, at) => other.points[at]!.line !== line)) continue;
      const parted = partedAt(both);
      if (parted !== undefined) found.push(describe(survey, one, other, both, parted));
    }
  }
  return found;
}

const differs = ({ point, other }: Both): boolean => point.value !== other;

/** The place from which they differ; undefined where they never agreed, agree to the end, or agree on nothing but zero. */
function partedAt(both: readonly Both[]): number | undefined {
  const first = both.findIndex((_, at) => differs(both[at]!) && both.slice(at, at + 10).filter(differs).length >= 3);
  if (first < fewestPoints / 2 || both.length - first < 10) return undefined;
  const before = both.slice(0, first);
  const after = both.slice(first);
  if (before.filter(differs).length > before.length * mostBefore) return undefined;
  if (before.filter(({ other }) => other !== 0).length < before.length / 2) return undefined;
  return after.filter(differs).length >= after.length * fewestAfter ? first : undefined;
}

function describe(
  survey: Survey,
  one: NumberSeries,
  two: NumberSeries,
  both: readonly Both[],
  from: number,
): Observation {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const document = survey.info.name;
  const after = both.slice(from);
  const apart = after.filter(differs);
  const gap = (each: Both) => each.other - each.point.value;
  const isBelow = apart.filter((each) => gap(each) < 0).length > apart.length / 2;
  // The one that falls short is told of the one that does not.
  const [short, full] = isBelow ? [two, one] : [one, two];
  const valueIn = (each: Both, which: NumberSeries) => number(which === one ? each.point.value : each.other);
  const typical = [...apart].sort((a, b) => Math.abs(gap(a)) - Math.abs(gap(b)))[apart.length >> 1]!;
  const start = both[from]!.point;
  const last = apart.at(-1)!.point;
  const since = start.timeMs === undefined ? `line ${start.line}` : times.at(start.timeMs);
  const line = (at: number) => ({ document, lineStart: at, lineEnd: at });
  const who = one.owner === '' ? words('') : say`${one.owner}: `;
  return {
    rule: 'numbers.part',
    kind: 'trend',
    title: say`${who}${short.name} falls short of ${full.name} since ${words(since)}, for example ${words(`${valueIn(typical, short)} of ${valueIn(typical, full)}`)}`,
    details: [
      {
        text: say`Until then both were the same (${words(valueIn(both[from - 1]!, full))}); from then on they differ in about ${words(percent(apart.length / after.length))} of the lines: what makes the difference is lost or still missing`,
        ranges: [line(both[from - 1]!.point.line), line(typical.point.line)],
      },
    ],
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count: apart.length,
    document,
    firstLine: start.line,
    ...(start.timeMs === undefined ? {} : { firstTimeMs: start.timeMs }),
    ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
    evidence: [line(start.line), line(last.line)],
    signature: `parted ${short.name} ${full.name}`,
    subjects:
      `${one.owner} ${one.name} ${two.name} loss lose losing lost missing data fewer less behind dropped incomplete`.toLowerCase(),
    next: [`Compare what is counted as ${full.name} with what is counted as ${short.name} for one line that differs.`],
    weight: 58,
  };
}
