import { expect, it } from 'vitest';
import { defaultPolicy } from '#core/policy.ts';
import { atomic } from '#core/sql.ts';
import type { Job } from '#jobs/queue.ts';
import { absentTracker } from '../../../src/bot/cases/absent-vendors.ts';
import type { CaseDeps } from '../../../src/bot/cases/case-deps.ts';
import { createConclude } from '../../../src/bot/cases/conclude.ts';
import type { NewDelivery } from '../../../src/bot/cases/messages.ts';
import { type Place, placeKey } from '../../../src/bot/cases/place.ts';
import type { Planned } from '../../../src/bot/cases/planned.ts';
import { createTellRelated } from '../../../src/bot/cases/tell-related.ts';
import { createCaseStore } from '../../../src/bot/store/case-store.ts';
import { silentLog } from '../../../src/core/log.ts';
import { createMetrics } from '../../../src/core/metrics.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { openTestDatabase } from '../../support/test-database.ts';

const places: Record<'a' | 'b', Place> = {
  a: { kind: 'thread', team: 'T1', channel: 'C1', threadTs: '1.1' },
  b: { kind: 'ticket', site: 'https://j.test', issueId: '1', issueKey: 'PROJ-1', projectId: '1', isServiceDesk: false },
};
const names = ['a', 'b'] as const;
type Name = (typeof names)[number];

/** All ways in which two places may take four steps each. */
function interleavings(a: number, b: number): Name[][] {
  if (a === 0 && b === 0) return [[]];
  return [
    ...(a > 0 ? interleavings(a - 1, b).map((rest): Name[] => ['a', ...rest]) : []),
    ...(b > 0 ? interleavings(a, b - 1).map((rest): Name[] => ['b', ...rest]) : []),
  ];
}

async function run(order: readonly Name[]) {
  const database = openTestDatabase('bot');
  const clock = createTestClock();
  const store = createCaseStore({ sql: database.sql, clock });
  const posted = new Map<string, NewDelivery<Place>>();
  const at = { createdAtMs: 1, updatedAtMs: 1 };
  const deps = (pending: NewDelivery<Place>[]) =>
    ({
      store,
      clock,
      log: silentLog,
      metrics: createMetrics(),
      spool: { find: async () => undefined },
      ticketsForChat: absentTracker,
      links: { caseUrl: async () => undefined },
      policies: { policyOf: async () => defaultPolicy },
      privacy: { mayName: async () => true, mayTravel: async () => false },
      deliver: async (planned: NewDelivery<Place>[]) => {
        pending.push(...planned);
        return { writes: [], enqueue: [] };
      },
    }) as unknown as CaseDeps;
  const job = (name: Name) => ({ payload: { questionId: `q${name}` }, enqueuedAtMs: clock.now() }) as unknown as Job;
  const context = { signal: new AbortController().signal } as never;
  await atomic(database.sql, [
    store.insertFile({
      ...{ sha256: 'aa', name: 'x', sizeBytes: 1, state: 'completed', generation: 1, service: 's', serviceId: 'f' },
      ...{ createdAtMs: 1, usedAtMs: 1 },
    }),
  ]);
  const commits: Partial<Record<Name, () => Promise<void>>> = {};
  async function commit(outcome: unknown, pending: readonly NewDelivery<Place>[]) {
    await atomic(database.sql, [...((outcome as Planned).writes ?? [])]);
    for (const delivery of pending) if (!posted.has(delivery.key)) posted.set(delivery.key, delivery);
  }
  const steps: ((name: Name) => Promise<void>)[] = [
    async (name) => {
      const key = placeKey(places[name]);
      await atomic(database.sql, [
        store.savePlace(places[name], { label: name, url: `https://x.test/${name}`, isOpen: true }),
        store.insertCase({
          ...{ id: `c${name}`, sourceKey: name, placeKey: key, vendor: 'slack', fileId: name, name: 'x', sha256: 'aa' },
          ...{ state: 'investigating', ...at },
        }),
        store.insertQuestion({
          ...{ id: `q${name}`, askKey: name, caseId: `c${name}`, placeKey: key, kind: 'file', text: '' },
          ...{ state: 'searching', idempotencyKey: name, posts: 1, answer: { answer: 'It leaks.' }, ...at },
        }),
      ]);
    },
    async (name) => {
      const pending: NewDelivery<Place>[] = [];
      const outcome = await createConclude(deps(pending)).run(job(name), context);
      commits[name] = () => commit(outcome, pending);
    },
    async (name) => await commits[name]?.(),
    async (name) => {
      const pending: NewDelivery<Place>[] = [];
      await commit(await createTellRelated(deps(pending)).run(job(name), context), pending);
    },
  ];
  const done: Record<Name, number> = { a: 0, b: 0 };
  for (const name of order) {
    await steps[done[name]]!(name);
    done[name] += 1;
  }
  const namings = (name: Name) =>
    [...posted.values()]
      .filter(({ place }) => placeKey(place) === placeKey(places[name]))
      .flatMap(({ message }) =>
        message.kind === 'answer' ? message.otherPlaces : 'links' in message ? message.links : [],
      )
      .map(({ label }) => label);
  database.close();
  return { a: namings('a'), b: namings('b') };
}

it('two places name each other once, in whatever order their steps come', async () => {
  const orders = interleavings(4, 4);
  expect(orders).toHaveLength(70);
  for (const order of orders) expect(await run(order), order.join('')).toEqual({ a: ['b'], b: ['a'] });
});
