import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { HttpAnswer } from './http.ts';

/** A shorter silence is a failed call or two, during which the service may well have worked. */
const awayMs = 60_000;

/** Knows since when this program can ask the service. */
interface Reach {
  /** Passes on an answer, or the failure to get one, and remembers it. */
  note(answer: Promise<HttpAnswer>, signal: AbortSignal): Promise<HttpAnswer>;
  /** While this program or the service was away nobody could look: a deadline begins anew with both there. */
  sinceMs(): number;
}

export function createReach(clock: Clock): Reach {
  let backAtMs = clock.now();
  let silentSinceMs: number | undefined;

  function hear(): void {
    if (isAway()) backAtMs = clock.now();
    silentSinceMs = undefined;
  }

  function isAway(): boolean {
    return silentSinceMs !== undefined && clock.now() - silentSinceMs >= awayMs;
  }

  return {
    async note(answer, signal) {
      try {
        const heard = await answer;
        if (heard.status < 500) hear();
        else silentSinceMs ??= clock.now();
        return heard;
      } catch (error) {
        const isSilence = error instanceof RemoteError && error.code === 'unavailable' && !signal.aborted;
        if (isSilence) silentSinceMs ??= clock.now();
        throw error;
      }
    },
    sinceMs: () => (isAway() ? clock.now() : backAtMs),
  };
}
