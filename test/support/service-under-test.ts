import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '#core/log.ts';
import { createMetrics } from '#core/metrics.ts';
import { addUser, type NewUser } from '#service/access/add-user.ts';
import { generateApiKey } from '#service/access/generate-api-key.ts';
import { buildDashboard } from '#service/charts/build-dashboard.ts';
import { createService, type Service, type ServiceConfig, type ServiceDeps } from '#service/create-service.ts';
import type { User } from '#service/store/accounts.ts';
import { readConfig } from '../../src/config.ts';
import { serveHttp } from '../../src/node/http-server.ts';
import { createPlainReadingRoom, type PlainReadingRoom } from './plain-reading-room.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export interface ServiceUnderTest extends AsyncDisposable {
  service: Service;
  database: TestDatabase;
  clock: TestClock;
  room: PlainReadingRoom;
  dataDir: string;
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** A user with a key of its own. */
  addUserWithKey(email?: string, changes?: Partial<NewUser>): Promise<{ user: User; key: string }>;
  call(key: string | undefined, method: string, path: string, init?: RequestInit): Promise<Answer>;
  upload(key: string, name: string, content: string | Uint8Array): Promise<Answer>;
  /** A user with a password, signed in: the cookie and a token for streaming. */
  addSignedIn(email?: string, changes?: Partial<NewUser>): Promise<{ user: User; cookie: string; token: string }>;
  /** With the cookie, and the Origin of a page of the service. */
  callSignedIn(cookie: string, method: string, path: string, body?: unknown): Promise<Answer>;
  /** Uploads and reads through. */
  completed(key: string, name: string, content: string | Uint8Array): Promise<string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  body: any;
}

/** A whole service on a port of its own, with a clock that stands still and files read in this process. */
export async function startService(
  environment: Record<string, string> = {},
  changes: Partial<ServiceDeps> = {},
): Promise<ServiceUnderTest> {
  const dataDir = changes.dataDir ?? (await mkdtemp(join(tmpdir(), 'logtriage-service-')));
  // A service that is to be started again gets its folder handed in: its database then lies there.
  const database = openTestDatabase('service', changes.dataDir ? join(changes.dataDir, 'service.db') : ':memory:');
  const clock = createTestClock(changes.clock?.now());
  const room = createPlainReadingRoom();
  const config: ServiceConfig = readConfig({ RUN: 'service', PORT: '0', ...environment });
  const service = createService({
    config,
    sql: database.sql,
    clock,
    timers: clock,
    log: silentLog,
    metrics: createMetrics(),
    readingRoom: room,
    buildDashboard,
    dataDir,
    ...changes,
  });
  await service.start();
  const http = await serveHttp({
    fetch: service.app.fetch as never,
    handleUpgrade: service.handleUpgrade,
    host: '127.0.0.1',
    port: 0,
  });
  const origin = `http://127.0.0.1:${http.port}`;

  async function call(key: string | undefined, method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('authorization', `API_KEY ${key}`);
    const response = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, method, headers });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  async function upload(key: string, name: string, content: string | Uint8Array): Promise<Answer> {
    const form = new FormData();
    form.set('file', new Blob([content as BlobPart]), name);
    return await call(key, 'POST', '/api/v1/upload', { body: form });
  }

  return {
    service,
    database,
    clock,
    room,
    dataDir,
    origin,
    call,
    upload,
    async addUserWithKey(email = 'ada@example.org', changesOfUser = {}) {
      const user = await addUserForTest(database, clock, email, changesOfUser);
      const generated = await generateApiKey({ sql: database.sql, clock }, user, 'test');
      return { user, key: generated.ok ? generated.key : '' };
    },
    async addSignedIn(email = 'grace@example.org', changesOfUser = {}) {
      const password = 'a long enough password';
      const user = await addUserForTest(database, clock, email, { password, ...changesOfUser });
      const answer = await call(undefined, 'POST', '/auth/sign-in', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      return { user, cookie: answer.headers.get('set-cookie')!.split(';')[0]!, token: answer.body.data.token };
    },
    callSignedIn: (cookie, method, path, body) =>
      call(undefined, method, path, {
        headers: { cookie, origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async completed(key, name, content) {
      const { body } = await upload(key, name, content);
      await service.drain();
      return body.data.id;
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
      await http.close(0);
      database.close();
      if (!changes.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addUserForTest(
  database: TestDatabase,
  clock: TestClock,
  email: string,
  changes: Partial<NewUser>,
): Promise<User> {
  const user = await addUser({ sql: database.sql, clock }, 'test', {
    email,
    password: null,
    teamId: null,
    role: 'member',
    plan: 'enterprise',
    hasApiAccess: true,
    isSiteAdmin: false,
    ...changes,
  });
  if (!user) throw new Error(`${email} is taken`);
  return user;
}
