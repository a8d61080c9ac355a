import type { Series } from '../reading.ts';

const maxPoints = 2000;
const slackMs = 10 * 60_000;

/** The battery's level over time from the history its statistics keep: offsets from times that are printed in between. */
export function createBatteryHistory() {
  const points: { timeMs: number; value: number; line: number }[] = [];
  let isHistory = false;
  let anchorMs: number | undefined;
  return { line, series };

  function line(number: number, text: string): void {
    if (text.startsWith('Battery History')) isHistory = true;
    else if (/^\S/.test(text)) isHistory = false;
    if (!isHistory || points.length >= maxPoints) return;
    const entry = /^ {2,30}(0|\+[\ddhms]{2,24}) \(\d+\) (.{1,300})/.exec(text);
    if (!entry) return;
    const offsetMs = offsetOf(entry[1]!);
    const clock = /(?:RESET:)?TIME: (\d{4})-(\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d\d)/.exec(entry[2]!);
    if (clock) {
      const [year, month, day, hour, minute, second] = clock.slice(1).map(Number);
      anchorMs = Date.UTC(year!, month! - 1, day, hour, minute, second) - offsetMs;
      return;
    }
    const level = /^(\d{3})\b/.exec(entry[2]!)?.[1];
    if (level === undefined || anchorMs === undefined) return;
    if (points.at(-1)?.value !== Number(level) || offsetMs === 0)
      points.push({ timeMs: anchorMs + offsetMs, value: Number(level), line: number });
  }

  /** None where the device's clock was set in between, so that the history would run past the report. */
  function series(document: string, takenMs: number | undefined): Series[] {
    const isCredible = takenMs === undefined || points.every(({ timeMs }) => timeMs <= takenMs + slackMs);
    const first = points[0];
    if (!isCredible || points.length < 3 || points.every(({ value }) => value === first!.value)) return [];
    return [{ name: 'Battery level', unit: '%', document, points }];
  }
}

/** `+1d02h03m04s005ms`. */
function offsetOf(text: string): number {
  const units: Record<string, number> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  let total = 0;
  for (const [, count, unit] of text.matchAll(/((?<!\d)\d+)(ms|d|h|m|s)/g)) total += Number(count) * units[unit!]!;
  return total;
}
