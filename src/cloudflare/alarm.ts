import type { Clock } from '#core/clock.ts';
import type { QueueBinding } from './bindings.ts';

/** Cron looks at the table this often anyway. */
const cronMs = 60_000;

/**
 * Wakes a Worker when the next job is due, by a message that says nothing: what is to be done stands in the table. One
 * message for one moment, as far as this isolate knows, so that wake-ups do not multiply.
 */
export function createAlarm() {
  let setForMs = 0;
  return {
    async wakeAt(dueMs: number, { queue, clock }: { queue: QueueBinding; clock: Clock }): Promise<void> {
      const now = clock.now();
      if (dueMs - now >= cronMs) return;
      const isSet = setForMs > now && setForMs <= dueMs;
      if (isSet) return;
      const delaySeconds = Math.max(0, Math.ceil((dueMs - now) / 1000));
      setForMs = now + delaySeconds * 1000;
      await queue.send({}, { delaySeconds });
    },
  };
}
