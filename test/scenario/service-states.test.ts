import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { fileStates } from '#service/store/files.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

const history = async (under: ServiceUnderTest, id: string) =>
  (
    await under.database.sql
      .select()
      .from(fileStates)
      .where(eq(fileStates.fileId, id))
      .orderBy(fileStates.round, fileStates.atMs)
  )
    .toSorted((a, b) => a.round - b.round)
    .map(({ round, status }) => `${round} ${status}`);

const record = async (under: ServiceUnderTest, key: string, id: string) =>
  (await under.call(key, 'GET', `/api/v1/files/${id}`)).body.data;

describe('a file', () => {
  it('ST-3 passes through every state once, in order', async () => {
    await using under = await startService();
    const { key } = await under.addUserWithKey();
    const id = await under.completed(key, 'a.log', 'x\n');
    expect((await history(under, id)).toSorted()).toEqual(
      ['1 INDEXING', '1 ANALYZING', '1 VISUALIZING', '1 COMPLETED'].toSorted(),
    );
  });

  it('ST-6 DET-10 that is no text is FAILED for good', async () => {
    await using under = await startService();
    const { key } = await under.addUserWithKey();
    const id = await under.completed(key, 'a.bin', Uint8Array.from([1, 0, 2, 0]));
    expect(await record(under, key, id)).toMatchObject({
      status: 'FAILED',
      can_retry: false,
      error: { code: 'unreadable' },
    });
    under.clock.advance(24 * 3_600_000);
    await under.service.drain();
    expect((await record(under, key, id)).status).toBe('FAILED');
    const dashboard = await under.call(key, 'GET', `/api/v1/files/${id}/dashboard`);
    expect([dashboard.status, dashboard.body.data.error_code]).toEqual([409, 'analysis_failed']);
  });

  it('ST-7 N-16 that the service had trouble with recovers by itself, three times at most', async () => {
    await using under = await startService();
    const { key } = await under.addUserWithKey();
    under.room.beforeRead = () => {
      throw new Error('disk trouble');
    };
    const id = await under.completed(key, 'a.log', 'x\n');
    for (const [delayMs, round] of [
      [30_000, 2],
      [120_000, 3],
      [600_000, 4],
    ] as const) {
      expect(await record(under, key, id)).toMatchObject({ status: 'FAILED', can_retry: true });
      under.clock.advance(delayMs - 1);
      await under.service.drain();
      expect((await history(under, id)).at(-1)).toMatch(new RegExp(`^${round - 1} `));
      under.clock.advance(delayMs / 5 + 1);
      await under.service.drain();
    }
    expect(await record(under, key, id)).toMatchObject({ status: 'FAILED', can_retry: false });
  });

  it('N-16 recovers to COMPLETED, at once where an operator asks', async () => {
    await using under = await startService();
    const { key } = await under.addUserWithKey();
    const { key: operator } = await under.addUserWithKey('op@example.org', { isSiteAdmin: true });
    under.room.beforeRead = () => {
      throw new Error('out of memory');
    };
    const id = await under.completed(key, 'a.log', 'x\n');
    under.room.beforeRead = () => {};
    expect((await under.call(key, 'POST', `/api/v1/files/${id}/retry`)).status).toBe(403);
    const retried = await under.call(operator, 'POST', `/api/v1/files/${id}/retry`);
    expect([retried.status, retried.body.data.status]).toEqual([202, 'INDEXING']);
    await under.service.drain();
    expect((await record(under, key, id)).status).toBe('COMPLETED');
    expect((await under.call(operator, 'POST', `/api/v1/files/${id}/retry`)).status).toBe(409);
  });

  it('ST-4 is never COMPLETED without its dashboard', async () => {
    await using under = await startService(
      {},
      {
        buildDashboard: () => {
          throw new Error('no chart');
        },
      },
    );
    const { key } = await under.addUserWithKey();
    const id = await under.completed(key, 'a.log', 'x\n');
    expect(await record(under, key, id)).toMatchObject({ status: 'FAILED', can_retry: true });
  });

  it('whose stored bytes are gone is FAILED for good', async () => {
    await using under = await startService();
    const { key } = await under.addUserWithKey();
    under.room.beforeRead = () => {
      throw new Error('trouble');
    };
    const id = await under.completed(key, 'a.log', 'x\n');
    await rm(join(under.dataDir, 'files', id, 'upload'));
    under.clock.advance(60_000);
    await under.service.drain();
    expect(await record(under, key, id)).toMatchObject({ status: 'FAILED', can_retry: false });
  });

  it('N-27 goes when its retention time is over', async () => {
    await using under = await startService({ RETENTION_DAYS: '2' });
    const { key } = await under.addUserWithKey();
    const id = await under.completed(key, 'a.log', 'x\n');
    under.clock.advance(2 * 86_400_000 - 1);
    await under.service.drain();
    expect((await record(under, key, id)).status).toBe('COMPLETED');
    under.clock.advance(3_600_000);
    await under.service.drain();
    await under.service.drain();
    expect((await under.call(key, 'GET', `/api/v1/files/${id}`)).status).toBe(404);
    await expect(writeFile(join(under.dataDir, 'files', id, 'x'), '')).rejects.toThrow();
  });
});
