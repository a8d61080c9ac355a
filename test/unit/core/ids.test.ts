import { expect, test } from 'vitest';
import { newId } from '#core/ids.ts';

test('an id is a UUID of version 7 that tells when it was made', () => {
  const now = Date.parse('2026-11-20T08:00:00.123Z');
  const id = newId({ now: () => now });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBe(now);
});

test('ids sort by the time they were made, also where the lower half of the time overflows', () => {
  const times = [0x0_ffff, 0x1_0000, 0x1_0001, 0xffff_ffff, 0x1_0000_0000, 0x19_0000_0000];
  const ids = times.map((now) => newId({ now: () => now }));
  expect(ids).toEqual(ids.toSorted());
});

test('no two ids of one moment are the same', () => {
  const ids = Array.from({ length: 1_000 }, () => newId({ now: () => 1 }));
  expect(new Set(ids).size).toBe(1_000);
});
