import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { isInNetwork } from '#core/networks.ts';

export interface NodeBindings {
  Bindings: { incoming?: IncomingMessage };
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** Whether a request came over loopback and not through a proxy, which speaks for others. */
export function isFromThisMachine(c: Context): boolean {
  const address = (c as Context<NodeBindings>).env?.incoming?.socket.remoteAddress;
  if (address === undefined || forwarding.some((name) => c.req.header(name) !== undefined)) return false;
  return isInNetwork(address, '127.0.0.0/8') || isInNetwork(address, '::1');
}
