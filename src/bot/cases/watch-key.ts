import type { JobHandler } from '#jobs/queue.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { tellOperator } from './end-cases.ts';
import { dueKeyWarning, keyWarningWords } from './key-expiry.ts';
import { planWrites, together } from './planned.ts';

const dailyMs = 6 * 3_600_000;

export const watchKeyJob = { kind: 'watch-key', payload: {}, dedupKey: 'watch-key' };

/** Warns the operator before the key's 90 days are over; counts from first seen where nobody told when it was made. */
export function createWatchKey(
  deps: CaseDeps & { services: ServiceStore; fingerprint(): Promise<string>; keyCreatedMs: number | undefined },
): JobHandler {
  const { services, fingerprint, keyCreatedMs, clock } = deps;
  return {
    kind: watchKeyJob.kind,
    isStanding: true,
    async run() {
      const again = { status: 'later', runAtMs: clock.now() + dailyMs } as const;
      const key = await fingerprint();
      const known = await services.findKey(key);
      const createdMs = keyCreatedMs ?? known?.firstSeenMs ?? clock.now();
      const days = dueKeyWarning(createdMs, known?.warnedAtDays ?? null, clock.now());
      const seen = planWrites(services.see(key));
      if (days === null) return { ...again, ...seen };
      const words = keyWarningWords(createdMs, days, keyCreatedMs === undefined);
      return {
        ...again,
        ...together(seen, await tellOperator(deps, `key:${key}:${days}`, words), planWrites(services.warn(key, days))),
      };
    },
  };
}
