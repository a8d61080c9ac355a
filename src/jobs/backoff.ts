import { RemoteError } from '#core/errors.ts';

const firstMs = 1_000;
const longestMs = 5 * 60_000;

export interface Delay {
  delayMs: number;
  /** False where the other side only asked to wait: that is no failure. */
  isFailure: boolean;
}

/**
 * How long to wait after the given failed attempt: doubling from a second to five minutes, less up to half by chance so
 * that jobs that failed together do not come back together. A delay the other side asked for is the least.
 */
export function backoff(error: unknown, attempt: number, random: () => number = Math.random): Delay {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(attempt - 1, 20));
  const delayMs = Math.round(ceiling * (1 - random() / 2));
  if (!(error instanceof RemoteError)) return { delayMs, isFailure: true };
  const askedMs = error.retryAfterMs ?? 0;
  const isFailure = error.code !== 'retry_later' || error.retryAfterMs === undefined;
  return { delayMs: isFailure ? Math.max(delayMs, askedMs) : askedMs, isFailure };
}
