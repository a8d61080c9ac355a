import { and, eq, inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { inList } from '#core/in-list.ts';
import { renderFrame } from '#core/pages/frame.ts';
import type { Html } from '#core/pages/html.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import type { Sql } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import { deliveries } from '../store/delivery.ts';
import { offerKey, readOfferKey } from '../store/forget-rows.ts';
import { removeAnswerJob } from './remove-answer.ts';

const id = /^[0-9a-f-]{36}$/;
const stylePath = '/answers/style.css';
/** More does not stand at one place about what is deleted at once. */
const mostAnswers = 1_000;
const unknown = 'There is no answer at this address.';
const removed = 'It was removed already, or posted so long ago that I no longer know where it stands.';

/**
 * `/answers/{delivery}/{token}`: asks, then removes the answers of a place whose file was deleted. The address is told at
 * that place alone, so whoever has it could read them. Looking at it changes nothing: previews of links look too.
 */
export function createRemovalRoutes({ sql, queue }: { sql: Sql; queue: Queue }): Hono {
  const app = new Hono();
  app.use('/answers/*', pageSecurity);

  app.get(stylePath, servePageStyle());

  app.get('/answers/:delivery/:token', async (c) => {
    const offer = await findOffer(sql, c.req.param('delivery'), c.req.param('token'));
    if (!offer) return c.html(page(unknown), 404);
    const { length } = offer.standing;
    if (length === 0) return c.html(page(removed));
    const words =
      length === 1
        ? 'The file this answer is about was deleted. Its answer still quotes it.'
        : `What these ${length} answers are about was deleted. They still quote it.`;
    const label = length === 1 ? 'Remove the answer' : `Remove the ${length} answers`;
    return c.html(page(words, html`<form method="post"><button class="primary">${label}</button></form>`));
  });

  app.post('/answers/:delivery/:token', async (c) => {
    const offer = await findOffer(sql, c.req.param('delivery'), c.req.param('token'));
    if (!offer) return c.html(page(unknown), 404);
    const { destination, standing } = offer;
    if (standing.length === 0) return c.html(page(removed));
    await queue.enqueue(standing.map((deliveryId) => removeAnswerJob(destination, deliveryId)));
    return c.html(page(`The ${standing.length === 1 ? 'answer' : 'answers'} will be removed within a minute.`));
  });
  return app;
}

/** The answers that an address stands for, and which of them are not removed yet. */
async function findOffer(sql: Sql, deliveryId: string, token: string) {
  if (!id.test(deliveryId) || !id.test(token)) return undefined;
  const { destination, key, toldIn } = deliveries;
  const [offer] = await sql
    .select({ destination, toldIn })
    .from(deliveries)
    .where(and(inArray(destination, ['slack', 'jira']), eq(key, offerKey(deliveryId, token))))
    .limit(1);
  if (!offer) return undefined;
  // One that was posted by itself offers a single answer.
  const together =
    offer.toldIn === null
      ? []
      : await sql
          .select({ key })
          .from(deliveries)
          .where(and(eq(toldIn, offer.toldIn), eq(destination, offer.destination)))
          .limit(mostAnswers);
  const offered = new Set([deliveryId, ...together.map((other) => readOfferKey(other.key).deliveryId)]);
  const standing = await sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inList(deliveries.id, [...offered]))
    .limit(offered.size);
  return { destination: offer.destination, standing: standing.map((row) => row.id) };
}

function page(words: string, form: Html | string = ''): Html {
  return renderFrame({
    title: 'Remove an answer',
    styles: [stylePath],
    body: html`<section class="card narrow"><p>${words}</p>${form}</section>`,
  });
}
