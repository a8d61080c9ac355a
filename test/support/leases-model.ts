import { asc } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Claim, Lease } from '#jobs/claims.ts';
import { createLeases } from '#jobs/leases.ts';
import { createQueue } from '#jobs/queue.ts';
import { jobs } from '#jobs/schema.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** What the queue promises, kept in a Map. */
interface ModelJob {
  kind: string;
  state: 'waiting' | 'running' | 'done' | 'dead';
  runAtMs: number;
  fence: number;
  attempt: number;
  holder: string | null;
  suspected: number;
  kills: number;
  watched: boolean;
}

interface Model {
  jobs: Map<string, ModelJob>;
}

interface Real {
  database: TestDatabase;
  clock: TestClock;
  /** Every lease ever given out, the stale ones too, as the runs that hold them would. */
  leases: { holder: string; key: string; lease: Lease }[];
  /** The last of the single processes that follow each other. */
  processes: number;
}

type Command = fc.AsyncCommand<Model, Real>;

const bounds = { upTo: 3, from: 5 };

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await run(model, real);
      const rows = await real.database.sql.select().from(jobs).orderBy(asc(jobs.dedupKey));
      const actual = rows.map(
        ({ dedupKey, kind, state, runAtMs, fence, attempt, holder, suspected, kills, watched }) => [
          dedupKey,
          { kind, state, runAtMs, fence, attempt, holder, suspected, kills, watched },
        ],
      );
      expect(actual).toEqual([...model.jobs].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

const holderOf = (real: Real) => `process ${real.processes}`;
const leasesOf = (real: Real, holder: string) => createLeases({ sql: real.database.sql, clock: real.clock, holder });

const enqueue = (key: string, kind: string, delayMs: number) =>
  command(`enqueue ${key} ${kind} in ${delayMs}`, async (model, { database, clock }) => {
    const runAtMs = clock.now() + delayMs;
    await createQueue({ sql: database.sql, clock }).enqueue([{ kind, payload: key, dedupKey: key, runAtMs }]);
    if (model.jobs.has(key)) return;
    const fresh = { fence: 0, attempt: 1, holder: null, suspected: 0, kills: 0, watched: false };
    model.jobs.set(key, { kind, state: 'waiting', runAtMs, ...fresh });
  });

const hasten = (key: string) =>
  command(`hasten ${key}`, async (model, { database, clock }) => {
    await createQueue({ sql: database.sql, clock }).hasten(key);
    const job = model.jobs.get(key);
    if (job?.state === 'waiting') job.runAtMs = Math.min(job.runAtMs, clock.now());
  });

/** `foreign` claims as a second process that works on the same table at the same time. */
const claim = (kind: string, limit: number, suspects: boolean, foreign: boolean) =>
  command(`claim ${limit} ${kind}${suspects ? ' suspects' : ''}${foreign ? ' elsewhere' : ''}`, async (model, real) => {
    const holder = foreign ? 'elsewhere' : holderOf(real);
    const now = real.clock.now();
    const request: Claim = { kind, limit, leaseMs: 30_000, suspects };
    const candidates = [...model.jobs].filter(
      ([, job]) =>
        job.kind === kind &&
        job.runAtMs <= now &&
        (job.kills <= bounds.upTo || job.kills >= bounds.from) &&
        job.suspected > 0 === suspects &&
        (job.state === 'waiting' || (job.state === 'running' && job.holder !== holder)),
    );
    const claimed = await leasesOf(real, holder).claim([request], bounds);
    const keys = claimed.map(({ job }) => job.payload as string);
    expect(keys).toHaveLength(Math.min(limit, candidates.length));
    const rank = ([, job]: [string, ModelJob]) => (suspects ? [job.kills, job.suspected] : []).concat(job.runAtMs);
    const left = candidates.filter(([key]) => !keys.includes(key));
    for (const taken of candidates.filter(([key]) => keys.includes(key))) {
      for (const other of left) expect(compare(rank(taken), rank(other))).toBeLessThanOrEqual(0);
    }
    for (const lease of claimed) {
      const key = lease.job.payload as string;
      const job = model.jobs.get(key)!;
      expect(candidates.map(([candidate]) => candidate)).toContain(key);
      const deaths = job.state === 'running' ? 1 : 0;
      Object.assign(job, { state: 'running', holder, runAtMs: now + 30_000, fence: job.fence + 1, watched: suspects });
      job.suspected += deaths;
      job.kills += deaths;
      expect(lease).toMatchObject({
        fence: job.fence,
        kills: job.kills,
        suspected: job.suspected,
        isWatched: suspects,
      });
      expect(lease.job.attempt).toBe(job.attempt);
      real.leases.push({ holder, key, lease });
    }
  });

function compare(a: number[], b: number[]): number {
  return a.map((value, index) => value - b[index]!).find((difference) => difference !== 0) ?? 0;
}

type End = 'done' | 'dead' | 'later' | 'fail' | 'release' | 'renew' | 'unwatch';

/** Ends or keeps any lease that was ever given out: one that is stale must change nothing. */
const use = (pick: number, end: End) =>
  command(`${end} lease ${pick}`, async (model, real) => {
    const entry = real.leases[pick % Math.max(1, real.leases.length)];
    if (!entry) return;
    const { holder, key, lease } = entry;
    const leases = leasesOf(real, holder);
    const job = model.jobs.get(key)!;
    const isHeld = job.state === 'running' && job.fence === lease.fence;
    const now = real.clock.now();
    const cleared = { holder: null, suspected: 0, kills: 0, watched: false };
    switch (end) {
      case 'done':
      case 'dead':
        expect(await leases.end(lease, end === 'done' ? { state: end } : { state: end, reason: 'x' }, [])).toBe(isHeld);
        if (isHeld) Object.assign(job, { ...cleared, state: end });
        return;
      case 'later':
      case 'fail': {
        const attempt = lease.job.attempt + (end === 'fail' ? 1 : 0);
        expect(await leases.end(lease, { state: 'waiting', runAtMs: now + 5_000, attempt }, [])).toBe(isHeld);
        if (isHeld) Object.assign(job, { ...cleared, state: 'waiting', runAtMs: now + 5_000, attempt });
        return;
      }
      case 'release':
        await leases.release(lease);
        if (isHeld) Object.assign(job, { state: 'waiting', runAtMs: now, holder: null, watched: false });
        return;
      case 'renew':
        expect(await leases.renew(lease, 30_000)).toBe(isHeld);
        if (isHeld) job.runAtMs = now + 30_000;
        return;
      case 'unwatch':
        await leases.unwatch(lease);
        if (isHeld) job.watched = false;
    }
  });

/** The process is gone without a word, and the next one starts. */
const crash = () =>
  command('crash', async (model, real) => {
    real.processes += 1;
    const holder = holderOf(real);
    const orphans = [...model.jobs.values()].filter((job) => job.state === 'running' && job.holder !== holder);
    expect(await leasesOf(real, holder).recover()).toBe(orphans.length);
    for (const job of orphans) {
      job.kills += orphans.length === 1 || job.watched ? 1 : 0;
      job.suspected += 1;
      job.fence += 1;
      Object.assign(job, { state: 'waiting', runAtMs: real.clock.now(), holder: null, watched: false });
    }
  });

const wait = (ms: number) =>
  command(`wait ${ms}`, async (_model, { clock }) => {
    clock.advance(ms);
  });

const key = fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5');
const kind = fc.constantFrom('a', 'b');
const ends = fc.constantFrom<End>('done', 'dead', 'later', 'fail', 'release', 'renew', 'unwatch');
const anyCommand = [
  fc.tuple(key, kind, fc.constantFrom(0, 0, 1_000, 40_000)).map((args) => enqueue(...args)),
  key.map(hasten),
  fc.tuple(kind, fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean()).map((args) => claim(...args)),
  fc.tuple(kind, fc.constant(2), fc.boolean(), fc.constant(false)).map((args) => claim(...args)),
  fc.tuple(fc.nat(30), ends).map((args) => use(...args)),
  fc.constantFrom(1, 999, 5_000, 30_000).map(wait),
  fc.constant(null).map(crash),
];

/** Throws, with the shortest sequence of commands that does it, where leases differ from the model. */
export async function checkLeasesAgainstModel(runs: number): Promise<void> {
  const database = openTestDatabase('bot');
  try {
    const property = fc.asyncProperty(fc.commands(anyCommand, { size: '+2' }), async (commands) => {
      await database.sql.delete(jobs);
      const setUp = () => ({
        model: { jobs: new Map() },
        real: { database, clock: createTestClock(), leases: [], processes: 0 },
      });
      await fc.asyncModelRun(setUp, commands);
    });
    await fc.assert(property, { numRuns: runs });
  } finally {
    database.close();
  }
}
