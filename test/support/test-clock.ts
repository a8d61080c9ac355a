import type { Clock, Timers } from '#core/clock.ts';

export interface TestClock extends Clock, Timers {
  /** Moves time on, firing the timers that come due in their order. Does not wait for what they start. */
  advance(ms: number): void;
  /** Timers of a process of its own, which `kill` ends without a word. */
  ofProcess(): Timers & { kill(): void };
}

/** A clock that stands still until a test moves it, with timers that go by it. */
export function createTestClock(startMs = Date.parse('2026-11-20T08:00:00Z')): TestClock {
  let nowMs = startMs;
  const waiting = new Set<{ atMs: number; callback: () => void }>();

  function after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: nowMs + delayMs, callback };
    waiting.add(timer);
    return () => waiting.delete(timer);
  }

  return {
    now: () => nowMs,
    after,
    ofProcess() {
      let isAlive = true;
      return {
        after: (delayMs, callback) => after(delayMs, () => isAlive && callback()),
        kill() {
          isAlive = false;
        },
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const next = [...waiting].filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0];
        if (!next) break;
        waiting.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.callback();
      }
      nowMs = endMs;
    },
  };
}
