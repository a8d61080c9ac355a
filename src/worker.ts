import { createHmac } from 'node:crypto';
import { sql as expression } from 'drizzle-orm';
import { Hono } from 'hono';
import { botConfigOf } from './app/bot-config.ts';
import { type Bot, createBot } from './app.ts';
import { createAlarm } from './cloudflare/alarm.ts';
import type { QueueBatch, QueueBinding, R2Binding, WorkerContext } from './cloudflare/bindings.ts';
import { createConsoleLog } from './cloudflare/console-log.ts';
import { createD1Engine, type D1Binding } from './cloudflare/d1-engine.ts';
import { openOverFetch } from './cloudflare/fetch-address.ts';
import { sendOverFetch } from './cloudflare/fetch-http.ts';
import { createR2Spool } from './cloudflare/r2-spool.ts';
import { readWorkerConfig, type WorkerConfig } from './cloudflare/worker-config.ts';
import { workerFetch } from './cloudflare/worker-fetch.ts';
import { systemClock, systemTimers } from './core/clock.ts';
import { UsageError } from './core/errors.ts';
import type { Log } from './core/log.ts';
import { createMetrics } from './core/metrics.ts';
import { openSql, type Sql } from './core/sql.ts';
import { createVault } from './core/vault.ts';

/** What wrangler.toml binds, beside the variables and secrets of `.env.example`. */
interface WorkerEnv {
  DB: D1Binding;
  FILES: R2Binding;
  WAKE: QueueBinding;
  [variable: string]: unknown;
}

/** An invocation of a queue or of cron is ended after 15 minutes; what runs then is given back before. */
const longestMs = 13 * 60_000;
/** D1 takes 1,000 queries an invocation; what is under way when no more is taken needs its share. */
const mostQueries = 500;
const clock = systemClock;
const alarm = createAlarm();

/** The bot on Cloudflare: requests store what came in and wake the queue, whose messages and cron do what is due. */
export default {
  async fetch(request: Request, env: WorkerEnv, context: WorkerContext): Promise<Response> {
    const opened = await open(env).catch(tellWhyNot);
    if (!opened) return new Response('This bot is not set up; its log says what is missing.', { status: 503 });
    const response = await routesOf(opened).fetch(request);
    if (opened.isWoken()) context.waitUntil(alarm.wakeAt(clock.now(), { queue: env.WAKE, clock }));
    return response;
  },

  async queue(batch: QueueBatch, env: WorkerEnv): Promise<void> {
    const opened = await open(env);
    if (!batch.queue.endsWith('-dead')) return await work(opened, env);
    opened.log.error('wake-ups were given up; cron does what is due', { count: batch.messages.length });
  },

  async scheduled(_event: unknown, env: WorkerEnv): Promise<void> {
    const opened = await open(env);
    await opened.bot.takeUp();
    await work(opened, env);
  },
};

interface Opened {
  bot: Bot;
  sql: Sql;
  log: Log;
  queries(): number;
  /** Whether there is something to do that was not there before. */
  isWoken(): boolean;
}

/** A bot for one invocation: what one has open, no other may use. */
async function open(env: WorkerEnv): Promise<Opened> {
  const config = readWorkerConfig(env);
  const log = createConsoleLog(config.LOG_LEVEL);
  let queries = 0;
  let isWoken = false;
  const countQuery = () => {
    queries += 1;
  };
  const sql = openSql(createD1Engine(env.DB, countQuery));
  const bot = createBot({
    config: botConfigOf(config, config.connected),
    sql,
    clock,
    timers: systemTimers,
    createHmac,
    log,
    metrics: createMetrics(),
    spool: createR2Spool(env.FILES, { quotaBytes: config.SPOOL_QUOTA_BYTES }),
    sendHttp: sendOverFetch,
    openAddress: openOverFetch,
    key: { read: async () => config.apiKey },
    serviceSecrets: () => config.serviceSecrets,
    vault: await createVault(config.vaultKeys),
    linkSecret: await linkSecretOf(config.vaultKeys),
    fetch: workerFetch,
    isOnlyProcess: false,
    onWake: () => {
      isWoken = true;
    },
  });
  return { bot, sql, log, queries: () => queries, isWoken: () => isWoken };
}

/** Of the oldest key, so that addresses stay good while keys are changed. A Worker has no disk to keep a secret on. */
async function linkSecretOf(keys: WorkerConfig['vaultKeys']): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    keys.at(-1) ?? new Uint8Array(),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode('page links')));
  return btoa(String.fromCharCode(...signed));
}

function routesOf({ bot, sql, log }: Opened): Hono {
  const routes = new Hono();
  routes.onError((error, c) => {
    log.error('request failed', { path: c.req.path, error });
    return c.text('Something went wrong here.', 500);
  });
  routes.get('/healthz', (c) => c.text('ok'));
  routes.get('/readyz', async (c) => {
    try {
      await sql.run(expression`select 1 from jobs limit 1`);
      return c.text('ready');
    } catch (error) {
      log.error('the database cannot be used; were its migrations applied?', { error });
      return c.text('the database cannot be used', 503);
    }
  });
  routes.route('/', bot.routes);
  return routes;
}

/** Does what is due, within what an invocation may take, and sees to it that the rest is done in time. */
async function work({ bot, queries }: Opened, env: WorkerEnv): Promise<void> {
  const untilMs = clock.now() + longestMs;
  const stopInTime = systemTimers.after(longestMs, () => void bot.stop());
  try {
    const dueMs = await bot.drain(() => queries() < mostQueries && clock.now() < untilMs);
    await alarm.wakeAt(dueMs, { queue: env.WAKE, clock });
  } finally {
    stopInTime();
  }
}

function tellWhyNot(error: unknown): undefined {
  if (!(error instanceof UsageError)) throw error;
  createConsoleLog('error').error('not set up', { reason: error.message });
}
