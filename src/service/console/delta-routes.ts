import { type Context, Hono } from 'hono';
import { answerLive } from '#core/pages/live-part.ts';
import { viewerOf } from '../access/identities.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import { toFileRecord } from '../files/file-record.ts';
import { readableFiles } from '../files/file-sight.ts';
import type { Comparisons } from './comparisons.ts';
import type { ConsoleDeps } from './create-console.ts';
import { type ChoosableFile, type DeltaRecord, renderDelta, renderDeltas, renderDeltaView } from './delta-page.ts';
import type { FileRecord } from './file-list.ts';
import { isSettled } from './file-list.ts';
import { renderPage } from './page.ts';
import { readForm } from './read-form.ts';
import type { SearchRecord } from './search-view.ts';

type C = Context<ServiceBindings>;

/** Files side by side: choosing them, and asking what is different. */
export function deltaRoutes(deps: ConsoleDeps, comparisons: Comparisons): Hono<ServiceBindings> {
  const { operations } = deps;
  const app = new Hono<ServiceBindings>();
  const params = (c: C) => ({ deltaId: c.req.param('deltaId') ?? '' });

  async function showAll(c: C, problem?: ApiError) {
    const cursor = c.req.query('cursor');
    const deltas = await operations.run<DeltaRecord[]>(c, 'listDeltas', { query: { limit: 30, cursor } });
    const files = await operations.run<FileRecord[]>(c, 'listFiles', { query: { limit: 100 } });
    const { user } = c.get('caller');
    const notice = problem ? ({ kind: 'error', text: problem.message } as const) : undefined;
    // What could not be read has nothing to compare.
    const readable = [...files.data, ...(await shared(c))].filter(({ status }) => status !== 'FAILED');
    const body = renderDeltas(deltas.data, readable, deltas.next);
    return c.html(
      renderPage({ title: 'Deltas', user, section: 'deltas', notice, body }),
      (problem?.status ?? 200) as 200,
    );
  }

  /** Files of others, at places the person may see. */
  async function shared(c: C): Promise<ChoosableFile[]> {
    const { user } = c.get('caller');
    const known = (await deps.caseBook()?.filesOf(await viewerOf(deps.sql, user))) ?? [];
    const ids = known.map(({ serviceId }) => serviceId);
    const rows = ids.length > 0 ? await readableFiles(deps, user.id, ids) : [];
    return rows
      .filter(({ ownerId }) => ownerId !== user.id)
      .map((row) => ({
        ...toFileRecord(row, deps.types),
        place: known.find(({ serviceId }) => serviceId === row.id)?.place,
      }));
  }

  async function read(c: C) {
    const { data: delta } = await operations.run<DeltaRecord>(c, 'getDelta', { params: params(c) });
    const seen = await readableFiles(deps, c.get('caller').user.id, delta.file_ids);
    const files = delta.file_ids.map((id) => {
      const row = seen.find((file) => file.id === id);
      return row && toFileRecord(row, deps.types);
    });
    const { data: searches } = await operations.run<SearchRecord[]>(c, 'listDeltaSearches', {
      params: params(c),
      query: { limit: 30 },
    });
    const comparison = delta.status === 'READY' && seen.length === files.length ? comparisons.of(delta.id) : undefined;
    const isSettledAll = delta.status === 'READY' || files.every((file) => file === undefined || isSettled(file));
    const isFinal = isSettledAll && comparison?.state !== 'running';
    return { delta, files, searches, comparison, isFinal };
  }

  app.get('/console/deltas', async (c) => await showAll(c));
  app.post('/console/deltas', async (c) => {
    const form = await readForm(c);
    const baseline = form.get('baseline') ?? '';
    const ids = [...new Set([baseline, ...form.getAll('file')])].filter((id) => id !== '');
    try {
      if (baseline === '') throw new ApiError('invalid_request', { message: 'Choose the baseline.' });
      if (ids.length < 2 || ids.length > 5) {
        throw new ApiError('invalid_request', { message: 'Choose a baseline and one to four files beside it.' });
      }
      const body = { file_ids: ids, baseline_id: baseline, name: form.get('name') ?? '' };
      const { data } = await operations.run<DeltaRecord>(c, 'createDelta', { body });
      return c.redirect(`/console/deltas/${data.id}`, 303);
    } catch (error) {
      if (error instanceof ApiError) return await showAll(c, error);
      throw error;
    }
  });
  app.get('/console/deltas/:deltaId', async (c) => {
    const state = await read(c);
    const { user } = c.get('caller');
    const refreshSeconds = state.isFinal ? undefined : 3;
    const scripts = ['live.js', 'search.js'];
    const body = renderDelta(state);
    return c.html(renderPage({ title: state.delta.name, user, section: 'deltas', scripts, refreshSeconds, body }));
  });
  app.get('/console/deltas/:deltaId/view', async (c) => {
    return await answerLive(
      c,
      async () => {
        const state = await read(c);
        return { part: renderDeltaView(state), againMs: state.isFinal ? undefined : 500 };
      },
      c.get('closing'),
    );
  });
  app.post('/console/deltas/:deltaId/delete', async (c) => {
    await operations.run(c, 'deleteDelta', { params: params(c) });
    return c.redirect('/console/deltas', 303);
  });
  return app;
}
