import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredMessage {
  id: number;
  key: string;
  text: string;
  postedAtMs: number;
}

export interface FaultyVendor {
  url: string;
  messages: StoredMessage[];
  /** How often each fault was dealt out. */
  faults: Record<string, number>;
  close(): Promise<void>;
}

/**
 * An HTTP vendor without idempotency keys that fails in every way one can: before and after it stored the message, with
 * an error, a reset, silence or a rate limit. `faultRate` is the share of calls that fail.
 */
export async function startFaultyVendor(faultRate: number, random: () => number): Promise<FaultyVendor> {
  const messages: StoredMessage[] = [];
  const faults: Record<string, number> = {};
  let lastId = 0;

  type Store = () => void;
  const postFaults: Record<string, (store: Store, response: ServerResponse) => void> = {
    'stored, then 500': (store, response) => {
      store();
      end(response, 500);
    },
    'stored, then reset': (store, response) => {
      store();
      response.socket?.destroy();
    },
    'stored, then silence': (store) => store(),
    'stored late': (store, response) => {
      setTimeout(() => {
        store();
        end(response, 200);
      }, 100);
    },
    '500': (_store, response) => end(response, 500),
    reset: (_store, response) => response.socket?.destroy(),
    'rate limit': (_store, response) => end(response, 429),
  };
  const findFaults: Record<string, (response: ServerResponse) => void> = {
    'find 503': (response) => end(response, 503),
    'find reset': (response) => response.socket?.destroy(),
    'find rate limit': (response) => end(response, 429),
  };

  function dealt<T>(kinds: Record<string, T>): T | undefined {
    if (random() >= faultRate) return undefined;
    const names = Object.keys(kinds);
    const name = names[Math.floor(random() * names.length)]!;
    faults[name] = (faults[name] ?? 0) + 1;
    return kinds[name];
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://vendor');
    const body = await readText(request);
    if (request.method === 'POST') {
      const { key, text } = JSON.parse(body) as { key: string; text: string };
      const store = () => {
        lastId += 1;
        messages.push({ id: lastId, key, text, postedAtMs: lastId });
      };
      const fault = dealt(postFaults);
      if (fault) return fault(store, response);
      store();
      return end(response, 200, messages.at(-1));
    }
    if (request.method === 'DELETE') {
      const index = messages.findIndex(({ id }) => String(id) === url.searchParams.get('id'));
      if (index >= 0) messages.splice(index, 1);
      return end(response, 200);
    }
    const fault = dealt(findFaults);
    if (fault) return fault(response);
    end(
      response,
      200,
      messages.filter(({ key }) => key === url.searchParams.get('key')),
    );
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    faults,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function end(response: ServerResponse, status: number, body: unknown = null): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' });
  response.end(JSON.stringify(body));
}
