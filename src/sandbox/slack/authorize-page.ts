import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppInstall } from './app-install.ts';
import { SlackProblem } from './web-api.ts';

/** `/oauth/v2/authorize`: where somebody chooses the workspace an app is installed in, and allows it or does not. */
export function authorizeRoutes(installs: readonly AppInstall[], clientId: string): Hono {
  const app = new Hono();
  const path = '/oauth/v2/authorize';

  app.get(path, (c) => {
    const asked = c.req.query();
    if (asked.client_id !== clientId) return c.text('invalid_client_id', 400);
    if (!asked.scope) return c.text('invalid_scope: no scopes were asked for', 400);
    if (!URL.canParse(asked.redirect_uri ?? '')) return c.text('bad_redirect_uri', 400);
    c.header('content-security-policy', "default-src 'none'");
    const offered = asked.team ? installs.filter(({ workspace }) => workspace.teamId === asked.team) : installs;
    return c.html(html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Install an app - Slack sandbox</title></head>
  <body>
    <h1>An app asks for permission to access a workspace</h1>
    <p>${asked.scope}</p>
    <form method="post">
      <input type="hidden" name="redirect_uri" value="${asked.redirect_uri}" />
      <input type="hidden" name="state" value="${asked.state ?? ''}" />
      <select name="team">
        ${offered.map(({ workspace }) => html`<option value="${workspace.teamId}">${workspace.teamName}</option>`)}
      </select>
      <button name="answer" value="allow">Allow</button>
      <button name="answer" value="cancel">Cancel</button>
    </form>
  </body>
</html>`);
  });

  app.post(path, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const back = URL.parse(form.get('redirect_uri') ?? '');
    const install = installs.find(({ workspace }) => workspace.teamId === form.get('team'));
    if (!back || !install) return c.text('bad_redirect_uri', 400);
    try {
      // Whether it lies where the manifest lets it: a browser is sent nowhere else, also with a refusal.
      const code = install.allow(form.get('redirect_uri') ?? '');
      if (form.get('answer') === 'allow') back.searchParams.set('code', code);
      else back.searchParams.set('error', 'access_denied');
    } catch (error) {
      if (error instanceof SlackProblem) return c.text('bad_redirect_uri', 400);
      throw error;
    }
    back.searchParams.set('state', form.get('state') ?? '');
    return c.redirect(back.href, 302);
  });
  return app;
}
