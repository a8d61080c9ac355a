import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type HttpServer, serveHttp } from '../../../src/node/http-server.ts';

const pace = { windowMs: 500, leastBytes: 1_000 };

async function listen(fetch: (request: Request) => Response | Promise<Response>): Promise<HttpServer> {
  const http = await serveHttp({ fetch, host: '127.0.0.1', port: 0, pace, tooSlowBody: '{"code":408}' });
  onTestFinished(() => http.close(0));
  return http;
}

function open(http: HttpServer): { socket: Socket; answer: Promise<string> } {
  const socket = connect(http.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
  const answer = once(socket, 'close').then(() => Buffer.concat(chunks).toString());
  onTestFinished(() => void socket.destroy());
  return { socket, answer };
}

function post(length: number): string {
  return `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

function drip(socket: Socket, bytes: number, everyMs: number): void {
  const timer = setInterval(() => socket.write('x'.repeat(bytes)), everyMs);
  onTestFinished(() => clearInterval(timer));
}

it('answers 408 to a body that drips, and to one that never comes', async () => {
  const http = await listen(async (request) => new Response(await request.text()));
  const dripping = open(http);
  dripping.socket.write(post(10_000));
  drip(dripping.socket, 1, 50);
  const silent = open(http);
  silent.socket.write(post(10));
  expect(await dripping.answer).toMatch(/^HTTP\/1\.1 408 .*\{"code":408\}$/s);
  expect(await silent.answer).toMatch(/^HTTP\/1\.1 408 /);
});

it('closes the connection of a body that goes on dripping after its answer', async () => {
  const http = await listen(() => new Response('no', { status: 404 }));
  const { socket, answer } = open(http);
  socket.write(post(10_000));
  drip(socket, 1, 50);
  expect(await answer).toMatch(/^HTTP\/1\.1 404 /);
});

it('takes a slow body that keeps coming', async () => {
  const http = await listen(async (request) => new Response(`${(await request.text()).length}`));
  const { socket, answer } = open(http);
  socket.write(post(20_000).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  drip(socket, 500, 50);
  expect(await answer).toMatch(/20000$/);
});

it('waits for itself as long as it takes: a program that does not read yet cuts nobody off', async () => {
  const readsNow = Promise.withResolvers<void>();
  const http = await listen(async (request) => {
    await readsNow.promise;
    return new Response(`${(await request.text()).length}`);
  });
  const { socket, answer } = open(http);
  socket.write(post(1_000_000).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  socket.write('x'.repeat(1_000_000));
  const timer = setTimeout(readsNow.resolve, 3 * pace.windowMs);
  onTestFinished(() => clearTimeout(timer));
  expect(await answer).toMatch(/1000000$/);
});
