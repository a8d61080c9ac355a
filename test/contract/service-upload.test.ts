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

it('DET-9 N-17 shows an Android log under the name the host has set for it', async () => {
  const logcat = '11-20 08:00:00.123  1000  1001 I ActivityManager: Start proc\n';
  expect((await under.upload(key, 'a.log', logcat)).body.data.file_type).toBe('the service');
  await using other = await startService({ CAPTURE_TYPE: 'logcat' });
  const { key: otherKey } = await other.addUserWithKey();
  expect((await other.upload(otherKey, 'a.log', logcat)).body.data.file_type).toBe('logcat');
  const listed = await other.call(otherKey, 'GET', '/api/v1/files?file_type=logcat');
  expect(listed.body.data).toHaveLength(1);
});
