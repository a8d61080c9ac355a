import { Hono } from 'hono';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Workspace } from './workspace.ts';

export const sandboxClient = { id: 'logtriage-console', secret: 'played' } as const;

interface Grant {
  userId: string;
  redirectUri: string;
  nonce: string | undefined;
  challenge: string | undefined;
  untilMs: number;
}

const grantMs = 60_000;

/** "Sign in with Slack" as the sandbox plays it: whoever sits at the page is the person of the page, and is not asked. */
export function openIdRoutes(options: { workspace: Workspace; origin: () => string; userId: string }): Hono {
  const { workspace, origin, userId } = options;
  const app = new Hono();
  const grants = new Map<string, Grant>();
  let keys: Promise<CryptoKeyPair> | undefined;
  const signing = () => {
    keys ??= generateKeyPair('RS256');
    return keys;
  };

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: origin(),
      authorization_endpoint: `${origin()}/openid/connect/authorize`,
      token_endpoint: `${origin()}/api/openid.connect.token`,
      jwks_uri: `${origin()}/openid/connect/keys`,
      scopes_supported: ['openid', 'profile', 'email'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    }),
  );
  app.get('/openid/connect/keys', async (c) => {
    const { publicKey } = await signing();
    return c.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'sandbox', use: 'sig', alg: 'RS256' }] });
  });
  app.get('/openid/connect/authorize', (c) => {
    const { client_id, redirect_uri, state, nonce, code_challenge, response_type } = c.req.query();
    const back = URL.parse(redirect_uri ?? '');
    if (client_id !== sandboxClient.id || response_type !== 'code' || back?.pathname !== '/auth/oidc/callback') {
      return c.text('This is not a sign-in of the console.', 400);
    }
    const code = crypto.randomUUID();
    const untilMs = workspace.clock.now() + grantMs;
    for (const [old, grant] of grants) if (grant.untilMs < workspace.clock.now()) grants.delete(old);
    grants.set(code, { userId, redirectUri: back.href, nonce, challenge: code_challenge, untilMs });
    back.searchParams.set('code', code);
    if (state) back.searchParams.set('state', state);
    return c.redirect(back.href, 303);
  });
  app.post('/api/openid.connect.token', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const isGood =
      grant !== undefined &&
      grant.untilMs >= workspace.clock.now() &&
      form.get('client_secret') === sandboxClient.secret &&
      form.get('redirect_uri') === grant.redirectUri &&
      (await isChallengeOf(grant.challenge, form.get('code_verifier')));
    const user = grant && workspace.users.get(grant.userId);
    if (!isGood || !user) return c.json({ error: 'invalid_grant' }, 400);
    const { privateKey } = await signing();
    const seconds = Math.floor(workspace.clock.now() / 1000);
    const idToken = await new SignJWT({
      ...(user.email === null ? {} : { email: user.email ?? `${user.name}@example.com`, email_verified: true }),
      name: user.realName,
      'https://slack.com/team_id': workspace.teamId,
      'https://slack.com/user_id': user.id,
      ...(grant.nonce ? { nonce: grant.nonce } : {}),
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'sandbox' })
      .setIssuer(origin())
      .setAudience(sandboxClient.id)
      .setSubject(user.id)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 300)
      .sign(privateKey);
    return c.json({ ok: true, access_token: crypto.randomUUID(), token_type: 'Bearer', id_token: idToken });
  });
  return app;
}

async function isChallengeOf(challenge: string | undefined, verifier: string | null): Promise<boolean> {
  if (challenge === undefined) return true;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier ?? ''));
  return Buffer.from(hash).toString('base64url') === challenge;
}
