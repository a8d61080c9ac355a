import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq, ne } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { keepText, openData, wholeText } from '#core/kept-text.ts';
import { atomic, type Sql } from '#core/sql.ts';
import { createVault, type Vault } from '#core/vault.ts';
import { jobs } from '#jobs/schema.ts';
import { createMaskSearches } from '#service/search/mask-searches.ts';
import { searches } from '#service/store/searches.ts';
import { questions } from '../../src/bot/store/cases.ts';
import { createMaskCommands } from '../../src/bot/store/mask-commands.ts';
import { createMaskQuestions } from '../../src/bot/store/mask-questions.ts';
import { migrate } from '../../src/node/migrate.ts';
import { openSqliteEngine } from '../../src/node/sqlite-engine.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { createTestProcess } from '../support/test-worker.ts';

const secretOf = (number: number) => `hunter2-of-${number}`;
const asked = (number: number) => `why is password=${secretOf(number)} refused?`;
const masked = 'why is password=[masked] refused?';
const idOf = (number: number) => `question-${String(number).padStart(4, '0')}`;

onEachDatabase('questions of before they were masked', (database) => {
  let clock: TestClock;
  let vault: Vault;

  beforeEach(async () => {
    clock = createTestClock();
    vault = await createVault([new Uint8Array(32)]);
  });

  const stored = (number: number, text: string, whole: string | null = null) => ({
    id: idOf(number),
    askKey: `ask ${number}`,
    caseId: 'case',
    placeKey: 'thread:T1:C1:1',
    ...({ kind: 'file', state: 'answered' } as const),
    ...{ text, whole, idempotencyKey: `key ${number}`, posts: 1, createdAtMs: 1, updatedAtMs: 1 },
  });

  test('are masked batch by batch, by whichever process is there, and once', async () => {
    const { sql } = database;
    const numbers = Array.from({ length: 250 }, (_, number) => number);
    for (const number of numbers) {
      await sql.insert(questions).values(stored(number, number % 10 === 3 ? 'why?' : asked(number)));
    }
    await begin(sql, 'one').drain();
    const first = await rows(sql);
    expect(first.filter(({ whole }) => whole !== null)).toHaveLength(90);
    clock.advance(1_000);
    const next = begin(sql, 'two');
    await next.drain();
    clock.advance(1_000);
    await next.drain();
    for (const [number, row] of (await rows(sql)).entries()) {
      const isPlain = number % 10 === 3;
      expect(row.text).toBe(isPlain ? 'why?' : masked);
      expect(await wholeText(vault, row)).toBe(isPlain ? 'why?' : asked(number));
    }
    // A later start finds the walk done.
    await sql.insert(questions).values(stored(900, asked(900)));
    clock.advance(1_000);
    await begin(sql, 'three').drain();
    expect((await rows(sql)).at(-1)?.whole).toBeNull();
  });

  test('stay as somebody changed them meanwhile', async () => {
    const { sql } = database;
    await sql.insert(questions).values(stored(1, asked(1)));
    const mask = createMaskQuestions({ sql, vault, clock });
    const outcome = await mask.handler.run(
      { id: 'j', kind: mask.job.kind, payload: { after: '' }, fairKey: '', attempt: 1, enqueuedAtMs: 0 },
      { signal: new AbortController().signal },
    );
    await sql
      .update(questions)
      .set({ text: 'forgotten' })
      .where(eq(questions.id, idOf(1)));
    await atomic(sql, outcome.writes ?? []);
    expect(await rows(sql)).toEqual([{ text: 'forgotten', whole: null }]);
  });

  const rows = (sql: Sql) =>
    sql.select({ text: questions.text, whole: questions.whole }).from(questions).orderBy(asc(questions.id));

  function begin(sql: Sql, holder: string) {
    const mask = createMaskQuestions({ sql, vault, clock });
    const started = createTestProcess({ sql, clock, holder });
    const worker = started.createWorker([mask.handler]);
    async function drain(): Promise<void> {
      await started.queue.enqueue([mask.job]);
      await worker.drain();
    }
    return { drain };
  }
});

onEachDatabase('commands and forms of before they were sealed', (database) => {
  const clock = createTestClock();
  const who = { team: 'T1', channel: 'C1', user: 'U1', responseUrl: '' };
  const command = { ...who, commandId: 'c', ask: { kind: 'file', fileId: 'F1', question: asked(1) } };
  const press = { ...who, key: 'p', questionId: 'q', act: { do: 'ask', question: asked(2) } };
  const job = (number: number, kind: string, payload: Record<string, unknown>) => ({
    ...{ id: `job-${String(number).padStart(4, '0')}`, kind, payload, state: 'done' as const },
    ...{ runAtMs: 1, fence: 1, attempt: 1, enqueuedAtMs: 1, endedAtMs: 2 },
  });
  const payloads = (sql: Sql) =>
    sql.select({ payload: jobs.payload }).from(jobs).where(ne(jobs.kind, 'mask-commands')).orderBy(asc(jobs.id));

  test('are sealed wherever among the jobs they lie, and open as they were', async () => {
    const { sql } = database;
    const vault = await createVault([new Uint8Array(32)]);
    const before = [
      job(0, 'run-command', { command }),
      ...Array.from({ length: 300 }, (_, number) => job(number + 1, 'collect', { caseId: 'case' })),
      job(301, 'run-action', { press }),
      job(302, 'run-command', { command: { ...command, ask: 'sealed before' } }),
    ];
    for (const row of before) await sql.insert(jobs).values(row);
    const mask = createMaskCommands({ sql, vault, clock });
    const { queue, createWorker } = createTestProcess({ sql, clock });
    const worker = createWorker([mask.handler]);
    await queue.enqueue([mask.job]);
    await worker.drain();
    clock.advance(1_000);
    await worker.drain();

    const after = await payloads(sql);
    expect(JSON.stringify(after)).not.toContain('hunter2');
    const first = after[0]?.payload as { command: { ask: string } };
    const form = after[301]?.payload as { press: { act: string } };
    expect(first).toEqual({ command: { ...command, ask: expect.any(String) } });
    expect(form).toEqual({ press: { ...press, act: expect.any(String) } });
    expect(await openData(vault, first.command.ask)).toEqual(command.ask);
    expect(await openData(vault, form.press.act)).toEqual(press.act);
    // What needed nothing is as it was.
    expect(after.slice(1, 301)).toEqual(before.slice(1, 301).map(({ payload }) => ({ payload })));
    expect(after[302]).toEqual({ payload: before[302]?.payload });
  });

  test('stay as somebody changed them meanwhile', async () => {
    const { sql } = database;
    const vault = await createVault([new Uint8Array(32)]);
    await sql.insert(jobs).values(job(1, 'run-command', { command }));
    const mask = createMaskCommands({ sql, vault, clock });
    const outcome = await mask.handler.run(
      { id: 'j', kind: mask.job.kind, payload: { after: '' }, fairKey: '', attempt: 1, enqueuedAtMs: 0 },
      { signal: new AbortController().signal },
    );
    await sql.update(jobs).set({ payload: { changed: true } });
    await atomic(sql, outcome.writes ?? []);
    expect(outcome.writes).toHaveLength(1);
    expect(await payloads(sql)).toEqual([{ payload: { changed: true } }]);
  });
});

/** A database as the last release before questions were masked left it. */
function openRelease(name: 'bot' | 'service', upTo: string, path: string) {
  const folder = temporaryFolder();
  cpSync(`drizzle/${name}`, folder.path, { recursive: true });
  const journalPath = join(folder.path, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(journalPath, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag === upTo);
  writeFileSync(journalPath, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end + 1) }));
  const engine = openSqliteEngine(path);
  expect(migrate(engine.connection, folder.path)).toBe(end + 1);
  return engine;
}

test('a database of the bot of an earlier release tells no secret any more after an upgrade', async () => {
  const { path } = temporaryFolder();
  const file = join(path, 'bot.db');
  const old = openRelease('bot', '0007_surfaces', file);
  const insert = old.connection.prepare(`insert into questions
    (id, ask_key, case_id, place_key, kind, text, state, idempotency_key, posts, created_at_ms, updated_at_ms)
    values (?, ?, 'case', 'thread:T1:C1:1', 'file', ?, 'answered', ?, 1, 1, 1)`);
  for (let number = 0; number < 30; number++) insert.run(idOf(number), `ask ${number}`, asked(number), `key ${number}`);
  old.close();
  const { engine, sql, close } = openTestDatabase('bot', file);
  await upgrade(sql, createMaskQuestions);
  const rows = await sql.select().from(questions).orderBy(asc(questions.id));
  expect(rows.map(({ text }) => text)).toEqual(Array(30).fill(masked));
  expect(engine.connection.serialize().toString('latin1')).not.toContain('hunter2');
  close();
});

test('a database of the service of an earlier release tells no secret any more after an upgrade', async () => {
  const { path } = temporaryFolder();
  const file = join(path, 'service.db');
  const old = openRelease('service', '0004_identities', file);
  const insert = old.connection.prepare(`insert into searches
    (id, owner_id, target_kind, target_id, mode, query, status, created_at_ms)
    values (?, 'owner', 'file', 'file', 'deep', ?, 'COMPLETED', 1)`);
  for (let number = 0; number < 30; number++) insert.run(idOf(number), asked(number));
  old.close();
  const { engine, sql, close } = openTestDatabase('service', file);
  await upgrade(sql, createMaskSearches);
  const rows = await sql.select().from(searches).orderBy(asc(searches.id));
  expect(rows.map(({ query }) => query)).toEqual(Array(30).fill(masked));
  expect(engine.connection.serialize().toString('latin1')).not.toContain('hunter2');
  close();
});

async function upgrade(sql: Sql, create: typeof createMaskQuestions): Promise<void> {
  const clock = createTestClock();
  const vault = await createVault([new Uint8Array(32)]);
  expect((await keepText(vault, asked(0))).text).toBe(masked);
  const mask = create({ sql, vault, clock });
  const { queue, createWorker } = createTestProcess({ sql, clock });
  await queue.enqueue([mask.job]);
  await createWorker([mask.handler]).drain();
}
