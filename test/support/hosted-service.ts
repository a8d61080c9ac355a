import { createHash, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { HttpRequest, SendHttp } from '../../src/bot/analysis/http.ts';
import { RemoteError } from '../../src/core/errors.ts';

interface HostedFile {
  id: string;
  name: string;
  bytes: string;
  /** Statuses of the looks to come; the last one stays. */
  looks: Record<string, unknown>[];
}

/** A server of the specification that is not ours: it says what a test tells it to, in any form. */
export interface HostedService {
  send: SendHttp;
  key: string;
  files: HostedFile[];
  /** Each deep search posted. */
  posts: { fileId: string; query: string; idempotencyKey: string | undefined; prefer: string | undefined }[];
  requests: { method: string; path: string; authorization: string | undefined }[];
  /** What the file record says at each look, by file; default: completed at the second. */
  looks: (name: string) => Record<string, unknown>[];
  /** How a deep search is answered. */
  deep: (request: { fileId: string; query: string }) => Response | Promise<Response>;
  /** Answers before anything else, where it gives one. */
  intercept: (request: Request) => Response | undefined;
  /** Loses the answer to the next request that matches, after it was carried out. */
  loseAnswerTo: ((request: Request) => boolean) | undefined;
  app: Hono;
}

export function createHostedService(): HostedService {
  const app = new Hono();
  const hosted: HostedService = {
    key: 'hosted-key',
    files: [],
    posts: [],
    requests: [],
    looks: () => [{ status: 'ANALYZING' }, { status: 'COMPLETED' }],
    deep: ({ query }) => Response.json({ code: 200, message: 'ok', data: { answer: `Asked: ${query}` } }),
    intercept: () => undefined,
    loseAnswerTo: undefined,
    app,
    send,
  };

  app.use('*', async (c, next) => {
    const { method, path } = c.req;
    hosted.requests.push({ method, path, authorization: c.req.header('authorization') });
    const instead = hosted.intercept(c.req.raw);
    if (instead) return instead;
    if (c.req.header('authorization') !== `API_KEY ${hosted.key}`) return envelope(401, {});
    return next();
  });
  app.post('/api/v1/upload', async (c) => {
    const form = await c.req.formData();
    const part = form.get('file') as unknown as File;
    const bytes = Buffer.from(await part.arrayBuffer()).toString('latin1');
    const file = { id: randomUUID(), name: part.name, bytes, looks: hosted.looks(part.name) };
    hosted.files.push(file);
    return envelope(201, { id: file.id, name: file.name, file_type: 'log', status: 'INDEXING' });
  });
  app.get('/api/v1/files', () =>
    envelope(
      200,
      hosted.files.map(({ id, name }) => ({ id, name })),
    ),
  );
  app.get('/api/v1/files/:id', (c) => {
    const file = hosted.files.find(({ id }) => id === c.req.param('id'));
    if (!file) return envelope(404, {});
    const look = file.looks.length > 1 ? file.looks.shift() : file.looks[0];
    return envelope(200, { id: file.id, name: file.name, file_type: 'log', ...look });
  });
  app.delete('/api/v1/files/:id', (c) => {
    const at = hosted.files.findIndex(({ id }) => id === c.req.param('id'));
    if (at < 0) return envelope(404, {});
    hosted.files.splice(at, 1);
    return envelope(200, {});
  });
  app.post('/api/v1/files/:id/searches/deep', async (c) => {
    const { query } = (await c.req.json()) as { query: string };
    const fileId = c.req.param('id');
    hosted.posts.push({
      fileId,
      query,
      idempotencyKey: c.req.header('idempotency-key'),
      prefer: c.req.header('prefer'),
    });
    return hosted.deep({ fileId, query });
  });

  async function send(exchange: HttpRequest) {
    const body =
      typeof exchange.body === 'object' ? await new Response(await exchange.body.open()).bytes() : exchange.body;
    const request = new Request(exchange.url, {
      method: exchange.method,
      headers: exchange.headers,
      ...(body === undefined ? {} : { body: body as string }),
    });
    const isLost = hosted.loseAnswerTo?.(request) ?? false;
    if (isLost) hosted.loseAnswerTo = undefined;
    const response = await app.fetch(request);
    if (isLost) throw new RemoteError('unavailable', 'the connection was reset', { isAmbiguous: true });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  return hosted;
}

export function envelope(code: number, data: unknown, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message: 'said', data }, { status: code, headers });
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
