import { eq, sql as expression } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { atomic } from '#core/sql.ts';
import { createQueue } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import type { Place, ThreadPlace, TicketPlace } from '../../src/bot/cases/place.ts';
import { placeKey } from '../../src/bot/cases/place.ts';
import { type CaseStore, createCaseStore } from '../../src/bot/store/case-store.ts';
import { cases, inbox } from '../../src/bot/store/cases.ts';
import { deliveries, deliveryParts } from '../../src/bot/store/delivery.ts';
import { createJobControl } from '../../src/bot/store/job-control.ts';
import { findPostedKey, postedMessageKey } from '../../src/bot/store/posted-answers.ts';
import { prune } from '../../src/bot/store/prune.ts';
import { createServiceStore } from '../../src/bot/store/service-store.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const thread: ThreadPlace = { kind: 'thread', team: 'T1', channel: 'C1', threadTs: '1.000100' };
const ticket: TicketPlace = {
  kind: 'ticket',
  site: 'https://jira.example',
  issueId: '10001',
  issueKey: 'PROJ-1',
  projectId: '10',
  isServiceDesk: false,
};

onEachDatabase('the bot’s stores', (database) => {
  let clock: TestClock;
  let store: CaseStore;

  beforeEach(() => {
    clock = createTestClock();
    store = createCaseStore({ sql: database.sql, clock });
  });

  const write = (...statements: Parameters<typeof atomic>[1]) => atomic(database.sql, statements);
  const newCase = (id: string, place: Place, more: { sha256?: string; messageTs?: string; name?: string } = {}) =>
    store.insertCase({
      id,
      sourceKey: `source ${id}`,
      placeKey: placeKey(place),
      vendor: place.kind === 'ticket' ? 'jira' : 'slack',
      ...(place.kind === 'thread' ? { team: place.team, channel: place.channel } : {}),
      fileId: `F-${id}`,
      name: 'dmesg.txt',
      state: 'queued',
      createdAtMs: clock.now(),
      updatedAtMs: clock.now(),
      ...more,
    });
  const newFile = (sha256: string, generation = 1) =>
    store.insertFile({
      ...{ sha256, name: 'dmesg.txt', sizeBytes: 3, state: 'spooled', generation, service: 'https://service.example' },
      ...{ createdAtMs: clock.now(), usedAtMs: clock.now() },
    });
  const newQuestion = (id: string, caseId: string, place: Place) =>
    store.insertQuestion({
      ...{ id, askKey: `ask ${id}`, caseId, placeKey: placeKey(place), kind: 'file', text: '', state: 'waiting' },
      ...{ idempotencyKey: `i-${id}`, posts: 0, createdAtMs: clock.now(), updatedAtMs: clock.now() },
    });
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

  test('a request is taken once, together with what it starts', async () => {
    const queue = createQueue({ sql: database.sql, clock });
    const job = { kind: 'read', payload: 'Ev1', dedupKey: 'read:Ev1' };
    const take = () =>
      write(
        ...queue.enqueueStatements([job], store.isNewRequest, { key: 'Ev1' }),
        store.insertInbox({ key: 'Ev1', source: 'slack', payload: { a: ['b'] }, receivedAtMs: clock.now() }),
      );
    expect((await take()).at(-1)).toEqual([['Ev1']]);
    await database.sql.delete(jobs);
    expect((await take()).at(-1)).toEqual([]);
    expect(await database.sql.select().from(jobs)).toHaveLength(0);
  });

  test('a secret in the name of a file is stored masked, and the file is found by its name all the same', async () => {
    const name = `login-${['gh', 'p_'].join('')}0123456789abcdefghijABCDEFGHIJ012345.log`;
    await write(newCase('a', thread, { name }));
    const [row] = await database.sql.values<[string]>(expression`select name from cases`);
    expect(row?.[0]).toBe('login-[masked].log');
    expect(await database.sql.select({ id: cases.id }).from(cases).where(eq(cases.name, name))).toEqual([{ id: 'a' }]);
  });

  describe('cases', () => {
    test('are found by place, content, message, file and source', async () => {
      await write(newCase('a', thread, { sha256: 's1', messageTs: '1.1' }), newCase('b', ticket, { sha256: 's1' }));
      await write(newCase('a', ticket));
      expect(ids(await store.casesOfContent('s1'))).toEqual(['a', 'b']);
      expect(ids(await store.casesOfPlace(placeKey(ticket)))).toEqual(['b']);
      expect(ids(await store.casesOfMessage('T1', 'C1', '1.1'))).toEqual(['a']);
      expect(ids(await store.casesOfVendorFile('jira', 'F-b'))).toEqual(['b']);
      expect(ids(await store.casesBySource(['source a', 'source x']))).toEqual(['a']);
      expect(await store.casesBySource([])).toEqual([]);
      expect(ids(await store.recentCases({ team: 'T1', channel: 'C1' }, 5))).toEqual(['a']);
      expect((await store.findCase('a'))?.placeKey).toBe(placeKey(thread));
      expect(await store.findCase('x')).toBeUndefined();
    });

    test('of one content move on together, but for those that have ended', async () => {
      await write(newCase('a', thread, { sha256: 's1' }), newCase('b', ticket, { sha256: 's1' }));
      await write(store.updateCase('a', { state: 'cancelled' }));
      clock.advance(5);
      await write(store.updateCasesOfContent('s1', 'analysing'));
      expect((await store.findCase('a'))?.state).toBe('cancelled');
      expect(await store.findCase('b')).toMatchObject({ state: 'analysing', updatedAtMs: clock.now() });
    });
  });

  test('a file changes only within its generation', async () => {
    await write(newFile('s1'), newFile('s1', 7));
    await write(store.updateFile('s1', 1, { state: 'completed', serviceId: 'f1', record: { extra: [null, 1] } }));
    await write(store.updateFile('s1', 2, { state: 'failed' }));
    expect(await store.findFile('s1')).toMatchObject({
      generation: 1,
      state: 'completed',
      record: { extra: [null, 1] },
    });
    expect((await store.fileByServiceId('f1'))?.sha256).toBe('s1');
    expect(await store.fileByServiceId('f2')).toBeUndefined();
  });

  test('questions are found by case, place and search', async () => {
    await write(newQuestion('q1', 'a', thread), newQuestion('q2', 'b', ticket), newQuestion('q1', 'b', ticket));
    await write(store.updateQuestion('q1', { searchId: 'search 1', answer: { text: 'x' }, state: 'answered' }));
    expect(ids(await store.questionsOfCases(['a', 'b']))).toEqual(['q1', 'q2']);
    expect(await store.questionsOfCases([])).toEqual([]);
    expect(ids(await store.questionsOfPlace(placeKey(ticket)))).toEqual(['q2']);
    expect(await store.questionBySearch('search 1')).toMatchObject({ id: 'q1', answer: { text: 'x' } });
    expect((await store.findQuestion('q2'))?.answer).toBeNull();
    expect([...(await store.takenSearchIds(['search 1', 'search 2']))]).toEqual(['search 1']);
  });

  test('places and ties are kept by their keys', async () => {
    const seen = { label: '#old', url: 'https://t', isOpen: true };
    await write(store.savePlace(thread, seen), store.savePlace(ticket, { ...seen, label: 'PROJ-1', url: 'https://x' }));
    await write(store.savePlace(thread, { label: '#new', url: null, isOpen: false }));
    const now = { place: thread, label: '#new', url: 'https://t', isOpen: false };
    expect(await store.findPlace(placeKey(thread))).toMatchObject(now);
    expect(await store.findPlaces([placeKey(thread), placeKey(ticket)])).toHaveLength(2);
    expect(await store.findPlaces([])).toEqual([]);

    const tie = {
      threadKey: placeKey(thread),
      issueKey: 'PROJ-1',
      state: 'pending' as const,
      createdAtMs: clock.now(),
    };
    await write(store.insertTie(tie), store.insertTie(tie));
    await write(store.tie({ threadKey: tie.threadKey, issueKey: 'PROJ-1', ticketKey: placeKey(ticket) }));
    expect(await store.tiesOfThread(tie.threadKey)).toMatchObject([{ state: 'tied' }]);
    expect(await store.tiesOfTicket(placeKey(ticket))).toHaveLength(1);
    expect(await store.findTie(tie.threadKey, 'PROJ-2')).toBeUndefined();
  });

  test('a refused key is remembered until one is taken, and parked jobs go on then', async () => {
    const service = createServiceStore({ sql: database.sql, clock });
    const control = createJobControl({ sql: database.sql, clock });
    const queue = createQueue({ sql: database.sql, clock });
    await write(service.see('k1'), service.refuse('k1', 401, 5), service.warn('k1', 7), service.park('j1'));
    await write(service.park('j1'), service.refuse('k2', 403, 6));
    expect(await service.findKey('k1')).toMatchObject({ refusedWith: 401, refusedSinceMs: 5, warnedAtDays: 7 });
    expect(await service.parked(5)).toEqual(['j1']);
    await queue.enqueue([{ kind: 'a', payload: 1, dedupKey: 'j1', runAtMs: clock.now() + 60_000 }]);
    await write(service.accept(), ...control.hasten(['j1', 'j2']), ...control.hasten([]), service.unpark(['j1']));
    expect((await service.findKey('k2'))?.refusedWith).toBeNull();
    expect(await service.parked(5)).toEqual([]);
    expect(await database.sql.select({ runAtMs: jobs.runAtMs }).from(jobs)).toEqual([{ runAtMs: clock.now() }]);
  });

  test('what is past its time goes, what is under way stays', async () => {
    const { sql } = database;
    const day = 86_400_000;
    const delivery = {
      id: 'd1',
      destination: 'slack',
      key: 'k1',
      place: {},
      message: { words: 'all' },
      plannedAtMs: 0,
    };
    await sql.insert(deliveries).values({ ...delivery, state: 'sent' });
    await sql.insert(deliveries).values({ ...delivery, id: 'd2', key: 'k2', state: 'unknown' });
    const part = { number: 0, content: { words: 'all' }, state: 'sent' as const, attempt: 1, isDoubtful: false };
    const messageKey = postedMessageKey('C1', '2.5');
    await sql.insert(deliveryParts).values({ ...part, deliveryId: 'd1', messageKey });
    await sql.insert(deliveryParts).values({ ...part, deliveryId: 'd2', state: 'unknown' });
    await write(
      store.insertInbox({ key: 'old', source: 'slack', payload: {}, receivedAtMs: 0 }),
      store.insertInbox({ key: 'new', source: 'slack', payload: {}, receivedAtMs: clock.now() + day }),
    );
    await write(newCase('c1', thread, { sha256: 's1' }), newCase('c2', ticket, { sha256: 's1' }));
    await write(newQuestion('q1', 'c1', thread), store.updateCase('c1', { state: 'answered' }));
    clock.advance(5);
    await write(store.updateQuestion('q1', { state: 'answered' }));
    expect((await prune(sql, clock.now())).contents).toEqual([]);
    expect((await prune(sql, clock.now() + 1)).contents).toEqual([{ caseId: 'c1', sha256: 's1' }]);
    expect(await store.findQuestion('q1')).toBeUndefined();
    expect(await store.findCase('c2')).toBeDefined();
    expect(await database.sql.select({ key: inbox.key }).from(inbox)).toEqual([{ key: 'new' }]);
    const parts = await sql.select().from(deliveryParts).orderBy(deliveryParts.deliveryId);
    expect(parts.map(({ deliveryId }) => deliveryId)).toEqual(['d2']);
    expect(await findPostedKey(sql, { team: 'T', channel: 'C1', ts: '2.5' })).toBeUndefined();
  });

  test('only contents that an open case waits for are in use', async () => {
    await write(newCase('c1', thread, { sha256: 'aa' }), newCase('c2', ticket, { sha256: 'bb' }));
    await write(store.updateCase('c2', { state: 'answered' }));
    expect([await store.isContentInUse('aa'), await store.isContentInUse('bb')]).toEqual([true, false]);
  });

  test('the answer behind a message is found by the message', async () => {
    const { sql } = database;
    const delivery = { id: 'd1', destination: 'slack', key: 'q1:place', place: thread, message: {}, plannedAtMs: 1 };
    const part = { deliveryId: 'd1', number: 0, content: 'x', state: 'sent' as const, attempt: 1, isDoubtful: false };
    await sql.insert(deliveries).values({ ...delivery, state: 'sent' });
    await sql
      .insert(deliveryParts)
      .values({ ...part, ref: { channel: 'C1', ts: '2.5' }, messageKey: postedMessageKey('C1', '2.5') });
    const message = { team: thread.team, channel: 'C1', ts: '2.5' };
    expect(await findPostedKey(sql, message)).toBe('q1:place');
    expect(await findPostedKey(sql, { ...message, channel: 'C2' })).toBeUndefined();
    expect(await findPostedKey(sql, { ...message, team: 'T0OTHER' })).toBeUndefined();
  });
});
