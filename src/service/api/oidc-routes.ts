import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Log } from '#core/log.ts';
import { accountOf, type IdentityDeps } from '../access/identities.ts';
import { flowSchema, type Oidc } from '../access/oidc.ts';
import { isOverTls, sessionCookie } from '../access/session-cookie.ts';
import type { Sessions } from '../access/sessions.ts';
import type { ServiceBindings } from './bindings.ts';
import { publicOrigin } from './public-origin.ts';

export interface OidcRoutesDeps extends IdentityDeps {
  log: Log;
  sessions: Sessions;
  /** Undefined: nobody but the console itself signs anybody in. */
  oidc(): Oidc | undefined;
  publicUrl: string | undefined;
  homePath: string;
}

const cookie = 'logtriage_oidc';
const path = '/auth/oidc';

/** Signing in at a provider: there with a state of this browser's own, and back with its answer. */
export function oidcRoutes(deps: OidcRoutesDeps): Hono<ServiceBindings> {
  const { oidc, log, sessions, publicUrl, homePath } = deps;
  const app = new Hono<ServiceBindings>();
  const callbackOf = (c: Context) =>
    `${publicUrl ?? publicOrigin(c.req.raw, publicUrl) ?? new URL(c.req.url).origin}${path}/callback`;
  const back = (c: Context, error: string) => c.redirect(`${homePath}/sign-in?error=${error}`, 303);

  app.get(path, async (c) => {
    const provider = oidc();
    if (!provider) return c.redirect(`${homePath}/sign-in`, 303);
    try {
      const { url, flow } = await provider.begin(callbackOf(c));
      setCookie(c, cookie, btoa(JSON.stringify(flow)), {
        path,
        httpOnly: true,
        sameSite: 'Lax',
        secure: isOverTls(c.req.raw, publicUrl),
        maxAge: 600,
      });
      return c.redirect(url, 303);
    } catch (error) {
      log.warn('the sign-in provider cannot be used', { issuer: provider.settings.issuer, error });
      return back(c, 'provider');
    }
  });

  app.get(`${path}/callback`, async (c) => {
    const provider = oidc();
    const flow = readFlow(getCookie(c, cookie));
    deleteCookie(c, cookie, { path });
    if (!provider) return back(c, 'provider');
    const answer = new URL(callbackOf(c));
    answer.search = new URL(c.req.url).search;
    if (!flow || answer.searchParams.get('state') !== flow.state) return back(c, 'elsewhere');
    if (answer.searchParams.get('error') === 'access_denied') return back(c, 'refused');
    try {
      const person = await provider.end(answer, flow);
      const user = await accountOf(deps, provider.settings, person);
      if (!user) return back(c, person.emailAddress === undefined ? 'unconfirmed' : 'unknown');
      const session = await sessions.open(user.id);
      c.header('set-cookie', sessionCookie(session.cookie, isOverTls(c.req.raw, publicUrl)), { append: true });
      c.header('cache-control', 'no-store');
      return c.redirect(homePath, 303);
    } catch (error) {
      log.warn('a sign-in at the provider failed', { issuer: provider.settings.issuer, error });
      return back(c, 'provider');
    }
  });
  return app;
}

function readFlow(text: string | undefined) {
  try {
    return flowSchema.safeParse(JSON.parse(atob(text ?? ''))).data;
  } catch {
    return undefined;
  }
}
