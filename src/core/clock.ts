/** Time as the program sees it; tests hand in one they can move. Milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Timers as the program sees them. They may fire a millisecond early, or late by any amount. */
export interface Timers {
  /** Runs the callback once after the delay; the function returned calls it off. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemTimers: Timers = {
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
