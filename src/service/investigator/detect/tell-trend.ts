import type { NumberSeries, Point, Survey } from '../survey/survey.ts';
import { say, type Text, words } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';
import { amount, exactAmount, percent } from './amounts.ts';
import { changeBefore, changeNear } from './changes.ts';
import { type Claim, linesAt, type Observation } from './observation.ts';
import { msBetween } from './spans.ts';
import type { Trend } from './trends.ts';

/** A trend in words: from what to what, since when, with which change, and how near to its limit. */
export function tellTrend(survey: Survey, series: NumberSeries, trend: Trend): Observation {
  const { from, to, onset, resource, isUp } = trend;
  const document = survey.info.name;
  const tookMs = msBetween(onset, to) ?? 0;
  const began = beginningOf(survey, series, trend);
  return {
    slackMs: Math.max(0, tookMs) * 0.05,
    rule: `trend.${isUp ? 'rise' : 'fall'}`,
    kind: 'trend',
    title: titleOf(survey, series, trend, began.sinceMs, tookMs),
    details: [...levelsOf(survey, series, trend, began.claims), ...limitOf(survey, series, trend)],
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count: series.count,
    document,
    firstLine: onset.line,
    firstTimeMs: onset.timeMs,
    lastTimeMs: to.timeMs,
    evidence: [linesAt(document, from.line), linesAt(document, to.line)],
    signature: `trend ${series.name} ${isUp ? 'rise' : 'fall'}`,
    next: [resource.next],
    weight: weightOf(trend),
    endsIn: resource.endsIn,
    isExhaustion: resource.weight >= 52,
  };
}

function weightOf({ from, to, resource, correlation }: Trend): number {
  const ratio = Math.max(to.value, from.value, 1e-9) / Math.max(Math.min(to.value, from.value), 1e-9);
  // Less than double of what only takes longer is no event beside one that fails.
  const isSlight = ratio < 2 && resource.weight < 50;
  return resource.weight + Math.min(20, Math.log2(ratio) * 5) + Math.abs(correlation) * 8 - (isSlight ? 12 : 0);
}

function titleOf(
  survey: Survey,
  series: NumberSeries,
  { from, to, isStep, isUp }: Trend,
  sinceMs: number | undefined,
  tookMs: number,
): Text {
  const owner = series.owner === '' ? words('') : say`${series.owner}: `;
  const verb = isStep ? (isUp ? 'jumps' : 'drops') : isUp ? 'grows' : 'falls';
  const over = tookMs >= 60_000 ? ` in ${durationWords(tookMs)}` : '';
  const when = sinceMs === undefined ? over : ` from ${survey.times.at(sinceMs)} on`;
  return say`${owner}${series.name} ${words(verb)} from ${amount(from.value, series)} to ${amount(to.value, series)}${words(when)}`;
}

/** Since when it moves, where not from the start, and what was done to the system then or before. */
function beginningOf(
  survey: Survey,
  series: NumberSeries,
  { from, onset, away }: Trend,
): { sinceMs?: number; claims: Claim[] } {
  if (onset === from) return { claims: [] };
  const spanMs = (series.lastPoint.timeMs ?? 0) - (series.points[0]?.timeMs ?? 0);
  const turn = changeNear(survey, onset, Math.max(60_000, spanMs * 0.05));
  const change = turn === undefined ? (changeBefore(survey, onset) ?? changeBefore(survey, away)) : undefined;
  const changes = change === undefined ? [] : [change];
  const { line, timeMs: sinceMs } = turn?.spot ?? onset;
  if (sinceMs === undefined) return { claims: changes };
  const since = words(survey.times.at(sinceMs));
  const text =
    turn === undefined
      ? say`It changes from ${since} on`
      : say`It changes from ${since} on, when ${turn.message.slice(0, 200)}`;
  return { sinceMs, claims: [{ text, ranges: [linesAt(survey.info.name, line)] }, ...changes] };
}

function levelsOf(survey: Survey, series: NumberSeries, trend: Trend, beginning: readonly Claim[]): Claim[] {
  const { from, to, isUp } = trend;
  const claim = (verb: string, point: Point, more = words('')): Claim => ({
    text: say`${words(verb)} ${exactAmount(point.value, series)}${words(point.timeMs === undefined ? '' : ` at ${survey.times.at(point.timeMs)}`)}${more}`,
    ranges: [linesAt(survey.info.name, point.line)],
  });
  return [
    claim('It is', from),
    ...beginning,
    claim('It reaches', to, slope(trend, series)),
    ...(isUp && series.max > to.value ? [claim('Its highest is', series.maxPoint)] : []),
  ];
}

const limitNames = /limit|max(?:imum)?|capacity|total|quota|ceiling|size$/i;

function limitOf(survey: Survey, series: NumberSeries, { to, isUp }: Trend): Claim[] {
  const limit = survey.series.find(
    (one) =>
      one !== series &&
      one.owner === series.owner &&
      one.unit === series.unit &&
      one.min === one.max &&
      limitNames.test(one.name) &&
      shareWord(one.name, series.name),
  );
  if (limit === undefined || !isUp || limit.max <= 0) return [];
  const text = say`The limit ${limit.name} is ${amount(limit.max, limit)}; at the end ${words(percent(to.value / limit.max))} of it is used`;
  return [{ text, ranges: [linesAt(survey.info.name, limit.lastPoint.line)] }];
}

function shareWord(first: string, second: string): boolean {
  const wordsOf = (name: string) => new Set(name.toLowerCase().match(/[a-z]{3,}/g));
  const others = wordsOf(second);
  return [...wordsOf(first)].some((word) => others.has(word));
}

function slope({ isStep, onset, to }: Trend, series: NumberSeries): Text {
  const spanMs = msBetween(onset, to) ?? 0;
  if (isStep || spanMs < 1000) return words('');
  const perMinute = Math.abs(((to.value - onset.value) / spanMs) * 60_000);
  if (spanMs < 120_000) return words(`, within ${durationWords(spanMs)}`);
  const isFast = perMinute >= 10 || spanMs < 2 * 3_600_000;
  return isFast && perMinute >= 0.1
    ? say`, about ${amount(perMinute, series)} a minute`
    : say`, about ${amount(perMinute * 60, series)} an hour`;
}
