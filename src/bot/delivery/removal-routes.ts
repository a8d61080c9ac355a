import { and, eq, inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { inList } from '#core/in-list.ts';
import { renderFrame } from '#core/pages/frame.ts';
import type { Html } from '#core/pages/html.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import { atomic, type Sql, type Statement } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import { notice } from '../cases/sentences.ts';
import { deliveries } from '../store/delivery.ts';
import { offerKey, readOfferKey } from '../store/forget-rows.ts';
import type { DestinationKind } from './destination.ts';
import { planEditStatements } from './edit-answer.ts';
import { removeAnswerJob } from './remove-answer.ts';

const id = /^[0-9a-f-]{36}$/;
const stylePath = '/answers/style.css';
/** More does not stand at one place about what is deleted at once. */
const mostAnswers = 1_000;
interface Deps {
  sql: Sql;
  queue: Queue;
}

const unknown = 'There is no answer at this address.';
const removed = 'It was removed already, or posted so long ago that I no longer know where it stands.';

/**
 * `/answers/{delivery}/{token}`: asks, then removes the answers of a place whose file was deleted. The address is told at
 * that place alone, so whoever has it could read them. Looking at it changes nothing: previews of links look too.
 */
export function createRemovalRoutes(deps: Deps): Hono {
  const { sql } = deps;
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
    if (offer.standing.length === 0) return c.html(page(removed));
    await remove(deps, offer);
    return c.html(page(`The ${offer.standing.length === 1 ? 'answer' : 'answers'} will be removed within a minute.`));
  });
  return app;
}

interface Offer {
  destination: DestinationKind;
  /** Key of the notice that tells of it. */
  toldIn: string;
  count: number;
  /** Those that are not removed yet. */
  standing: string[];
}

/** The answers that an address stands for. */
async function findOffer(sql: Sql, deliveryId: string, token: string): Promise<Offer | undefined> {
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
  return {
    destination: offer.destination as DestinationKind,
    toldIn: offer.toldIn ?? offerKey(deliveryId, token),
    count: offered.size,
    standing: standing.map((row) => row.id),
  };
}

/** Removes them, and settles the notice: it still offers what is done, and names the file. */
async function remove(deps: Deps, offer: Offer): Promise<void> {
  const { sql, queue } = deps;
  const { destination, standing } = offer;
  await atomic(sql, [
    ...queue.enqueueStatements(standing.map((deliveryId) => removeAnswerJob(destination, deliveryId))),
    ...(await settleNotice(deps, offer)),
  ]);
  queue.wake();
}

/** In a thread it says what was done. A ticket loses it with the answers: of an edited comment its watchers would be told. */
async function settleNotice({ sql, queue }: Deps, { destination, toldIn, count }: Offer): Promise<Statement[]> {
  if (destination === 'slack') {
    const words = `I removed ${count === 1 ? 'my answer' : `my ${count} answers`} here about what was deleted.`;
    return planEditStatements({ sql, queue }, [{ destination, key: toldIn, message: notice('info', [words]) }]);
  }
  const told = await sql
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.destination, destination), eq(deliveries.key, toldIn)))
    .limit(1);
  return queue.enqueueStatements(told.map((row) => removeAnswerJob(destination, row.id)));
}

function page(words: string, form: Html | string = ''): Html {
  return renderFrame({
    title: 'Remove an answer',
    styles: [stylePath],
    body: html`<section class="card narrow"><p>${words}</p>${form}</section>`,
  });
}
