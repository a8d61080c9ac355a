import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let under: ServiceUnderTest;
let key: string;

beforeAll(async () => {
  under = await startService({ MAX_UPLOAD_BYTES: '200000', STORAGE_QUOTA_BYTES: '1000000' });
  ({ key } = await under.addUserWithKey());
});
afterAll(() => under[Symbol.asyncDispose]());

const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('searches', () => {
  let id: string;
  const ask = (mode: string, init: RequestInit) =>
    under.call(key, 'POST', `/api/v1/files/${id}/searches/${mode}`, init);
  beforeAll(async () => {
    await under.service.drain();
    id = await under.completed(key, 'asked.log', 'fine\nan error here\n');
  });

  it.each<[string, RequestInit, number, string]>([
    ['without a query', json({}), 400, 'invalid_request'],
    ['with a number', json({ query: 1 }), 400, 'invalid_request'],
    ['with blanks', json({ query: ' \n' }), 400, 'invalid_request'],
    ['that is too long', json({ query: 'x'.repeat(4001) }), 400, 'query_too_long'],
    ['that is far too long', json({ query: 'x'.repeat(200_000) }), 400, 'query_too_long'],
    ['in a huge body', json({ query: 'x'.repeat(300_000) }), 413, 'body_too_large'],
    ['that is no JSON', { headers: { 'content-type': 'application/json' }, body: '{' }, 400, 'invalid_json'],
    ['in a list', json(['x']), 400, 'invalid_json'],
    ['as text', { headers: { 'content-type': 'text/plain' }, body: '{"query":"x"}' }, 415, 'unsupported_media_type'],
  ])('SRCH-3 refuses a question %s', async (_name, init, status, code) => {
    const answer = await ask('quick', init);
    expect([answer.status, answer.body.data.error_code]).toEqual([status, code]);
  });

  it('ENV-8 SRCH-3 ignores members it does not know and counts characters, not units', async () => {
    expect((await ask('quick', json({ query: '😀'.repeat(4000), extra: 1 }))).status).toBe(200);
  });

  it('SRCH-8 N-3 N-4 answers deep with steps and quick without', async () => {
    const deep = await ask('deep', json({ query: 'which error?' }));
    expect(deep.status).toBe(200);
    expect(deep.body.data.steps.length).toBeGreaterThan(1);
    expect(deep.body.data).toMatchObject({
      status: 'COMPLETED',
      citations: [{ excerpt: 'an error here', line_start: 2 }],
    });
    expect((await ask('quick', json({ query: 'error' }))).body.data).not.toHaveProperty('steps');
  });

  it('N-4 answers 202 at once to respond-async, and the result at Location', async () => {
    const { status, headers, body } = await ask('deep', json({ query: 'later' }, { prefer: 'respond-async' }));
    expect([status, body.code, body.data.status]).toEqual([202, 202, 'RUNNING']);
    expect(headers.get('preference-applied')).toBe('respond-async');
    expect(headers.get('retry-after')).toBe('5');
    expect(headers.get('location')).toBe(`/api/v1/files/${id}/searches/${body.data.id}`);
    await under.service.drain();
    const stored = await under.call(key, 'GET', headers.get('location')!);
    expect(stored.body.data).toMatchObject({ id: body.data.id, status: 'COMPLETED' });
  });

  it('N-4 waits as long as asked, then answers 202; DELETE cancels', async () => {
    const begun = Promise.withResolvers<void>();
    under.room.beforeAnswer = async (_question, signal) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const waiting = ask('deep', json({ query: 'slow' }, { prefer: 'wait=7' }));
    await begun.promise;
    under.clock.advance(7_000);
    const { status, headers } = await waiting;
    expect([status, headers.get('preference-applied')]).toEqual([202, 'wait=7']);
    const cancelled = await under.call(key, 'DELETE', headers.get('location')!);
    expect(cancelled.body.data).toMatchObject({ status: 'FAILED', error: { code: 'cancelled' } });
    under.room.beforeAnswer = () => {};
    await under.service.drain();
  });

  it('SRCH-4 SRCH-9 ends a search that takes too long', async () => {
    for (const [mode, ms] of [
      ['quick', 25_000],
      ['deep', 15 * 60_000],
    ] as const) {
      const begun = Promise.withResolvers<void>();
      under.room.beforeAnswer = async (_question, signal) => {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      };
      const waiting = ask(mode, json({ query: 'endless' }, mode === 'deep' ? { prefer: 'respond-async' } : {}));
      await begun.promise;
      if (mode === 'deep') await waiting;
      under.clock.advance(ms);
      under.room.beforeAnswer = () => {};
      await under.service.drain();
      const answer = await waiting;
      const url = mode === 'quick' ? answer.body.data.url : answer.headers.get('location');
      if (mode === 'quick') expect(answer.status).toBe(504);
      expect((await under.call(key, 'GET', url)).body.data).toMatchObject({
        status: 'FAILED',
        error: { code: 'search_timeout' },
      });
    }
  });

  it('N-4 takes one Idempotency-Key for one search for a day', async () => {
    const headers = { 'idempotency-key': 'abc', prefer: 'respond-async' };
    const both = await Promise.all([
      ask('deep', json({ query: 'once' }, headers)),
      ask('deep', json({ query: 'once' }, headers)),
    ]);
    expect(new Set(both.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await ask('deep', json({ query: 'other' }, headers))).status).toBe(422);
    await under.service.drain();
    const again = await ask('deep', json({ query: 'once' }, headers));
    expect([again.status, again.body.data.id]).toEqual([200, both[0]!.body.data.id]);
    under.clock.advance(24 * 3_600_000);
    const dayLater = await ask('deep', json({ query: 'once' }, headers));
    expect(dayLater.body.data.id).not.toBe(both[0]!.body.data.id);
    await under.service.drain();
  });
});
