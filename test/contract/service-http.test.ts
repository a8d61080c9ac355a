import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
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

/** A form as bytes, for what FormData would not send. */
function form(parts: readonly { head: string; content: string }[], end = '--b--\r\n'): RequestInit {
  const body = parts.map(({ head, content }) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`);
  return { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: body.join('') + end };
}

const post = (init: RequestInit) => under.call(key, 'POST', '/api/v1/upload', init);
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

describe('upload', () => {
  it.each([
    ['..\\..\\x.log', 'x.log'],
    ['../../etc/passwd', 'passwd'],
    ['журнал 日志.log', 'журнал 日志.log'],
    ['a\u0000b\u202ec.log', 'abc.log'],
    ['..', 'upload'],
    [`${'é'.repeat(200)}.log`, `${'é'.repeat(125)}.log`],
  ])('UP-6 keeps of the name %j only %j', async (given, kept) => {
    const { status, body } = await post(form([{ head: `name="file"; filename="${given}"`, content: 'text' }]));
    expect(status).toBe(201);
    expect(body.data.name).toBe(kept);
  });

  it('UP-6 reads an encoded name (RFC 5987)', async () => {
    const { body } = await post(form([{ head: 'name="file"; filename*=UTF-8\'\'%D0%B6%20x.log', content: 'text' }]));
    expect(body.data.name).toBe('ж x.log');
  });

  it('UP-8 lets neither a type part nor the Content-Type say what the file is', async () => {
    const pcap = Buffer.from([0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0]).toString('latin1');
    const data = new FormData();
    data.set('type', 'dmesg');
    data.set('file', new Blob([Buffer.from(pcap, 'latin1')], { type: 'text/plain' }), 'x.log');
    expect((await post({ body: data })).body.data.file_type).toBe('pcap');
  });

  it.each<[string, () => RequestInit, number, string]>([
    ['without a file', () => form([{ head: 'name="other"', content: 'x' }]), 400, 'file_missing'],
    ['with an empty form', () => form([]), 400, 'file_missing'],
    ['of nothing', () => form([{ head: 'name="file"; filename="a"', content: '' }]), 400, 'file_empty'],
    [
      'of two files',
      () => form([1, 2].map((n) => ({ head: `name="file"; filename="${n}"`, content: 'x'.repeat(50_000) }))),
      400,
      'too_many_files',
    ],
    [
      'that is cut off',
      () => form([{ head: 'name="file"; filename="a"', content: 'x' }], ''),
      400,
      'malformed_multipart',
    ],
    ['of JSON', () => json({ file: 'x' }), 415, 'unsupported_media_type'],
    [
      'without a boundary',
      () => ({ headers: { 'content-type': 'multipart/form-data' }, body: 'x' }),
      400,
      'malformed_multipart',
    ],
  ])('UP-11 refuses one %s', async (_name, init, status, code) => {
    const answer = await post(init());
    expect([answer.status, answer.body.data.error_code]).toEqual([status, code]);
    expect(answer.body.code).toBe(status);
  });

  it('UP-11 N-10 takes a file of exactly the limit and refuses one byte more, with the limit', async () => {
    expect((await under.upload(key, 'max.log', 'x'.repeat(200_000))).status).toBe(201);
    const answer = await under.upload(key, 'more.log', 'x'.repeat(200_001));
    expect(answer.status).toBe(413);
    expect(answer.body.data).toMatchObject({ error_code: 'file_too_large', max_bytes: 200_000 });
    const huge = await under.upload(key, 'huge.log', 'x'.repeat(3_000_000));
    expect(huge.status).toBe(413);
  });

  it('holds an account to its quota', async () => {
    const { key: other } = await under.addUserWithKey('quota@example.org');
    for (let n = 0; n < 5; n += 1) expect((await under.upload(other, 'q.log', 'x'.repeat(190_000))).status).toBe(201);
    const answer = await under.upload(other, 'q.log', 'x'.repeat(100_000));
    expect([answer.status, answer.body.data]).toMatchObject([413, { error_code: 'quota_exceeded', max_bytes: 50_000 }]);
  });

  it('UP-12 leaves nothing of an upload whose connection breaks', async () => {
    const before = await readdir(join(under.dataDir, 'files'));
    const gone = Promise.withResolvers<void>();
    const upload = request(`${under.origin}/api/v1/upload`, {
      method: 'POST',
      headers: {
        authorization: `API_KEY ${key}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '150000',
      },
    });
    upload.on('error', () => gone.resolve());
    upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    upload.write('x'.repeat(70_000));
    await expect.poll(async () => (await readdir(join(under.dataDir, 'files'))).length).toBe(before.length + 1);
    upload.destroy();
    await gone.promise;
    await expect.poll(() => readdir(join(under.dataDir, 'files'))).toEqual(before);
    const { body } = await under.call(key, 'GET', '/api/v1/files?limit=200');
    expect(body.data.map((file: { name: string }) => file.name)).not.toContain('a');
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

describe('searches', () => {
  let id: string;
  const ask = (mode: string, init: RequestInit) =>
    under.call(key, 'POST', `/api/v1/files/${id}/searches/${mode}`, init);
  beforeAll(async () => {
    await under.service.drain();
    id = await under.completed(key, 'asked.log', 'fine\nan error here\n');
  });

  it.each<[string, RequestInit, number, string]>([
    ['without a query', json({}), 400, 'invalid_request'],
    ['with a number', json({ query: 1 }), 400, 'invalid_request'],
    ['with blanks', json({ query: ' \n' }), 400, 'invalid_request'],
    ['that is too long', json({ query: 'x'.repeat(4001) }), 400, 'query_too_long'],
    ['that is far too long', json({ query: 'x'.repeat(200_000) }), 400, 'query_too_long'],
    ['in a huge body', json({ query: 'x'.repeat(300_000) }), 413, 'body_too_large'],
    ['that is no JSON', { headers: { 'content-type': 'application/json' }, body: '{' }, 400, 'invalid_json'],
    ['in a list', json(['x']), 400, 'invalid_json'],
    ['as text', { headers: { 'content-type': 'text/plain' }, body: '{"query":"x"}' }, 415, 'unsupported_media_type'],
  ])('SRCH-3 refuses a question %s', async (_name, init, status, code) => {
    const answer = await ask('quick', init);
    expect([answer.status, answer.body.data.error_code]).toEqual([status, code]);
  });

  it('ENV-8 SRCH-3 ignores members it does not know and counts characters, not units', async () => {
    expect((await ask('quick', json({ query: '😀'.repeat(4000), extra: 1 }))).status).toBe(200);
  });

  it('SRCH-8 N-3 N-4 answers deep with steps and quick without', async () => {
    const deep = await ask('deep', json({ query: 'which error?' }));
    expect(deep.status).toBe(200);
    expect(deep.body.data.steps.length).toBeGreaterThan(1);
    expect(deep.body.data).toMatchObject({
      status: 'COMPLETED',
      citations: [{ excerpt: 'an error here', line_start: 2 }],
    });
    expect((await ask('quick', json({ query: 'error' }))).body.data).not.toHaveProperty('steps');
  });

  it('N-4 answers 202 at once to respond-async, and the result at Location', async () => {
    const { status, headers, body } = await ask('deep', json({ query: 'later' }, { prefer: 'respond-async' }));
    expect([status, body.code, body.data.status]).toEqual([202, 202, 'RUNNING']);
    expect(headers.get('preference-applied')).toBe('respond-async');
    expect(headers.get('retry-after')).toBe('5');
    expect(headers.get('location')).toBe(`/api/v1/files/${id}/searches/${body.data.id}`);
    await under.service.drain();
    const stored = await under.call(key, 'GET', headers.get('location')!);
    expect(stored.body.data).toMatchObject({ id: body.data.id, status: 'COMPLETED' });
  });

  it('N-4 waits as long as asked, then answers 202; DELETE cancels', async () => {
    const begun = Promise.withResolvers<void>();
    under.room.beforeAnswer = async (_question, signal) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const waiting = ask('deep', json({ query: 'slow' }, { prefer: 'wait=7' }));
    await begun.promise;
    under.clock.advance(7_000);
    const { status, headers } = await waiting;
    expect([status, headers.get('preference-applied')]).toEqual([202, 'wait=7']);
    const cancelled = await under.call(key, 'DELETE', headers.get('location')!);
    expect(cancelled.body.data).toMatchObject({ status: 'FAILED', error: { code: 'cancelled' } });
    under.room.beforeAnswer = () => {};
    await under.service.drain();
  });

  it('SRCH-4 SRCH-9 ends a search that takes too long', async () => {
    for (const [mode, ms] of [
      ['quick', 25_000],
      ['deep', 15 * 60_000],
    ] as const) {
      const begun = Promise.withResolvers<void>();
      under.room.beforeAnswer = async (_question, signal) => {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      };
      const waiting = ask(mode, json({ query: 'endless' }, mode === 'deep' ? { prefer: 'respond-async' } : {}));
      await begun.promise;
      if (mode === 'deep') await waiting;
      under.clock.advance(ms);
      under.room.beforeAnswer = () => {};
      await under.service.drain();
      const answer = await waiting;
      const url = mode === 'quick' ? answer.body.data.url : answer.headers.get('location');
      if (mode === 'quick') expect(answer.status).toBe(504);
      expect((await under.call(key, 'GET', url)).body.data).toMatchObject({
        status: 'FAILED',
        error: { code: 'search_timeout' },
      });
    }
  });

  it('N-4 takes one Idempotency-Key for one search for a day', async () => {
    const headers = { 'idempotency-key': 'abc', prefer: 'respond-async' };
    const both = await Promise.all([
      ask('deep', json({ query: 'once' }, headers)),
      ask('deep', json({ query: 'once' }, headers)),
    ]);
    expect(new Set(both.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await ask('deep', json({ query: 'other' }, headers))).status).toBe(422);
    await under.service.drain();
    const again = await ask('deep', json({ query: 'once' }, headers));
    expect([again.status, again.body.data.id]).toEqual([200, both[0]!.body.data.id]);
    under.clock.advance(24 * 3_600_000);
    const dayLater = await ask('deep', json({ query: 'once' }, headers));
    expect(dayLater.body.data.id).not.toBe(both[0]!.body.data.id);
    await under.service.drain();
  });
});

it('N-28 describes itself in OpenAPI, extensions tagged', async () => {
  const { status, body } = await under.call(undefined, 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body.paths['/upload'].post).not.toHaveProperty('x-logtriage-extension');
  expect(body.paths['/limits'].get['x-logtriage-extension']).toBe(true);
  expect(body.paths['/files/{fileId}/searches/deep'].post.responses).toHaveProperty('202');
});

it('answers 413 and 401 also to clients that send everything before they look', async () => {
  for (const [path, type, authorization, status] of [
    ['/api/v1/upload', 'multipart/form-data; boundary=b', `API_KEY ${key}`, 413],
    ['/api/v1/upload', 'multipart/form-data; boundary=b', 'API_KEY no', 401],
    ['/api/v1/webhooks', 'application/json', `API_KEY ${key}`, 413],
  ] as const) {
    const { hostname, port } = new URL(under.origin);
    const socket = connect(Number(port), hostname);
    const body = Buffer.alloc(40_000_000, 'x');
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${head.length + body.length}\r\n\r\n${head}`,
    );
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(body, () => resolve());
    });
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
    socket.destroy();
  }
});
