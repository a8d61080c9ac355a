import type { Spot, Survey } from './survey.ts';

/** Watches the times of lines as they come for silences and steps back. */
export function watchClock(): {
  see(line: number, timeMs: number | undefined): void;
  result(): Pick<Survey, 'gaps' | 'clockJumps'>;
} {
  let previous: { line: number; timeMs: number } | undefined;
  let steps = 0;
  let backwards = 0;
  let totalMs = 0;
  const gaps: Survey['gaps'] = [];
  const jumps: Survey['clockJumps'] = [];
  return {
    see(line, timeMs) {
      if (timeMs === undefined) return;
      if (previous !== undefined) {
        const stepMs = timeMs - previous.timeMs;
        steps++;
        if (stepMs < 0) {
          backwards++;
          if (stepMs < -60_000 && jumps.length < 50) jumps.push({ line, backMs: -stepMs });
        } else {
          totalMs += stepMs;
          if (stepMs > 10_000)
            keepLongest(gaps, { before: spotOf(previous), after: spotOf({ line, timeMs }), durationMs: stepMs });
        }
      }
      previous = { line, timeMs };
    },
    result() {
      const isShuffled = backwards > Math.max(5, steps * 0.005);
      const usualMs = steps === 0 ? 0 : totalMs / steps;
      const isUnusual = (gap: Survey['gaps'][number]) =>
        gap.durationMs > 60_000 && gap.durationMs > usualMs * 20 && steps > 50;
      return { gaps: isShuffled ? [] : gaps.filter(isUnusual).slice(0, 5), clockJumps: isShuffled ? [] : jumps };
    },
  };
}

function spotOf(at: { line: number; timeMs: number }): Spot {
  return { line: at.line, lineEnd: at.line, timeMs: at.timeMs };
}

function keepLongest(gaps: Survey['gaps'], gap: Survey['gaps'][number]): void {
  gaps.push(gap);
  gaps.sort((a, b) => b.durationMs - a.durationMs);
  if (gaps.length > 8) gaps.pop();
}
