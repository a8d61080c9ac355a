import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSql } from '#core/sql.ts';
import { askers } from '../../src/bot/store/askers.ts';
import { createCaseStore } from '../../src/bot/store/case-store.ts';
import { judgements } from '../../src/bot/store/judgements.ts';
import { policies } from '../../src/bot/store/policies.ts';
import { createDiskSpool } from '../../src/node/disk-spool.ts';
import { runNode } from '../support/run-node.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';

it('deletes what is kept of a ticket or a person, and says what went; what others have too stays', async () => {
  const { path } = temporaryFolder();
  const database = openTestDatabase('bot', join(path, 'bot.db'));
  const clock = { now: () => Date.now() };
  const sql = openSql(database.engine);
  const store = createCaseStore({ sql, clock });
  const spool = createDiskSpool(join(path, 'spool'));
  const taken = await spool.take(new Blob(['log']).stream(), { maxBytes: 9, signal: AbortSignal.timeout(60_000) });
  const sha256 = taken.status === 'taken' ? taken.sha256 : '';
  const ticket = {
    kind: 'ticket',
    site: 's',
    issueId: '7',
    issueKey: 'PROJ-7',
    projectId: '1',
    isServiceDesk: false,
  } as const;
  const reply = { kind: 'reply', team: 'T', channel: 'C', user: 'U0ADA99', responseUrl: 'https://x' } as const;
  const now = clock.now();
  const times = { createdAtMs: now, updatedAtMs: now };
  const question = {
    kind: 'file' as const,
    text: 'secret words',
    state: 'answered' as const,
    idempotencyKey: 'i',
    posts: 1,
  };
  await store.savePlace(ticket, { label: 'PROJ-7', url: null, isOpen: true });
  await store.savePlace(reply, { label: 'you', url: null, isOpen: false });
  for (const [id, place] of [
    ['a', 'ticket:s:7'],
    ['b', 'thread:T:C:1'],
  ] as const) {
    await store.insertCase({
      id,
      sourceKey: id,
      placeKey: place,
      vendor: 'jira',
      fileId: id,
      name: `${id}.log`,
      sha256,
      state: 'answered',
      ...times,
    });
  }
  await store.insertQuestion({ id: 'q', askKey: 'q', caseId: 'a', placeKey: 'ticket:s:7', ...question, ...times });
  await store.insertQuestion({
    id: 'r',
    askKey: 'r',
    caseId: 'b',
    placeKey: 'reply:T:C:U0ADA99',
    asker: 'slack:T:U0ADA99',
    ...question,
    kind: 'command',
    ...times,
  });
  for (const [team, id] of [
    ['T01', 'c'],
    ['T02', 'd'],
  ] as const) {
    const place = { ...reply, team, user: 'U0BOB99', threadTs: '1.2' };
    await store.savePlace(place, { label: 'you', url: null, isOpen: false });
    await store.insertCase({
      id,
      sourceKey: id,
      placeKey: `thread:${team}:C:1`,
      vendor: 'slack',
      team,
      author: 'U0BOB99',
      fileId: id,
      name: `${id}.log`,
      state: 'answered',
      ...times,
    });
    await sql.insert(askers).values({ key: `slack:${team}:U0BOB99`, sinceMs: now, asked: 1, lastAskKey: 'x' });
    await sql.insert(judgements).values({ questionId: 's', judge: `slack:${team}:U0BOB99`, word: 'right', atMs: now });
    await sql.insert(policies).values({ scope: `slack:${team}:C`, settings: {}, setBy: 'U0BOB99', setAtMs: now });
  }
  const forget = (what: string) => runNode(['src/commands/cli.ts', 'forget', what], { env: { DATA_DIR: path } });

  const first = await forget('proj-7');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toContain('1 files of places, 1 questions');
  expect(first.stdout).toContain('1 stay, other places have them too');
  expect(await store.findPlace('ticket:s:7')).toBeUndefined();
  expect(await spool.find(sha256)).toBeDefined();

  expect((await forget('U0ADA99')).stdout).toContain('1 questions, the text of 0 messages, 1 other rows');
  expect(await store.findQuestion('r')).toBeUndefined();
  expect((await forget('T01:U0BOB99')).stdout).toContain('5 other rows');
  const left = (table: string, column: string) =>
    database.engine.connection.prepare(`select ${column} from ${table}`).pluck().all();
  expect(left('cases', 'author')).toEqual([null, null, 'U0BOB99']);
  expect(left('askers', 'key')).toEqual(['slack:T02:U0BOB99']);
  expect(left('places', 'key').filter((key) => String(key).startsWith('reply:'))).toEqual(['reply:T02:C:U0BOB99:1.2']);
  expect(left('judgements', 'judge')).toEqual(['slack:T02:U0BOB99']);
  expect(left('policies', 'set_by')).toEqual(['', 'U0BOB99']);
  expect((await forget('U0BOB99')).stdout).toContain('5 other rows');
  expect((await forget('b.log')).stdout).toContain('1 contents: here and at the service');
  expect(await spool.find(sha256)).toBeUndefined();
  database.close();
});
