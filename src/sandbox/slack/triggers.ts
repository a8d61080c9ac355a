import type { Clock } from '#core/clock.ts';
import { SlackProblem } from './web-api.ts';

const lifetimeMs = 3_000;

/** What a person did that lets the app open something in front of them. */
export interface Trigger {
  user: string;
  /** The view they acted in, if it was one. */
  viewId?: string;
}

export interface Triggers {
  issue(trigger: Trigger): string;
  /** Works once, and for three seconds. */
  exchange(id: unknown): Trigger;
}

export function createTriggers(clock: Clock): Triggers {
  const issued = new Map<string, Trigger & { atMs: number; isExchanged: boolean }>();
  return {
    issue(trigger) {
      const id = `${Math.floor(clock.now() / 1000)}.${issued.size + 1}.${crypto.randomUUID().replaceAll('-', '')}`;
      issued.set(id, { ...trigger, atMs: clock.now(), isExchanged: false });
      return id;
    },
    exchange(id) {
      if (id === undefined || id === '') throw new SlackProblem('invalid_arguments');
      const trigger = issued.get(String(id));
      if (!trigger) throw new SlackProblem('invalid_trigger_id');
      if (trigger.isExchanged) throw new SlackProblem('exchanged_trigger_id');
      if (clock.now() - trigger.atMs > lifetimeMs) throw new SlackProblem('expired_trigger_id');
      trigger.isExchanged = true;
      return trigger;
    },
  };
}
