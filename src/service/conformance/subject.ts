import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { must, mustBe } from './check.ts';

export interface SubjectOptions {
  /** With /api/v1. */
  baseUrl: string;
  key: string;
  /** Without /ws/v1. */
  wsUrl: string;
  account?: { email: string; password: string } | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body, or its text. */
  body: unknown;
  code: unknown;
  message: unknown;
  // biome-ignore lint/suspicious/noExplicitAny: what another server sends is looked into, whatever it is.
  data: any;
}

export interface StreamOutcome {
  // biome-ignore lint/suspicious/noExplicitAny: what another server sends is looked into, whatever it is.
  messages: any[];
  closeCode: number;
}

/** The server under check, as its clients see it. */
export interface Subject {
  options: SubjectOptions;
  origin: string;
  /** `authorization` undefined sends the key, null sends no header. */
  call(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: BodyInit; authorization?: string | null },
  ): Promise<Answer>;
  postJson(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  upload(name: string, content: string | Uint8Array, type?: string): Promise<Answer>;
  /** A kernel log that is COMPLETED; the same one at each call. */
  completedFile(): Promise<{ id: string; file_type: string }>;
  untilEnded(id: string): Promise<{ record: Record<string, unknown>; seen: string[] }>;
  /** Signed in with the account. */
  session(): Promise<{ token: string; cookie: string }>;
  callSignedIn(method: string, path: string, body?: unknown): Promise<Answer>;
  stream(path: string, frames: readonly (string | Buffer)[], token?: string): Promise<StreamOutcome>;
  /** Status and body of an upgrade that has to be refused. */
  refusedUpgrade(path: string, headers?: Record<string, string>): Promise<{ status: number; body: string }>;
}

const fileDeadlineMs = 120_000;

export const sampleLog = Array.from({ length: 60 }, (_, n) =>
  n === 40
    ? '[   40.000000] blk_update_request: I/O error, dev sda, sector 2048 op 0x0:(READ)'
    : `[ ${String(n).padStart(4)}.000000] usb 1-${n}: new high-speed USB device number ${n} using xhci_hcd`,
).join('\n');

export function createSubject(options: SubjectOptions): Subject {
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  const origin = new URL(base).origin;
  let completed: Promise<{ id: string; file_type: string }> | undefined;
  let signedIn: Promise<{ token: string; cookie: string }> | undefined;

  async function ask(url: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const text = await response.text();
    let body: unknown = text;
    try {
      body = JSON.parse(text);
    } catch {}
    const { code, message, data } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body, code, message, data };
  }

  const subject: Subject = {
    options,
    origin,
    async call(method, path, { headers = {}, body, authorization = `API_KEY ${options.key}` } = {}) {
      return await ask(base + path, {
        method,
        headers: { ...headers, ...(authorization === null ? {} : { authorization }) },
        ...(body === undefined ? {} : { body }),
      });
    },
    async postJson(path, body, headers = {}) {
      return await subject.call('POST', path, {
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    },
    async upload(name, content, type = 'application/octet-stream') {
      const form = new FormData();
      form.set('file', new Blob([content as BlobPart], { type }), name);
      return await subject.call('POST', '/upload', { body: form });
    },
    async completedFile() {
      completed ??= (async () => {
        const { status, data } = await subject.upload('conformance.log', sampleLog);
        mustBe(status, 201, 'the status of an upload');
        const { record } = await subject.untilEnded(data.id);
        mustBe(record.status, 'COMPLETED', 'the status of a plain kernel log in the end');
        return record as { id: string; file_type: string };
      })();
      return await completed;
    },
    async untilEnded(id) {
      const seen: string[] = [];
      const endMs = Date.now() + fileDeadlineMs;
      while (Date.now() < endMs) {
        const { status, data } = await subject.call('GET', `/files/${id}`);
        mustBe(status, 200, 'the status of GET on an own file');
        if (seen.at(-1) !== data.status) seen.push(data.status);
        if (data.status === 'COMPLETED' || (data.status === 'FAILED' && data.can_retry !== true)) {
          return { record: data, seen };
        }
        await sleep(200);
      }
      must(false, 'the analysis must end within two minutes', seen);
    },
    async session() {
      signedIn ??= (async () => {
        const { status, headers, data } = await ask(`${origin}/auth/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(options.account),
        });
        mustBe(status, 200, 'the status of a sign-in');
        return {
          token: data.token,
          cookie: headers
            .getSetCookie()
            .map((line) => line.split(';')[0])
            .join('; '),
        };
      })();
      return await signedIn;
    },
    async callSignedIn(method, path, body) {
      const { cookie } = await subject.session();
      const isJson = body !== undefined && !(body instanceof FormData);
      return await ask(origin + path, {
        method,
        headers: { cookie, origin, ...(isJson ? { 'content-type': 'application/json' } : {}) },
        ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
    },
    async stream(path, frames, token) {
      const { token: own } = await subject.session();
      const socket = new WebSocket(`${options.wsUrl}/ws/v1/${path}?token=${token ?? own}`);
      const messages: unknown[] = [];
      socket.on('message', (text) => messages.push(JSON.parse(text.toString())));
      await once(socket, 'open');
      const closed = once(socket, 'close');
      for (const frame of frames) socket.send(frame);
      const late = setTimeout(() => socket.terminate(), fileDeadlineMs);
      const [closeCode] = await closed;
      clearTimeout(late);
      return { messages, closeCode };
    },
    async refusedUpgrade(path, headers = {}) {
      const socket = new WebSocket(`${options.wsUrl}/ws/v1/${path}`, { headers });
      socket.on('error', () => {});
      const opened = once(socket, 'open').then(() => undefined);
      opened.catch(() => {});
      const response = await Promise.race([
        once(socket, 'unexpected-response').then(([, answer]) => answer as IncomingMessage),
        opened,
      ]);
      if (!response) socket.terminate();
      must(response, 'the connection must be refused');
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
    },
  };
  return subject;
}
