import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '#core/client-address.ts';
import { isInNetwork } from '#core/networks.ts';

/** What a client may not undercut while it is waited for. An upload may take hours as long as it keeps coming. */
export interface Pace {
  windowMs: number;
  /** How much of a body has to come within each window. */
  leastBytes: number;
}

export const defaultPace: Pace = { windowMs: 20_000, leastBytes: 20 * 1024 };

const ticksInWindow = 10;
const untakenAnswerMs = 60_000;
const mostConnectionsOfOne = 256;
const loopback = ['127.0.0.0/8', '::1'];

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  bytesRead: number;
  idleReadTicks: number;
  isAnswerWaiting: boolean;
}

/**
 * Ends requests whose body drips and answers nobody takes. Counts its own ticks and not the clock, and only those during
 * which the client and not the program was waited for: a busy program cuts nobody off.
 */
export function keepPace(server: Server, pace: Pace, tooSlowBody: string): void {
  const going = new Set<Exchange>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = {
      request,
      response,
      bytesRead: request.socket.bytesRead,
      idleReadTicks: 0,
      isAnswerWaiting: false,
    };
    going.add(exchange);
    // What is left of a body after its answer is still waited for.
    response.once('close', () => request.complete && going.delete(exchange));
  });
  const timer = setInterval(() => {
    for (const exchange of going) {
      const { request, response } = exchange;
      if (request.socket.destroyed || (request.complete && response.writableFinished)) going.delete(exchange);
      else if (isBodyTooSlow(exchange, pace)) refuse(exchange, tooSlowBody);
      else watchAnswer(exchange);
    }
  }, pace.windowMs / ticksInWindow);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

function isBodyTooSlow(exchange: Exchange, { leastBytes }: Pace): boolean {
  const { request } = exchange;
  // Bytes that lie here unread are waited for by the client.
  if (request.complete || request.readableLength > 0) return false;
  exchange.idleReadTicks += 1;
  if (exchange.idleReadTicks < ticksInWindow) return false;
  const came = request.socket.bytesRead - exchange.bytesRead;
  exchange.idleReadTicks = 0;
  exchange.bytesRead = request.socket.bytesRead;
  return came < leastBytes;
}

/** Node's own limit on a quiet connection, for as long as the client is the one waited for. */
function watchAnswer(exchange: Exchange): void {
  const { socket } = exchange.request;
  const isWaiting = socket.writableLength > 0;
  if (isWaiting === exchange.isAnswerWaiting) return;
  exchange.isAnswerWaiting = isWaiting;
  if (!exchange.response.writableFinished) socket.setTimeout(isWaiting ? untakenAnswerMs : 0);
}

function refuse({ request, response }: Exchange, answer: string): void {
  const { socket } = request;
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
  );
}

/** One address holds so many connections and no more; this machine and the proxies speak for many. */
export function boundConnections(server: Server, trustedProxies: readonly string[], most = mostConnectionsOfOne): void {
  const exempt = [...loopback, ...trustedProxies];
  const held = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || exempt.some((network) => isInNetwork(address, network))) return;
    const group = addressGroup(address);
    const count = (held.get(group) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    held.set(group, count);
    socket.once('close', () => {
      const left = (held.get(group) ?? 1) - 1;
      if (left > 0) held.set(group, left);
      else held.delete(group);
    });
  });
}
