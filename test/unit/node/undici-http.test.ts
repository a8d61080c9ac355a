import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createUndiciHttp } from '../../../src/node/undici-http.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const { signal } = new AbortController();
const base = { headers: {}, maxBytes: 1_000, signal };
const megabytes = (count: number) => ({
  sizeBytes: count * 1_000_000,
  open() {
    let left = count;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left === 0) return controller.close();
        left -= 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
  },
});

it('streams a body with its length told before', async () => {
  let length = '';
  let received = 0;
  const url = await listen(async (request, response) => {
    length = `${request.headers['content-length']} ${request.headers['transfer-encoding']}`;
    for await (const chunk of request) received += chunk.length;
    response.end('{"ok":true}');
  });
  const { send, close } = createUndiciHttp();
  expect((await send({ ...base, method: 'POST', url, body: megabytes(20) })).text).toBe('{"ok":true}');
  expect([length, received]).toEqual(['20000000 undefined', 20_000_000]);
  await close();
});

it('hears a refusal that comes before the body is through', async () => {
  const url = await listen((_, response) => {
    response.writeHead(413, { connection: 'close' }).end('{"message":"too large"}');
  });
  const { send, close } = createUndiciHttp();
  expect(await send({ ...base, method: 'POST', url, body: megabytes(50) })).toMatchObject({ status: 413 });
  await close();
});

it('follows no redirect, caps what it reads, and calls a reset ambiguous', async () => {
  const url = await listen((request, response) => {
    if (request.url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end();
    else if (request.url === '/long') response.end('x'.repeat(2_000));
    else request.socket.destroy();
  });
  const { send, close } = createUndiciHttp();
  expect(await send({ ...base, method: 'GET', url: `${url}/moved` })).toMatchObject({ status: 307 });
  await expect(send({ ...base, method: 'GET', url: `${url}/long` })).rejects.toMatchObject({ code: 'rejected' });
  await expect(send({ ...base, method: 'POST', url, body: '{}' })).rejects.toMatchObject({
    code: 'unavailable',
    isAmbiguous: true,
  });
  await close();
});
