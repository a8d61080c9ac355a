import type { NumberSeries, Survey } from '../survey/survey.ts';
import { say, type Text, words } from '../wording/say.ts';
import { durationWords, timeWordsOf } from '../wording/times.ts';
import { amount, exactAmount, percent } from './amounts.ts';
import { hingeOf } from './change-points.ts';
import { changeBefore, changeNear } from './changes.ts';
import type { Observation } from './observation.ts';
import { type Resource, resourceOf } from './resources.ts';
import { deviation, median, orderCorrelation, parted } from './robust.ts';

const limitNames = /limit|max(?:imum)?|capacity|total|quota|ceiling|size$/i;

/** Numbers that move one way through the file: leaks, slow-downs, things that fill or run out. */
export function observeTrends(survey: Survey): Observation[] {
  const found: Observation[] = [];
  for (const series of survey.series) {
    const trend = trendOf(series);
    if (trend !== undefined) found.push(describe(survey, series, trend));
  }
  return withoutTwins(found);
}

interface Trend {
  from: NumberSeries['lastPoint'];
  to: NumberSeries['lastPoint'];
  /** Where the slope begins; `from` itself where it rises from the start. */
  onset: NumberSeries['lastPoint'];
  /** Where it has plainly left its level. */
  away: NumberSeries['lastPoint'];
  /** It changed once and stayed, and did not move on from there. */
  isStep: boolean;
  resource: Resource;
  correlation: number;
}

/** A number that moves steadily or in one step to where it is bad. */
function trendOf(series: NumberSeries): Trend | undefined {
  if (series.count < 12 || series.min === series.max) return undefined;
  const resource = resourceOf(series.name);
  if (resource === undefined || /(?:^|_)(?:total|count)$|limit|max|capacity/i.test(series.name)) return undefined;
  const points = inTimeOrder(series.points);
  if (isCounter(points, series.unit)) return undefined;
  const runs = parted(points, Math.min(20, Math.floor(points.length / 3)));
  const levels = runs.map((run) => median(run.map((point) => point.value)));
  const correlation = orderCorrelation(levels);
  const from = edgePoint(runs[0]!, 'start');
  const isUp = levels.at(-1)! > levels[0]!;
  const to =
    isUp && series.lastPoint.value >= levels.at(-1)! && isMoving(runs.at(-1)!)
      ? series.lastPoint
      : edgePoint(runs.at(-1)!, 'end');
  if ((resource.bad === 'up') !== isUp || Math.abs(correlation) < 0.7) return undefined;
  const change = Math.abs(to.value - from.value);
  const larger = Math.max(Math.abs(from.value), Math.abs(to.value));
  if (change < 3 * jitter(runs[0]!) || change < larger * (resource.leastChange ?? (isUp ? 0.3 : 0.25)))
    return undefined;
  const first = levels[0]!;
  const away = levels.findIndex((_, index) =>
    levels.slice(index).every((level) => Math.abs(level - first) > 0.1 * change),
  );
  const risesAtOnce = away <= 1 || (away <= 3 && orderCorrelation(levels.slice(0, 6)) ** 2 > 0.9);
  const hinge = hingeOf(untilThere(points, isUp).map((point) => ({ x: point.timeMs ?? point.line, y: point.value })));
  const step = stepOf(points, levels);
  const isStep = step !== undefined;
  const hasHinge = hinge !== undefined && hinge.index > points.length * 0.04;
  const onset = step ?? (hasHinge ? points[hinge.index]! : risesAtOnce ? from : runs[away - 1]!.at(-1)!);
  return { from, to, onset, isStep, away: risesAtOnce ? onset : runs[away - 1]!.at(-1)!, resource, correlation };
}

/** Without the level it stays at once it has come there: that would pull the beginning of the slope back. */
function untilThere(points: NumberSeries['points'], isUp: boolean): NumberSeries['points'] {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const there = points.findIndex(({ value }) => (isUp ? high - value : value - low) <= (high - low) * 0.02);
  return there < points.length * 0.2 ? points : points.slice(0, there + 1);
}

/** Two levels with nothing between them: the first point of the second one. */
function stepOf(points: NumberSeries['points'], levels: readonly number[]): NumberSeries['lastPoint'] | undefined {
  const first = levels[0]!;
  const last = levels.at(-1)!;
  const near = (level: number, value: number) => Math.abs(value - level) <= 0.2 * Math.abs(last - first);
  const between = levels.filter((level) => !near(first, level) && !near(last, level)).length;
  const turn = levels.findIndex((level) => near(last, level));
  const isTwoLevels =
    turn > 0 && levels.every((level, index) => index < turn - 1 || near(last, level) || index === turn - 1);
  if (between > 1 || !isTwoLevels || !levels.slice(0, Math.max(1, turn - 1)).every((level) => near(first, level)))
    return undefined;
  const middle = (first + last) / 2;
  const isBeyond = (value: number) => (last > first ? value > middle : value < middle);
  return points.find(
    (point, index) =>
      isBeyond(point.value) && points.slice(index, index + 5).filter(({ value }) => isBeyond(value)).length >= 4,
  );
}

/** Counts up by the same amount from line to line: a number of the line, not of a state. */
function isCounter(points: NumberSeries['points'], unit: string): boolean {
  if (unit !== '' || points.length < 8 || points.some((point) => !Number.isInteger(point.value))) return false;
  const perLine = points
    .slice(1)
    .map((point, index) => (point.value - points[index]!.value) / Math.max(1, point.line - points[index]!.line));
  const usual = median(perLine);
  return (
    usual > 0 &&
    perLine.every((step) => step > 0) &&
    deviation(perLine) < usual * 0.02 &&
    Math.abs(usual - Math.round(usual)) < 1e-6
  );
}

/** Where the run itself moves one way, its very end counts, else the point nearest to its level. */
function edgePoint(run: NumberSeries['points'], edge: 'start' | 'end'): NumberSeries['lastPoint'] {
  if (isMoving(run)) return edge === 'start' ? run[0]! : run.at(-1)!;
  const level = median(run.map((point) => point.value));
  return run.reduce((best, point) => (Math.abs(point.value - level) < Math.abs(best.value - level) ? point : best));
}

function isMoving(run: NumberSeries['points']): boolean {
  return Math.abs(orderCorrelation(run.map((point) => point.value))) > 0.8;
}

/** How much neighbours differ when nothing happens. */
function jitter(run: NumberSeries['points']): number {
  return median(run.slice(1).map((point, index) => Math.abs(point.value - run[index]!.value))) || 0;
}

function inTimeOrder(points: NumberSeries['points']): NumberSeries['points'] {
  if (points.some((point) => point.timeMs === undefined)) return points;
  return [...points].sort((a, b) => a.timeMs! - b.timeMs! || a.line - b.line);
}

function describe(survey: Survey, series: NumberSeries, trend: Trend): Observation {
  const times = timeWordsOf(survey.info, survey.isZoned);
  const { from, to, onset, resource } = trend;
  const isUp = to.value > from.value;
  const owner = series.owner === '' ? words('') : say`${series.owner}: `;
  const document = survey.info.name;
  const at = (point: { line: number }) => ({ document, lineStart: point.line, lineEnd: point.line });
  const level = say`${owner}${series.name} ${words(trend.isStep ? (isUp ? 'jumps' : 'drops') : isUp ? 'grows' : 'falls')} from ${amount(from.value, series)} to ${amount(to.value, series)}`;
  const details: Observation['details'] = [
    { text: say`It is ${exactAmount(from.value, series)}${when(times, from.timeMs)}`, ranges: [at(from)] },
    {
      text: say`It reaches ${exactAmount(to.value, series)}${when(times, to.timeMs)}${slope(trend, series)}`,
      ranges: [at(to)],
    },
    ...(isUp && series.max > to.value
      ? [
          {
            text: say`Its highest is ${exactAmount(series.max, series)}${when(times, series.maxPoint.timeMs)}`,
            ranges: [at(series.maxPoint)],
          },
        ]
      : []),
  ];
  const onsetSpot = spotOf(onset);
  const spanMs = (series.lastPoint.timeMs ?? 0) - (series.points[0]?.timeMs ?? 0);
  const turn = onset === from ? undefined : changeNear(survey, onsetSpot, Math.max(60_000, spanMs * 0.05));
  const change =
    onset === from || turn !== undefined
      ? undefined
      : (changeBefore(survey, onsetSpot) ?? changeBefore(survey, spotOf(trend.away)));
  if (turn !== undefined) {
    const text = say`It moves from ${words(times.at(turn.spot.timeMs!))} on, when ${turn.message.slice(0, 200)}`;
    details.splice(1, 0, { text, ranges: [at(turn.spot)] });
  } else if (onset !== from && onset.timeMs !== undefined) {
    details.splice(1, 0, { text: say`It moves from ${words(times.at(onset.timeMs))} on`, ranges: [at(onset)] });
  }
  if (change !== undefined) details.push(change);
  const since = turn?.spot.timeMs ?? (onset === from ? undefined : onset.timeMs);
  const overMs = onset.timeMs === undefined || to.timeMs === undefined ? 0 : to.timeMs - onset.timeMs;
  const over = words(overMs >= 60_000 ? ` in ${durationWords(overMs)}` : '');
  const title = since === undefined ? say`${level}${over}` : say`${level} from ${words(times.at(since))} on`;
  const limit = survey.series.find(
    (one) =>
      one !== series &&
      one.owner === series.owner &&
      one.unit === series.unit &&
      one.min === one.max &&
      limitNames.test(one.name) &&
      shareWord(one.name, series.name),
  );
  if (limit !== undefined && isUp && limit.max > 0) {
    details.push({
      text: say`The limit ${limit.name} is ${amount(limit.max, limit)}; at the end ${words(percent(to.value / limit.max))} of it is used`,
      ranges: [at(limit.lastPoint)],
    });
  }
  const ratio = Math.max(to.value, from.value, 1e-9) / Math.max(Math.min(to.value, from.value), 1e-9);
  return {
    slackMs: onset.timeMs === undefined || to.timeMs === undefined ? 0 : Math.max(0, to.timeMs - onset.timeMs) * 0.05,
    rule: `trend.${isUp ? 'rise' : 'fall'}`,
    kind: 'trend',
    title,
    details: [
      {
        text: say`${owner}${words(series.owner === '' ? 'It' : 'it')} ${words(resource.verb)}: ${words(trend.isStep ? 'a single step that stays' : 'a steady move, not a single step')}${turn === undefined ? words('') : say`; it begins when ${turn.message.slice(0, 200)}`}`,
        ranges: [],
      },
      ...details,
    ].slice((onset === from && Math.abs(trend.correlation) > 0.9) || turn !== undefined ? 0 : 1),
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count: series.count,
    document,
    firstLine: onset.line,
    ...(onset.timeMs === undefined ? {} : { firstTimeMs: onset.timeMs }),
    ...(to.timeMs === undefined ? {} : { lastTimeMs: to.timeMs }),
    evidence: [at(from), at(to)],
    signature: `trend ${series.name} ${isUp ? 'rise' : 'fall'}`,
    subjects: `${series.name} ${series.owner} trend ${resource.verb} ${resource.topic}`.toLowerCase(),
    next: [resource.next],
    weight:
      resource.weight +
      Math.min(20, Math.log2(ratio) * 5) +
      Math.abs(trend.correlation) * 8 -
      // Less than double of what only takes longer is no event beside one that fails.
      (ratio < 2 && resource.weight < 50 ? 12 : 0),
    endsIn: resource.endsIn,
    isExhaustion: resource.weight >= 52,
  };
}

function spotOf({ line, timeMs }: NumberSeries['lastPoint']) {
  return { line, lineEnd: line, ...(timeMs === undefined ? {} : { timeMs }) };
}

function when(times: ReturnType<typeof timeWordsOf>, timeMs: number | undefined): Text {
  return words(timeMs === undefined ? '' : ` at ${times.at(timeMs)}`);
}

function slope(trend: Trend, series: NumberSeries): Text {
  if (trend.isStep || trend.onset.timeMs === undefined || trend.to.timeMs === undefined) return words('');
  const spanMs = trend.to.timeMs - trend.onset.timeMs;
  if (spanMs < 1000) return words('');
  const perMinute = Math.abs(((trend.to.value - trend.onset.value) / spanMs) * 60_000);
  if (spanMs < 120_000) return words(`, within ${durationWords(spanMs)}`);
  const isFast = perMinute >= 10 || spanMs < 2 * 3_600_000;
  return isFast && perMinute >= 0.1
    ? say`, about ${amount(perMinute, series)} a minute`
    : say`, about ${amount(perMinute * 60, series)} an hour`;
}

function shareWord(first: string, second: string): boolean {
  const wordsOf = (name: string) =>
    new Set(
      name
        .toLowerCase()
        .split(/[^a-z]+/)
        .filter((word) => word.length > 2),
    );
  const others = wordsOf(second);
  return [...wordsOf(first)].some((word) => others.has(word));
}

/** `memory_usage_mb` and "Memory usage" of the same lines are one trend: the stronger stays. */
function withoutTwins(found: Observation[]): Observation[] {
  const sorted = [...found].sort((a, b) => b.weight - a.weight);
  const kept: Observation[] = [];
  for (const one of sorted) {
    const isTwin = kept.some(
      (other) =>
        Math.abs(other.firstLine - one.firstLine) <= 2 &&
        Math.abs((other.lastTimeMs ?? 0) - (one.lastTimeMs ?? 0)) < 1000,
    );
    if (!isTwin) kept.push(one);
  }
  return kept;
}
