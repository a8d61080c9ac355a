import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { systemClock } from '#core/clock.ts';
import { createOidc } from '#service/access/oidc.ts';
import { serveHttp } from '../../src/node/http-server.ts';
import { openIdRoutes, sandboxClient } from '../../src/sandbox/slack/open-id.ts';
import { createWorkspace } from '../../src/sandbox/slack/workspace.ts';
import { startService } from '../support/service-under-test.ts';

const admin = { email: 'admin@example.org', password: 'a long password' };
const asAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

type Under = Awaited<ReturnType<typeof startService>>;

async function signIn(under: Under, account = admin) {
  const headers = { 'content-type': 'application/json' };
  const answer = await under.call(undefined, 'POST', '/auth/sign-in', { headers, body: JSON.stringify(account) });
  return { status: answer.status, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

it('says at sign-in where the link for the first account lies, for as long as there is none', async () => {
  await using fresh = await startService();
  expect((await fresh.call(undefined, 'GET', '/console/sign-in')).body).toContain('setup-link');
  await using settled = await startService(asAdmin);
  expect((await settled.call(undefined, 'GET', '/console/sign-in')).body).not.toContain('setup-link');
});

it('keeps the typed address in the form after a sign-in that failed, once, and out of every link', async () => {
  await using under = await startService(asAdmin);
  const email = 'ada"@example.org';
  const failed = await under.call(undefined, 'POST', '/auth/sign-in', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email, password: 'a wrong password' }).toString(),
    redirect: 'manual',
  });
  expect(failed.headers.get('location')).toBe('/console/sign-in?error=wrong');
  const cookie = failed.headers.get('set-cookie')?.split(';')[0] ?? '';
  const again = await under.call(undefined, 'GET', '/console/sign-in?error=wrong', { headers: { cookie } });
  expect(again.body).toContain('value="ada&quot;@example.org"');
  expect(again.headers.get('set-cookie')).toMatch(/^logtriage_email=;.*Max-Age=0/);
});

it('removes a member with keys, sessions and files, and resets a password', async () => {
  await using under = await startService(asAdmin);
  const { cookie } = await signIn(under);
  const account = { email: 'ada@example.org', password: 'her first password' };
  const added = await under.callSignedIn(cookie, 'POST', '/console/api/members', account);
  const path = `/console/api/members/${added.body.data.id}`;
  await under.callSignedIn(cookie, 'PATCH', path, { plan: 'enterprise', api_access: true });
  const hers = await signIn(under, account);

  expect((await under.callSignedIn(hers.cookie, 'DELETE', path)).status).toBe(403);
  const reset = await under.callSignedIn(cookie, 'POST', `${path}/password`, { password: 'her second password' });
  expect(reset.status).toBe(200);
  expect((await under.callSignedIn(hers.cookie, 'GET', '/console/api/members')).status).toBe(401);
  expect((await signIn(under, account)).status).toBe(401);
  const again = await signIn(under, { ...account, password: 'her second password' });
  const made = await under.callSignedIn(again.cookie, 'POST', '/console/api/keys', {});
  const id = await under.completed(made.body.data.key, 'a.log', 'one line\n');

  expect((await under.callSignedIn(cookie, 'DELETE', path)).status).toBe(200);
  expect((await under.call(made.body.data.key, 'GET', `/api/v1/files/${id}`)).status).toBe(401);
  expect((await under.callSignedIn(again.cookie, 'GET', '/console/api/members')).status).toBe(401);
  expect((await signIn(under, { ...account, password: 'her second password' })).status).toBe(401);
});

it('keeps an admin of a team from taking over who operates the installation', async () => {
  await using under = await startService(asAdmin);
  const { cookie } = await signIn(under);
  const account = { email: 'boss@example.org', password: 'a long password' };
  await under.callSignedIn(cookie, 'POST', '/console/api/members', { ...account, role: 'admin' });
  const boss = await signIn(under, account);
  const members = (await under.callSignedIn(boss.cookie, 'GET', '/console/api/members')).body.data;
  const operator = members.find(({ email }: { email: string }) => email === admin.email);
  const path = `/console/api/members/${operator.id}`;
  expect((await under.callSignedIn(boss.cookie, 'DELETE', path)).status).toBe(403);
  const stolen = await under.callSignedIn(boss.cookie, 'POST', `${path}/password`, { password: 'now it is mine' });
  expect(stolen.status).toBe(403);
  expect((await signIn(under)).status).toBe(200);
});

async function withProvider(
  domains: string[],
  knows: boolean,
  person: { email: string | null } = { email: 'ada@example.org' },
) {
  const workspace = createWorkspace(systemClock, { teamId: 'T0OWN', teamName: 'Own', appId: 'A0OWN' });
  workspace.addUser({ id: 'U0ADA', name: 'ada', ...person });
  let origin = '';
  const provider = new Hono().route('/', openIdRoutes({ workspace, origin: () => origin, userId: 'U0ADA' }));
  const http = await serveHttp({ fetch: provider.fetch as never, host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${http.port}`;
  const oidc = createOidc({
    issuer: origin,
    clientId: sandboxClient.id,
    clientSecret: sandboxClient.secret,
    name: 'the provider',
    domains,
  });
  const caseBook = { knowsPerson: async () => knows, read: async () => undefined } as never;
  const under = await startService(asAdmin, { oidc: () => oidc, caseBook: () => caseBook });
  const begin = await under.call(undefined, 'GET', '/auth/oidc');
  const cookie = begin.headers.get('set-cookie')!.split(';')[0]!;
  const back = new URL((await fetch(begin.headers.get('location')!, { redirect: 'manual' })).headers.get('location')!);
  const end = (path = back.pathname + back.search, headers: Record<string, string> = { cookie }) =>
    under.call(undefined, 'GET', path, { headers });
  return {
    under,
    end,
    back,
    async [Symbol.asyncDispose]() {
      await under[Symbol.asyncDispose]();
      await http.close(0);
    },
  };
}

const sessionOf = (answer: { headers: Headers }) =>
  /logtriage_session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0];

it('signs in whom the provider vouches for and a domain or the workspace lets in', async () => {
  for (const [domains, knows] of [
    [['example.org'], false],
    [[], true],
  ] as const) {
    await using run = await withProvider([...domains], knows);
    const answer = await run.end();
    expect(answer.headers.get('location')).toBe('/console');
    const members = await run.under.callSignedIn(sessionOf(answer)!, 'GET', '/console/api/members');
    const ada = members.body.data.find(({ email }: { email: string }) => email === 'ada@example.org');
    expect(ada).toMatchObject({ role: 'member', plan: 'none', api_access: false });
  }
});

it('turns strangers away, and answers that belong to another browser', async () => {
  await using stranger = await withProvider([], false);
  const refused = await stranger.end();
  expect(refused.headers.get('location')).toContain('error=unknown');
  expect(sessionOf(refused)).toBeUndefined();
  await using run = await withProvider(['example.org'], false);
  const foreign = await run.end(undefined, {});
  expect(foreign.headers.get('location')).toContain('error=elsewhere');
  run.back.searchParams.set('state', 'another');
  const forged = await run.end(run.back.pathname + run.back.search);
  expect(forged.headers.get('location')).toContain('error=elsewhere');
  expect(sessionOf(forged)).toBeUndefined();
});

it('tells who did not allow the sign-in, and who has no confirmed address, what is in the way', async () => {
  await using run = await withProvider(['example.org'], false);
  const { pathname, searchParams } = run.back;
  const refusal = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state')! });
  const refused = await run.end(`${pathname}?${refusal}`);
  expect(refused.headers.get('location')).toContain('error=refused');
  const page = await run.under.call(undefined, 'GET', refused.headers.get('location')!);
  expect(page.body).toContain('You did not allow the sign-in there');
  await using nameless = await withProvider(['example.org'], true, { email: null });
  const unconfirmed = await nameless.end();
  expect(unconfirmed.headers.get('location')).toContain('error=unconfirmed');
  expect(sessionOf(unconfirmed)).toBeUndefined();
});

it('says on a page that an account may not see where else to sign in, whether there is such a page or not', async () => {
  await using run = await withProvider(['example.org'], false);
  const page = '/console/cases/some-question/AAAAAAAAAAAAAAAAAAAAAAAA';
  const { cookie } = await signIn(run.under);
  const asked = await run.under.callSignedIn(cookie, 'GET', page);
  expect(asked.status).toBe(404);
  expect(asked.body).toContain(`<a class="button primary" href="${page}/sign-in">Sign in with the provider</a>`);
  const other = await run.under.callSignedIn(cookie, 'GET', page.replace('some', 'other'));
  expect(other.body.replaceAll('other-', 'some-')).toBe(asked.body);

  const leaving = await run.under.callSignedIn(cookie, 'GET', `${page}/sign-in`);
  expect(leaving.headers.get('location')).toBe('/auth/oidc');
  const wanted = leaving.headers.get('set-cookie')!.split(';')[0]!;
  const session = sessionOf(await run.end())!;
  const headers = { cookie: `${session}; ${wanted}` };
  expect((await run.under.call(undefined, 'GET', '/console', { headers })).headers.get('location')).toBe(page);
  const known = await run.under.call(undefined, 'GET', page, { headers });
  expect([known.status, known.body]).toEqual([404, expect.stringContaining('Sign in again with the provider')]);
});

it('leads nobody back to a page that an account may not see', async () => {
  await using run = await withProvider(['example.org'], false);
  const { cookie } = await signIn(run.under);
  const asked = await run.under.callSignedIn(cookie, 'GET', '/console/cases/some-question/AAAAAAAAAAAAAAAAAAAAAAAA');
  expect(asked.headers.get('set-cookie')).toBeNull();
});
