import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log, LogFields } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { WithinWork } from '#core/work.ts';

const current = new AsyncLocalStorage<LogFields>();

export const withinWork: WithinWork = (work, act) => current.run({ ...current.getStore(), ...work }, act);

/**
 * Logs what nobody caught, with the piece of work it came from, and goes on: every write is a transaction and every job
 * is run again, so one broken piece leaves nothing half done. Node's own broken assumptions end the process.
 */
export function logStrayErrors(log: Log, metrics: Metrics): () => void {
  const total = metrics.counter('uncaught_errors_total', 'Errors that no handler caught.');
  const onError = (error: unknown) => {
    total.add();
    log.error('an uncaught error', { ...current.getStore(), error });
    if ((error as { code?: unknown } | null)?.code === 'ERR_INTERNAL_ASSERTION') process.exit(1);
  };
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
  process.stdout.on('error', noReader);
  return () => {
    process.off('uncaughtException', onError).off('unhandledRejection', onError);
    process.stdout.off('error', noReader);
  };
}

/** Whoever read the log is gone. To log that would fail again, and so for ever. */
function noReader(): void {}
