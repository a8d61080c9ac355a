import type { Clock, Timers } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { JobHandler, NewJob } from '#jobs/queue.ts';
import { boundedCall, isRefusal } from './bounded-call.ts';
import type { Destination, DestinationKind, Post, Posted } from './destination.ts';
import { type Delivery, type Ledger, postOf } from './ledger.ts';
import type { DeliverPayload } from './plan-delivery.ts';

function removeDuplicatesKind(destination: DestinationKind): string {
  return `remove-duplicates:${destination}`;
}

/** A post that was held up on its way for longer than anybody waits still lands at last, beside the one sent in its stead. */
const checksAfterMs = [60_000, 15 * 60_000];

export function removeDuplicatesJobs({ destination, key }: Delivery, clock: Clock): NewJob[] {
  return checksAfterMs.map((delayMs) => ({
    kind: removeDuplicatesKind(destination),
    payload: { key } satisfies DeliverPayload,
    dedupKey: `${removeDuplicatesKind(destination)}:${delayMs}:${key}`,
    runAtMs: clock.now() + delayMs,
  }));
}

/** Looks at a delivery whose fate was once unknown and takes away the younger of two messages with one key. */
export function createRemoveDuplicates(deps: {
  timers: Timers;
  log: Log;
  ledger: Ledger;
  destination: Destination;
}): JobHandler {
  const { timers, log, ledger, destination } = deps;
  return {
    kind: removeDuplicatesKind(destination.kind),
    concurrency: 1,
    maxAttempts: 8,
    async run({ payload }) {
      const delivery = await ledger.find(destination.kind, (payload as DeliverPayload).key);
      if (!delivery) return { status: 'done' };
      const parts = await ledger.parts(delivery);
      for (const part of parts.filter(({ isDoubtful }) => isDoubtful)) {
        const post = postOf(delivery, parts, part);
        const found = await findAll(destination, post);
        const [, ...younger] = found.toSorted((a, b) => a.postedAtMs - b.postedAtMs);
        for (const { ref } of younger) {
          await boundedCall(timers, (signal) => destination.remove(post, ref, signal));
          log.warn('duplicate message removed', { key: post.key });
        }
      }
      return { status: 'done' };
    },
  };

  async function findAll(destination: Destination, post: Post): Promise<Posted[]> {
    try {
      return await boundedCall(timers, (signal) => destination.find(post, signal));
    } catch (error) {
      // A place that has closed meanwhile keeps what is in it.
      if (error instanceof RemoteError && isRefusal(error)) return [];
      throw error;
    }
  }
}
