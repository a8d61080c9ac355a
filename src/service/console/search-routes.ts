import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { answerLive } from '#core/pages/live-part.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { loadReadFiles } from '../search/load-read-files.ts';
import { type CitedPlaces, citedPlaces } from './cited-places.ts';
import type { ConsoleDeps } from './create-console.ts';
import { renderPage } from './page.ts';
import { readForm } from './read-form.ts';
import { renderSearch, type SearchRecord } from './search-view.ts';

type C = Context<ServiceBindings>;

const kinds = {
  file: { quick: 'quickSearch', deep: 'deepSearch', name: 'FileSearch', back: 'The file', section: 'files' },
  delta: { quick: 'quickDelta', deep: 'deepDelta', name: 'DeltaSearch', back: 'The delta', section: 'deltas' },
} as const;

/** Asking without script, and the page of one search, of files and of deltas alike. */
export function searchRoutes({ sql, storage, mayRead, operations }: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  for (const kind of ['file', 'delta'] as const) {
    const { quick, deep, name, back, section } = kinds[kind];
    const collection = `/console/${kind}s/:id/searches`;
    const base = (c: C) => `/console/${kind}s/${c.req.param('id')}`;
    const params = (c: C) => ({ [`${kind}Id`]: c.req.param('id') ?? '', searchId: c.req.param('searchId') ?? '' });

    const read = async (c: C) => (await operations.run<SearchRecord>(c, `get${name}`, { params: params(c) })).data;
    const view = async (c: C, search: SearchRecord) =>
      renderSearch(search, base(c), await places(c.req.param('id') ?? ''));
    const places = async (targetId: string): Promise<CitedPlaces> =>
      citedPlaces((await loadReadFiles({ sql, storage, mayRead }, { targetKind: kind, targetId })) ?? []);

    app.post(collection, async (c) => {
      const form = await readForm(c);
      const { data } = await operations.run<SearchRecord>(c, form.get('mode') === 'deep' ? deep : quick, {
        params: params(c),
        body: { query: form.get('query') ?? '' },
        headers: { prefer: 'respond-async' },
      });
      return c.redirect(`${base(c)}/searches/${data.id}`, 303);
    });
    app.get(`${collection}/:searchId`, async (c) => {
      const search = await read(c);
      const isRunning = search.status === 'RUNNING';
      const live = isRunning ? html`data-live="${base(c)}/searches/${search.id}/view"` : '';
      const body = html`<p class="back"><a href="${base(c)}">${back}</a></p><h1>Search</h1><div ${live}>${await view(c, search)}</div>`;
      const { user } = c.get('caller');
      const refreshSeconds = isRunning ? 3 : undefined;
      return c.html(renderPage({ title: 'Search', user, section, scripts: ['live.js'], refreshSeconds, body }));
    });
    app.get(`${collection}/:searchId/view`, async (c) => {
      return await answerLive(
        c,
        async () => {
          const search = await read(c);
          return { part: await view(c, search), againMs: search.status === 'RUNNING' ? 500 : undefined };
        },
        c.get('closing'),
      );
    });
    app.post(`${collection}/:searchId/cancel`, async (c) => {
      await operations.run(c, `cancel${name}`, { params: params(c) });
      return c.redirect(`${base(c)}/searches/${c.req.param('searchId')}`, 303);
    });
  }
  return app;
}
