import { describe, expect, it } from 'vitest';
import { startService } from '../support/service-under-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const admin = { email: 'admin@example.org', password: 'correct horse' };
const asAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
const behindProxy = { ...asAdmin, TRUSTED_PROXIES: '127.0.0.1' };

async function signIn(
  under: Awaited<ReturnType<typeof startService>>,
  credentials: { email: string; password: string },
  headers: Record<string, string> = {},
) {
  return await under.call(undefined, 'POST', '/auth/sign-in', {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(credentials),
  });
}

function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

describe('guessing', () => {
  it('tries no more guesses when they come all at once', async () => {
    await using under = await startService(asAdmin);
    const guesses = Array.from({ length: 80 }, (_, n) => signIn(under, { ...admin, password: `guess ${n}` }));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(70);
  });

  it('behind a trusted proxy holds up the one who guesses and nobody else', async () => {
    await using under = await startService(behindProxy);
    const guess = (address: string, password = 'guess') =>
      signIn(under, { ...admin, password }, { 'x-forwarded-for': address });
    for (let n = 0; n < 10; n += 1) expect((await guess('198.51.100.7')).status).toBe(401);
    expect((await guess('198.51.100.7', admin.password)).status).toBe(429);
    // What stands left of the proxy's own entry is what the client said of itself.
    expect((await guess('203.0.113.9, 198.51.100.7', admin.password)).status).toBe(429);
    expect((await guess('203.0.113.9', admin.password)).status).toBe(200);
  });

  it('does not believe forwarded addresses of anybody but trusted proxies', async () => {
    await using under = await startService(asAdmin);
    const guess = (n: number) => signIn(under, { ...admin, password: 'x' }, { 'x-forwarded-for': `198.51.100.${n}` });
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await guess(n)).status);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  it('from everywhere at one account ends, while its owner gets in with the browser used before', async () => {
    await using under = await startService(behindProxy);
    const known = cookiesOf((await signIn(under, admin, { 'x-forwarded-for': '203.0.113.9' })).headers);
    const statuses = [];
    for (let n = 0; n < 110; n += 1) {
      const address = `198.51.${n}.1`;
      statuses.push((await signIn(under, { ...admin, password: 'x' }, { 'x-forwarded-for': address })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    const stranger = await signIn(under, admin, { 'x-forwarded-for': '192.0.2.1' });
    expect(stranger.status).toBe(429);
    const owner = await signIn(under, admin, { 'x-forwarded-for': '192.0.2.1', cookie: known });
    expect(owner.status).toBe(200);
    under.clock.advance(5 * 60_000);
    expect((await signIn(under, admin, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200);
  });

  it('from the many addresses of one IPv6 network counts as one', async () => {
    await using under = await startService(behindProxy);
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      const address = `2a00:1:2:3::${n + 1}`;
      statuses.push((await signIn(under, { ...admin, password: 'x' }, { 'x-forwarded-for': address })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('one’s own password', () => {
  it('is changed by whoever knows the old one, and ends the other sessions', async () => {
    await using under = await startService(asAdmin);
    const here = cookiesOf((await signIn(under, admin)).headers);
    const elsewhere = cookiesOf((await signIn(under, admin)).headers);
    const change = (old: string, fresh: string) =>
      under.callSignedIn(here, 'POST', '/console/api/password', { old_password: old, new_password: fresh });
    const wrong = await change('not it', 'battery staple');
    expect([wrong.status, wrong.body.data.error_code]).toEqual([403, 'password_wrong']);
    expect((await change(admin.password, 'short')).status).toBe(400);
    expect((await change(admin.password, 'battery staple')).status).toBe(200);
    expect((await under.callSignedIn(here, 'GET', '/console/api/keys')).status).toBe(200);
    expect((await under.callSignedIn(elsewhere, 'GET', '/console/api/keys')).status).toBe(401);
    expect((await signIn(under, admin)).status).toBe(401);
    expect((await signIn(under, { ...admin, password: 'battery staple' })).status).toBe(200);
  });

  it('is guessed ten times and no more by somebody at an open session', async () => {
    await using under = await startService(asAdmin);
    const cookie = cookiesOf((await signIn(under, admin)).headers);
    const statuses = [];
    for (let n = 0; n < 11; n += 1) {
      const body = { old_password: `guess ${n}`, new_password: 'battery staple' };
      statuses.push((await under.callSignedIn(cookie, 'POST', '/console/api/password', body)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
  });

  it('is changed by the form of the console', async () => {
    await using under = await startService(asAdmin);
    const cookie = cookiesOf((await signIn(under, admin)).headers);
    const page = await under.call(undefined, 'GET', '/console/settings/password', { headers: { cookie } });
    expect(page.body).toContain('name="old_password"');
    const post = (old: string) =>
      under.call(undefined, 'POST', '/console/settings/password', {
        headers: { cookie, origin: under.origin },
        body: new URLSearchParams({ old_password: old, new_password: 'battery staple' }),
      });
    expect((await post('not it')).body).toContain('The old password is not right.');
    expect((await post(admin.password)).body).toContain('The password is changed.');
    expect((await signIn(under, { ...admin, password: 'battery staple' })).status).toBe(200);
  });

  it('stays changed after a start with the same ADMIN_PASSWORD, and gives way to another one', async () => {
    const folder = temporaryFolder();
    const start = (password: string) =>
      startService({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: password }, { dataDir: folder.path });
    {
      await using under = await start(admin.password);
      const cookie = cookiesOf((await signIn(under, admin)).headers);
      const body = { old_password: admin.password, new_password: 'battery staple' };
      expect((await under.callSignedIn(cookie, 'POST', '/console/api/password', body)).status).toBe(200);
    }
    {
      await using under = await start(admin.password);
      expect((await signIn(under, { ...admin, password: 'battery staple' })).status).toBe(200);
    }
    await using under = await start('another password');
    expect((await signIn(under, { ...admin, password: 'another password' })).status).toBe(200);
  });
});
