import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attemptDelaysMs } from '#service/webhooks/deliver-webhook.ts';
import { createAddressGuard } from '#service/webhooks/guard-address.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

interface Receiver {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string; path: string }[];
  /** What the next requests are answered with; the last one stays. */
  answers: { status: number; headers?: Record<string, string> }[];
  server: Server;
}

async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = [];
  const answers: Receiver['answers'] = [{ status: 204 }];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString(), path: request.url ?? '' });
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    response.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, received, answers, server };
}

let under: ServiceUnderTest;
let receiver: Receiver;
let key: string;

beforeEach(async () => {
  receiver = await startReceiver();
  under = await startService();
  ({ key } = await under.addUserWithKey());
  // Signatures carry the time: the receiver's library judges it by the real clock.
  under.clock.advance(Date.now() - under.clock.now());
});
afterEach(async () => {
  await under[Symbol.asyncDispose]();
  receiver.server.close();
});

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const create = (body: unknown) => under.call(key, 'POST', '/api/v1/webhooks', json(body));
const deliveries = async (id: string) => (await under.call(key, 'GET', `/api/v1/webhooks/${id}/deliveries`)).body.data;

describe('deliver', () => {
  it('HOOK-2 N-6 N-7 the end of deep searches, of files if asked, never of quick ones, signed', async () => {
    const made = await create({ url: receiver.url, events: ['search.completed', 'search.failed', 'file.completed'] });
    expect(made.status).toBe(201);
    const { secret } = made.body.data;
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const id = await under.completed(key, 'a.log', 'an error\n');
    await under.call(key, 'POST', `/api/v1/files/${id}/searches/quick`, json({ query: 'x' }));
    const { body } = await under.call(key, 'POST', `/api/v1/files/${id}/searches/deep`, json({ query: 'x' }));
    under.room.beforeAnswer = () => {
      throw new Error('broken');
    };
    await under.call(key, 'POST', `/api/v1/files/${id}/searches/deep`, json({ query: 'y' }));
    await under.service.drain();
    const events = receiver.received.map(({ body: text, headers }) =>
      new Webhook(secret).verify(text, headers as never),
    );
    expect(events).toMatchObject([
      { type: 'file.completed', data: { file_id: id, status: 'COMPLETED' } },
      {
        type: 'search.completed',
        data: { search_id: body.data.id, file_id: id, mode: 'deep', url: body.data.links.self },
      },
      { type: 'search.failed', data: { status: 'FAILED' } },
    ]);
  });

  it('ten times over three days, then disables the webhook; resending starts anew', async () => {
    receiver.answers[0] = { status: 500 };
    const { id } = (await create({ url: receiver.url })).body.data;
    await under.call(key, 'POST', `/api/v1/webhooks/${id}/test`);
    await under.service.drain();
    for (const delayMs of attemptDelaysMs.slice(1)) {
      under.clock.advance(delayMs - 1);
      await under.service.drain();
      const before = receiver.received.length;
      under.clock.advance(delayMs / 10 + 1);
      await under.service.drain();
      expect(receiver.received.length).toBe(before + 1);
    }
    const [failed] = await deliveries(id);
    expect(failed).toMatchObject({ state: 'failed', attempts: 10 });
    expect(failed.log).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const disabled = (await under.call(key, 'GET', `/api/v1/webhooks/${id}`)).body.data;
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'Ten attempts in a row failed.' });

    receiver.answers[0] = { status: 200 };
    await under.call(key, 'PATCH', `/api/v1/webhooks/${id}`, json({ enabled: true }));
    await under.call(key, 'POST', `/api/v1/webhooks/${id}/deliveries/${failed.id}/redeliver`);
    await under.service.drain();
    expect((await deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 11 });
  });

  it('not after 410, not along redirects, and later when asked to wait', async () => {
    receiver.answers.splice(
      0,
      1,
      { status: 302, headers: { location: `${receiver.url}/other`, 'retry-after': '600' } },
      { status: 410 },
    );
    const { id } = (await create({ url: receiver.url })).body.data;
    await under.call(key, 'POST', `/api/v1/webhooks/${id}/test`);
    await under.service.drain();
    under.clock.advance(599_000);
    await under.service.drain();
    expect(receiver.received).toHaveLength(1);
    under.clock.advance(1_000);
    await under.service.drain();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/in', '/in']);
    expect((await under.call(key, 'GET', `/api/v1/webhooks/${id}`)).body.data.enabled).toBe(false);
  });

  it('with both secrets for a day after a rotation', async () => {
    const made = (await create({ url: receiver.url })).body.data;
    const rotated = (await under.call(key, 'POST', `/api/v1/webhooks/${made.id}/rotate-secret`)).body.data;
    await under.call(key, 'POST', `/api/v1/webhooks/${made.id}/test`);
    await under.service.drain();
    const { headers, body } = receiver.received[0]!;
    for (const secret of [made.secret, rotated.secret]) {
      expect(new Webhook(secret).verify(body, headers as never)).toMatchObject({ type: 'webhook.test' });
    }
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('to the bot in the same process, with a secret that outlives a restart', async () => {
    const { secret } = await under.service.registerBotWebhook(receiver.url);
    const bot = await under.service.ensureBotAccount();
    await under.completed(bot.apiKey, 'bot.log', 'x');
    await under.service.drain();
    const { body, headers } = receiver.received[0]!;
    expect(new Webhook(secret).verify(body, headers as never)).toMatchObject({ type: 'file.completed' });
    expect((await under.service.registerBotWebhook(receiver.url)).secret).toBe(secret);
  });
});

describe('refuse addresses', () => {
  it.each([
    'http://example.org/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://user:pass@example.org/',
    'https://example.org:0/',
    'ftp://example.org/',
    'file:///etc/passwd',
  ])('%s', (url) => {
    expect(createAddressGuard([]).refusal(new URL(url), false)).toBeTypeOf('string');
  });

  it('that a name resolves to, also as one of several, and goes to the one that was checked', async () => {
    const guard = (addresses: string[]) =>
      createAddressGuard([], async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    const url = new URL('https://hooks.example.org/');
    await expect(guard(['93.184.216.34', '10.0.0.1']).resolve(url, false)).rejects.toThrow();
    await expect(guard(['::ffff:10.0.0.1']).resolve(url, false)).rejects.toThrow();
    await expect(guard([]).resolve(url, false)).rejects.toThrow();
    expect(await guard(['93.184.216.34']).resolve(url, false)).toEqual({ address: '93.184.216.34', family: 4 });
  });

  it('but not those that are allowed by name, port or network, plain http too', () => {
    const guard = createAddressGuard(['hooks.internal:8080', '10.1.0.0/16', 'chat.example.org']);
    const isFree = (url: string) => guard.refusal(new URL(url), false) === undefined;
    expect(isFree('http://hooks.internal:8080/x')).toBe(true);
    expect(isFree('http://hooks.internal:8081/x')).toBe(false);
    expect(isFree('http://10.1.9.9/')).toBe(true);
    expect(isFree('http://10.2.9.9/')).toBe(false);
    expect(isFree('http://chat.example.org/')).toBe(true);
  });

  it('on registering, with the field at fault', async () => {
    const answer = await create({ url: 'https://192.168.1.1/hook' });
    expect([answer.status, answer.body.data]).toMatchObject([
      400,
      { error_code: 'invalid_webhook_url', errors: [{ field: 'url' }] },
    ]);
    expect((await create({ url: receiver.url, events: ['nothing'] })).status).toBe(400);
  });
});
