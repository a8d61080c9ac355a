export interface Turnstile {
  /** Runs `act` once there is room, first come first served. Rejects with the signal's reason if aborted while waiting. */
  pass<Value>(signal: AbortSignal, act: () => Promise<Value>): Promise<Value>;
}

/** So many wait already that another would only make it worse. */
export class TurnstileFull extends Error {
  override name = 'TurnstileFull';
}

/** Lets at most `places` through at one time; beyond `mostWaiting` it turns away whoever comes. */
export function createTurnstile(places: number, mostWaiting = Number.POSITIVE_INFINITY): Turnstile {
  let free = Math.max(1, places);
  const waiting: (() => void)[] = [];

  const enter = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    if (waiting.length >= mostWaiting) throw new TurnstileFull('Too many wait already.');
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason as Error);
      };
      waiting.push(turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  };

  return {
    async pass(signal, act) {
      await enter(signal);
      try {
        return await act();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
