import type { Clock } from '#core/clock.ts';

const windowMs = 5 * 60_000;
const maxKeys = 10_000;

export interface FailedAttempts {
  /** Milliseconds until another attempt is taken; 0 for now. */
  waitMs(keys: readonly AttemptKey[]): number;
  add(keys: readonly AttemptKey[]): void;
  clear(key: string): void;
}

export interface AttemptKey {
  key: string;
  /** How many failures within five minutes are taken. */
  max: number;
}

/** Counts failures alone: whoever knows the password is not held up by having used it. */
export function createFailedAttempts(clock: Clock): FailedAttempts {
  const failures = new Map<string, number[]>();
  const recent = (key: string) => (failures.get(key) ?? []).filter((atMs) => clock.now() - atMs < windowMs);

  return {
    waitMs(keys) {
      return Math.max(
        0,
        ...keys.map(({ key, max }) => {
          const times = recent(key);
          return times.length < max ? 0 : times[times.length - max]! + windowMs - clock.now();
        }),
      );
    },
    add(keys) {
      for (const { key } of keys) {
        const times = [...recent(key), clock.now()];
        failures.delete(key);
        failures.set(key, times);
      }
      while (failures.size > maxKeys) failures.delete(failures.keys().next().value!);
    },
    clear(key) {
      failures.delete(key);
    },
  };
}
