import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDownloader } from '#bot/fetching/create-downloader.ts';
import { createDownloadRule } from '#bot/fetching/download-rule.ts';
import { toDownload } from '#bot/fetching/file-response.ts';
import { createUndiciAddress } from '#node/undici-address.ts';

const record = { name: 'a.log', mimeType: undefined, sizeBytes: undefined };
const page = 'x'.repeat(300_000);

/** Answers each connection as told, in bytes: what no polite server sends is sent too. */
async function serve(answer: (socket: Socket) => void): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

async function download(origin: string) {
  const { open, close } = createUndiciAddress();
  onTestFinished(close);
  const rule = createDownloadRule({ slackApiUrl: `${origin}/api/`, jiraBaseUrl: origin, allow: [] });
  const downloader = createDownloader(rule, open);
  const { signal } = new AbortController();
  return await toDownload(record, await downloader.get({ url: `${origin}/f`, vendor: 'slack', signal }), 'files:read');
}

/** What would have ended the process while the work went on, and some turns of the loop after it. */
async function strayErrors(work: () => Promise<unknown>): Promise<unknown[]> {
  const stray: unknown[] = [];
  const keep = (error: unknown) => void stray.push(error);
  process.on('uncaughtException', keep).on('unhandledRejection', keep);
  try {
    await work();
    for (let turn = 0; turn < 50; turn++) await setImmediate();
  } finally {
    process.off('uncaughtException', keep).off('unhandledRejection', keep);
  }
  return stray;
}

const bodies: [string, (socket: Socket, status: number) => void][] = [
  ['a short body', (socket, status) => socket.end(`${head(status)}content-length: 4\r\n\r\ngone`)],
  ['a long body', (socket, status) => socket.end(`${head(status)}content-length: ${page.length}\r\n\r\n${page}`)],
  ['a body in chunks without an end', (socket, status) => socket.write(chunked(status))],
  [
    'a body that is reset in its middle',
    (socket, status) =>
      socket.write(`${head(status)}content-length: 900000\r\n\r\n${page}`, () => socket.resetAndDestroy()),
  ],
];
const head = (status: number) => `HTTP/1.1 ${status} Said\r\n`;
const chunked = (status: number) => `${head(status)}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`;

it.each(
  [401, 403, 404, 410, 429, 500, 503].flatMap((status) => bodies.map(([name, send]) => [status, name, send] as const)),
)('takes %i with %s as a refusal and nothing else', async (status, _, send) => {
  const origin = await serve((socket) => send(socket, status));
  const stray = await strayErrors(async () => {
    for (let n = 0; n < 5; n++) {
      const outcome = await download(origin).catch((error: unknown) => error);
      if (status >= 429) expect(outcome).toMatchObject({ name: 'RemoteError' });
      else expect(outcome).toMatchObject({ status: status === 404 || status === 410 ? 'gone' : 'forbidden' });
    }
  });
  expect(stray).toEqual([]);
});

it.each([
  [201, ''],
  [204, ''],
  [206, 'content-range: bytes 0-3/9\r\n'],
  [302, ''],
  [302, 'location: /f\r\n'],
  [304, ''],
  [400, ''],
])('gives a file up that is answered with %i %s', async (status, header) => {
  const origin = await serve((socket) => socket.end(`${head(status)}${header}connection: close\r\n\r\n`));
  expect(await download(origin)).toEqual({ status: 'not_the_file', httpStatus: status });
});

it.each([408, 425, 502])('asks again for a file that is answered with %i', async (status) => {
  const origin = await serve((socket) => socket.end(`${head(status)}connection: close\r\n\r\n`));
  await expect(download(origin)).rejects.toMatchObject({ code: 'unavailable', status });
});

it('tells a file that is reset in its middle, before its head and after it', async () => {
  for (const sent of ['x'.repeat(10), page]) {
    const origin = await serve((socket) =>
      socket.write(`${head(200)}content-length: 900000\r\n\r\n${sent}`, () => socket.resetAndDestroy()),
    );
    const stray = await strayErrors(async () => {
      const outcome = download(origin).then(async (file) =>
        file.status === 'ok' ? await new Response(file.stream).text() : file,
      );
      await expect(outcome).rejects.toThrow();
    });
    expect(stray).toEqual([]);
  }
});

it('lets a file be given up while its next bytes are waited for', async () => {
  const origin = await serve((socket) =>
    socket.write(`${chunked(200)}${(0x4000).toString(16)}\r\n${'y'.repeat(0x4000)}\r\n`),
  );
  const stray = await strayErrors(async () => {
    const file = await download(origin);
    if (file.status !== 'ok') throw new Error(file.status);
    const reader = file.stream.getReader();
    for (let read = 0; read < 0x4000; ) read += (await reader.read()).value?.length ?? 0;
    const pending = reader.read();
    await reader.cancel();
    expect((await pending).done).toBe(true);
  });
  expect(stray).toEqual([]);
});

it('follows a redirect whose own text never ends', async () => {
  const store = await serve((socket) => socket.end(`${head(200)}content-length: 9\r\n\r\nthe bytes`));
  const origin = await serve((socket) =>
    socket.write(`HTTP/1.1 302 Found\r\nlocation: ${store}/f\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`),
  );
  const stray = await strayErrors(async () => {
    const file = await download(origin);
    expect(file.status === 'ok' && (await new Response(file.stream).text())).toBe('the bytes');
  });
  expect(stray).toEqual([]);
});
