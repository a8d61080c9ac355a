import type { Clock } from '#core/clock.ts';
import type { Caller, RateClass } from './endpoint.ts';
import { ApiError } from './errors.ts';

const windowMs = 60_000;

/** Requests a minute; 0 is off. */
export interface RateLimits {
  default: number;
  uploads: number;
  quick: number;
  deep: number;
}

export interface RateLimiter {
  /** Takes one token of each bucket or throws `rate_limited`. Gives the headers that tell what is left. */
  take(caller: Caller, rateClass: RateClass | undefined): Record<string, string>;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** Token buckets in memory: they start full again with the process, which favours the client. */
export function createRateLimiter(limits: RateLimits, clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>();

  function refill(key: string, quota: number): Bucket {
    const now = clock.now();
    const bucket = buckets.get(key) ?? { tokens: quota, atMs: now };
    bucket.tokens = Math.min(quota, bucket.tokens + ((now - bucket.atMs) * quota) / windowMs);
    bucket.atMs = now;
    buckets.set(key, bucket);
    if (buckets.size > 10_000) sweep(now);
    return bucket;
  }

  function sweep(now: number): void {
    for (const [key, bucket] of buckets) if (now - bucket.atMs > windowMs) buckets.delete(key);
  }

  return {
    take(caller, rateClass) {
      if (caller.isUnlimited) return {};
      const names = (['default', rateClass] as const).filter((name) => name !== undefined && limits[name] > 0);
      const taken = names.map((name) => ({
        name: name!,
        quota: limits[name!],
        bucket: refill(`${caller.limitKey} ${name}`, limits[name!]),
      }));
      const empty = taken.find(({ bucket }) => bucket.tokens < 1);
      if (empty) {
        const waitSeconds = Math.max(1, Math.ceil(((1 - empty.bucket.tokens) * windowMs) / empty.quota / 1000));
        throw new ApiError('rate_limited', {
          extra: { limit: empty.name, retry_after_seconds: waitSeconds },
          headers: { 'retry-after': String(waitSeconds), ...describe(empty.name, empty.quota, 0, waitSeconds) },
        });
      }
      for (const { bucket } of taken) bucket.tokens -= 1;
      const tightest = taken.toSorted((a, b) => a.bucket.tokens / a.quota - b.bucket.tokens / b.quota)[0];
      if (!tightest) return {};
      const left = Math.floor(tightest.bucket.tokens);
      const fullInSeconds = Math.ceil(((tightest.quota - tightest.bucket.tokens) * 60) / tightest.quota);
      return describe(tightest.name, tightest.quota, left, fullInSeconds);
    },
  };
}

function describe(name: string, quota: number, left: number, seconds: number): Record<string, string> {
  return { 'ratelimit-policy': `"${name}";q=${quota};w=60`, ratelimit: `"${name}";r=${left};t=${seconds}` };
}
