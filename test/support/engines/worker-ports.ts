import { RemoteError } from '#core/errors.ts';
import type { SendHttp } from '../../../src/bot/analysis/http.ts';
import type { OpenAddress } from '../../../src/bot/fetching/open-address.ts';
import { startWorker } from '../entries/wrangler.ts';

export interface OutgoingPorts {
  send: SendHttp;
  open: OpenAddress;
  close(): Promise<void>;
}

/** What a Worker sends requests with, in the local runtime. Streamed bodies are made there, as many zeros. */
export async function startWorkerPorts(): Promise<OutgoingPorts> {
  const { origin, kill } = await startWorker(['--config', 'test/fixtures/worker-ports/wrangler.toml'], {
    isShared: true,
  });

  async function ask(path: string, asked: object) {
    const response = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'x-asked': JSON.stringify(asked) },
    });
    if (response.status !== 599) return response;
    const { code, message, isAmbiguous } = (await response.json()) as RemoteError;
    throw new RemoteError(code, message, { isAmbiguous });
  }

  return {
    async send({ signal: _, body, ...exchange }) {
      const what = typeof body === 'object' ? { sizeBytes: body.sizeBytes } : { body };
      const response = await ask('/send', { ...exchange, ...what });
      const told = (await response.json()) as { status: number; headers: [string, string][]; text: string };
      return { ...told, headers: new Headers(told.headers) };
    },
    async open({ url, authorization, allowsAddresses, answerMs, idleMs }) {
      const asked = { url: url.href, authorization, isByNetwork: allowsAddresses !== undefined, answerMs, idleMs };
      const response = await ask('/open', asked);
      const told = response.headers.get('x-told');
      if (told === null) return 'blocked';
      const { status, headers } = JSON.parse(told);
      return { status, headers: new Headers(headers), body: response.body ?? new Blob([]).stream() };
    },
    close: kill,
  };
}
