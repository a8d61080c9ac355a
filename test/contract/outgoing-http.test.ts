import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDownloader } from '../../src/bot/fetching/create-downloader.ts';
import { createDownloadRule } from '../../src/bot/fetching/download-rule.ts';
import { createUndiciAddress } from '../../src/node/undici-address.ts';
import { createUndiciHttp } from '../../src/node/undici-http.ts';
import { type OutgoingPorts, startWorkerPorts } from '../support/engines/worker-ports.ts';
import { missingWorkerd } from '../support/entries/wrangler.ts';

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

async function startNodePorts(): Promise<OutgoingPorts> {
  const http = createUndiciHttp();
  const addresses = createUndiciAddress();
  return {
    send: http.send,
    open: addresses.open,
    async close() {
      await Promise.all([http.close(), addresses.close()]);
    },
  };
}

it('hears over undici a refusal by a service that closes the connection in the middle of the body', async () => {
  const url = await listen((_, response) => {
    response.writeHead(413, { connection: 'close' }).end('{"message":"too large"}');
  });
  const { send, close } = createUndiciHttp();
  expect(await send({ ...base, method: 'POST', url, body: megabytes(50) })).toMatchObject({ status: 413 });
  await close();
});

describe.each([
  { name: 'undici', start: startNodePorts, missing: () => undefined },
  { name: 'the fetch of a Worker', start: startWorkerPorts, missing: missingWorkerd },
])('requests over $name', ({ start, missing }) => {
  describe.skipIf(missing())('', () => {
    let ports: OutgoingPorts;
    beforeAll(async () => {
      ports = await start();
    });
    afterAll(() => ports?.close());

    it('stream a body with its length told before', async () => {
      let length = '';
      let received = 0;
      const url = await listen(async (request, response) => {
        length = `${request.headers['content-length']} ${request.headers['transfer-encoding']}`;
        for await (const chunk of request) received += chunk.length;
        response.end('{"ok":true}');
      });
      expect((await ports.send({ ...base, method: 'POST', url, body: megabytes(20) })).text).toBe('{"ok":true}');
      expect([length, received]).toEqual(['20000000 undefined', 20_000_000]);
    });

    it('hear a refusal that comes before the body is through', async () => {
      const url = await listen((request, response) => {
        response.writeHead(413).end('{"message":"too large"}');
        request.resume();
      });
      expect(await ports.send({ ...base, method: 'POST', url, body: megabytes(5) })).toMatchObject({ status: 413 });
    });

    it('follow no redirect, cap what they read, and call a reset ambiguous', async () => {
      const url = await listen((request, response) => {
        if (request.url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end();
        else if (request.url === '/long') response.end('x'.repeat(2_000));
        else request.socket.destroy();
      });
      expect(await ports.send({ ...base, method: 'GET', url: `${url}/moved` })).toMatchObject({ status: 307 });
      await expect(ports.send({ ...base, method: 'GET', url: `${url}/long` })).rejects.toMatchObject({
        code: 'rejected',
      });
      await expect(ports.send({ ...base, method: 'POST', url, body: '{}' })).rejects.toMatchObject({
        code: 'unavailable',
        isAmbiguous: true,
      });
    });

    it('end where the time for an answer is over', async () => {
      const url = await listen(() => {});
      await expect(ports.send({ ...base, method: 'GET', url, timeoutMs: 50 })).rejects.toMatchObject({
        code: 'unavailable',
        isAmbiguous: false,
      });
    });

    it('fetch a file over a redirect, and keep the credentials from another origin', async () => {
      const seen: (string | undefined)[] = [];
      const store = await listen((request, response) => {
        seen.push(request.headers.authorization);
        response.end('the bytes');
      });
      const vendor = await listen((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(303, { location: `${store}/f?token=t` }).end();
      });
      const rule = createDownloadRule({ slackApiUrl: undefined, jiraBaseUrl: vendor, allow: [] });
      const wanted = { url: `${vendor}/content`, vendor: 'jira', authorization: 'Basic secret', signal } as const;
      const got = await createDownloader(rule, ports.open).get(wanted);
      expect(got.status === 'response' && (await new Response(got.body).text())).toBe('the bytes');
      expect(seen).toEqual(['Basic secret', undefined]);
    });

    it('give up a file that does not begin, and one of which nothing more comes', async () => {
      const url = await listen((request, response) => {
        if (request.url === '/begins') response.write('some bytes');
      });
      const limits = { answerMs: 1_000, idleMs: 1_000, signal };
      await expect(ports.open({ ...limits, url: new URL(`${url}/never`) })).rejects.toMatchObject({
        code: 'unavailable',
      });
      const opened = await ports.open({ ...limits, url: new URL(`${url}/begins`) });
      await expect(opened !== 'blocked' && new Response(opened.body).text()).rejects.toThrow();
    });
  });
});
