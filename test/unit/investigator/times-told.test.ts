import { expect, it } from 'vitest';
import { timeWordsOf } from '#service/investigator/wording/times.ts';
import { createLineClock } from '#service/lines/line-clock.ts';

const day = { firstTimeMs: Date.UTC(2026, 3, 14, 6), lastTimeMs: Date.UTC(2026, 3, 14, 11) };

function zoneOf(...lines: string[]): number | undefined {
  const clock = createLineClock({ notAfterMs: Date.UTC(2027, 0) });
  for (const line of lines) {
    const bytes = new TextEncoder().encode(`${line}\n`);
    clock.read(bytes, 0, bytes.length - 1);
  }
  return clock.zoneMinutes();
}

it('tells a time with the offset its lines print, also across midnight', () => {
  const times = timeWordsOf({ clock: 'absolute', ...day, zoneMinutes: 120 }, true);
  expect(times.at(Date.UTC(2026, 3, 14, 8, 22, 10))).toBe('2026-04-14 10:22:10 +0200');
  const india = timeWordsOf({ clock: 'absolute', ...day, zoneMinutes: 330 }, true);
  expect(india.span(Date.UTC(2026, 3, 14, 18), Date.UTC(2026, 3, 14, 19))).toBe(
    '2026-04-14 23:30:00 to 2026-04-15 00:30:00 +0530',
  );
  expect(timeWordsOf({ clock: 'absolute', ...day, zoneMinutes: 0 }, true).at(day.firstTimeMs)).toBe(
    '2026-04-14 06:00:00 UTC',
  );
});

it('knows the one offset that all lines print, and none where they print several', () => {
  expect(zoneOf('2026-04-14T10:22:08+0200 a', '2026-04-14T10:23:08+0200 b')).toBe(120);
  expect(zoneOf('2026-04-14T10:22:08Z a')).toBe(0);
  expect(zoneOf('2026-04-14T10:22:08 a')).toBeUndefined();
  expect(zoneOf('2026-04-14T10:22:08+0200 a', '2026-04-14T10:22:08+0100 b')).toBeUndefined();
});
