import { Worker } from 'node:worker_threads';
import { UsageError } from '#core/errors.ts';
import { ownProgram } from '#core/own-program.ts';
import type { Onlooker } from './find-lines.ts';
import type { ViewAnswers, ViewDocument, ViewRequest } from './view-request.ts';
import type { Asked, Dropped, Told } from './view-thread.ts';

export interface LogViews {
  /** Throws a UsageError for a pattern that is none, or a text that is gone. */
  ask<R extends ViewRequest>(document: ViewDocument, request: R, onlooker?: Onlooker): Promise<ViewAnswers[R['op']]>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  onlooker: Onlooker | undefined;
}

const deadlineMs = 90_000;
const mostWaiting = 200;

/** Lines and counts for those who look at them, from a thread of its own that begins with the first of them. */
export function createLogViews(): LogViews {
  let worker: Worker | undefined;
  let lastId = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const started = new Worker(ownProgram(import.meta, './view-thread.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    started.on('message', (told: Told) => {
      const asked = waiting.get(told.id);
      if ('part' in told) return asked?.onlooker?.part(told.part);
      waiting.delete(told.id);
      if (told.ok) asked?.resolve(told.answer);
      else asked?.reject(told.isUsage ? new UsageError(told.message) : new Error(told.message));
    });
    const fail = (error: Error) => {
      if (worker === started) worker = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on('error', fail);
    started.on('exit', () => fail(new Error('the thread of the log view ended')));
    // Last: a listener for messages would hold the process again.
    started.unref();
    return started;
  }

  return {
    ask<R extends ViewRequest>(document: ViewDocument, request: R, onlooker?: Onlooker) {
      if (waiting.size >= mostWaiting) return Promise.reject(new UsageError('Too much is being looked for at once.'));
      worker ??= start();
      lastId += 1;
      const isDropped = onlooker?.signal.aborted === true;
      const asked: Asked = { id: lastId, document, request, isDropped };
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(asked.id, { resolve, reject, onlooker });
      worker.postMessage(asked);
      const drop = () => worker?.postMessage({ dropped: asked.id } satisfies Dropped);
      onlooker?.signal.addEventListener('abort', drop);
      const late = setTimeout(() => void worker?.terminate(), deadlineMs).unref();
      return promise.finally(() => {
        clearTimeout(late);
        onlooker?.signal.removeEventListener('abort', drop);
      }) as Promise<ViewAnswers[R['op']]>;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
