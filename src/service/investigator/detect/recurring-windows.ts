import { number } from '../wording/say.ts';
import { durationWords, type timeWordsOf } from '../wording/times.ts';
import type { Episode } from './course.ts';
import { median } from './robust.ts';

const fewestWindows = 3;
const fewestLines = 3;
const dayMs = 24 * 3_600_000;
const shortestStepMs = 5 * 60_000;
const looseShare = 0.1;
const looseDayMs = 45 * 60_000;

/** "Every night 03:15 to 03:45 (5 nights)": stretches that come again by the clock. Undefined where they do not. */
export function recurringWords(
  episodes: readonly Episode[],
  times: ReturnType<typeof timeWordsOf>,
): string | undefined {
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
