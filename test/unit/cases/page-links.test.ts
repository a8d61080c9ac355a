import { expect, it } from 'vitest';
import { boardLinkMs, createPageLinks } from '#bot/cases/page-links.ts';
import { createTestClock } from '../../support/test-clock.ts';

const clock = createTestClock();
const links = (changes: Partial<Parameters<typeof createPageLinks>[0]> = {}) =>
  createPageLinks({
    secret: 'a secret of this data folder, long enough',
    publicUrl: 'https://triage.example.org',
    clock,
    ...changes,
  });

it('signs the address of an answer for its own place alone', async () => {
  const url = await links().caseUrl('question', 'thread:T:C:1');
  const token = url!.split('/').at(-1)!;
  expect(url).toMatch(/^https:\/\/triage\.example\.org\/console\/cases\/question\/[\w-]{24}$/);
  expect(await links().isCaseToken('question', 'thread:T:C:1', token)).toBe(true);
  expect(await links().isCaseToken('question', 'thread:T:OTHER:1', token)).toBe(false);
  expect(await links().isCaseToken('another', 'thread:T:C:1', token)).toBe(false);
  expect(
    await links({ secret: 'another secret, as long as that' }).isCaseToken('question', 'thread:T:C:1', token),
  ).toBe(false);
});

it('gives no address that nobody could open', async () => {
  expect(await links({ publicUrl: undefined }).caseUrl('question', 'place')).toBeUndefined();
  expect(await links({ secret: undefined }).isCaseToken('question', 'place', '')).toBe(false);
});

it('lets the address of the board end', async () => {
  const url = new URL((await links().boardUrl())!);
  const until = Number(url.searchParams.get('until'));
  const token = url.searchParams.get('token')!;
  expect(await links().isBoardToken(until, token)).toBe(true);
  expect(await links().isBoardToken(until + 1, token)).toBe(false);
  clock.advance(boardLinkMs + 1);
  expect(await links().isBoardToken(until, token)).toBe(false);
});
