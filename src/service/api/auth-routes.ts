import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { clientAddress } from '#core/client-address.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { isOwnOrigin, requireOwnOrigin } from '../access/require-own-origin.ts';
import {
  deviceCookie,
  isOverTls,
  readDeviceCookie,
  readSessionCookie,
  sessionCookie,
} from '../access/session-cookie.ts';
import type { SessionTokens } from '../access/session-tokens.ts';
import type { Sessions } from '../access/sessions.ts';
import { type SignInDeps, signIn } from '../access/sign-in.ts';
import { isSetupToken, type SiteAdminDeps, useSetupLink } from '../access/site-admin.ts';
import { renderSetup, renderUsedUpSetup } from '../console/sign-in-page.ts';
import { typedEmail } from '../console/typed-email.ts';
import type { User } from '../store/accounts.ts';
import type { ServiceBindings } from './bindings.ts';
import { successResponse } from './envelope.ts';
import { ApiError } from './errors.ts';
import { checkFields, readJson, readText } from './read-json.ts';

const credentialsSchema = z.object({ email: z.string().min(1).max(320), password: z.string().min(1).max(1024) });
const setupSchema = z.object({
  token: z.string().max(200),
  email: z.email().max(320),
  password: z.string().min(8, 'must have at least 8 characters').max(1024),
});

export interface AuthRoutesDeps {
  signIn: SignInDeps;
  sessions: Sessions;
  tokens: SessionTokens;
  siteAdmin: SiteAdminDeps;
  publicUrl: string | undefined;
  trustedProxies: readonly string[];
  /** Where a form goes after sign-in and sign-out. */
  homePath: string;
}

/** Sign-in, sign-out, tokens for streaming, and the page of the set-up link. JSON, and forms where a page posts them. */
export function authRoutes(deps: AuthRoutesDeps): Hono<ServiceBindings> {
  const { sessions, tokens, publicUrl, homePath } = deps;
  const app = new Hono<ServiceBindings>();
  type C = Context<ServiceBindings>;

  app.post('/auth/sign-in', async (c) => {
    refuseForeignPage(c);
    const isForm = isFormPost(c);
    const { email, password } = await readFields(c, credentialsSchema);
    const device = readDeviceCookie(c.req.raw);
    const result = await signIn(deps.signIn, { email, password, address: addressOf(c), device });
    if (!result.ok && isForm) {
      typedEmail.remember(c, email);
      return c.redirect(`${homePath}/sign-in?error=${result.reason}`, 303);
    }
    if (!result.ok && result.reason === 'too_many') {
      throw new ApiError('rate_limited', { headers: { 'retry-after': String(result.retryAfterSeconds) } });
    }
    if (!result.ok) throw new ApiError('sign_in_failed', { headers: { 'www-authenticate': 'Cookie' } });
    const { user, session } = result;
    const response = isForm
      ? c.body(null, 303, { location: homePath, 'cache-control': 'no-store' })
      : await signedInResponse(c, user, session.id);
    const isSecure = isOverTls(c.req.raw, publicUrl);
    response.headers.append('set-cookie', sessionCookie(result.cookie, isSecure));
    response.headers.append('set-cookie', deviceCookie(result.device, isSecure));
    return response;
  });

  app.post('/auth/sign-out', async (c) => {
    const { session } = await requireSession(c);
    await sessions.end(session.id);
    const headers = { 'set-cookie': sessionCookie('', isOverTls(c.req.raw, publicUrl)) };
    if (isFormPost(c)) return c.body(null, 303, { ...headers, location: `${homePath}/sign-in` });
    return successResponse(c.req.raw, { message: 'Signed out.', data: {}, headers });
  });

  app.post('/auth/session-token', async (c) => {
    const { user, session } = await requireSession(c);
    const { token, expiresAtMs } = await tokens.issue(user.id, session.id);
    return successResponse(c.req.raw, {
      message: 'A token for streaming.',
      data: { token, expires_at: new Date(expiresAtMs).toISOString() },
    });
  });

  app.use('/auth/setup', pageSecurity);
  app.get('/auth/setup', async (c) => {
    const token = c.req.query('token') ?? '';
    if (!(await isSetupToken(deps.siteAdmin, token))) return c.html(renderUsedUpSetup(), 404);
    return c.html(renderSetup(token));
  });

  app.post('/auth/setup', async (c) => {
    refuseForeignPage(c);
    const isForm = isFormPost(c);
    const fields = await readFields(c, setupSchema.extend({ email: z.string(), password: z.string() }));
    const checked = setupSchema.safeParse(fields);
    if (!checked.success && isForm) {
      return c.html(renderSetup(fields.token, checked.error.issues[0]!.message, fields.email), 400);
    }
    const { token, email, password } = checkFields(setupSchema, fields);
    const user = await useSetupLink(deps.siteAdmin, token, { email, password });
    if (!user && isForm) return c.html(renderUsedUpSetup(), 404);
    if (!user) throw new ApiError('not_found', { message: 'The link was used already, or is not the right one.' });
    const { cookie } = await sessions.open(user.id);
    const headers = { 'set-cookie': sessionCookie(cookie, isOverTls(c.req.raw, publicUrl)) };
    if (isForm) return c.body(null, 303, { ...headers, location: homePath });
    const data = { user: { id: user.id, email: user.email, role: user.role } };
    return successResponse(c.req.raw, { status: 201, message: 'The first account is made.', data, headers });
  });

  app.on(['GET', 'PUT', 'PATCH', 'DELETE'], ['/auth/sign-in', '/auth/sign-out', '/auth/session-token'], () => {
    throw new ApiError('method_not_allowed', { headers: { allow: 'POST' } });
  });
  app.all('/auth/*', () => {
    throw new ApiError('not_found', { message: 'There is no such path.' });
  });
  return app;

  function addressOf(c: C): string {
    return clientAddress(c.env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'), deps.trustedProxies);
  }

  async function signedInResponse(c: C, user: User, sessionId: string): Promise<Response> {
    const { token, expiresAtMs } = await tokens.issue(user.id, sessionId);
    return successResponse(c.req.raw, {
      message: 'Signed in.',
      data: {
        user: { id: user.id, email: user.email, role: user.role },
        token,
        expires_at: new Date(expiresAtMs).toISOString(),
      },
    });
  }

  async function requireSession(c: C) {
    const found = await sessions.find(readSessionCookie(c.req.raw));
    if (!found) throw new ApiError('session_required', { headers: { 'www-authenticate': 'Cookie' } });
    requireOwnOrigin(c.req.raw, publicUrl);
    return found;
  }

  /** Signing in needs no cookie, so programs may leave Origin out; a page elsewhere that says who it is may not. */
  function refuseForeignPage(c: C): void {
    const origin = c.req.header('origin');
    if (origin !== undefined && !isOwnOrigin(origin, c.req.header('host'), publicUrl)) {
      throw new ApiError('origin_not_allowed');
    }
  }
}

function isFormPost(c: Context): boolean {
  return /^application\/x-www-form-urlencoded/i.test(c.req.header('content-type') ?? '');
}

async function readFields<S extends z.ZodObject>(c: Context, schema: S): Promise<z.infer<S>> {
  if (!isFormPost(c)) return await readJson(c.req.raw, schema);
  return checkFields(schema, Object.fromEntries(new URLSearchParams(await readText(c.req.raw))));
}
