import { Hono } from 'hono';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import type { ConsoleDeps } from './create-console.ts';
import { type KeyRecord, type NewKey, renderKeyPage } from './key-page.ts';
import { renderPage } from './page.ts';
import { readForm } from './read-form.ts';

/** API keys of the one who is signed in. */
export function keyRoutes({ operations }: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const path = '/console/settings/keys';

  app.get('/console/settings', (c) => c.redirect(path, 303));
  app.get(path, async (c) => {
    const { data } = await operations.run<KeyRecord[]>(c, 'listKeys');
    const { user } = c.get('caller');
    return c.html(renderPage({ title: 'API keys', user, section: 'keys', body: renderKeyPage(data, user) }));
  });
  // The answer to the form shows the key, this once: it is in no address and in no store of the browser.
  app.post(path, async (c) => {
    const form = await readForm(c);
    const { user } = c.get('caller');
    try {
      const made = await operations.run<NewKey>(c, 'generateKey', { body: { name: form.get('name') ?? '' } });
      const { data } = await operations.run<KeyRecord[]>(c, 'listKeys');
      const body = renderKeyPage(data, user, made.data);
      return c.html(renderPage({ title: 'API keys', user, section: 'keys', body }), 201);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { data } = await operations.run<KeyRecord[]>(c, 'listKeys');
      const notice = { kind: 'error', text: error.message } as const;
      const body = renderKeyPage(data, user);
      return c.html(renderPage({ title: 'API keys', user, section: 'keys', notice, body }), error.status as 409);
    }
  });
  app.post(`${path}/:keyId/revoke`, async (c) => {
    await operations.run(c, 'revokeKey', { params: { keyId: c.req.param('keyId') } });
    return c.redirect(path, 303);
  });
  return app;
}
