import { expect, it } from 'vitest';
import { RemoteError } from '#core/errors.ts';

it.each([
  [undefined, undefined],
  [30_000, 30_000],
  [1e17, 3_600_000],
  [Number.POSITIVE_INFINITY, 3_600_000],
  [-5_000, 1_000],
  [0, 1_000],
  [Number.NaN, undefined],
])('waits no longer than an hour and no shorter than a second, whatever the other side asks: %s', (asked, waited) => {
  expect(new RemoteError('retry_later', 'limited', { retryAfterMs: asked }).retryAfterMs).toBe(waited);
});
