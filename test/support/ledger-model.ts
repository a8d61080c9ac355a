import fc from 'fast-check';
import { expect } from 'vitest';
import { atomic } from '#core/sql.ts';
import { createDeliveryHandlers } from '../../src/bot/delivery/deliver.ts';
import type { PlannedPart } from '../../src/bot/delivery/destination.ts';
import { planDeliveryStatements } from '../../src/bot/delivery/plan-delivery.ts';
import { deliveries, deliveryParts, rateHolds } from '../../src/bot/store/delivery.ts';
import { RemoteError } from '../../src/core/errors.ts';
import { jobs } from '../../src/jobs/schema.ts';
import { createMemoryVendor, type MemoryVendor, type PostFault } from './memory-vendor.ts';
import { settle } from './settle.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import { createTestProcess } from './test-worker.ts';

/** What each answer must come to at the vendor: these contents in this order, or nothing more once one was refused. */
type Model = Map<string, { contents: string[]; refusedAt: number }>;

interface Real {
  database: TestDatabase;
  clock: TestClock;
  vendor: MemoryVendor;
  process: ReturnType<typeof startProcess>;
  processes: number;
}

type Command = fc.AsyncCommand<Model, Real>;

function startProcess(database: TestDatabase, clock: TestClock, vendor: MemoryVendor, number: number) {
  const parts = createTestProcess({ sql: database.sql, clock, holder: `process ${number}` });
  const worker = parts.createWorker(createDeliveryHandlers({ ...parts, destinations: [vendor.destination] }));
  void worker.start();
  return { ...parts, worker };
}

/** A vendor whose refusals the model hears of: what has a substitute gets it, anything else ends its answer. */
function createWatchedVendor(clock: TestClock, model: Model): MemoryVendor {
  const vendor = createMemoryVendor(clock);
  const { post } = vendor.destination;
  vendor.destination.post = async (...call) => {
    try {
      return await post(...call);
    } catch (error) {
      if (error instanceof RemoteError && error.code === 'forbidden') refuse(model, String(call[0].content));
      throw error;
    }
  };
  return vendor;
}

function refuse(model: Model, content: string): void {
  const expected = model.get(content.split('/')[0] ?? '');
  const at = expected?.contents.indexOf(content) ?? -1;
  if (!expected || at < 0) return;
  if (content.endsWith('?')) expected.contents.splice(at, 1, `${content}a`, `${content}b`);
  else expected.refusedAt = at;
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await run(model, real);
      for (const [key, { contents, refusedAt }] of model) {
        const posted = postedFor(real.vendor, key);
        expect(posted).toEqual(contents.slice(0, Math.min(posted.length, refusedAt)));
      }
    },
  };
}

function postedFor({ messages }: MemoryVendor, key: string): string[] {
  return messages.map(({ content }) => String(content)).filter((content) => content.startsWith(`${key}/`));
}

/** Every second part ends in `?`: where it is refused, two others take its place. */
const plan = (key: string, size: number) =>
  command(`plan ${key} of ${size}`, async (model, { database, process }) => {
    const contents = Array.from({ length: size }, (_, index) => `${key}/${index}${index % 2 === 1 ? '?' : ''}`);
    const parts = contents.map<PlannedPart>((content) => ({
      content,
      ...(content.endsWith('?') ? { otherwise: [`${content}a`, `${content}b`] } : {}),
    }));
    await atomic(
      database.sql,
      planDeliveryStatements(process, [{ destination: 'memory', key, place: 'thread', message: { parts } }]),
    );
    if (!model.has(key)) model.set(key, { contents, refusedAt: Number.POSITIVE_INFINITY });
  });

const failPosts = (faults: PostFault[]) =>
  command(`next posts: ${faults.join(', ')}`, async (_model, { vendor }) => {
    vendor.postFaults.push(...faults);
  });

const failLookUp = () =>
  command('the next look-up fails', async (_model, { vendor }) => {
    vendor.findFaults.push(new RemoteError('unavailable', 'failed', { status: 503 }));
  });

const pass = (ms: number) => command(`${ms} ms pass`, (_model, real) => goOn(real, ms));

/** Ends the process without a word and starts the next one. */
const crash = () =>
  command('crash', async (_model, real) => {
    real.process.kill();
    real.processes += 1;
    real.process = startProcess(real.database, real.clock, real.vendor, real.processes);
    await settle();
  });

/** All is well from now on: every answer must come to what the model says. */
const peace = () =>
  command('peace', async (model, real) => {
    real.vendor.postFaults.length = 0;
    real.vendor.findFaults.length = 0;
    for (let step = 0; step < 60; step += 1) await goOn(real, 30_000);
    for (const [key, { contents, refusedAt }] of model) {
      expect(postedFor(real.vendor, key)).toEqual(contents.slice(0, refusedAt));
    }
    const states = await real.database.sql.select({ key: deliveries.key, state: deliveries.state }).from(deliveries);
    for (const { key, state } of states) {
      expect({ key, state }).toEqual({ key, state: Number.isFinite(model.get(key)?.refusedAt) ? 'failed' : 'sent' });
    }
  });

async function goOn({ clock }: Real, ms: number): Promise<void> {
  await settle();
  clock.advance(ms);
  await settle();
}

const faults: PostFault[] = ['ok', 'refused', 'down', 'limited', 'lost', 'stored', 'hangs', 'lands late'];
const anyCommand = [
  fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 4 })).map((args) => plan(...args)),
  fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 4 }).map(failPosts),
  fc.constant(null).map(failLookUp),
  fc.constantFrom(1, 900, 8_000, 21_000, 90_000).map(pass),
  fc.constant(null).map(crash),
];

/** Throws, with the shortest history that does it, where the ledger posts twice, out of order or never. */
export async function checkLedgerAgainstModel(runs: number): Promise<void> {
  const database = openTestDatabase('bot');
  try {
    const histories = fc.commands(anyCommand, { size: '+1' });
    const property = fc.asyncProperty(histories, async (commands) => {
      for (const table of [jobs, deliveries, deliveryParts, rateHolds]) await database.sql.delete(table);
      const clock = createTestClock();
      const model: Model = new Map();
      const vendor = createWatchedVendor(clock, model);
      const real = { database, clock, vendor, process: startProcess(database, clock, vendor, 0), processes: 0 };
      await fc.asyncModelRun(() => ({ model, real }), commands);
      await fc.asyncModelRun(() => ({ model, real }), [peace()]);
      real.process.kill();
    });
    await fc.assert(property, { numRuns: runs });
  } finally {
    database.close();
  }
}
