import { Hono } from 'hono';
import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import type { JiraGrants } from './jira-grants.ts';

export const grantPath = '/jira/oauth_redirect';

const endings = {
  granted: 'Connected. logtriage now works with Jira; you can close this page.',
  unknown_state: 'This link was not created here, or has expired. Create a new one with npx logtriage connect jira.',
  other_site: 'Access was granted to a different site than JIRA_BASE_URL. Choose that site and try again.',
  refused: 'Atlassian rejected the request. Create a new link with npx logtriage connect jira.',
} as const;

/** Where the browser of whoever granted access comes back to. */
export function createGrantRoutes({
  grants,
  publicUrl,
  log,
}: {
  grants: JiraGrants;
  publicUrl: string;
  log: Log;
}): Hono {
  const routes = new Hono();
  routes.get(grantPath, async (c) => {
    const code = c.req.query('code') ?? '';
    const state = c.req.query('state') ?? '';
    const redirectUrl = `${publicUrl}${grantPath}`;
    const end = await grants.finish({ code, state, redirectUrl }).catch((error: unknown) => {
      if (!(error instanceof RemoteError)) throw error;
      log.warn('Jira granted nothing', { reason: error.reason });
      return 'refused' as const;
    });
    return c.text(endings[end], end === 'granted' ? 200 : 400);
  });
  return routes;
}
