import { createHmac } from 'node:crypto';
import { type Bot, createBot } from '../../../src/app.ts';
import type { Spool } from '../../../src/bot/cases/spool.ts';
import { RemoteError } from '../../../src/core/errors.ts';
import { silentLog } from '../../../src/core/log.ts';
import { createMetrics } from '../../../src/core/metrics.ts';
import { openSql } from '../../../src/core/sql.ts';
import type { HostedService } from '../hosted-service.ts';
import type { TestClock } from '../test-clock.ts';
import type { TestDatabase } from '../test-database.ts';
import {
  addressOf,
  jiraOrigin,
  jiraSecrets,
  slackOrigin,
  slackSecrets,
  type startJira,
  type startSlack,
} from '../vendors.ts';
import type { Chance } from './chance.ts';
import type { FaultyCalls } from './faulty-calls.ts';
import { createFaultyDatabase } from './faulty-database.ts';
import { createMortal, type Mortal } from './mortal.ts';

/** What is there before a process starts and stays when it dies. */
export interface Surroundings {
  clock: TestClock;
  chance: Chance;
  database: TestDatabase;
  spool: Spool;
  service: HostedService;
  slack: ReturnType<typeof startSlack>;
  jira: ReturnType<typeof startJira>;
  calls: FaultyCalls;
  /** The share of database calls that fail, now. */
  databaseFaultRate: () => number;
  isServiceAway: () => boolean;
  isFatal: (boundary: string) => boolean;
  /** How far the clock of the next process is ahead. */
  skewMs: () => number;
}

export interface FaultyProcess {
  bot: Bot;
  mortal: Mortal;
  /** None of its timers fires any more. */
  end(): void;
}

/** Starts the whole bot as a process whose every call to the world may fail, or be its last. */
export function startFaultyProcess(world: Surroundings): FaultyProcess {
  const { clock, chance, calls, service, spool } = world;
  const mortal = createMortal(world.isFatal);
  const timers = clock.ofProcess();
  const skewMs = world.skewMs();
  const vendorOf = (url: string) => (url.startsWith(slackOrigin) ? world.slack : world.jira);
  const nameOf = (method: string, url: string) => `${method} ${new URL(url).pathname.replaceAll(/\d+/g, '#')}`;
  const bot = createBot({
    config: {
      slack: { ...slackSecrets, apiUrl: `${slackOrigin}/api/` },
      jira: { baseUrl: jiraOrigin, ...jiraSecrets },
      service: { baseUrl: 'http://service.test/api/v1' },
      opsChannel: undefined,
      channelProjects: new Map(),
      maxFileBytes: 10_000_000,
      fileDeadlineMs: 24 * 60 * 60_000,
      deepDeadlineMs: 15 * 60_000,
      downloadAllow: [],
    },
    sql: openSql(
      createFaultyDatabase({ engine: world.database.engine, mortal, chance, rate: world.databaseFaultRate }),
    ),
    clock: { now: () => clock.now() + skewMs },
    timers,
    createHmac,
    log: silentLog,
    metrics: createMetrics(),
    spool: { ...spool, take: (stream, options) => mortal.cross('spool', () => spool.take(stream, options)) },
    sendHttp: (request) => {
      const name = nameOf(request.method, request.url);
      return mortal.cross(name, async () => {
        if (world.isServiceAway()) throw new RemoteError('unavailable', 'connection refused');
        return await calls.send(name, () => service.send(request), request.signal);
      });
    },
    openAddress: (request) =>
      mortal.cross('download', async () => {
        const answer = await addressOf(vendorOf)(request);
        return answer === 'blocked' ? answer : { ...answer, body: calls.body('download', answer.body) };
      }),
    key: { read: async () => 'hosted-key' },
    serviceSecrets: () => [],
    fetch: (async (input: string, init: RequestInit) => {
      const url = String(input);
      const name = nameOf(init.method ?? 'GET', url);
      const call = () => vendorOf(url).fetch(new Request(url, { ...init, signal: null }));
      return await mortal.cross(name, () => calls.fetch(name, call, init.signal));
    }) as typeof fetch,
    random: () => chance.of('bot'),
  });
  // A start that fails, as on a full disk, is a process that ends.
  void Promise.race([bot.start(), mortal.ended]).catch(() => mortal.kill());
  return { bot, mortal, end: () => timers.kill() };
}
