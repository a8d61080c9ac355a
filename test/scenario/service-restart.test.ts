import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startService } from '../support/service-under-test.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'logtriage-restart-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('SRCH-10 ST-8 goes on with files and searches that an earlier process left unfinished', async () => {
  let fileId: string;
  let laterId: string;
  let searchPath: string;
  let key: string;
  {
    await using first = await startService({}, { dataDir });
    ({ key } = await first.addUserWithKey());
    fileId = await first.completed(key, 'a.log', 'an error\n');
    const begun = Promise.withResolvers<void>();
    const endless = async (_what: string, signal: AbortSignal) => {
      begun.resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    first.room.beforeAnswer = endless;
    first.room.beforeRead = endless;
    const asked = await first.call(key, 'POST', `/api/v1/files/${fileId}/searches/deep`, {
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify({ query: 'which error?' }),
    });
    searchPath = asked.headers.get('location')!;
    laterId = (await first.upload(key, 'b.log', 'x\n')).body.data.id;
    await begun.promise;
  }
  await using second = await startService({}, { dataDir });
  await second.service.drain();
  expect((await second.call(key, 'GET', searchPath)).body.data).toMatchObject({ status: 'COMPLETED' });
  expect((await second.call(key, 'GET', `/api/v1/files/${laterId}`)).body.data.status).toBe('COMPLETED');
});

it('UP-12 sweeps what an upload left behind whose process was killed', async () => {
  const orphan = crypto.randomUUID();
  await mkdir(join(dataDir, 'files', orphan), { recursive: true });
  await using _under = await startService({}, { dataDir });
  expect(await readdir(join(dataDir, 'files'))).toEqual([]);
});

it('N-13 keeps a session and N-12 its tokens over a restart', async () => {
  let cookie: string;
  {
    await using first = await startService({}, { dataDir });
    ({ cookie } = await first.addSignedIn());
  }
  await using second = await startService({}, { dataDir });
  expect((await second.callSignedIn(cookie, 'GET', '/console/api/keys')).status).toBe(200);
});
