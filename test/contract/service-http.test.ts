import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let under: ServiceUnderTest;
let key: string;

beforeAll(async () => {
  under = await startService({ MAX_UPLOAD_BYTES: '200000', STORAGE_QUOTA_BYTES: '1000000' });
  ({ key } = await under.addUserWithKey());
});
afterAll(() => under[Symbol.asyncDispose]());

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('authentication', () => {
  it('AUTH-1 AUTH-2 AUTH-4 AUTH-7 asks for a key before anything else, on every path', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/files'],
      ['GET', '/api/v1/files/nothing'],
      ['GET', '/api/v1/nowhere'],
      ['PATCH', '/api/v1/upload'],
      ['POST', '/api/v1/upload'],
    ] as const) {
      for (const authorization of [
        undefined,
        `Bearer ${key}`,
        'API_KEY',
        `Basic ${key}`,
        'API_KEY ltk_wrong',
        `API_KEY ${key}x`,
      ]) {
        const answer = await under.call(undefined, method, path, { headers: authorization ? { authorization } : {} });
        expect(answer.status).toBe(401);
        expect(answer.body.code).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('API_KEY realm="logtriage"');
        expect(answer.headers.get('x-request-id')).toBe(answer.body.data.request_id);
      }
    }
  });

  it('AUTH-3 takes the scheme in any case and the key only in its own', async () => {
    for (const [authorization, status] of [
      [`api_key ${key}`, 200],
      [`Api_Key  ${key}`, 200],
      [`API_KEY ${key.toUpperCase()}`, 401],
    ] as const) {
      const { status: got } = await under.call(undefined, 'GET', '/api/v1/files', { headers: { authorization } });
      expect(got).toBe(status);
    }
  });

  it('AUTH-8 takes no key from query or cookie', async () => {
    const path = `/api/v1/files?api_key=${key}&token=${key}`;
    expect((await under.call(undefined, 'GET', path, { headers: { cookie: `API_KEY=${key}` } })).status).toBe(401);
  });

  it('ENV-7 then tells unknown paths and methods', async () => {
    const unknown = await under.call(key, 'GET', '/api/v1/nowhere');
    expect([unknown.status, unknown.body.data.error_code]).toEqual([404, 'not_found']);
    const method = await under.call(key, 'DELETE', '/api/v1/upload');
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST']);
    const asId = await under.call(key, 'GET', '/api/v1/files/x/searches/quick');
    expect([asId.status, asId.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('N-8 answers problem+json to those who ask for it', async () => {
    const answer = await under.call(key, 'GET', '/api/v1/files/x', { headers: { accept: 'application/problem+json' } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toMatchObject({ status: 404, error_code: 'not_found', instance: '/api/v1/files/x' });
  });
});

describe('files', () => {
  it("FILE-3 FILE-4 are their owner's alone", async () => {
    const { body } = await under.upload(key, 'mine.log', 'x');
    const { key: other } = await under.addUserWithKey('stranger@example.org');
    for (const id of [body.data.id, 'nothing', crypto.randomUUID()]) {
      for (const path of ['', '/dashboard', '/searches']) {
        const answer = await under.call(other, 'GET', `/api/v1/files/${id}${path}`);
        expect([answer.status, answer.body.data.error_code]).toEqual([404, 'not_found']);
      }
    }
    expect((await under.call(other, 'GET', '/api/v1/files')).body.data).toEqual([]);
  });

  it('FILE-5 FILE-6 N-1 are listed in pages without repeats or gaps, newest first', async () => {
    const { key: lister } = await under.addUserWithKey('lister@example.org');
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      ids.unshift((await under.upload(lister, `${n}.log`, 'x')).body.data.id);
      under.clock.advance(1);
    }
    await under.service.drain();
    const seen: { id: string }[] = [];
    let path: string | undefined = '/api/v1/files?limit=3';
    while (path) {
      const page = await under.call(lister, 'GET', path);
      seen.push(...page.body.data);
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      path = next ? next.replace(under.origin, '') : undefined;
    }
    expect(seen.map(({ id }) => id)).toEqual(ids);
    expect(seen[0]).toEqual((await under.call(lister, 'GET', `/api/v1/files/${ids[0]}`)).body.data);
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=%21', 'status=DONE', 'file_type=zip']) {
      expect((await under.call(lister, 'GET', `/api/v1/files?${query}`)).status).toBe(400);
    }
  });

  it('answers 304 to those who have the record already', async () => {
    const { body } = await under.upload(key, 'same.log', 'x');
    await under.service.drain();
    const first = await under.call(key, 'GET', `/api/v1/files/${body.data.id}`);
    const headers = { 'if-none-match': first.headers.get('etag')! };
    expect((await under.call(key, 'GET', `/api/v1/files/${body.data.id}`, { headers })).status).toBe(304);
  });

  it('DASH-2 SRCH-5 N-23 are asked about only when COMPLETED', async () => {
    const release = Promise.withResolvers<void>();
    under.room.beforeRead = () => release.promise;
    const { body } = await under.upload(key, 'early.log', 'x');
    await expect
      .poll(async () => (await under.call(key, 'GET', `/api/v1/files/${body.data.id}`)).body.data.status)
      .toBe('ANALYZING');
    const path = `/api/v1/files/${body.data.id}`;
    for (const answer of [
      await under.call(key, 'GET', `${path}/dashboard`),
      await under.call(key, 'POST', `${path}/searches/quick`, json({ query: 'x' })),
      await under.call(key, 'POST', `${path}/searches/deep`, json({ query: 'x' })),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.data).toMatchObject({ error_code: 'not_ready', status: 'ANALYZING' });
      expect(answer.headers.get('retry-after')).toBeTruthy();
    }
    under.room.beforeRead = () => {};
    release.resolve();
    await under.service.drain();
  });

  it('N-27 are deleted with all their searches', async () => {
    const id = await under.completed(key, 'gone.log', 'an error\n');
    await under.call(key, 'POST', `/api/v1/files/${id}/searches/quick`, json({ query: 'error' }));
    expect((await under.call(key, 'DELETE', `/api/v1/files/${id}`)).status).toBe(200);
    await under.service.drain();
    expect((await under.call(key, 'GET', `/api/v1/files/${id}`)).status).toBe(404);
    expect(await readdir(join(under.dataDir, 'files'))).not.toContain(id);
  });
});

it('N-28 describes itself in OpenAPI, extensions tagged', async () => {
  const { status, body } = await under.call(undefined, 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body.paths['/upload'].post).not.toHaveProperty('x-logtriage-extension');
  expect(body.paths['/limits'].get['x-logtriage-extension']).toBe(true);
  expect(body.paths['/files/{fileId}/searches/deep'].post.responses).toHaveProperty('202');
});
