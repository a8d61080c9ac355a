import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/node/logger.ts';
import { type ServiceUnderTest, startService } from '../../support/service-under-test.ts';

const hostileName = '<img src=x onerror=alert(1)>.log';

function page(under: ServiceUnderTest, cookie: string, path: string) {
  return under.call(undefined, 'GET', path, { headers: { cookie } });
}

function post(under: ServiceUnderTest, cookie: string, path: string, fields: [string, string][] = []) {
  const headers = { cookie, origin: under.origin };
  return under.call(undefined, 'POST', path, { headers, body: new URLSearchParams(fields) });
}

async function uploadByForm(under: ServiceUnderTest, cookie: string, name: string, content: string): Promise<string> {
  const body = new FormData();
  body.set('file', new Blob([content]), name);
  const sent = await under.call(undefined, 'POST', '/console/files', {
    headers: { cookie, origin: under.origin },
    body,
  });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/console']);
  const { body: listed } = await under.callSignedIn(cookie, 'GET', '/console/api/files');
  return listed.data[0].id;
}

describe('the console', () => {
  it('asks who comes to sign in, and goes on to the page that was wanted', async () => {
    await using under = await startService();
    const away = await under.call(undefined, 'GET', '/console/settings/keys');
    expect([away.status, away.headers.get('location')]).toEqual([303, '/console/sign-in']);
    const wanted = away.headers.get('set-cookie')!.split(';')[0]!;
    const { cookie } = await under.addSignedIn();
    const home = await page(under, `${cookie}; ${wanted}`, '/console');
    expect([home.status, home.headers.get('location')]).toEqual([303, '/console/settings/keys']);
    const elsewhere = await page(under, `${cookie}; logtriage_return=https%3A%2F%2Fevil.example`, '/console');
    expect(elsewhere.status).toBe(200);
  });

  it('tells a wrong password from too many attempts', async () => {
    await using under = await startService();
    expect((await page(under, '', '/console/sign-in?error=wrong')).body).toContain('is not right');
    expect((await page(under, '', '/console/sign-in?error=too_many')).body).toContain('Wait a few minutes');
    expect((await page(under, '', '/console/sign-in?error=%3Cb%3E')).body).not.toContain('<b>');
  });

  it('lets pages load, run and frame nothing but its own', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    for (const path of ['/console/sign-in', '/console', '/console/nowhere']) {
      const { headers, body } = await page(under, cookie, path);
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).not.toMatch(/<script(?![^>]*src=)|\son\w+=|\sstyle=|<style/);
    }
  });

  it('takes forms only from its own pages', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    for (const origin of [undefined, 'null', 'https://evil.example']) {
      const headers = { cookie, ...(origin ? { origin } : {}) };
      const answer = await under.call(undefined, 'POST', '/console/settings/keys', {
        headers,
        body: new URLSearchParams(),
      });
      expect(answer.status).toBe(403);
    }
    expect((await under.callSignedIn(cookie, 'GET', '/console/api/keys')).body.data).toEqual([]);
  });

  it('shows what comes from a file as text', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const id = await uploadByForm(under, cookie, hostileName, '<script>alert(1)</script> failed\n'.repeat(3));
    await under.service.drain();
    const asked = await post(under, cookie, `/console/files/${id}/searches`, [
      ['query', '<b>script</b>'],
      ['mode', 'deep'],
    ]);
    expect(asked.status).toBe(303);
    await under.service.drain();
    const paths = ['/console', `/console/files/${id}`, `/console/files/${id}/lines`, asked.headers.get('location')!];
    for (const path of [...paths, '/console/deltas', `${paths[3]}/view`]) {
      const { status, body } = await page(under, cookie, path);
      expect([path, status]).toEqual([path, 200]);
      expect(body).not.toMatch(/<script>|<img src=x|<b>script/);
    }
    const { body } = await page(under, cookie, asked.headers.get('location')!);
    expect(body).toContain('&lt;script&gt;alert(1)');
    expect(body).toContain('LIKELY');
  });

  it('opens the line viewer at a cited line, with what is around it, one page at a time', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}${index === 3_999 ? ' needle' : ''}`);
    const id = await uploadByForm(under, cookie, 'long.log', lines.join('\n'));
    await under.service.drain();
    const base = `/console/files/${id}/lines?document=long.log`;
    const { body } = await page(under, cookie, `${base}&line=1234&to=1236`);
    expect([...body.matchAll(/<tr id="L(\d+)" class="marked"/g)].map((match) => match[1])).toEqual([
      '1234',
      '1235',
      '1236',
    ]);
    expect(body).toContain('id="L1204"');
    expect(body.match(/<tr id="L/g)).toHaveLength(200);
    expect((await page(under, cookie, `${base}&words=NEEDLE`)).body).toContain('<tr id="L4000" class="marked"');
    expect((await page(under, cookie, `${base}&line=99999999999`)).body).toContain('id="L5000"');
    const elsewhere = await page(under, cookie, `/console/files/${id}/lines?document=..%2F..%2Fservice.db`);
    expect(elsewhere.body).toContain('<h1 class="name">long.log</h1>');
    expect(elsewhere.body).not.toContain('service.db');
  });

  it('tells the list again only when it changed', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    under.room.beforeRead = () => {
      reached.resolve();
      return released.promise;
    };
    await uploadByForm(under, cookie, 'a.log', 'x\n');
    await reached.promise;
    const first = await page(under, cookie, '/console/files/rows');
    expect(first.body).toContain('ANALYZING');
    const headers = { cookie, accept: 'text/event-stream' };
    const stream = await fetch(`${under.origin}/console/files/rows`, { headers });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    const until = async (word: string) => {
      while (!told.includes(word)) told += (await reader.read()).value ?? '';
    };
    await until('ANALYZING');
    released.resolve();
    await under.service.drain();
    await until('COMPLETED');
    // Nothing is told twice, and the stream ends with the service.
    expect(told.match(/event: part/g)!.length).toBeLessThan(6);
    under.service.closeStreams();
    while (!(await reader.read()).done);
  });

  it('draws each chart of the dashboard, and shows nobody else a page, chart or line of a file', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const id = await uploadByForm(under, cookie, 'a.log', 'x\ny\n');
    await under.service.drain();
    const chart = await page(under, cookie, `/console/files/${id}/charts/0.svg?look=dark-narrow`);
    expect(chart.headers.get('content-type')).toContain('image/svg+xml');
    expect(chart.body).toMatch(/^<svg/);
    expect((await page(under, cookie, `/console/files/${id}/charts/99.svg`)).status).toBe(404);
    const { cookie: other } = await under.addSignedIn('eve@example.org');
    for (const path of ['', '/view', '/charts/0.svg', '/lines', '/searches/x']) {
      expect((await page(under, other, `/console/files/${id}${path}`)).status).toBe(404);
    }
    expect((await post(under, other, `/console/files/${id}/delete`)).status).toBe(404);
    expect((await post(under, cookie, `/console/files/${id}/delete`)).status).toBe(303);
    expect((await page(under, cookie, `/console/files/${id}`)).status).toBe(404);
  });

  it('KEY-2 shows a key on one page and never again', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const made = await post(under, cookie, '/console/settings/keys', [['name', '<i>ci</i>']]);
    expect([made.status, made.headers.get('cache-control'), made.headers.get('location')]).toEqual([
      201,
      'no-store',
      null,
    ]);
    const key = /id="new-key">(ltk_\w{36})</.exec(made.body)![1]!;
    expect((await under.call(key, 'GET', '/api/v1/files')).status).toBe(200);
    const again = await page(under, cookie, '/console/settings/keys');
    expect(again.body).not.toContain(key);
    expect(again.body).toContain(`${key.slice(0, 6)}…${key.slice(-4)}`);
    expect(again.body).not.toContain('<i>');
    const second = await post(under, cookie, '/console/settings/keys');
    expect([second.status, second.body.includes('role="alert"')]).toEqual([409, true]);
    const id = /keys\/([\w-]+)\/revoke/.exec(again.body)![1];
    expect((await post(under, cookie, `/console/settings/keys/${id}/revoke`)).status).toBe(303);
    expect((await under.call(key, 'GET', '/api/v1/files')).status).toBe(401);
  });

  it('lets admins change members, and tells others who can', async () => {
    await using under = await startService({ ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'correct horse' });
    const credentials = new URLSearchParams({ email: 'root@example.org', password: 'correct horse' });
    const signedIn = await under.call(undefined, 'POST', '/auth/sign-in', { body: credentials });
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const path = '/console/settings/members';
    const weak: [string, string][] = [
      ['email', 'bo@example.org'],
      ['password', 'short'],
      ['role', 'member'],
    ];
    expect((await post(under, cookie, path, weak)).status).toBe(400);
    weak[1]![1] = 'long enough now';
    expect((await post(under, cookie, path, weak)).status).toBe(303);
    const { data } = (await under.callSignedIn(cookie, 'GET', '/console/api/members')).body;
    const bo = data.find((member: { email: string }) => member.email === 'bo@example.org');
    await post(under, cookie, `${path}/${bo.id}`, [
      ['role', 'member'],
      ['plan', 'enterprise'],
      ['api_access', 'on'],
    ]);
    const after = (await under.callSignedIn(cookie, 'GET', '/console/api/members')).body.data;
    expect(after.find(({ id }: { id: string }) => id === bo.id)).toMatchObject({
      plan: 'enterprise',
      api_access: true,
    });
    const { cookie: solo } = await under.addSignedIn();
    const own = await page(under, solo, path);
    expect(own.body).not.toContain('<select');
    expect(
      (
        await post(under, solo, `${path}/${bo.id}`, [
          ['role', 'admin'],
          ['plan', 'none'],
        ])
      ).status,
    ).toBe(403);
  });

  it('shows the secret of a webhook once, and what was sent to it', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const path = '/console/settings/webhooks';
    expect(
      (
        await post(under, cookie, path, [
          ['url', 'http://10.0.0.1/'],
          ['events', 'search.completed'],
        ])
      ).status,
    ).toBe(400);
    const made = await post(under, cookie, path, [
      ['url', 'http://127.0.0.1:1/hook'],
      ['events', 'search.completed'],
    ]);
    const secret = /whsec_[\w+/=]+/.exec(made.body)![0];
    const id = /webhooks\/([\w-]+)\/test/.exec(made.body)![1];
    expect((await page(under, cookie, `${path}/${id}`)).body).not.toContain(secret);
    expect((await post(under, cookie, `${path}/${id}/test`)).status).toBe(303);
    await under.service.drain();
    expect((await page(under, cookie, `${path}/${id}`)).body).toContain('webhook.test');
    const rotated = await post(under, cookie, `${path}/${id}/rotate`);
    expect(rotated.body).toMatch(/whsec_/);
    expect(rotated.body).not.toContain(secret);
    expect((await post(under, cookie, `${path}/${id}/delete`)).status).toBe(303);
  });

  it('compares files and links what is cited to the right one', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const before = await uploadByForm(under, cookie, 'before.log', 'fine\n');
    under.clock.advance(1);
    const after = await uploadByForm(under, cookie, 'after.log', 'one\nbroken pump\n');
    await under.service.drain();
    const wrong = await post(under, cookie, '/console/deltas', [['baseline', before]]);
    expect([wrong.status, wrong.body.includes('role="alert"')]).toEqual([400, true]);
    const made = await post(under, cookie, '/console/deltas', [
      ['baseline', before],
      ['file', after],
    ]);
    const base = made.headers.get('location')!;
    expect((await page(under, cookie, base)).body).toContain('READY');
    const asked = await post(under, cookie, `${base}/searches`, [
      ['query', 'pump'],
      ['mode', 'quick'],
    ]);
    await under.service.drain();
    const { body } = await page(under, cookie, asked.headers.get('location')!);
    expect(body).toContain(`/console/files/${after}/lines?document=after.log&amp;line=2#L2`);
  });

  it('makes the first account through the set-up link, and tells what is wrong with the form', async () => {
    await using under = await startService();
    const link = new URL((await readFile(join(under.dataDir, 'setup-link'), 'utf8')).trim());
    const token = link.searchParams.get('token')!;
    const shown = await under.call(undefined, 'GET', link.pathname + link.search);
    expect(shown.body).toContain('console.css');
    expect(shown.body).toContain('<meta name="referrer" content="same-origin" />');
    const send = (password: string) =>
      under.call(undefined, 'POST', '/auth/setup', {
        body: new URLSearchParams({ token, email: 'a@example.org', password }),
      });
    const short = await send('short');
    expect([short.status, short.body.includes('at least 8 characters')]).toEqual([400, true]);
    expect((await send('long enough')).status).toBe(303);
    expect((await under.call(undefined, 'GET', link.pathname + link.search)).body).toContain('is not valid');
  });

  it('cancels a search that is running', async () => {
    await using under = await startService();
    const { cookie } = await under.addSignedIn();
    const reached = Promise.withResolvers<void>();
    under.room.beforeAnswer = async (_question, signal) => {
      reached.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const id = await uploadByForm(under, cookie, 'a.log', 'x\n');
    await under.service.drain();
    const asked = await post(under, cookie, `/console/files/${id}/searches`, [
      ['query', 'why'],
      ['mode', 'deep'],
    ]);
    const path = asked.headers.get('location')!;
    await reached.promise;
    expect((await page(under, cookie, path)).body).toContain('The search is running');
    expect((await post(under, cookie, `${path}/cancel`)).status).toBe(303);
    expect((await page(under, cookie, path)).body).toContain('The search was cancelled');
  });

  it('writes no key and no secret to the log', async () => {
    const lines: string[] = [];
    await using under = await startService({}, { log: createLog('debug', (line) => lines.push(line)) });
    const { cookie } = await under.addSignedIn();
    const key = /ltk_\w{36}/.exec((await post(under, cookie, '/console/settings/keys')).body)![0];
    const fields: [string, string][] = [
      ['url', 'http://127.0.0.1:1/hook'],
      ['events', 'search.completed'],
    ];
    const secret = /whsec_[\w+/=]+/.exec((await post(under, cookie, '/console/settings/webhooks', fields)).body)![0];
    expect(lines.length).toBeGreaterThan(2);
    for (const hidden of [key, secret, cookie.split('=')[1]!]) expect(lines.join('')).not.toContain(hidden);
  });
});
