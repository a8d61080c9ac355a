import { describe, expect, it } from 'vitest';
import { occurrencesOf, toPattern } from '../../../src/bot/digest/occurrences.ts';

const ms = (text: string) => Date.parse(text);
const iso = (atMs: number) => new Date(atMs).toISOString();

/** All times due between two moments. */
function list(pattern: string, zone: string, from: string, until: string): string[] {
  const { after } = occurrencesOf(pattern, zone);
  const times: string[] = [];
  for (let at = after(ms(from)); at <= ms(until); at = after(at)) times.push(iso(at));
  return times;
}

describe('when a digest is due', () => {
  it('is the wall clock of its zone', () => {
    const daily = toPattern({ kind: 'daily', hour: 9, minute: 30 });
    expect(iso(occurrencesOf(daily, 'America/New_York').after(ms('2026-11-20T08:00:00Z')))).toBe(
      '2026-11-20T14:30:00.000Z',
    );
    expect(iso(occurrencesOf(daily, 'Asia/Kolkata').after(ms('2026-11-20T04:00:00Z')))).toBe(
      '2026-11-21T04:00:00.000Z',
    );
    const weekly = toPattern({ kind: 'weekly', weekday: 'mon', hour: 9, minute: 0 });
    expect(iso(occurrencesOf(weekly, 'UTC').after(ms('2026-11-20T08:00:00Z')))).toBe('2026-11-23T09:00:00.000Z');
  });

  it('comes once a day over both changes of the clock', () => {
    expect(list('30 2 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z')).toHaveLength(4);
    expect(list('30 2 * * *', 'Europe/Berlin', '2026-10-23T12:00:00Z', '2026-10-27T12:00:00Z')).toEqual([
      '2026-10-24T00:30:00.000Z',
      expect.stringMatching(/^2026-10-25T0[01]:30/),
      '2026-10-26T01:30:00.000Z',
      '2026-10-27T01:30:00.000Z',
    ]);
  });

  it('knows the last time at or before a moment', () => {
    const { upTo } = occurrencesOf('0 9 * * *', 'UTC');
    expect(iso(upTo(ms('2026-11-20T09:00:00Z')))).toBe('2026-11-20T09:00:00.000Z');
    expect(iso(upTo(ms('2026-11-20T08:59:59Z')))).toBe('2026-11-19T09:00:00.000Z');
    expect(iso(upTo(ms('2026-11-20T23:00:00Z')))).toBe('2026-11-20T09:00:00.000Z');
  });
});
