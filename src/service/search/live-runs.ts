import type { InvestigationEvent } from '../investigator/report.ts';

/** Searches going on in this process: who listens to one, who waits for its end, and how to stop it. */
export interface LiveRuns {
  emit(searchId: string, event: InvestigationEvent): void;
  /** Told each event from now on; the function returned ends that. */
  listen(searchId: string, listener: (event: InvestigationEvent) => void): () => void;
  /** The end of the search is written. */
  announceEnd(searchId: string): void;
  /** Resolves at the end, or false when the signal comes first. Only for ends that come after the call. */
  untilEnd(searchId: string, signal: AbortSignal): Promise<boolean>;
  /** The run itself can be cancelled while the function given back has not been called. */
  begin(searchId: string, abort: () => void): () => void;
  cancel(searchId: string): void;
  /** How far a run of this process is, 0 to 1; undefined: it has told nothing, or goes on elsewhere. */
  progressOf(searchId: string): number | undefined;
}

export function createLiveRuns(): LiveRuns {
  const listeners = new Map<string, Set<(event: InvestigationEvent) => void>>();
  const waiting = new Map<string, Set<() => void>>();
  const running = new Map<string, () => void>();
  const progress = new Map<string, number>();

  return {
    emit(searchId, event) {
      if (event.type === 'progress' && running.has(searchId)) progress.set(searchId, event.percent / 100);
      for (const listener of listeners.get(searchId) ?? []) listener(event);
    },
    listen: (searchId, listener) => register(listeners, searchId, listener),
    announceEnd(searchId) {
      for (const tell of waiting.get(searchId) ?? []) tell();
    },
    untilEnd(searchId, signal) {
      if (signal.aborted) return Promise.resolve(false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const forget = register(waiting, searchId, () => resolve(true));
      const giveUp = () => resolve(false);
      signal.addEventListener('abort', giveUp, { once: true });
      return promise.finally(() => {
        forget();
        signal.removeEventListener('abort', giveUp);
      });
    },
    begin(searchId, abort) {
      running.set(searchId, abort);
      return () => {
        running.delete(searchId);
        progress.delete(searchId);
      };
    },
    progressOf: (searchId) => progress.get(searchId),
    cancel(searchId) {
      running.get(searchId)?.();
    },
  };
}

function register<T>(map: Map<string, Set<T>>, key: string, value: T): () => void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(value));
  return () => {
    set.delete(value);
    if (set.size === 0) map.delete(key);
  };
}
