import { and, eq, inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { renderFrame } from '#core/pages/frame.ts';
import type { Html } from '#core/pages/html.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import type { Sql } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import { deliveries } from '../store/delivery.ts';
import { offerKey } from '../store/forget-rows.ts';
import { removeAnswerJob } from './remove-answer.ts';

const id = /^[0-9a-f-]{36}$/;
const stylePath = '/answers/style.css';

/**
 * `/answers/{delivery}/{token}`: asks, then removes an answer whose file was deleted. The address is told at the answer
 * alone, so whoever has it could read the answer. Looking at it changes nothing: previews of links look too.
 */
export function createRemovalRoutes({ sql, queue }: { sql: Sql; queue: Queue }): Hono {
  const app = new Hono();
  app.use('/answers/*', pageSecurity);

  app.get(stylePath, servePageStyle());

  async function findOffer(deliveryId: string, token: string) {
    if (!id.test(deliveryId) || !id.test(token)) return undefined;
    const [row] = await sql
      .select({ destination: deliveries.destination })
      .from(deliveries)
      .where(and(inArray(deliveries.destination, ['slack', 'jira']), eq(deliveries.key, offerKey(deliveryId, token))))
      .limit(1);
    return row;
  }

  app.get('/answers/:delivery/:token', async (c) => {
    const offer = await findOffer(c.req.param('delivery'), c.req.param('token'));
    if (!offer) return c.html(page('There is no answer at this address.'), 404);
    return c.html(
      page(
        'The file this answer is about was deleted. Its answer still quotes it.',
        html`<form method="post"><button class="primary">Remove the answer</button></form>`,
      ),
    );
  });

  app.post('/answers/:delivery/:token', async (c) => {
    const deliveryId = c.req.param('delivery');
    const offer = await findOffer(deliveryId, c.req.param('token'));
    if (!offer) return c.html(page('There is no answer at this address.'), 404);
    await queue.enqueue([removeAnswerJob(offer.destination, deliveryId)]);
    return c.html(page('The answer will be removed within a minute.'));
  });
  return app;
}

function page(words: string, form: Html | string = ''): Html {
  return renderFrame({
    title: 'Remove an answer',
    styles: [stylePath],
    body: html`<section class="card narrow"><p>${words}</p>${form}</section>`,
  });
}
