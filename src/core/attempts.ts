import type { Clock } from './clock.ts';

const windowMs = 5 * 60_000;
const maxKeys = 10_000;
/** How soon to come back where those before may still turn out to be right. */
const undecidedMs = 1_000;

export interface AttemptKey {
  key: string;
  /** How many failures within five minutes are taken. */
  max: number;
}

export interface Attempts {
  /**
   * Counts an attempt before it is looked at, so that many at once are no more than many in a row; or tells how long to
   * wait, and counts nothing: those turned away do not make the wait longer.
   */
  take(keys: readonly AttemptKey[]): Attempt | { isTaken: false; waitMs: number };
}

export interface Attempt {
  isTaken: true;
  /** What it came to. One that was right, or was never looked at, no longer counts. */
  end(result: 'right' | 'wrong' | 'untried'): void;
}

interface Taken {
  atMs: number;
  isDecided: boolean;
}

/** Counts failures alone: whoever knows the password is not held up by having used it. */
export function createAttempts(clock: Clock): Attempts {
  const taken = new Map<string, Taken[]>();
  const recent = (key: string) => (taken.get(key) ?? []).filter(({ atMs }) => clock.now() - atMs < windowMs);

  function waitOf({ key, max }: AttemptKey): number {
    const attempts = recent(key);
    if (attempts.length < max) return 0;
    if (attempts.some(({ isDecided }) => !isDecided)) return undecidedMs;
    return attempts[attempts.length - max]!.atMs + windowMs - clock.now();
  }

  function replace(key: string, attempts: Taken[]): void {
    taken.delete(key);
    if (attempts.length > 0) taken.set(key, attempts);
  }

  return {
    take(keys) {
      const waitMs = Math.max(0, ...keys.map(waitOf));
      if (waitMs > 0) return { isTaken: false, waitMs };
      const attempt: Taken = { atMs: clock.now(), isDecided: false };
      for (const { key } of keys) replace(key, [...recent(key), attempt]);
      while (taken.size > maxKeys) taken.delete(taken.keys().next().value!);
      return {
        isTaken: true,
        end(result) {
          attempt.isDecided = true;
          if (result === 'wrong') return;
          for (const { key } of keys)
            replace(
              key,
              recent(key).filter((other) => other !== attempt),
            );
          // The first key is the narrowest: whoever was right there starts anew.
          if (result === 'right' && keys[0]) taken.delete(keys[0].key);
        },
      };
    },
  };
}
