import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { problem, readJson } from './problem.ts';
import type { Deployment } from './site.ts';

export interface JiraCredentials {
  email: string;
  apiToken: string;
  /** A token with scopes: for the gateway alone. */
  scopedToken?: string;
  /** An OAuth app, with code and refresh tokens. */
  oauth?: { clientId: string; clientSecret: string };
}

export interface JiraAuthorization {
  /** `/_edge/tenant_info` and what lies at Atlassian's own host: `/authorize`, `/oauth/token`, accessible resources. */
  app: Hono;
  cloudId: string;
  isAccepted(c: Context): boolean;
  /** The refusal, or undefined: go on. */
  refuse(c: Context): Response | undefined;
  /** The call came with an OAuth token, which may register webhooks of its own. */
  isOauth(c: Context): boolean;
}

const accessSeconds = 3600;
export const allScopes = [
  'read:jira-work',
  'write:jira-work',
  'manage:jira-webhook',
  'read:jira-user',
  'offline_access',
];

/** Who may call: Cloud by API token, by scoped token or OAuth through the gateway; Data Center by personal token. */
export function createAuthorization(options: {
  clock: Clock;
  deployment: Deployment;
  origin: () => string;
  credentials: JiraCredentials;
  /** What the scoped token and the app may do at this moment. */
  scopes: () => readonly string[];
}): JiraAuthorization {
  const { clock, credentials, scopes } = options;
  const { email, apiToken, scopedToken, oauth } = credentials;
  const cloudId = 'c10ud1d0-0000-4000-8000-000000000001';
  const codes = new Map<string, string>();
  const access = new Map<string, number>();
  const refresh = new Set<string>();
  const basic = (token: string) => `Basic ${btoa(`${email}:${token}`)}`;

  const grant = () => {
    const access_token = crypto.randomUUID();
    const refresh_token = crypto.randomUUID();
    access.set(access_token, clock.now() + accessSeconds * 1000);
    refresh.add(refresh_token);
    return { access_token, refresh_token, token_type: 'Bearer', expires_in: accessSeconds, scope: scopes().join(' ') };
  };
  const bearer = (c: Context): string => /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  const isFresh = (token: string) => (access.get(token) ?? 0) > clock.now();
  const isScoped = (c: Context): boolean =>
    scopedToken !== undefined &&
    [basic(scopedToken), `Bearer ${scopedToken}`].includes(c.req.header('authorization') ?? '');
  const isAccepted = (c: Context): boolean => {
    const given = c.req.header('authorization');
    if (options.deployment === 'datacenter') return bearer(c) === apiToken;
    if (!c.req.path.includes('/ex/jira/')) return given === basic(apiToken);
    if (!c.req.path.includes(`/ex/jira/${cloudId}/`)) return false;
    return isScoped(c) || isFresh(bearer(c));
  };

  const app = new Hono();
  if (options.deployment === 'cloud') {
    app.get('/_edge/tenant_info', (c) => c.json({ cloudId }));
    app.get('/authorize', (c) => {
      const { client_id, redirect_uri = '', state = '' } = c.req.query();
      const back = URL.parse(redirect_uri);
      if (!oauth || client_id !== oauth.clientId || !back) return c.text('Something went wrong: unknown client', 400);
      const code = crypto.randomUUID();
      codes.set(code, redirect_uri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', state);
      return c.redirect(back.href);
    });
    app.post('/oauth/token', async (c) => {
      const text = await c.req.text();
      const body = readJson(text) ?? Object.fromEntries(new URLSearchParams(text));
      const isClient = oauth && body.client_id === oauth.clientId && body.client_secret === oauth.clientSecret;
      if (!isClient) return c.json({ error: 'access_denied', error_description: 'Unauthorized' }, 401);
      const code = String(body.code);
      const isCode = body.grant_type === 'authorization_code' && codes.get(code) === body.redirect_uri;
      // A refresh token works once: the answer holds the next.
      const isRefresh = body.grant_type === 'refresh_token' && refresh.delete(String(body.refresh_token));
      if (isCode && codes.delete(code)) return c.json(grant());
      if (isRefresh) return c.json(grant());
      return c.json({ error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' }, 403);
    });
    app.get('/oauth/token/accessible-resources', (c) => {
      if (!isFresh(bearer(c))) return c.json({ code: 401, message: 'Unauthorized' }, 401);
      return c.json([{ id: cloudId, url: options.origin(), name: 'sandbox', scopes: scopes(), avatarUrl: '' }]);
    });
  }

  return {
    app,
    cloudId,
    isAccepted,
    isOauth: (c) => isFresh(bearer(c)),
    refuse(c) {
      if (!isAccepted(c)) {
        c.header('www-authenticate', 'OAuth realm="sandbox"');
        return problem(c, 401, 'You are not authenticated. Authentication required to perform this operation.');
      }
      const isLimited = isFresh(bearer(c)) || isScoped(c);
      if (!isLimited || scopes().includes(scopeFor(c.req.method, c.req.path))) return undefined;
      return c.json({ code: 401, message: 'Unauthorized; scope does not match' }, 401);
    },
  };
}

function scopeFor(method: string, path: string): string {
  if (/\/webhook(?:\/|$)/.test(path)) return 'manage:jira-webhook';
  if (/\/(?:myself|users?)(?:\/|$)/.test(path)) return 'read:jira-user';
  const isWrite = method !== 'GET' && !/\/(?:search\/|comment\/list$)/.test(path);
  return isWrite ? 'write:jira-work' : 'read:jira-work';
}
