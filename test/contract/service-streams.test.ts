import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { openStream, refusedUpgrade } from '../support/open-stream.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let under: ServiceUnderTest;
let cookie: string;
let token: string;
let fileId: string;
let deltaId: string;
const types = ['step', 'stage', 'progress', 'query_intent', 'report_chunk', 'complete', 'error'];

beforeAll(async () => {
  under = await startService();
  ({ cookie, token } = await under.addSignedIn());
  fileId = await uploadSignedIn('a.log', 'one\ntwo error\n');
  const other = await uploadSignedIn('b.log', 'one\nthree error\n');
  const delta = await under.callSignedIn(cookie, 'POST', '/console/api/deltas', { file_ids: [fileId, other] });
  deltaId = delta.body.data.id;
});
afterAll(() => under[Symbol.asyncDispose]());

async function uploadSignedIn(name: string, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const { origin } = under;
  const { body } = await under.call(undefined, 'POST', '/console/api/upload', {
    headers: { cookie, origin },
    body: form,
  });
  await under.service.drain();
  return body.data.id;
}

const url = (path: string, withToken = token) =>
  `${under.origin.replace('http', 'ws')}/ws/v1/${path}?token=${withToken}`;
const frame = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({ query: 'which error?', entity_type: 'log', entity_id: fileId, ...changes });

describe('answers', () => {
  for (const [path, mode] of [
    ['search/quick', 'quick'],
    ['search/deep', 'deep'],
    ['delta/quick', 'quick'],
    ['delta/research', 'deep'],
  ] as const) {
    it(`WS-1 WS-9 WS-10 WS-11 WS-12 WS-13 WS-14 WS-15 WS-16 streams ${path} to one complete message`, async () => {
      const entity = path.startsWith('delta') ? deltaId : fileId;
      const { messages, closeCode } = await openStream(url(path), [frame({ entity_id: entity }), 'a stray line']);
      expect(closeCode).toBe(1000);
      for (const message of messages) {
        expect(Object.keys(message).toSorted()).toEqual(['data', 'error', 'type']);
        expect(types).toContain(message.type);
        expect(message.error).toBeNull();
      }
      expect(messages[0].type).toBe('query_intent');
      expect(messages.filter(({ type }) => type === 'step').length > 0).toBe(mode === 'deep');
      const chunks = messages.filter(({ type }) => type === 'report_chunk').map(({ data }) => data.text);
      expect(messages.filter(({ type }) => type === 'complete')).toHaveLength(1);
      expect(messages.at(-1).data.report).toBe(chunks.join(''));
      expect(chunks.length).toBeGreaterThan(1);
      const stored = await under.callSignedIn(
        cookie,
        'GET',
        messages.at(-1).data.url.replace('/api/v1', '/console/api'),
      );
      expect(stored.body.data).toMatchObject({ status: 'COMPLETED', answer: chunks.join('') });
    });
  }
});

describe('refuses on connecting', () => {
  it('WS-2 without a token and with a wrong one: 401 in the envelope', async () => {
    for (const wrong of ['', 'x', `${token}x`]) {
      const { status, body, headers } = await refusedUpgrade(url('search/quick', wrong));
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 401, data: { error_code: 'session_token_invalid' } });
      expect(headers['www-authenticate']).toBeTruthy();
    }
  });

  it('WS-2 N-12 with a token that is older than five minutes', async () => {
    await using other = await startService();
    const signedIn = await other.addSignedIn();
    const path = `${other.origin.replace('http', 'ws')}/ws/v1/search/quick?token=${signedIn.token}`;
    other.clock.advance(5 * 60_000 - 1000);
    expect((await openStream(path, ['{}'])).closeCode).toBe(1008);
    other.clock.advance(2000);
    expect((await refusedUpgrade(path)).status).toBe(401);
  });

  it('WS-3 an API key with 403, even with a valid token, and without an upgrade too', async () => {
    const { key } = await under.addUserWithKey('ws3@example.org');
    const headers = { authorization: `API_KEY ${key}` };
    const refused = await refusedUpgrade(url('search/deep'), headers);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 403, data: { error_code: 'api_key_not_accepted' } });
    const plain = await under.call(key, 'GET', '/ws/v1/search/quick');
    expect(plain.status).toBe(403);
    expect((await under.call(undefined, 'GET', '/ws/v1/search/quick')).status).toBe(426);
  });

  it('WS-4 an API key as the token with 401', async () => {
    const { key } = await under.addUserWithKey('ws4@example.org');
    expect((await refusedUpgrade(url('search/quick', key))).status).toBe(401);
  });

  it('an unknown path with 404 and a page from elsewhere with 403', async () => {
    expect((await refusedUpgrade(url('search/other'))).status).toBe(404);
    expect((await refusedUpgrade(url('search/quick'), { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('SES-3 a token of a session that was ended', async () => {
    const gone = await under.addSignedIn('gone@example.org');
    await under.callSignedIn(gone.cookie, 'POST', '/auth/sign-out');
    expect((await refusedUpgrade(url('search/quick', gone.token))).status).toBe(401);
  });
});

describe('refuses a frame', () => {
  const cases: [string, () => string | Buffer, string, number][] = [
    ['WS-6 of an unknown entity_type', () => frame({ entity_type: 'logcat' }), 'invalid_entity_type', 1008],
    ['WS-8 of another type than the file has', () => frame({ entity_type: 'dmesg' }), 'entity_type_mismatch', 1008],
    ['WS-7 of an unknown file', () => frame({ entity_id: 'nothing' }), 'not_found', 4404],
    ['WS-19 that is not JSON', () => '{', 'invalid_json', 1007],
    ['WS-19 that is binary', () => Buffer.from('{}'), 'binary_frame', 1003],
    ['with a blank query', () => frame({ query: ' ' }), 'invalid_request', 1008],
    ['with a query that is too long', () => frame({ query: 'x'.repeat(4001) }), 'query_too_long', 1008],
  ];
  for (const [name, sent, code, closeCode] of cases) {
    it(`${name} with ${code}`, async () => {
      const result = await openStream(url('search/quick'), [sent()]);
      expect(result.messages).toMatchObject([{ type: 'error', data: {}, error: { code } }]);
      expect(result.closeCode).toBe(closeCode);
    });
  }

  it('WS-17 of a delta on a search path, and of a file on a delta path', async () => {
    const search = await openStream(url('search/quick'), [frame({ entity_id: deltaId })]);
    expect(search.messages[0].error.code).toBe('not_found');
    const delta = await openStream(url('delta/quick'), [frame()]);
    expect(delta.messages[0].error.code).toBe('not_found');
  });

  it('WS-19 larger than 64 KiB with 1009', async () => {
    const { closeCode } = await openStream(url('search/quick'), [frame({ query: 'x'.repeat(70_000) })]);
    expect(closeCode).toBe(1009);
  });

  it('WS-19 that does not come within ten seconds', async () => {
    const socket = new WebSocket(url('search/quick'));
    await once(socket, 'open');
    const message = once(socket, 'message');
    under.clock.advance(10_000);
    expect(JSON.parse(String((await message)[0])).error.code).toBe('request_timeout');
    await once(socket, 'close');
  });

  it('WS-7 of somebody else', async () => {
    const other = await under.addSignedIn('other@example.org');
    const { messages } = await openStream(url('search/quick', other.token), [frame()]);
    expect(messages[0].error.code).toBe('not_found');
  });
});

it('WS-18 tells a failure during the run as an error with its detail', async () => {
  under.room.beforeAnswer = () => {
    throw new Error('broken');
  };
  const { messages, closeCode } = await openStream(url('search/deep'), [frame()]);
  under.room.beforeAnswer = () => {};
  expect(messages.at(-1)).toMatchObject({ type: 'error', data: {}, error: { code: 'search_failed' } });
  expect(closeCode).toBe(1011);
});

it('WS-20 lets a deep run go on without its connection and ends a quick one', async () => {
  for (const [path, status] of [
    ['search/quick', 'FAILED'],
    ['search/deep', 'COMPLETED'],
  ] as const) {
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    under.room.beforeAnswer = async () => {
      begun.resolve();
      await release.promise;
    };
    const socket = new WebSocket(url(path));
    await once(socket, 'open');
    socket.send(frame({ query: `gone ${path}` }));
    await begun.promise;
    socket.terminate();
    const stored = async () =>
      (await under.callSignedIn(cookie, 'GET', `/console/api/files/${fileId}/searches`)).body.data.find(
        (search: { query: string }) => search.query === `gone ${path}`,
      );
    if (status === 'FAILED') await expect.poll(async () => (await stored()).status).toBe('FAILED');
    release.resolve();
    under.room.beforeAnswer = () => {};
    await under.service.drain();
    expect((await stored()).status).toBe(status);
  }
});

it('SES-2 the token is no key for /api/v1', async () => {
  const answer = await under.call(undefined, 'GET', '/api/v1/files', {
    headers: { authorization: `API_KEY ${token}` },
  });
  expect(answer.status).toBe(401);
});

it('WS-20 pings, and ends a connection whose other side is silent', async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  under.room.beforeAnswer = async () => {
    begun.resolve();
    await release.promise;
  };
  const socket = new WebSocket(url('search/deep'), { autoPong: false });
  await once(socket, 'open');
  socket.send(frame());
  await begun.promise;
  for (let n = 0; n < 2; n += 1) {
    const pinged = once(socket, 'ping');
    under.clock.advance(25_000);
    await pinged;
  }
  const closed = once(socket, 'close');
  under.clock.advance(25_000);
  expect((await closed)[0]).toBe(1006);
  release.resolve();
  under.room.beforeAnswer = () => {};
  await under.service.drain();
});

describe('N-19 a client that does not read', () => {
  const chunk = 'x'.repeat(512 * 1024);
  /** A run that has told more than any buffer between it and the client holds, and goes on when released. */
  async function flooded() {
    const told = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { investigate } = under.room;
    onTestFinished(() => {
      under.room.investigate = investigate;
      release.resolve();
    });
    under.room.investigate = async (request, emit) => {
      emit({ type: 'query_intent', intent: 'find', plan: [], filters: {} });
      for (let index = 0; index < 64; index += 1) emit({ type: 'report_chunk', index, text: chunk });
      told.resolve();
      await release.promise;
      const report = await investigate(request, () => {});
      return { ...report, answer: chunk.repeat(64) };
    };
    const socket = new WebSocket(url('search/deep'));
    onTestFinished(() => socket.terminate());
    let chunks = 0;
    let last: { type: string; error: { code: string } | null } | undefined;
    socket.on('message', (data) => {
      last = JSON.parse(String(data));
      if (last!.type === 'report_chunk') chunks += 1;
    });
    await once(socket, 'open');
    socket.pause();
    socket.send(frame());
    await told.promise;
    const closed = once(socket, 'close');
    return { socket, release, closed: async () => ({ code: (await closed)[0], chunks, last }) };
  }

  it('for half a minute is left with 1013', async () => {
    const { socket, closed } = await flooded();
    under.clock.advance(30_000);
    socket.resume();
    const { code, chunks, last } = await closed();
    expect(code).toBe(1013);
    expect(last).toMatchObject({ type: 'error', error: { code: 'too_slow' } });
    expect(chunks).toBeLessThan(64);
  });

  it('for less than that gets everything', async () => {
    const { socket, release, closed } = await flooded();
    under.clock.advance(29_000);
    socket.resume();
    release.resolve();
    expect(await closed()).toMatchObject({ code: 1000, chunks: 64, last: { type: 'complete' } });
  });
});

it('N-20 tells what the question was taken to mean before any stage, whenever the investigation says it', async () => {
  const investigate = under.room.investigate;
  under.room.investigate = async (request, emit) => {
    emit({ type: 'stage', name: 'plan', status: 'started' });
    await Promise.resolve();
    return await investigate(request, emit);
  };
  const { messages, closeCode } = await openStream(url('search/quick'), [frame()]);
  under.room.investigate = investigate;
  expect(closeCode).toBe(1000);
  expect(messages.slice(0, 2).map(({ type, data }) => [type, data.name])).toEqual([
    ['query_intent', undefined],
    ['stage', 'plan'],
  ]);
});

it('WS-18 N-18 tells open streams that the service goes away', async () => {
  await using own = await startService();
  const { token: ownToken } = await own.addSignedIn('leaving@example.org');
  const at = `${own.origin.replace('http', 'ws')}/ws/v1/search/deep?token=`;
  const socket = new WebSocket(at + ownToken);
  await once(socket, 'open');
  const told = once(socket, 'message');
  const closed = once(socket, 'close');
  own.service.closeStreams();
  expect(JSON.parse(String((await told)[0]))).toMatchObject({ type: 'error', error: { code: 'shutting_down' } });
  expect((await closed)[0]).toBe(1001);
});

it('T7 lets go of a refused connection whose client keeps its half open', async () => {
  let answer = '';
  const connection = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      answer += chunk;
      done();
    },
  });
  under.service.handleUpgrade(
    { url: '/ws/v1/search/deep', headers: {} } as IncomingMessage,
    connection,
    Buffer.alloc(0),
  );
  await once(connection, 'close');
  expect(answer).toContain('HTTP/1.1 401 ');
});

it('lets a client go that floods the stream with frames or with pings it takes no answers to', async () => {
  for (const flood of [(socket: WebSocket) => socket.ping(), (socket: WebSocket) => socket.send('x')]) {
    const socket = new WebSocket(url('search/quick'));
    socket.on('error', () => {});
    await once(socket, 'open');
    socket.pause();
    const closed = once(socket, 'close');
    for (let n = 0; n < 1_000; n += 1) flood(socket);
    socket.resume();
    const [code] = await closed;
    expect([1006, 1007, 1008]).toContain(code);
  }
});
