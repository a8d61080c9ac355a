import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Fault } from '../faults.ts';
import type { JiraStandIn } from '../jira/jira-stand-in.ts';
import type { SlackStandIn } from '../slack/slack-stand-in.ts';
import { actsOnJira, actsOnSlack } from './acts.ts';
import { showJira, showSlack } from './show-state.ts';

const settingsSchema = z
  .strictObject({ hasRateLimits: z.boolean(), denied: z.array(z.string()), scopes: z.array(z.string()) })
  .partial();

/** What tests of a bot ask of the stand-ins over HTTP: people act, faults are planned, what came of it is read. */
export function createControlRoutes(vendors: { slack: SlackStandIn | undefined; jira: JiraStandIn | undefined }): Hono {
  const app = new Hono();
  const acts = {
    ...(vendors.slack ? { slack: actsOnSlack(vendors.slack) } : {}),
    ...(vendors.jira ? { jira: actsOnJira(vendors.jira) } : {}),
  };
  const standIn = (name: string) => (name === 'slack' ? vendors.slack : name === 'jira' ? vendors.jira : undefined);

  // A page of another site can neither send JSON nor delete here without being asked first, and is not answered.
  app.use(async (c, next) => {
    const isJson = (c.req.header('content-type') ?? '').startsWith('application/json');
    return /^(?:GET|DELETE)$/.test(c.req.method) || isJson ? await next() : c.json({ error: 'Send JSON.' }, 415);
  });

  app.get('/slack', (c) => (vendors.slack ? c.json(showSlack(vendors.slack)) : notPlayed(c)));
  app.get('/jira', (c) => (vendors.jira ? c.json(showJira(vendors.jira)) : notPlayed(c)));

  app.post('/:vendor/people/:act', async (c) => {
    const ofVendor: Record<string, (body: never) => unknown> = acts[c.req.param('vendor') as 'slack' | 'jira'] ?? {};
    const name = c.req.param('act');
    const act = Object.hasOwn(ofVendor, name) ? ofVendor[name] : undefined;
    if (!act) return c.json({ error: `Nobody can do that. There are: ${Object.keys(ofVendor).join(', ')}` }, 404);
    return await attempt(c, async () => await act((await c.req.json()) as never));
  });

  app.post('/:vendor/faults', async (c) => {
    const played = standIn(c.req.param('vendor'));
    if (!played) return notPlayed(c);
    return await attempt(c, async () => {
      const { match, fault, times = 1 } = (await c.req.json()) as { match: string; fault: Fault; times?: number };
      if (typeof match !== 'string' || typeof fault?.kind !== 'string') throw new Error('match and fault are needed');
      played.faults.add(new RegExp(match), fault, times);
    });
  });
  app.delete('/:vendor/faults', (c) => {
    const played = standIn(c.req.param('vendor'));
    if (!played) return notPlayed(c);
    played.faults.clear();
    return c.json({});
  });
  app.patch('/:vendor/settings', async (c) => {
    const played = standIn(c.req.param('vendor'));
    if (!played) return notPlayed(c);
    return await attempt(c, async () => {
      const { hasRateLimits, denied, scopes } = settingsSchema.parse(await c.req.json());
      if (hasRateLimits !== undefined) played.settings.hasRateLimits = hasRateLimits;
      const ofJira = played === vendors.jira ? vendors.jira.settings : undefined;
      if ((denied || scopes) && !ofJira) throw new Error('denied and scopes are settings of Jira');
      if (ofJira && denied) ofJira.denied = new Set(denied);
      if (ofJira && scopes) ofJira.scopes = scopes;
    });
  });
  return app;
}

function notPlayed(c: Context): Response {
  return c.json({ error: 'That vendor is not played here.' }, 404);
}

/** Whoever asks for what cannot be done is told why. */
async function attempt(c: Context, run: () => Promise<unknown>): Promise<Response> {
  try {
    return c.json((await run()) ?? {});
  } catch (error) {
    return c.json({ error: error instanceof Error ? error.message : String(error) }, 400);
  }
}
