import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { Log } from '#core/log.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import { botScopes, redirectPath } from '../manifest.ts';
import { ends, type InstallEnd, installed, installStylePath, renderEnd } from './install-page.ts';
import { createInstallState } from './install-state.ts';
import type { InstallSteps } from './install-steps.ts';

export const installPath = '/slack/install';
const cookieName = 'logtriage_slack_install';
const cookieLivesS = 600;

interface InstallRoutesDeps {
  client: { clientId: string; clientSecret: string };
  /** Root of the Web API, with a slash at the end: people are sent to the same place. */
  apiUrl: string;
  publicUrl: string;
  /** Ids of the workspaces and organisations that may install it; empty: any. */
  allowed: ReadonlySet<string>;
  steps: InstallSteps;
  clock: Clock;
  log: Log;
}

/** Sends whoever wants the app in their workspace to Slack, and keeps what they come back with. */
export function createInstallRoutes(deps: InstallRoutesDeps): Hono {
  const { client, steps, clock, log, allowed } = deps;
  const states = createInstallState(client.clientSecret);
  const redirectUrl = `${deps.publicUrl}${redirectPath}`;
  const isSecure = deps.publicUrl.startsWith('https:');
  const app = new Hono();
  for (const path of [installPath, redirectPath]) app.use(path, pageSecurity);

  app.get(installPath, async (c) => {
    const { state, cookie } = await states.issue(clock.now());
    const path = redirectPath;
    setCookie(c, cookieName, cookie, { path, httpOnly: true, sameSite: 'Lax', secure: isSecure, maxAge: cookieLivesS });
    const url = new URL('../oauth/v2/authorize', deps.apiUrl);
    const [only, ...others] = allowed;
    url.search = new URLSearchParams({
      client_id: client.clientId,
      scope: botScopes.join(','),
      redirect_uri: redirectUrl,
      state,
      // Slack asks nobody which workspace where there is a single one to choose.
      ...(only?.startsWith('T') && others.length === 0 ? { team: only } : {}),
    }).toString();
    c.header('cache-control', 'no-store');
    return c.redirect(url.href, 302);
  });

  app.get(installStylePath, servePageStyle());

  app.get(redirectPath, async (c) => {
    const end = await finish(c).catch((error: unknown) => {
      if (!(error instanceof RemoteError)) throw error;
      log.warn('Slack returned no installation', { reason: error.reason ?? error.code });
      return error.code === 'unavailable' || error.code === 'retry_later' ? ends.unreachable : ends.refused;
    });
    c.header('cache-control', 'no-store');
    return c.html(renderEnd(end), end.status);
  });
  return app;

  async function finish(c: Context): Promise<InstallEnd> {
    const { state = '', code, error } = c.req.query();
    const read = await states.read(state, getCookie(c, cookieName), clock.now());
    if ('problem' in read) return ends[read.problem];
    if (await steps.isUsed(read.nonce)) return ends.used;
    if (error === 'access_denied') return ends.denied;
    if (!code) return ends.refused;
    const installation = await steps.exchange(code, redirectUrl);
    const { id, name } = installation;
    if (allowed.size > 0 && !allowed.has(id)) {
      log.warn('a workspace that is not allowed tried to install the app', { team: id });
      await steps.giveBack(installation.token);
      return ends.not_allowed;
    }
    if (!(await steps.keep(installation, read.nonce))) return ends.used;
    log.info('app installed', { team: id });
    return installed(name);
  }
}
