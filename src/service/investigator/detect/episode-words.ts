import type { LineRange } from '../../formats/reading.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { number, plural, say, type Text, words } from '../wording/say.ts';
import { durationWords, type timeWordsOf } from '../wording/times.ts';
import type { Episode } from './course.ts';
import type { Claim } from './observation.ts';
import { median } from './robust.ts';

/** When the lines of one kind came, in a sentence. */
export function whenText(
  group: MessageGroup,
  times: ReturnType<typeof timeWordsOf>,
  window: Window | undefined,
  rule: string | undefined,
): Text {
  const { first, last } = group;
  if (first.timeMs === undefined || last.timeMs === undefined) {
    return group.count === 1
      ? words('Once')
      : say`${plural(group.count, 'line')}, the first at line ${first.line}, the last at line ${last.line}`;
  }
  if (group.count === 1) return say`Once, at ${words(times.at(first.timeMs))}`;
  const span = words(times.span(first.timeMs, last.timeMs));
  if (last.timeMs - first.timeMs < 1) return say`All at ${words(times.at(first.timeMs))}`;
  if (window === undefined || window.count < group.count) return say`From ${span}`;
  const isOtherSide = rule !== undefined && /^(?:net\.(?!dns)|time\.out|breaker)/.test(rule);
  const meaning = isOtherSide
    ? ', so it ended by itself; that suggests the other side: maintenance or a short outage'
    : '';
  return say`All ${group.count} fall into one window of ${words(durationWords(window.toMs - window.fromMs))}, ${span}; there are none before or after it${words(meaning)}`;
}

export interface Window {
  fromMs: number;
  toMs: number;
  count: number;
}

/** A small part of the document's time, with normal lines before and after. */
export function windowOf(survey: Survey, { from, to, count }: Episode): Window | undefined {
  const { firstTimeMs, lastTimeMs } = survey.info;
  if (count < 3 || firstTimeMs === undefined || lastTimeMs === undefined) return undefined;
  if (from.timeMs === undefined || to.timeMs === undefined) return undefined;
  const span = lastTimeMs - firstTimeMs;
  const own = to.timeMs - from.timeMs;
  if (span < 60_000 || own > span * 0.5 || own < 1000) return undefined;
  const room = Math.min(own * 0.5, span * 0.05);
  const isInside = from.timeMs - firstTimeMs > room && lastTimeMs - to.timeMs > room;
  return isInside ? { fromMs: from.timeMs, toMs: to.timeMs, count } : undefined;
}

const shortestQuietMs = 300_000;

/** For a title: the one window or the few that hold nearly all of them, or since when where they go on to the end. */
export function windowWords(
  survey: Survey,
  episodes: readonly Episode[],
  window: Window | undefined,
  times: ReturnType<typeof timeWordsOf>,
): string | undefined {
  if (window !== undefined) {
    const { lastTimeMs = window.toMs } = survey.info;
    const quietMs = lastTimeMs - window.toMs;
    const isOver = quietMs >= Math.max(shortestQuietMs, window.toMs - window.fromMs);
    return `only ${times.span(window.fromMs, window.toMs)}${isOver ? `, then none for ${durationWords(quietMs)}` : ''}`;
  }
  const again = recurringWords(episodes, times);
  if (again !== undefined) return again;
  const sinceMs = lastingSince(survey, episodes);
  if (sinceMs !== undefined) return `since ${times.at(sinceMs)}`;
  if (episodes.length < 2 || episodes.length > 3 || episodes.some((one) => one.count < 3)) return undefined;
  const spans = episodes.map(({ from, to }) =>
    from.timeMs === undefined || to.timeMs === undefined ? undefined : times.span(from.timeMs, to.timeMs),
  );
  return spans.includes(undefined) ? undefined : `in ${episodes.length} windows: ${spans.join(' and ')}`;
}

const shortestEdge = 0.05;

/** When the one episode began that goes on until the end, where there was a time before it. */
function lastingSince({ info }: Survey, [only, ...others]: readonly Episode[]): number | undefined {
  const { firstTimeMs, lastTimeMs } = info;
  if (only === undefined || others.length > 0 || only.count < 3) return undefined;
  const [fromMs, toMs] = [only.from.timeMs, only.to.timeMs];
  if (firstTimeMs === undefined || lastTimeMs === undefined || fromMs === undefined || toMs === undefined)
    return undefined;
  const spanMs = lastTimeMs - firstTimeMs;
  const isLate = spanMs >= 60_000 && fromMs - firstTimeMs > spanMs * shortestEdge;
  return isLate && lastTimeMs - toMs < spanMs * shortestEdge ? fromMs : undefined;
}

/** Windows with their counts, or of few lines each one's time. */
export function episodesText(
  group: MessageGroup,
  episodes: readonly Episode[],
  times: ReturnType<typeof timeWordsOf>,
  rangeOf: (spot: Spot) => LineRange,
): Claim | undefined {
  if (episodes.length < 2 || episodes.length > 12) return undefined;
  const isEachOne = group.count <= 12 && group.count === group.at.lines.length;
  const parts = isEachOne
    ? group.at.timesMs.map((timeMs) => (Number.isNaN(timeMs) ? undefined : times.at(timeMs)))
    : episodes.map(({ from, to, count }) =>
        from.timeMs === undefined || to.timeMs === undefined
          ? undefined
          : from.timeMs === to.timeMs
            ? times.at(from.timeMs)
            : `${times.span(from.timeMs, to.timeMs)} (${number(count)})`,
      );
  if (parts.includes(undefined)) return undefined;
  return {
    text: words(isEachOne ? `At ${parts.join(', ')}` : `It comes in ${parts.length} windows: ${parts.join('; ')}`),
    ranges: episodes.slice(0, 6).map((one) => rangeOf(one.from)),
  };
}

const fewestWindows = 3;
const fewestLines = 3;
const dayMs = 24 * 3_600_000;
const shortestStepMs = 5 * 60_000;
const looseShare = 0.1;
const looseDayMs = 45 * 60_000;

/** "Every night 03:15 to 03:45 (5 nights)": stretches that come again by the clock. Undefined where they do not. */
function recurringWords(episodes: readonly Episode[], times: ReturnType<typeof timeWordsOf>): string | undefined {
  if (episodes.length < fewestWindows || episodes.some(({ count }) => count < fewestLines)) return undefined;
  const spans = episodes.flatMap(({ from, to }) =>
    from.timeMs === undefined || to.timeMs === undefined ? [] : [{ from: from.timeMs, to: to.timeMs }],
  );
  if (spans.length < episodes.length) return undefined;
  const steps = spans.slice(1).map(({ from }, index) => from - spans[index]!.from);
  const isDaily = steps.every(
    (step) => step > dayMs / 2 && Math.abs(step - Math.round(step / dayMs) * dayMs) <= looseDayMs,
  );
  if (isDaily) return dailyWords(spans, steps, times);
  const usual = median(steps);
  const isRegular = steps.every((step) => Math.abs(step - usual) <= usual * looseShare);
  if (usual < shortestStepMs || !isRegular) return undefined;
  const long = median(spans.map(({ from, to }) => to - from));
  return `every ${durationWords(usual)} for about ${durationWords(long)} (${number(spans.length)} times)`;
}

function dailyWords(
  spans: readonly { from: number; to: number }[],
  steps: readonly number[],
  times: ReturnType<typeof timeWordsOf>,
): string | undefined {
  const clock = (timeMs: number) => /\b\d\d:\d\d(?=:)/.exec(times.at(timeMs))?.[0];
  const [from] = spans.map((one) => clock(one.from)).sort();
  const to = spans
    .map((one) => clock(one.to))
    .sort()
    .at(-1);
  if (from === undefined || to === undefined) return undefined;
  const isNight = from >= '21' || to <= '06:30';
  const noun = isNight ? 'night' : 'day';
  const isEach = steps.every((step) => step < dayMs * 1.5);
  return `${isEach ? `every ${noun}` : 'on some days'} ${from} to ${to} (${number(spans.length)} ${noun}s)`;
}
