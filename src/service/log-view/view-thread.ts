import { parentPort } from 'node:worker_threads';
import { UsageError } from '#core/errors.ts';
import { type OpenView, openView } from './open-view.ts';
import type { ViewDocument, ViewRequest } from './view-request.ts';

/** The thread that searches lines for those who look at them, so that nobody else waits. */
export interface Asked {
  id: number;
  document: ViewDocument;
  request: ViewRequest;
}

export type Told =
  | { id: number; ok: true; answer: unknown }
  | { id: number; ok: false; message: string; isUsage: boolean };

const mostOpen = 12;
const open = new Map<string, Promise<OpenView | undefined>>();

parentPort?.on('message', async ({ id, document, request }: Asked) => {
  try {
    const view = await viewOf(document);
    if (!view) throw new UsageError('The lines of this text are not there any more.');
    tell({ id, ok: true, answer: await view.answer(request) });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    tell({ id, ok: false, message, isUsage: error instanceof UsageError });
  }
});

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
