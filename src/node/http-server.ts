import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { boundConnections, defaultPace, keepPace, type Pace } from './connection-limits.ts';
import { withinWork } from './stray-errors.ts';

export interface HttpServer {
  port: number;
  server: Server;
  /** Takes no more requests and waits for those going on, at most as long as given; then cuts them off. */
  close(graceMs?: number): Promise<void>;
}

interface HttpServerOptions {
  fetch(request: Request, env: unknown): Response | Promise<Response>;
  /** False: not mine. Nobody's: the connection is answered with 404 and closed. */
  handleUpgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  host: string;
  /** 0: a free one. */
  port: number;
  trustedProxies?: readonly string[];
  pace?: Pace;
  /** JSON that tells a request that its body came too slowly. */
  tooSlowBody?: string;
}

const headersMs = 20_000;

/**
 * Listens. An upload may take as long as bytes keep coming, so node's limit on a whole request is off, and one on the
 * pace of its body takes its place.
 */
export async function serveHttp(options: HttpServerOptions): Promise<HttpServer> {
  const server = createAdaptorServer({
    fetch: ((request, env) =>
      withinWork({ request: `${request.method} ${placeOf(request.url)}` }, () =>
        options.fetch(request, env),
      )) satisfies HttpServerOptions['fetch'] as never,
    serverOptions: {
      requestTimeout: 0,
      headersTimeout: headersMs,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 65_000,
    },
  }) as Server;
  boundConnections(server, options.trustedProxies ?? []);
  keepPace(server, options.pace ?? defaultPace, options.tooSlowBody ?? '{}');
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The server's own way of closing connections leaves out those that were upgraded.
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    const work = { request: `UPGRADE ${placeOf(request.url ?? '')}` };
    if (withinWork(work, () => options.handleUpgrade?.(request, socket, head))) return;
    socket.once('finish', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(options.port, options.host, resolve);
  await listening;

  return {
    port: (server.address() as AddressInfo).port,
    server,
    async close(graceMs = 10_000) {
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      server.closeIdleConnections();
      const cut = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }, graceMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Without the query and what follows the second part of a path: tokens stand there. */
function placeOf(url: string): string {
  return /^(?:https?:\/\/[^/]*)?((?:\/[^/?#]*){1,2})/.exec(url)?.[1] ?? '';
}
