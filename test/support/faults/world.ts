import { setTimeout as pause } from 'node:timers/promises';
import { createTestClock } from '../test-clock.ts';
import { openTestDatabase } from '../test-database.ts';
import { startJira, startSlack } from '../vendors.ts';
import { type Chance, createChance } from './chance.ts';
import { createFaultyCalls } from './faulty-calls.ts';
import { type FaultyProcess, startFaultyProcess } from './faulty-process.ts';
import { judgeWorld, type Verdict } from './judge-world.ts';
import { createMemorySpool } from './memory-spool.ts';
import { type Share, shareAll } from './share-all.ts';
import { createWorldService, marker } from './world-service.ts';

export interface WorldPlan {
  seed: number;
  /** Files shared, in Slack and on tickets by turns. */
  shares: number;
  /** The share of calls to vendors and service that fail while there is no peace. */
  faultRate: number;
  /** The share of boundaries at which the process dies, or the one boundary, counted from 0. */
  kills: { rate: number; atMost: number } | { at: number };
  /** The clock of each process differs from the world's by up to this much, either way. */
  skewMs?: number;
  /** The service cannot be reached for so long from the first minute on. */
  serviceAwayMs?: number;
}

export interface WorldReport extends Verdict {
  seed: number;
  /** Places a process could have died at, in all. */
  boundaries: number;
  kills: number;
  acknowledged: number;
  dealt: Record<string, number>;
}

/** From now on nothing fails. */
const peaceMs = 20 * 60_000;
/** Longer than the last look for duplicates takes to come. */
const afterwardsMs = 40 * 60_000;

/**
 * A whole bot between a Slack, a Jira and a service that fail, on a clock of its own: processes die at the boundaries
 * to the world and are started again on the same database. All chance comes from the seed.
 */
export async function runWorld(plan: WorldPlan): Promise<WorldReport> {
  const { serviceAwayMs = 0 } = plan;
  const chance = createChance(plan.seed);
  const clock = createTestClock();
  const database = openTestDatabase('bot');
  const startMs = clock.now();
  const passedMs = () => clock.now() - startMs;
  const isPeace = () => passedMs() > peaceMs + serviceAwayMs;
  const rate = (share: number) => () => (isPeace() ? 0 : plan.faultRate * share);
  const calls = createFaultyCalls({ chance, clock, rate: rate(1) });
  const shares: Share[] = [];
  const acknowledged = new Set<string>();
  let boundaries = 0;
  let kills = 0;
  let current: FaultyProcess | undefined;

  function isFatal(boundary: string): boolean {
    boundaries += 1;
    const isHit =
      'at' in plan.kills
        ? boundaries === plan.kills.at + 1
        : kills < plan.kills.atMost && !isPeace() && chance.of(`kill ${boundary}`) < plan.kills.rate;
    if (isHit) kills += 1;
    return isHit;
  }

  /** Takes a vendor's request, sometimes twice, sometimes once more after a while. */
  async function take(request: Request): Promise<Response> {
    const again = request.clone();
    if (!isPeace() && chance.of('duplicate') < plan.faultRate) {
      clock.after(Math.round(chance.of('delay') * 90_000), () => void deliver(again).catch(() => {}));
    }
    return await deliver(request);
  }

  /** A dead process resets the connection. */
  async function deliver(request: Request): Promise<Response> {
    const process = current;
    if (!process?.mortal.isAlive) throw new TypeError('fetch failed');
    const name = marker.exec(await request.clone().text())?.[0];
    const response = await Promise.race([process.bot.routes.fetch(request), process.mortal.ended]);
    if (response.ok && name) acknowledged.add(name);
    return response;
  }

  const slack = startSlack(clock, take);
  const jira = startJira(clock, take);
  const surroundings = {
    clock,
    chance,
    database,
    spool: createMemorySpool({ isFull: () => chance.of('spool') < rate(1 / 4)() }),
    service: createWorldService(),
    slack,
    jira,
    calls,
    databaseFaultRate: rate(1 / 40),
    isServiceAway: () => passedMs() > 60_000 && passedMs() < 60_000 + serviceAwayMs,
    isFatal,
    skewMs: () => Math.round((2 * chance.of('skew') - 1) * (plan.skewMs ?? 0)),
  };

  try {
    current = startFaultyProcess(surroundings);
    shareAll({ plan, slack, jira, clock, chance, shares });
    while (passedMs() < peaceMs + serviceAwayMs + afterwardsMs) {
      await goOn(() => boundaries);
      if (current.mortal.isAlive) {
        clock.advance(stepMs(passedMs(), chance));
        continue;
      }
      current.end();
      // A supervisor needs a moment to start the next one.
      clock.advance(500 + Math.round(chance.of('restart') * 3_000));
      current = startFaultyProcess(surroundings);
    }
    await goOn(() => boundaries);
    const promised = shares.filter(({ name }) => acknowledged.has(name));
    const verdict = await judgeWorld({ shares: promised, slack, jira, sql: database.sql });
    return { seed: plan.seed, boundaries, kills, acknowledged: promised.length, dealt: calls.dealt, ...verdict };
  } finally {
    current?.end();
    current?.mortal.kill();
    database.close();
  }
}

/** Small steps while much happens, larger ones later. */
function stepMs(passedMs: number, chance: Chance): number {
  const meanMs = passedMs < 3 * 60_000 ? 1_500 : 12_000;
  return Math.max(1, Math.round(2 * meanMs * chance.of('step')));
}

/** Lets the process do what it can without time passing: until it has crossed no boundary for a while. */
async function goOn(crossed: () => number): Promise<void> {
  let last = -1;
  for (let quietTurns = 0; quietTurns < 25; quietTurns += 1) {
    // The thread pool of cryptography answers in real time.
    await (quietTurns === 24 ? pause(2) : new Promise((resolve) => setImmediate(resolve)));
    if (crossed() !== last) quietTurns = 0;
    last = crossed();
  }
}
