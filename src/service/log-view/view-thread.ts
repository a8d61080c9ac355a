import { parentPort } from 'node:worker_threads';
import { UsageError } from '#core/errors.ts';
import { type OpenView, openView } from './open-view.ts';
import type { Found, ViewDocument, ViewRequest } from './view-request.ts';

/** The thread that searches lines for those who look at them, so that nobody else waits. */
export interface Asked {
  id: number;
  document: ViewDocument;
  request: ViewRequest;
  /** Who asked has left already: what is found without looking is enough. */
  isDropped: boolean;
}

/** Nobody waits for this any more. */
export interface Dropped {
  dropped: number;
}

export type Told =
  | { id: number; part: Found }
  | { id: number; ok: true; answer: unknown }
  | { id: number; ok: false; message: string; isUsage: boolean };

const mostOpen = 12;
const open = new Map<string, Promise<OpenView | undefined>>();

const asked = new Map<number, AbortController>();

parentPort?.on('message', (message: Asked | Dropped) => {
  if ('dropped' in message) asked.get(message.dropped)?.abort();
  else void answer(message);
});

async function answer({ id, document, request, isDropped }: Asked): Promise<void> {
  const abort = new AbortController();
  asked.set(id, abort);
  if (isDropped) abort.abort();
  try {
    const view = await viewOf(document);
    if (!view) throw new UsageError('The lines of this text are not there any more.');
    const part = (found: Found) => tell({ id, part: found });
    tell({ id, ok: true, answer: await view.answer(request, { signal: abort.signal, part }) });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    tell({ id, ok: false, message, isUsage: error instanceof UsageError });
  } finally {
    asked.delete(id);
  }
}

function tell(told: Told): void {
  parentPort?.postMessage(told);
}

function viewOf(document: ViewDocument): Promise<OpenView | undefined> {
  const key = JSON.stringify([document.folder, document.info.path, document.info.name]);
  const known = open.get(key) ?? openView(document);
  open.delete(key);
  open.set(key, known);
  known.then(
    (view) => view === undefined && open.delete(key),
    () => open.delete(key),
  );
  for (const [oldest, view] of open) {
    if (open.size <= mostOpen) break;
    open.delete(oldest);
    // What is still being answered ends before its file is closed.
    setTimeout(() => void view.then((old) => old?.[Symbol.asyncDispose]()), 120_000).unref();
  }
  return known;
}
