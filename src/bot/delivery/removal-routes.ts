import { Hono } from 'hono';
import { html } from 'hono/html';
import { renderFrame } from '#core/pages/frame.ts';
import type { Html } from '#core/pages/html.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import { atomic, type Sql } from '#core/sql.ts';
import type { Queue } from '#jobs/queue.ts';
import { removalWords } from '../writing/removal-words.ts';
import { removeAnswerJob } from './removal-jobs.ts';
import { askAgain, countUnderWay, findOffer, type Offer } from './removal-offers.ts';

const id = /^[0-9a-f-]{36}$/;
const stylePath = '/answers/style.css';
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
    const offer = await readOffer(sql, c.req.param());
    if (!offer) return c.html(page(unknown), 404);
    return c.html(offerPage(offer, await countUnderWay(sql, offer)));
  });

  app.post('/answers/:delivery/:token', async (c) => {
    const offer = await readOffer(sql, c.req.param());
    if (!offer) return c.html(page(unknown), 404);
    if (offer.standing.length === 0) return c.html(page(removed));
    await remove(deps, offer);
    const answers = offer.standing.length === 1 ? 'answer' : 'answers';
    return c.html(page(`The ${answers} will be removed within a minute. This address then says how it went.`));
  });
  return app;
}

async function readOffer(sql: Sql, { delivery = '', token = '' }: Record<string, string>): Promise<Offer | undefined> {
  return id.test(delivery) && id.test(token) ? await findOffer(sql, delivery, token) : undefined;
}

function offerPage({ destination, count, standing }: Offer, underWay: number): Html {
  const { length } = standing;
  if (length === 0) return page(removed);
  if (underWay > 0) {
    return page(
      `I am still removing ${count === 1 ? 'it' : `them: ${length} of ${count} are left`}. Look again in a minute.`,
    );
  }
  const kept = standing.flatMap(({ reason }) => reason ?? []);
  if (kept.length > 0) return page(removalWords(destination, 'there', { count, kept }), button('Try again'));
  const words =
    length === 1
      ? 'The file this answer is about was deleted. Its answer still quotes it.'
      : `What these ${length} answers are about was deleted. They still quote it.`;
  return page(words, button(length === 1 ? 'Remove the answer' : `Remove the ${length} answers`));
}

async function remove({ sql, queue }: Deps, offer: Offer): Promise<void> {
  const { destination, standing } = offer;
  await atomic(sql, [
    ...askAgain(sql, offer),
    ...queue.enqueueStatements(standing.map((answer) => removeAnswerJob(destination, answer.id))),
  ]);
  queue.wake();
}

function button(label: string): Html {
  return html`<form method="post"><button class="primary">${label}</button></form>`;
}

function page(words: string, form: Html | string = ''): Html {
  return renderFrame({
    title: 'Remove an answer',
    styles: [stylePath],
    body: html`<section class="card narrow"><p>${words}</p>${form}</section>`,
  });
}
