import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A stand-in behind a socket, for programs of their own; unlike a server of ours it leaves this process's fetch alone. */
export async function serveFetch(answer: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = incoming;
    const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
    const request = new Request(`http://${headers.host}${url}`, { method, headers: headers as HeadersInit, body });
    const response = await answer(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
