import { Hono } from 'hono';
import { fetchStandIn } from '../faults.ts';
import { authorizeRoutes } from './authorize-page.ts';
import type { SlackStandIn } from './slack-stand-in.ts';

/**
 * Several workspaces behind one address, told apart by the token, code or refresh token of a call, as slack.com does it.
 * What a workspace gives out addresses of lies below its team id: give each an `origin` that ends with it.
 */
export function joinWorkspaces(
  workspaces: readonly [SlackStandIn, ...SlackStandIn[]],
  clientId: string,
): { app: Hono; fetch(request: Request): Promise<Response> } {
  const app = new Hono();
  const [first] = workspaces;

  app.all('/api/:method', async (c) => {
    const secrets = await secretsOf(c.req.raw.clone());
    const meant = workspaces.find(({ install }) => secrets.some((secret) => install.knows(secret)));
    return await (meant ?? first).app.fetch(c.req.raw);
  });
  app.route(
    '/',
    authorizeRoutes(
      workspaces.map(({ install }) => install),
      clientId,
    ),
  );
  for (const { workspace, app: own } of workspaces) app.route(`/${workspace.teamId}`, own);
  return { app, fetch: (request) => fetchStandIn(app, request) };
}

async function secretsOf(request: Request): Promise<string[]> {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const type = request.headers.get('content-type') ?? '';
  const form = new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? await request.text() : '');
  const named = ['code', 'refresh_token', 'token'].map((name) => form.get(name));
  return [bearer, ...named].filter((secret) => typeof secret === 'string');
}
