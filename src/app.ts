import type { Hono } from 'hono';
import { fingerprint } from '#core/fingerprint.ts';
import { newId } from '#core/ids.ts';
import type { BotDeps } from './app/bot-deps.ts';
import { createDeliveryPart, createSlackHandlers, createWebhookKeeper } from './app/bot-handlers.ts';
import { createBotRoutes } from './app/bot-routes.ts';
import { createCaseParts } from './app/case-parts.ts';
import { type Ground, layGround } from './app/ground.ts';
import { joinJira } from './app/join-jira.ts';
import { joinSlack } from './app/join-slack.ts';
import { type CaseBook, createCaseBook } from './bot/board/case-book.ts';
import { createCaseEngine } from './bot/cases/case-engine.ts';
import type { ConnectionState } from './bot/cases/check-connections.ts';
import type { PageLinks } from './bot/cases/page-links.ts';
import { stopDigests } from './bot/digest/stop-digests.ts';
import { prolongWebhookJob } from './bot/jira/prolong-webhook.ts';
import { createMaskCommands } from './bot/store/mask-commands.ts';
import { createMaskQuestions } from './bot/store/mask-questions.ts';
import { sealedColumns } from './bot/store/sealed-columns.ts';
import { shiftWaiting } from './bot/store/shift-waiting.ts';
import { createClockWatch } from './jobs/clock-watch.ts';
import type { JobHandler } from './jobs/queue.ts';
import { createReseal, resealKey } from './jobs/reseal.ts';
import { createWorker } from './jobs/worker.ts';

export interface Bot {
  /** `/slack/events`, `/jira/webhook`, `/hooks/log-service`. */
  routes: Hono;
  /** Takes up what an earlier process left, then works. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Takes up what is there to be done for ever, and looks whether parked work may go on. */
  takeUp(): Promise<void>;
  /** Runs everything that is due while `mayGoOn`; tells when the next job is. */
  drain(mayGoOn?: () => boolean): Promise<number>;
  /** How each vendor that is connected answered last. */
  connections(): ConnectionState[];
  links: PageLinks;
  /** What the page behind an answer shows. */
  caseBook: CaseBook;
  /** The key may have changed: parked work is tried again. */
  lookAgain(): Promise<void>;
}

/** The whole bot, put together. */
export function createBot(deps: BotDeps): Bot {
  const ground = layGround(deps);
  const { config, sql, queue } = ground;
  const slack = joinSlack(ground);
  const jira = joinJira(ground);
  const caseDeps = createCaseParts(ground, deps, { slack, jira });
  const engine = createCaseEngine({
    ...caseDeps,
    sql,
    connections: [slack, jira].flatMap((vendor) => (vendor ? [vendor.check] : [])),
    fingerprint: async () => await fingerprint(await deps.key.read().catch(() => '')),
    keyCreatedMs: config.service.keyCreatedMs,
    stopDigests: (team) => stopDigests(sql, team),
  });
  const closing = new AbortController();
  const caseBook = createCaseBook({ ...caseDeps, sql });
  const parts = { ground, caseDeps, engine };
  const webhookKeeper = createWebhookKeeper(caseDeps, jira);
  const masks = [createMaskQuestions(ground), createMaskCommands(ground)];
  const reseal = createReseal(ground, sealedColumns);
  const worker = createBotWorker(ground, deps, [
    ...engine.handlers,
    ...masks.map(({ handler }) => handler),
    reseal.handler,
    ...(webhookKeeper ? [webhookKeeper] : []),
    ...createDeliveryPart(parts, { slack, jira }),
    ...(slack ? createSlackHandlers(parts, slack) : []),
  ]);

  async function takeUp() {
    await queue.keepGoing([...engine.standingJobs, ...reseal.jobs, ...(webhookKeeper ? [prolongWebhookJob] : [])]);
    await queue.enqueue(masks.map(({ job }) => job));
    await engine.gate.lookAgain();
  }

  return {
    routes: createBotRoutes({ ...parts, slack, jira, caseBook, closing: closing.signal }, deps),
    async start() {
      await takeUp();
      for (const key of [...engine.sweepKeys, resealKey]) await queue.hasten(key);
      await worker.start();
    },
    stop() {
      closing.abort();
      return worker.stop();
    },
    takeUp,
    drain: (mayGoOn) => worker.drain(mayGoOn),
    connections: engine.connections,
    links: ground.links,
    caseBook,
    lookAgain: () => engine.gate.lookAgain(),
  };
}

function createBotWorker(ground: Ground, deps: BotDeps, handlers: readonly JobHandler[]) {
  const { sql, clock, timers, log, metrics, queue, random } = ground;
  const { steadyMs, withinWork, giveWay, isOnlyProcess } = deps;
  const shift = (deltaMs: number) => shiftWaiting({ sql, clock }, deltaMs);
  return createWorker({
    ...{ sql, clock, timers, log, metrics, queue, random, handlers },
    name: 'bot',
    ...(steadyMs ? { clockWatch: createClockWatch({ sql, clock, log, steadyMs, shift }) } : {}),
    holder: newId(clock),
    ...(withinWork ? { withinWork } : {}),
    ...(giveWay ? { giveWay } : {}),
    ...(isOnlyProcess === undefined ? {} : { isOnlyProcess }),
  });
}
