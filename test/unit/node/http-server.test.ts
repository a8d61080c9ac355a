import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { serveHttp } from '../../../src/node/http-server.ts';

const upgradeRequest = 'GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

it('ends although a connection that was upgraded stays open', async () => {
  const taken = Promise.withResolvers<void>();
  const http = await serveHttp({
    fetch: () => new Response('ok'),
    handleUpgrade(_request, socket) {
      socket.on('error', () => {});
      taken.resolve();
      return true;
    },
    host: '127.0.0.1',
    port: 0,
  });
  const client = connect(http.port, '127.0.0.1');
  client.on('error', () => {});
  client.write(upgradeRequest);
  await taken.promise;
  const closed = once(client.resume(), 'close');
  await http.close(1);
  await closed;
  expect(http.server.listening).toBe(false);
});

it('ends although a client whose upgrade nobody takes keeps its half open', async () => {
  const http = await serveHttp({ fetch: () => new Response('ok'), host: '127.0.0.1', port: 0 });
  const client = connect({ host: '127.0.0.1', port: http.port, allowHalfOpen: true });
  client.on('error', () => {});
  client.write(upgradeRequest);
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  await http.close(60_000);
  expect(http.server.listening).toBe(false);
  client.destroy();
});
