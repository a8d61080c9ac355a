import type { MessageGroup, Survey } from '../survey/survey.ts';
import { number, plural, say, type Text, words } from '../wording/say.ts';
import { durationWords, type TimeWords } from '../wording/times.ts';
import type { Episode } from './course.ts';
import { median } from './robust.ts';

/** When the lines of one kind came, in a sentence. */
export function whenText(
  group: MessageGroup,
  times: TimeWords,
  window: Window | undefined,
  rule: string | undefined,
): Text {
  const { first, last } = group;
  if (first.timeMs === undefined || last.timeMs === undefined) {
    return group.count === 1
      ? words('Once')
      : say`${plural(group.count, 'line')}, the first at line ${first.line}, the last at line ${last.line}`;
  }
  if (group.count === 1) return words(`Once, at ${times.at(first.timeMs)}`);
  if (last.timeMs - first.timeMs < 1) return words(`All at ${times.at(first.timeMs)}`);
  const span = words(times.span(first.timeMs, last.timeMs));
  if (window === undefined || window.count < group.count) return say`From ${span}`;
  const isOtherSide = rule !== undefined && /^(?:net\.(?!dns)|time\.out|breaker)/.test(rule);
  const meaning = isOtherSide
    ? ', so it ended by itself; that suggests the other side: maintenance or a short outage'
    : '';
  return say`All ${group.count} fall into one window of ${words(durationWords(window.toMs - window.fromMs))}, ${span}; there are none before or after it${words(meaning)}`;
}

/** From when to when lines of one kind come, and how many. */
export interface Window {
  fromMs: number;
  toMs: number;
  count: number;
}

/** Undefined where one of the episodes has no time. */
function timesOf(episodes: readonly Episode[]): Window[] | undefined {
  const timed = episodes.flatMap(({ from, to, count }) =>
    from.timeMs === undefined || to.timeMs === undefined ? [] : [{ fromMs: from.timeMs, toMs: to.timeMs, count }],
  );
  return timed.length < episodes.length ? undefined : timed;
}

/** A small part of the document's time, with normal lines before and after. */
export function windowOf({ info }: Survey, episode: Episode): Window | undefined {
  const { firstTimeMs, lastTimeMs } = info;
  const [own] = timesOf([episode]) ?? [];
  if (own === undefined || own.count < 3 || firstTimeMs === undefined || lastTimeMs === undefined) return undefined;
  const spanMs = lastTimeMs - firstTimeMs;
  const ownMs = own.toMs - own.fromMs;
  if (spanMs < 60_000 || ownMs > spanMs * 0.5 || ownMs < 1000) return undefined;
  const room = Math.min(ownMs * 0.5, spanMs * 0.05);
  return own.fromMs - firstTimeMs > room && lastTimeMs - own.toMs > room ? own : undefined;
}

const shortestQuietMs = 300_000;

/** For a title: the one window or the few that hold nearly all of them, or since when where they go on to the end. */
export function windowWords(
  { info, times }: Survey,
  episodes: readonly Episode[],
  window: Window | undefined,
): string | undefined {
  if (window !== undefined) {
    const { fromMs, toMs } = window;
    const quietMs = (info.lastTimeMs ?? toMs) - toMs;
    const isOver = quietMs >= Math.max(shortestQuietMs, toMs - fromMs);
    return `only ${times.span(fromMs, toMs)}${isOver ? `, then none for ${durationWords(quietMs)}` : ''}`;
  }
  const spans = timesOf(episodes);
  if (spans === undefined || spans.some(({ count }) => count < fewestLines)) return undefined;
  const again = recurringWords(spans, times);
  if (again !== undefined) return again;
  const sinceMs = lastingSince(info, spans);
  if (sinceMs !== undefined) return `since ${times.at(sinceMs)}`;
  if (spans.length < 2 || spans.length > 3) return undefined;
  return `in ${spans.length} windows: ${spans.map(({ fromMs, toMs }) => times.span(fromMs, toMs)).join(' and ')}`;
}

const shortestEdge = 0.05;

/** When the one episode began that goes on until the end, where there was a time before it. */
function lastingSince(
  { firstTimeMs, lastTimeMs }: Survey['info'],
  [only, ...others]: readonly Window[],
): number | undefined {
  if (only === undefined || others.length > 0 || firstTimeMs === undefined || lastTimeMs === undefined)
    return undefined;
  const spanMs = lastTimeMs - firstTimeMs;
  const isLate = spanMs >= 60_000 && only.fromMs - firstTimeMs > spanMs * shortestEdge;
  return isLate && lastTimeMs - only.toMs < spanMs * shortestEdge ? only.fromMs : undefined;
}

/** Windows with their counts, or of few lines each one's time. */
export function episodesText(
  { count, at }: MessageGroup,
  episodes: readonly Episode[],
  times: TimeWords,
): Text | undefined {
  if (episodes.length < 2 || episodes.length > 12) return undefined;
  if (count <= 12 && count === at.lines.length)
    return at.timesMs.some(Number.isNaN) ? undefined : words(`At ${at.timesMs.map(times.at).join(', ')}`);
  const parts = timesOf(episodes)?.map(({ fromMs, toMs, count: many }) =>
    fromMs === toMs ? times.at(fromMs) : `${times.span(fromMs, toMs)} (${number(many)})`,
  );
  return parts && words(`It comes in ${parts.length} windows: ${parts.join('; ')}`);
}

const fewestWindows = 3;
const fewestLines = 3;
const dayMs = 24 * 3_600_000;
const shortestStepMs = 5 * 60_000;
const looseShare = 0.1;
const looseDayMs = 45 * 60_000;

/** "Every night 03:15 to 03:45 (5 nights)": stretches that come again by the clock. Undefined where they do not. */
function recurringWords(spans: readonly Window[], times: TimeWords): string | undefined {
  if (spans.length < fewestWindows) return undefined;
  const steps = spans.slice(1).map(({ fromMs }, index) => fromMs - spans[index]!.fromMs);
  const isDaily = steps.every(
    (step) => step > dayMs / 2 && Math.abs(step - Math.round(step / dayMs) * dayMs) <= looseDayMs,
  );
  if (isDaily) return dailyWords(spans, steps, times);
  const usual = median(steps);
  const isRegular = steps.every((step) => Math.abs(step - usual) <= usual * looseShare);
  if (usual < shortestStepMs || !isRegular) return undefined;
  const long = median(spans.map(({ fromMs, toMs }) => toMs - fromMs));
  return `every ${durationWords(usual)} for about ${durationWords(long)} (${number(spans.length)} times)`;
}

function dailyWords(spans: readonly Window[], steps: readonly number[], times: TimeWords): string | undefined {
  const clock = (timeMs: number) => /\b\d\d:\d\d(?=:)/.exec(times.at(timeMs))?.[0];
  const [from] = spans.map(({ fromMs }) => clock(fromMs)).sort();
  const [to] = spans
    .map(({ toMs }) => clock(toMs))
    .sort()
    .slice(-1);
  if (from === undefined || to === undefined) return undefined;
  const noun = from >= '21' || to <= '06:30' ? 'night' : 'day';
  const isEach = steps.every((step) => step < dayMs * 1.5);
  return `${isEach ? `every ${noun}` : 'on some days'} ${from} to ${to} (${number(spans.length)} ${noun}s)`;
}
