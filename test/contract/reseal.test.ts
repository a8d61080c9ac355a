import { expect, test } from 'vitest';
import { sealData } from '#core/kept-text.ts';
import type { Sql } from '#core/sql.ts';
import { createVault, type Vault } from '#core/vault.ts';
import { createReseal } from '#jobs/reseal.ts';
import { jobs } from '#jobs/schema.ts';
import { createGrantStore } from '../../src/bot/store/grant-store.ts';
import { sealedColumns } from '../../src/bot/store/sealed-columns.ts';
import { createLog } from '../../src/node/logger.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestProcess } from '../support/test-worker.ts';

const [oldKey, newKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const many = 230;

onEachDatabase('a change of DATA_KEY', (database) => {
  const clock = createTestClock();
  const messages: string[] = [];
  const log = createLog('info', (line) => messages.push(line));

  function begin(sql: Sql, vault: Vault, holder: string) {
    const reseal = createReseal({ sql, clock, vault, log }, sealedColumns);
    const { queue, createWorker } = createTestProcess({ sql, clock, holder });
    const worker = createWorker([reseal.handler]);
    async function drainFor(minutes: number): Promise<void> {
      await queue.keepGoing(reseal.jobs);
      for (let second = 0; second < minutes * 60; second++) {
        await worker.drain();
        clock.advance(1_000);
      }
    }
    return { drainFor };
  }

  async function fill(sql: Sql, vault: Vault): Promise<void> {
    await createGrantStore({ sql, clock, vault }).write('jira', { refreshToken: 'r1' });
    for (let number = 0; number < many; number++) {
      const ask = number % 3 === 0 ? await sealData(vault, { question: `${number}` }) : null;
      await sql.insert(jobs).values({
        ...{
          id: `job-${String(number).padStart(4, '0')}`,
          kind: 'run-command',
          payload: { command: { ask, user: 'U1' } },
        },
        ...{ state: 'done', runAtMs: 1, fence: 1, attempt: 1, enqueuedAtMs: 1, endedAtMs: 2 },
      });
    }
  }

  test('reseals grants and what jobs hold batch by batch, and says when the old key is no longer needed', async () => {
    const { sql } = database;
    messages.length = 0;
    const [old, both, fresh] = [
      await createVault([oldKey]),
      await createVault([newKey, oldKey]),
      await createVault([newKey]),
    ];
    await fill(sql, old);
    await begin(sql, both, 'two keys').drainFor(1);
    expect(messages.filter((message) => message.includes('can be removed'))).toHaveLength(1);
    expect(await createGrantStore({ sql, clock, vault: fresh }).read('jira')).toEqual({ refreshToken: 'r1' });
    for (const { payload } of await sql.select().from(jobs)) {
      const { ask, user } = (payload as { command?: { ask: string | null; user: string } }).command ?? {};
      if (!ask) continue;
      expect(user).toBe('U1');
      expect(JSON.parse(await fresh.open(ask))).toEqual({ question: expect.any(String) });
    }
    // Once the old key is gone, the walk is over.
    clock.advance(86_400_000);
    await begin(sql, fresh, 'one key').drainFor(1);
    expect(messages.filter((message) => message.includes('can be removed'))).toHaveLength(1);
  });

  test('leaves what a missing key sealed as it is', async () => {
    const { sql } = database;
    await fill(sql, await createVault([new Uint8Array(32).fill(3)]));
    const before = await sql.select({ id: jobs.id, payload: jobs.payload }).from(jobs);
    await begin(sql, await createVault([newKey, oldKey]), 'two keys').drainFor(1);
    expect(await sql.select({ id: jobs.id, payload: jobs.payload }).from(jobs)).toEqual(expect.arrayContaining(before));
  });
});
