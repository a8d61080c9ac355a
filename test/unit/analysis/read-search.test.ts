import { expect, it } from 'vitest';
import { filePollDelayMs, recoveryPollDelayMs, searchPollDelayMs } from '../../../src/bot/analysis/poll-schedule.ts';
import { findSearch, readSearchState } from '../../../src/bot/analysis/read-search.ts';

const none = new Headers();

it.each([
  [202, { data: { id: 's', status: 'RUNNING' } }, 'running'],
  [202, '', 'running'],
  [200, { data: { id: 's', status: 'in_progress' } }, 'running'],
  [200, { id: 's', state: 'QUEUED' }, 'running'],
  [200, { data: { id: 's', status: 'FAILED', error: { message: 'no' } } }, 'failed'],
  [200, { data: { id: 's', status: 'COMPLETED', answer: 'x' } }, 'finished'],
  [200, { data: { answer: 'x' } }, 'finished'],
  [200, 'plain text', 'finished'],
])('reads %i %j as %s', (status, body, kind) => {
  expect(readSearchState(status, none, body).kind).toBe(kind);
});

it('takes where to look from the header before the body', () => {
  const body = { data: { id: 's', status: 'RUNNING', links: { self: '/b' } } };
  expect(readSearchState(202, new Headers({ location: '/a' }), body)).toEqual({
    kind: 'running',
    id: 's',
    statusUrl: '/a',
  });
  expect(readSearchState(202, none, body)).toEqual({ kind: 'running', id: 's', statusUrl: '/b' });
});

it('finds its own search again among others', () => {
  const body = {
    data: [
      { id: 'a', query: 'why?', mode: 'quick' },
      { id: 'b', query: 'why?', mode: 'deep', created_at: '2026-11-20T07:00:00Z' },
      { id: 'c', query: 'why?', mode: 'deep', created_at: '2026-11-20T08:00:00Z' },
      { id: 'd', query: 'other', mode: 'deep' },
    ],
  };
  const sinceMs = Date.parse('2026-11-20T07:30:00Z');
  expect(findSearch(body, 'why?', sinceMs, () => false)).toBe('c');
  expect(findSearch(body, 'why?', sinceMs, (id) => id === 'c')).toBeUndefined();
});

it('looks often at first, then rarely, and as asked where it is asked', () => {
  const delays = [0, 1, 2, 3, 10].map((polls) => filePollDelayMs(polls, 1_000, undefined, 0.5));
  expect(delays).toEqual([2_000, 3_000, 4_500, 6_750, 15_000]);
  expect(filePollDelayMs(50, 700_000, undefined, 0.5)).toBe(30_000);
  expect(filePollDelayMs(90, 3_000_000, undefined, 0.5)).toBe(60_000);
  expect(filePollDelayMs(0, 0, 7_000, 0.5)).toBe(7_000);
  expect([filePollDelayMs(0, 0, undefined, 0), filePollDelayMs(0, 0, undefined, 1)]).toEqual([1_600, 2_400]);
  expect([searchPollDelayMs(0, undefined, 0.5), searchPollDelayMs(30, undefined, 0.5)]).toEqual([10_000, 60_000]);
  expect([recoveryPollDelayMs(undefined, 0), recoveryPollDelayMs(undefined, 1)]).toEqual([30_000, 60_000]);
});
