import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BotConfig } from '../../src/app/bot-config.ts';
import type { BotDeps } from '../../src/app/bot-deps.ts';
import { type Bot, createBot } from '../../src/app.ts';
import type { Log } from '../../src/core/log.ts';
import { silentLog } from '../../src/core/log.ts';
import { createMetrics } from '../../src/core/metrics.ts';
import { createVault } from '../../src/core/vault.ts';
import { createDiskSpool } from '../../src/node/disk-spool.ts';
import { createHostedService, type HostedService } from './hosted-service.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import {
  addressOf,
  jiraOrigin,
  jiraSecrets,
  slackClient,
  slackOrigin,
  slackSecrets,
  startJira,
  startSlack,
  startWorkspaces,
} from './vendors.ts';

export interface BotUnderTest extends Disposable {
  bot: Bot;
  clock: TestClock;
  slack: ReturnType<typeof startSlack>;
  /** The workspaces the app can be installed in, of which `slack` is the first. */
  workspaces: { first: ReturnType<typeof startSlack>; second: ReturnType<typeof startSlack> } | undefined;
  jira: ReturnType<typeof startJira>;
  service: HostedService;
  database: TestDatabase;
  /** From now on Jira refuses the bot's token, or takes it again. */
  refuseJira(refuses: boolean): void;
  /** Files that were taken in are no longer here. */
  emptySpool(): Promise<void>;
  /** From now on what the vendors send is taken and lost on its way, or it arrives again. */
  away(yes: boolean): void;
  /** From now on what the vendors send is refused, so that they send it again, or it is taken. */
  refuseDeliveries(refuses: boolean): void;
  /** Ends this process without a word and starts another on the same database. */
  restart(): Promise<void>;
  /** Lets the work go on, moving the clock, until nothing has changed for some time or the time is over. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** What the bot posted in a channel, as text, oldest first. */
  posts(
    channel?: string,
    slack?: ReturnType<typeof startSlack>,
  ): { text: string; threadTs: string | undefined; blocks: string }[];
  /** What the bot wrote on a ticket, as text. */
  comments(issueKey: string): string[];
  /** Request of a browser to Slack. */
  fetchSlack(request: Request): Promise<Response>;
  /** Request to the bot's own address. */
  request(path: string, init: RequestInit): Promise<Response>;
}

export const channel = 'C0BRINGUP';
export const serviceSecret = `whsec_${btoa('a secret of the service for tests')}`;

interface Vendor {
  fetch(request: Request): Promise<Response>;
}

/**
 * The whole bot on stand-ins: Slack, Jira and a service that is not ours; no sockets, and a clock that tests move.
 * `elsewhere`: what answers at addresses that are not those of the stand-ins.
 */
export async function startBot(
  changes: {
    config?: Partial<BotConfig>;
    log?: Log;
    service?: HostedService;
    key?: { read(): Promise<string> };
    elsewhere?: Vendor;
    spoolQuotaBytes?: number;
    /** The app is to be installed by OAuth, in one of two workspaces or in both. */
    installs?: {
      rotates: boolean;
      botToken?: string;
      allowed?: readonly string[];
      publicUrl?: string;
      organisation?: { id: string; name: string };
    };
    drawChart?: BotDeps['drawChart'];
    /** Absent: one in memory. */
    database?: TestDatabase;
    signIn?: BotDeps['signIn'];
  } = {},
): Promise<BotUnderTest> {
  const clock = createTestClock();
  const database = changes.database ?? openTestDatabase('bot');
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-bot-'));
  const vault = await createVault([new Uint8Array(32)]);
  const service = changes.service ?? createHostedService();
  let bot: Bot;
  let timers = clock.ofProcess();
  let refusesJira = false;
  let isAway = false;
  let refusesDeliveries = false;
  const app = async (request: Request) => {
    if (refusesDeliveries) return new Response(null, { status: 503 });
    return isAway ? new Response() : bot.routes.fetch(request);
  };
  const { installs } = changes;
  const workspaces = installs && startWorkspaces(clock, app, installs);
  const slack = workspaces?.first ?? startSlack(clock, app);
  const jira = startJira(clock, app, {
    deployment: changes.config?.jira?.kind ?? 'cloud',
    scopedToken: 'scoped-token',
    oauth: { clientId: 'client', clientSecret: 'client-secret' },
  });
  const vendorOf = (url: string): Vendor => {
    if (url.startsWith(slackOrigin)) return workspaces ?? slack;
    return url.startsWith(jiraOrigin) ? jira : (changes.elsewhere ?? jira);
  };

  const slackConnection = {
    ...slackSecrets,
    apiUrl: `${slackOrigin}/api/`,
    ...(installs ? { botToken: installs.botToken, oauth: { ...slackClient, allowed: installs.allowed ?? [] } } : {}),
  };

  function boot(): Bot {
    timers = clock.ofProcess();
    return createBot({
      config: {
        slack: slackConnection,
        ...(installs ? { publicUrl: installs.publicUrl ?? 'http://bot.test' } : {}),
        jira: { baseUrl: jiraOrigin, ...jiraSecrets },
        service: { baseUrl: 'http://service.test/api/v1' },
        opsChannel: undefined,
        channelProjects: new Map(),
        maxFileBytes: 10_000_000,
        fileDeadlineMs: 120 * 60_000,
        deepDeadlineMs: 15 * 60_000,
        downloadAllow: [],
        ...changes.config,
      },
      sql: database.sql,
      clock,
      timers,
      createHmac,
      log: changes.log ?? silentLog,
      metrics: createMetrics(),
      vault,
      spool: createDiskSpool(folder, { quotaBytes: changes.spoolQuotaBytes ?? Number.POSITIVE_INFINITY }),
      sendHttp: service.send,
      openAddress: addressOf(vendorOf),
      ...(changes.drawChart ? { drawChart: changes.drawChart } : {}),
      ...(changes.signIn ? { signIn: changes.signIn } : {}),
      linkSecret: 'signs addresses in tests, long enough',
      key: changes.key ?? { read: async () => 'hosted-key' },
      serviceSecrets: () => [serviceSecret],
      fetch: (async (input: string, init: RequestInit) =>
        refusesJira && String(input).startsWith(jiraOrigin)
          ? new Response('{}', { status: 401 })
          : vendorOf(String(input)).fetch(new Request(input, init))) as typeof fetch,
      random: () => 0.5,
    });
  }

  bot = boot();
  const subject: BotUnderTest = {
    get bot() {
      return bot;
    },
    clock,
    slack,
    workspaces,
    jira,
    service,
    database,
    away(yes) {
      isAway = yes;
    },
    refuseDeliveries(refuses) {
      refusesDeliveries = refuses;
    },
    refuseJira(refuses) {
      refusesJira = refuses;
    },
    async emptySpool() {
      await createDiskSpool(folder).sweep(Number.POSITIVE_INFINITY);
    },
    async restart() {
      timers.kill();
      bot = boot();
      await bot.drain();
    },
    async pass(ms, stepMs = 1_000) {
      await bot.drain();
      for (let left = ms; left > 0; left -= stepMs) {
        clock.advance(Math.min(left, stepMs));
        await bot.drain();
      }
    },
    posts: (id = channel, at = slack) =>
      (at.workspace.channels.get(id)?.messages ?? [])
        .filter(({ user }) => user === at.bot.userId)
        .map(({ text, thread_ts, blocks }) => ({
          text: text ?? '',
          threadTs: thread_ts,
          blocks: JSON.stringify(blocks ?? []),
        })),
    comments: (issueKey) =>
      (jira.site.findIssue(issueKey)?.comments ?? []).map((comment) => JSON.stringify(comment.body)),
    fetchSlack: (request) => (workspaces ?? slack).fetch(request),
    request: async (path, init) => bot.routes.fetch(new Request(`http://bot.test${path}`, init)),
    [Symbol.dispose]() {
      timers.kill();
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return subject;
}
