import type { Spot, Survey } from './survey.ts';

/** Watches the times of lines as they come for silences and steps back. */
export function watchClock(): {
  see(line: number, timeMs: number | undefined): void;
  result(): Pick<Survey, 'gaps' | 'isClockSteady'>;
} {
  let previous: (Spot & { timeMs: number }) | undefined;
  let steps = 0;
  let backwards = 0;
  let isSetBack = false;
  let totalMs = 0;
  const gaps: Survey['gaps'] = [];
  return {
    see(line, timeMs) {
      if (timeMs === undefined) return;
      const after = { line, lineEnd: line, timeMs };
      if (previous !== undefined) {
        const stepMs = timeMs - previous.timeMs;
        steps++;
        if (stepMs < 0) backwards++;
        if (stepMs < -60_000) isSetBack = true;
        totalMs += Math.max(0, stepMs);
        if (stepMs > 10_000) keepLongest(gaps, { before: previous, after, durationMs: stepMs });
      }
      previous = after;
    },
    result() {
      const isShuffled = backwards > Math.max(5, steps * 0.005);
      const usualMs = steps === 0 ? 0 : totalMs / steps;
      const isUnusual = (gap: Survey['gaps'][number]) =>
        gap.durationMs > 60_000 && gap.durationMs > usualMs * 20 && steps > 50;
      return { gaps: isShuffled ? [] : gaps.filter(isUnusual).slice(0, 5), isClockSteady: isShuffled || !isSetBack };
    },
  };
}

function keepLongest(gaps: Survey['gaps'], gap: Survey['gaps'][number]): void {
  gaps.push(gap);
  gaps.sort((a, b) => b.durationMs - a.durationMs);
  if (gaps.length > 8) gaps.pop();
}
