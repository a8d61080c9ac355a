import type { Clock } from '#core/clock.ts';
import type { SlackMethod } from './web-api.ts';

const callsPerMinute = { 1: 1, 2: 20, 3: 50, 4: 100 } as const;

export interface RateLimits {
  /** 0: go on. Otherwise the whole seconds to wait, and the call does not count. */
  take(method: SlackMethod, channel: string): number;
}

export function createRateLimits(clock: Clock): RateLimits {
  const minutes = new Map<string, { startMs: number; count: number }>();
  const lastPostMs = new Map<string, number>();
  return {
    take(method, channel) {
      const now = clock.now();
      if (method.tier === 'channel') {
        const nextMs = (lastPostMs.get(channel) ?? -1000) + 1000;
        if (now < nextMs) return Math.ceil((nextMs - now) / 1000);
        lastPostMs.set(channel, now);
        return 0;
      }
      const known = minutes.get(method.name);
      const window = known && now - known.startMs < 60_000 ? known : { startMs: now, count: 0 };
      minutes.set(method.name, window);
      if (window.count >= callsPerMinute[method.tier]) return Math.ceil((window.startMs + 60_000 - now) / 1000);
      window.count += 1;
      return 0;
    },
  };
}
