import { type Context, Hono } from 'hono';
import type { Html } from '#core/pages/html.ts';
import { answerLive } from '#core/pages/live-part.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { ApiError } from '../api/errors.ts';
import type { ConsoleDeps } from './create-console.ts';
import { renderPage } from './page.ts';
import { readForm } from './read-form.ts';
import {
  type DeliveryRecord,
  renderDeliveries,
  renderWebhook,
  renderWebhooks,
  type WebhookRecord,
} from './webhook-page.ts';

type C = Context<ServiceBindings>;

/** Webhooks of the one who is signed in, what was sent to them, and sending again. */
export function webhookRoutes({ operations }: ConsoleDeps): Hono<ServiceBindings> {
  const app = new Hono<ServiceBindings>();
  const path = '/console/settings/webhooks';
  const item = `${path}/:webhookId`;
  const params = (c: C) => ({ webhookId: c.req.param('webhookId') ?? '', deliveryId: c.req.param('deliveryId') ?? '' });

  function page(c: C, body: Html, problem?: ApiError) {
    const { user } = c.get('caller');
    const notice = problem ? ({ kind: 'error', text: problem.message } as const) : undefined;
    const html = renderPage({ title: 'Webhooks', user, section: 'webhooks', scripts: ['live.js'], notice, body });
    return c.html(html, (problem?.status ?? 200) as 200);
  }

  async function showAll(c: C, problem?: ApiError) {
    const { data } = await operations.run<WebhookRecord[]>(c, 'listWebhooks');
    return page(c, renderWebhooks(data), problem);
  }

  async function deliveriesOf(c: C, webhookId: string) {
    const query = { limit: 30, cursor: c.req.query('cursor') };
    const { data, next } = await operations.run<DeliveryRecord[]>(c, 'listWebhookDeliveries', {
      params: { webhookId },
      query,
    });
    return { records: data, next };
  }

  async function showOne(c: C, webhook: WebhookRecord, secret?: string) {
    const deliveries = await deliveriesOf(c, webhook.id);
    return page(c, renderWebhook(webhook, deliveries, { cursor: c.req.query('cursor'), secret }));
  }

  app.get(path, async (c) => await showAll(c));
  app.post(path, async (c) => {
    const form = await readForm(c);
    const { url, description } = Object.fromEntries(form);
    try {
      const body = { url, description, events: form.getAll('events') };
      const { data } = await operations.run<WebhookRecord & { secret: string }>(c, 'createWebhook', { body });
      return await showOne(c, data, data.secret);
    } catch (error) {
      if (error instanceof ApiError) return await showAll(c, error);
      throw error;
    }
  });
  app.get(item, async (c) => {
    return await showOne(c, (await operations.run<WebhookRecord>(c, 'getWebhook', { params: params(c) })).data);
  });
  app.get(`${item}/deliveries`, async (c) => {
    const id = c.req.param('webhookId');
    return await answerLive(
      c,
      async () => {
        const deliveries = await deliveriesOf(c, id);
        const isQuiet = deliveries.records.every(({ state }) => state !== 'pending');
        return { part: renderDeliveries({ id }, deliveries), againMs: isQuiet ? 2_000 : 500 };
      },
      c.get('closing'),
    );
  });
  app.post(`${item}/rotate`, async (c) => {
    const { data } = await operations.run<WebhookRecord & { secret: string }>(c, 'rotateWebhookSecret', {
      params: params(c),
    });
    return await showOne(c, data, data.secret);
  });
  app.post(`${item}/delete`, async (c) => {
    await operations.run(c, 'deleteWebhook', { params: params(c) });
    return c.redirect(path, 303);
  });
  for (const [action, operationId, body] of [
    ['test', 'testWebhook', {}],
    ['enable', 'changeWebhook', { enabled: true }],
    ['disable', 'changeWebhook', { enabled: false }],
    ['deliveries/:deliveryId/redeliver', 'redeliverWebhook', {}],
  ] as const) {
    app.post(`${item}/${action}`, async (c) => {
      await operations.run(c, operationId, { params: params(c), body });
      return c.redirect(`${path}/${c.req.param('webhookId')}`, 303);
    });
  }
  return app;
}
