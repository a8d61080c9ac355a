import { expect, it } from 'vitest';
import { createAnalysisClient } from '../../../src/bot/analysis/client.ts';
import type { HttpRequest } from '../../../src/bot/analysis/http.ts';
import { RemoteError } from '../../../src/core/errors.ts';

const { signal } = new AbortController();

function clientWith(answer: (request: HttpRequest) => Response) {
  const requests: HttpRequest[] = [];
  const client = createAnalysisClient({
    baseUrl: 'https://logs.example.com/api/v1/',
    key: { read: async () => 'the-key' },
    clock: { now: () => 0 },
    async send(request) {
      requests.push(request);
      const response = answer(request);
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  });
  return { client, requests };
}

it('joins addresses without doubling slashes and sends the one scheme there is', async () => {
  const { client, requests } = clientWith(() => Response.json({ data: { id: 'f', status: 'COMPLETED' } }));
  await client.file('a/../b', signal);
  expect(requests[0]!.url).toBe('https://logs.example.com/api/v1/files/a%2F..%2Fb');
  expect(requests[0]!.headers.authorization).toBe('API_KEY the-key');
});

it('does not follow an address on another origin', async () => {
  const { client, requests } = clientWith(() => Response.json({}));
  expect(client.resolve('/api/v1/files/f/searches/s')).toBe('https://logs.example.com/api/v1/files/f/searches/s');
  expect(client.resolve('https://evil.example.com/x')).toBeNull();
  expect(client.resolve('//evil.example.com/x')).toBeNull();
  expect(await client.search({ url: 'https://evil.example.com/x' }, signal)).toEqual({ status: 'unsupported' });
  expect(requests).toEqual([]);
});

it.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [429, 'retry_later'],
  [302, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [422, 'rejected'],
])('reads status %i as %s', async (status, code) => {
  const { client } = clientWith(
    () => new Response('<html>secret page</html>', { status, headers: { 'content-type': 'text/html' } }),
  );
  const error = await client.probe(signal).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RemoteError);
  expect(error).toMatchObject({ code, message: `HTTP ${status}` });
});

it.each([
  ['{"code":400,"message":"bad","data":{"detail":"no file"}}', 'HTTP 400: no file'],
  ['{"title":"Bad Request","status":400}', 'HTTP 400: Bad Request'],
  ['{"error":{"code":"BadFile","message":"no good"}}', 'HTTP 400: no good'],
  ['{"error":"plain"}', 'HTTP 400: plain'],
  ['just words', 'HTTP 400: just words'],
  ['', 'HTTP 400'],
])('reads the message of %s', async (text, message) => {
  const { client } = clientWith(() => new Response(text, { status: 400 }));
  await expect(client.probe(signal)).rejects.toMatchObject({ message });
});

it('waits as long as Retry-After says, in seconds or as a date', async () => {
  const { client } = clientWith(() => new Response('', { status: 429, headers: { 'retry-after': '7' } }));
  await expect(client.probe(signal)).rejects.toMatchObject({ retryAfterMs: 7_000 });
  const dated = clientWith(
    () => new Response('', { status: 503, headers: { 'retry-after': new Date(9_000).toUTCString() } }),
  );
  await expect(dated.client.probe(signal)).rejects.toMatchObject({ code: 'retry_later', retryAfterMs: 9_000 });
});

it('keeps a hostile file name inside its header', async () => {
  let sent = '';
  const bytes = new TextEncoder().encode('the bytes');
  const client = createAnalysisClient({
    baseUrl: 'http://127.0.0.1/api/v1',
    key: { read: async () => 'k' },
    clock: { now: () => 0 },
    async send({ body }) {
      if (typeof body !== 'object') throw new Error('no stream');
      sent = await new Response(await body.open()).text();
      expect(new TextEncoder().encode(sent).byteLength).toBe(body.sizeBytes);
      return {
        status: 201,
        headers: new Headers(),
        text: '{"code":201,"message":"x","data":{"id":"f","status":"INDEXING"}}',
      };
    },
  });
  const open = () => new Blob([bytes]).stream();
  const uploaded = await client.upload(
    'a"; x="\r\nX-Evil: 1\u0000журнал.log',
    { sizeBytes: bytes.byteLength, open },
    signal,
  );
  expect(uploaded.status).toBe('uploaded');
  expect(sent.split('\r\n')[1]).toBe(
    'Content-Disposition: form-data; name="file"; filename="a%22; x=%22%0D%0AX-Evil: 1_журнал.log"',
  );
  expect(sent).not.toMatch(/^X-Evil/m);
});

it.each([
  ['data as a list', { data: [{ id: '1', sha256: 'AB' }] }],
  ['files inside data', { data: { files: [{ id: '1', sha256: 'ab' }] } }],
  ['a bare list', [{ id: '1', sha256: 'ab' }]],
  ['items', { items: [{ id: 1, sha256: 'ab' }] }],
])('reads a list of files given as %s', async (_, body) => {
  const { client } = clientWith(() => Response.json(body));
  expect((await client.filesWithHash('ab', signal)).map(({ id }) => id)).toEqual(['1']);
});
