import { expect, it } from 'vitest';
import { timeAxisOf } from '#service/charts/panel.ts';
import { seriesTitle } from '#service/charts/series-title.ts';

const start = Date.parse('2026-03-01T20:00:00Z');

/** One value a minute over ten hours; `noise` swings by a few percent and has no run. */
function titleOf(valueAt: (minute: number) => number): string {
  const points = Array.from({ length: 600 }, (_, minute) => ({
    timeMs: start + minute * 60_000,
    value: valueAt(minute) * (1 + ((minute * 7919) % 11) / 100),
  }));
  const axis = timeAxisOf({ clock: 'absolute', first: start, last: start + 600 * 60_000 });
  return seriesTitle({ name: 'read_lat_ms', unit: 'ms', document: 'a', points }, points, axis);
}

it.each<[string, (minute: number) => number, RegExp]>([
  ['a slope', (minute) => 10 + minute, /^read_lat_ms: up from 1\d(\.\d+)? to 6\d\d(\.\d+)? ms$/],
  ['a step', (minute) => (minute < 300 ? 10 : 40), /^read_lat_ms: up from 1\d(\.\d+)? to 4\d(\.\d+)? ms$/],
  [
    'a stretch that is worse',
    (minute) => (minute >= 120 && minute < 240 ? 40 : 2),
    /^read_lat_ms: about 4\d ms from 2[12]:\d\d:00 to (?:23|00):\d\d:00, else 2\.\d0 ms$/,
  ],
  [
    'a stretch that is less',
    (minute) => (minute >= 120 && minute < 240 ? 5 : 100),
    /^read_lat_ms: about 5\.\d0 ms from 2[12]:\d\d:00 to (?:23|00):\d\d:00, else 1\d0 ms$/,
  ],
  ['ups and downs all the time', (minute) => 20 + 10 * Math.sin(minute / 20), /^read_lat_ms: at most 3\d/],
  ['one peak', (minute) => (minute === 333 ? 90 : 2), /^read_lat_ms: at most 9\d(\.\d+)? ms, at 01:33:00$/],
])('titles a series by %s', (_, valueAt, title) => {
  expect(titleOf(valueAt)).toMatch(title);
});
