import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addUser, teamNamed } from '#service/access/add-user.ts';
import { isWellFormedApiKey, makeApiKey } from '#service/access/api-key-format.ts';
import { ownKeyRotationMs } from '#service/access/api-key-lifetime.ts';
import { auditEntries, users } from '#service/store/accounts.ts';
import { apiKeys } from '#service/store/api-keys.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

const dayMs = 86_400_000;
const admin = { email: 'admin@example.org', password: 'correct horse' };
const asAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

async function signIn(under: ServiceUnderTest, credentials = admin) {
  const answer = await under.call(undefined, 'POST', '/auth/sign-in', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return { answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

describe('keys', () => {
  it('KEY-2 KEY-3 are shown once and stored as a hash', async () => {
    await using under = await startService(asAdmin);
    const { cookie } = await signIn(under);
    const made = await under.callSignedIn(cookie, 'POST', '/console/api/keys', { name: 'mine' });
    expect(made.status).toBe(201);
    const { key, ...record } = made.body.data;
    expect(isWellFormedApiKey(key)).toBe(true);
    const listed = await under.callSignedIn(cookie, 'GET', '/console/api/keys');
    expect(listed.body.data).toEqual([record]);
    expect(JSON.stringify(await under.database.sql.select().from(apiKeys))).not.toContain(key);
    expect((await under.call(key, 'GET', '/api/v1/files')).status).toBe(200);
  });

  it('KEY-5 KEY-9 exist once after twenty simultaneous generations', async () => {
    await using under = await startService(asAdmin);
    const { cookie } = await signIn(under);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => under.callSignedIn(cookie, 'POST', '/console/api/keys', {})),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.data).toMatchObject({
      error_code: 'active_key_exists',
      prefix: expect.stringMatching(/^ltk_/),
    });
  });

  it('KEY-4 KEY-8 end after 90 days and then make room', async () => {
    await using under = await startService();
    const { user, key } = await under.addUserWithKey('ada@example.org', { password: 'a long enough password' });
    under.clock.advance(90 * dayMs - 1000);
    expect((await under.call(key, 'GET', '/api/v1/files')).status).toBe(200);
    under.clock.advance(2000);
    const expired = await under.call(key, 'GET', '/api/v1/files');
    expect([expired.status, expired.body.data.error_code]).toEqual([401, 'api_key_expired']);
    const { cookie } = await signIn(under, { email: user.email, password: 'a long enough password' });
    expect((await under.callSignedIn(cookie, 'POST', '/console/api/keys', {})).status).toBe(201);
  });

  it('KEY-7 KEY-12 are revoked at once and then replaced', async () => {
    await using under = await startService(asAdmin);
    const { cookie } = await signIn(under);
    const { body } = await under.callSignedIn(cookie, 'POST', '/console/api/keys', {});
    expect((await under.callSignedIn(cookie, 'DELETE', `/console/api/keys/${body.data.id}`)).status).toBe(200);
    const revoked = await under.call(body.data.key, 'GET', '/api/v1/files');
    expect([revoked.status, revoked.body.data.error_code]).toEqual([401, 'api_key_revoked']);
    expect((await under.callSignedIn(cookie, 'POST', '/console/api/keys', {})).status).toBe(201);
  });

  it('KEY-13 cannot be made with a key', async () => {
    await using under = await startService();
    const { key } = await under.addUserWithKey();
    expect((await under.call(key, 'POST', '/console/api/keys')).status).toBe(401);
  });

  it('N-22 carry a checksum that finds a typing error', () => {
    const key = makeApiKey();
    const changed = key[10] === 'a' ? 'b' : 'a';
    expect(isWellFormedApiKey(key)).toBe(true);
    expect(isWellFormedApiKey(`${key.slice(0, 10)}${changed}${key.slice(11)}`)).toBe(false);
  });

  it('warn their owner through a webhook 14, 7, 3 and 1 days before the end, and at it', async () => {
    await using under = await startService();
    const { user } = await under.addUserWithKey();
    for (let day = 0; day <= 91; day += 1) {
      await under.service.drain();
      under.clock.advance(dayMs);
    }
    const entries = await under.database.sql.select().from(auditEntries);
    const warned = entries.filter(({ action }) => action === 'api_key.expiring').map(({ detail }) => detail.days);
    expect(warned).toEqual([14, 7, 3, 1, 0]);
    expect(user.id).toBeTruthy();
  });
});

describe('api_access', () => {
  it('AUTH-6 AUTH-9 KEY-10 TEAM-3 is turned on by an admin of the team, off again at once, and back with the same key', async () => {
    await using under = await startService(asAdmin);
    const { cookie } = await signIn(under);
    const member = { email: 'bo@example.org', password: 'a long enough password' };
    const added = await under.callSignedIn(cookie, 'POST', '/console/api/members', { ...member, role: 'member' });
    expect(added.status).toBe(201);
    expect(added.body.data).toMatchObject({ plan: 'none', api_access: false });
    const { cookie: own } = await signIn(under, member);
    const path = `/console/api/members/${added.body.data.id}`;

    const early = await under.callSignedIn(own, 'POST', '/console/api/keys', {});
    expect([early.status, early.body.data.error_code]).toEqual([403, 'api_access_required']);
    expect((await under.callSignedIn(own, 'PATCH', path, { api_access: true })).status).toBe(403);
    await under.callSignedIn(cookie, 'PATCH', path, { api_access: true });
    const noPlan = await under.callSignedIn(own, 'POST', '/console/api/keys', {});
    expect([noPlan.status, noPlan.body.data.error_code]).toEqual([403, 'plan_not_eligible']);
    await under.callSignedIn(cookie, 'PATCH', path, { plan: 'open_source' });
    const { key } = (await under.callSignedIn(own, 'POST', '/console/api/keys', {})).body.data;

    expect((await under.call(key, 'GET', '/api/v1/files')).status).toBe(200);
    await under.callSignedIn(cookie, 'PATCH', path, { api_access: false });
    for (const any of ['/api/v1/files', '/api/v1/nowhere', '/api/v1/upload']) {
      const refused = await under.call(key, 'GET', any);
      expect([refused.status, refused.body.data.error_code]).toEqual([403, 'api_access_required']);
    }
    await under.callSignedIn(cookie, 'PATCH', path, { api_access: true });
    expect((await under.call(key, 'GET', '/api/v1/files')).status).toBe(200);
    const audit = await under.database.sql.select().from(auditEntries);
    expect(audit.filter(({ action }) => action === 'user.changed')).toHaveLength(4);
  });

  it("TEAM-1 of another team is not an admin's to change, and a team keeps an admin", async () => {
    await using under = await startService(asAdmin);
    const { cookie } = await signIn(under);
    const teamId = await teamNamed({ sql: under.database.sql, clock: under.clock }, 'other');
    const other = await addUser({ sql: under.database.sql, clock: under.clock }, 'test', {
      email: 'c@example.org',
      password: null,
      teamId,
      role: 'admin',
      plan: 'none',
      hasApiAccess: false,
      isSiteAdmin: false,
    });
    expect(
      (await under.callSignedIn(cookie, 'PATCH', `/console/api/members/${other!.id}`, { plan: 'none' })).status,
    ).toBe(404);
    const [self] = await under.database.sql.select().from(users).where(eq(users.email, admin.email));
    const demoted = await under.callSignedIn(cookie, 'PATCH', `/console/api/members/${self!.id}`, { role: 'member' });
    expect([demoted.status, demoted.body.data.error_code]).toEqual([409, 'last_admin']);
  });
});

describe('sign-in', () => {
  it('gives user, token and cookie as JSON, and a redirect to a form', async () => {
    await using under = await startService(asAdmin);
    const { answer } = await signIn(under);
    expect(answer.body.data).toMatchObject({ user: { email: admin.email, role: 'admin' }, token: expect.any(String) });
    expect(Date.parse(answer.body.data.expires_at) - under.clock.now()).toBe(5 * 60_000);
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax$/);
    const form = await under.call(undefined, 'POST', '/auth/sign-in', { body: new URLSearchParams(admin) });
    expect([form.status, form.headers.get('location')]).toEqual([303, '/console']);
  });

  it('makes the cookie Secure behind TLS', async () => {
    await using under = await startService({ ...asAdmin, PUBLIC_URL: 'https://logs.example.org' });
    expect((await signIn(under)).answer.headers.get('set-cookie')).toContain('; Secure');
  });

  it('SES-4 counts only failures, and holds up who fails too often', async () => {
    await using under = await startService(asAdmin);
    for (let n = 0; n < 12; n += 1) expect((await signIn(under)).answer.status).toBe(200);
    const wrong = { ...admin, password: 'guess' };
    for (let n = 0; n < 10; n += 1) expect((await signIn(under, wrong)).answer.status).toBe(401);
    const held = await signIn(under);
    expect(held.answer.status).toBe(429);
    expect(Number(held.answer.headers.get('retry-after'))).toBeGreaterThan(0);
    under.clock.advance(5 * 60_000);
    expect((await signIn(under)).answer.status).toBe(200);
  });

  it('SES-5 takes unsafe requests with the cookie only from its own pages', async () => {
    await using under = await startService({ ...asAdmin, PUBLIC_URL: 'https://logs.example.org' });
    const { cookie } = await signIn(under);
    const post = (origin?: string) =>
      under.call(undefined, 'POST', '/auth/session-token', { headers: { cookie, ...(origin ? { origin } : {}) } });
    expect((await post()).status).toBe(403);
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post('null')).status).toBe(403);
    expect((await post('https://logs.example.org')).status).toBe(200);
    expect((await post(under.origin)).status).toBe(200);
    expect((await under.call(undefined, 'POST', '/auth/session-token')).status).toBe(401);
  });

  it('ends after twelve idle hours', async () => {
    await using under = await startService(asAdmin);
    const { cookie } = await signIn(under);
    under.clock.advance(11 * 3_600_000);
    expect((await under.callSignedIn(cookie, 'GET', '/console/api/keys')).status).toBe(200);
    under.clock.advance(12 * 3_600_000 + 1);
    expect((await under.callSignedIn(cookie, 'GET', '/console/api/keys')).status).toBe(401);
  });

  it('without an account in the environment is set up through a link that works once', async () => {
    await using under = await startService();
    const path = join(under.dataDir, 'setup-link');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const link = new URL((await readFile(path, 'utf8')).trim());
    const page = await under.call(undefined, 'GET', link.pathname + link.search);
    expect(page.body).toContain('<form');
    const body = new URLSearchParams({ token: link.searchParams.get('token')!, ...admin });
    expect((await under.call(undefined, 'POST', '/auth/setup', { body })).status).toBe(303);
    expect((await under.call(undefined, 'POST', '/auth/setup', { body })).status).toBe(404);
    expect((await signIn(under)).answer.body.data.user.role).toBe('admin');
    await expect(readFile(path)).rejects.toThrow();
  });
});

it('C-34 the embedded bot has an account without rate limits whose key is replaced on day 80', async () => {
  await using under = await startService({ RATE_LIMIT_REQUESTS: '2' });
  const bot = await under.service.ensureBotAccount();
  const first = bot.apiKey;
  for (let n = 0; n < 5; n += 1) expect((await under.call(first, 'GET', '/api/v1/files')).status).toBe(200);
  under.clock.advance(ownKeyRotationMs);
  await under.service.drain();
  expect(bot.apiKey).not.toBe(first);
  expect((await under.call(bot.apiKey, 'GET', '/api/v1/files')).status).toBe(200);
  expect((await under.call(first, 'GET', '/api/v1/files')).status).toBe(401);
});

it('N-9 refuses more requests than a key may make in a minute, and says when to come back', async () => {
  await using under = await startService({ RATE_LIMIT_REQUESTS: '3', RATE_LIMIT_DEEP: '0' });
  const { key } = await under.addUserWithKey();
  const first = await under.call(key, 'GET', '/api/v1/files');
  expect(first.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
  expect(first.headers.get('ratelimit')).toBe('"default";r=2;t=20');
  await under.call(key, 'GET', '/api/v1/files');
  await under.call(key, 'GET', '/api/v1/files');
  const refused = await under.call(key, 'GET', '/api/v1/files');
  expect([refused.status, refused.body.data.error_code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('retry-after')).toBe('20');
  under.clock.advance(20_000);
  expect((await under.call(key, 'GET', '/api/v1/files')).status).toBe(200);
});
