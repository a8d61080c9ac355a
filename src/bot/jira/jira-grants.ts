import { z } from 'zod';
import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import type { GrantStore } from '../store/grant-store.ts';
import { defaultGatewayUrl, type JiraConnection } from './jira-access.ts';
import { toJiraError, unreachable } from './jira-errors.ts';

/** What somebody of the site granted the app. */
interface JiraGrant {
  accessToken: string;
  /** Each is good once: the answer to its use brings the next. */
  refreshToken: string;
  expiresAtMs: number;
  cloudId: string;
}

export interface JiraGrants {
  /** Renewed where it is about to end. Throws `unauthorized` where nobody granted anything yet. */
  current(): Promise<JiraGrant>;
  /** After a refusal of this access token: whether there is a newer one. */
  renew(refusedToken: string): Promise<boolean>;
  /** Where somebody of the site is asked; what comes back is told from what others made up by `state`. */
  begin(redirectUrl: string): Promise<string>;
  /** Takes what the browser brought back. */
  finish(answer: {
    code: string;
    state: string;
    redirectUrl: string;
  }): Promise<'granted' | 'unknown_state' | 'other_site'>;
}

const grantName = 'jira';
const stateName = 'jira-state';
const defaultAuthUrl = 'https://auth.atlassian.com';
const stateLivesMs = 15 * 60_000;
const earlyMs = 60_000;
const callTimeoutMs = 15_000;
/** What somebody of the site is asked to grant. */
export const grantScopes = [
  'read:jira-work',
  'write:jira-work',
  'read:jira-user',
  'manage:jira-webhook',
  'offline_access',
];

const grantSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAtMs: z.number(),
  cloudId: z.string(),
});
const stateSchema = z.object({ state: z.string(), untilMs: z.number() });
const tokenSchema = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });
const resourceSchema = z.array(z.object({ id: z.string(), url: z.string() }));

/** OAuth 2.0 (3LO): the access lives an hour, and the token that renews it changes with every use. */
export function createJiraGrants(deps: {
  connection: JiraConnection & { oauth: NonNullable<JiraConnection['oauth']> };
  store: GrantStore;
  clock: Clock;
  fetch?: typeof fetch;
}): JiraGrants {
  const { connection, store, clock } = deps;
  const { clientId, clientSecret, authUrl = defaultAuthUrl } = connection.oauth;
  const { gatewayUrl = defaultGatewayUrl } = connection;
  const send = deps.fetch ?? ((url, init) => fetch(url, init));
  let renewing: Promise<JiraGrant> | undefined;

  return {
    async current() {
      const grant = await read();
      return grant.expiresAtMs - earlyMs > clock.now() ? grant : await refresh(grant);
    },
    async renew(refusedToken) {
      const grant = await read();
      // Somebody else may have renewed it meanwhile.
      if (grant.accessToken === refusedToken) await refresh(grant);
      return true;
    },
    async begin(redirectUrl) {
      const state = crypto.randomUUID();
      await store.write(stateName, { state, untilMs: clock.now() + stateLivesMs });
      const query = new URLSearchParams({
        audience: 'api.atlassian.com',
        client_id: clientId,
        scope: grantScopes.join(' '),
        redirect_uri: redirectUrl,
        state,
        response_type: 'code',
        prompt: 'consent',
      });
      return `${authUrl}/authorize?${query}`;
    },
    async finish({ code, state, redirectUrl }) {
      const known = stateSchema.safeParse(await store.read(stateName)).data;
      if (!known || known.state !== state || known.untilMs < clock.now()) return 'unknown_state';
      await store.remove(stateName);
      const token = await post({ grant_type: 'authorization_code', code, redirect_uri: redirectUrl });
      const cloudId = await findSite(token.access_token);
      if (cloudId === undefined) return 'other_site';
      await keep(token, cloudId);
      return 'granted';
    },
  };

  async function read(): Promise<JiraGrant> {
    const grant = grantSchema.safeParse(await store.read(grantName)).data;
    if (grant) return grant;
    throw new RemoteError('unauthorized', 'Jira has granted nothing yet', { reason: 'not_connected' });
  }

  /** One at a time: a second use of the same refresh token would end the whole grant. */
  function refresh(grant: JiraGrant): Promise<JiraGrant> {
    renewing ??= (async () => {
      try {
        const token = await post({ grant_type: 'refresh_token', refresh_token: grant.refreshToken });
        return await keep(token, grant.cloudId);
      } catch (error) {
        // A command beside the program, or the program beside it, was faster.
        const kept = await read();
        if (kept.accessToken === grant.accessToken) throw error;
        return kept;
      }
    })().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function keep(token: z.infer<typeof tokenSchema>, cloudId: string): Promise<JiraGrant> {
    const grant = {
      accessToken: token.access_token,
      refreshToken: token.refresh_token,
      expiresAtMs: clock.now() + token.expires_in * 1000,
      cloudId,
    };
    await store.write(grantName, grant);
    return grant;
  }

  async function post(form: Record<string, string>): Promise<z.infer<typeof tokenSchema>> {
    const body = JSON.stringify({ ...form, client_id: clientId, client_secret: clientSecret });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const reply = await call(`${authUrl}/oauth/token`, { method: 'POST', body, headers });
    const token = tokenSchema.safeParse(reply).data;
    if (!token) throw new RemoteError('unavailable', 'Atlassian answered without tokens');
    return token;
  }

  /** The same account may have many sites; only the configured one counts. */
  async function findSite(accessToken: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' };
    const reply = await call(`${gatewayUrl}/oauth/token/accessible-resources`, { headers });
    const sites = resourceSchema.safeParse(reply).data ?? [];
    return sites.find(({ url }) => URL.parse(url)?.origin === new URL(connection.baseUrl).origin)?.id;
  }

  async function call(url: string, init: RequestInit): Promise<unknown> {
    const what = new URL(url).pathname;
    let response: Response;
    try {
      response = await send(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(callTimeoutMs) });
    } catch (cause) {
      throw unreachable(what, false, cause);
    }
    // A refused grant is mended by granting anew, whatever status says so.
    if (response.status === 400 || response.status === 401 || response.status === 403) {
      throw new RemoteError('unauthorized', `Atlassian refused ${what}`, {
        status: response.status,
        reason: 'grant_refused',
      });
    }
    if (!response.ok) throw toJiraError(response, what, false);
    return await response.json().catch(() => undefined);
  }
}
