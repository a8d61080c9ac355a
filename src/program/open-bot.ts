import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { botConfigOf } from '../app/bot-config.ts';
import { type Bot, createBot } from '../app.ts';
import type { Config } from '../config.ts';
import { guardOrigin } from '../core/pages/guard-origin.ts';
import { createDiskSpool } from '../node/disk-spool.ts';
import { roomForFiles } from '../node/free-space.ts';
import { giveWay } from '../node/give-way.ts';
import { guardHost, guardLocal } from '../node/guard-pages.ts';
import type { NodeBindings } from '../node/local-request.ts';
import { createOperatorGate } from '../node/operator-routes.ts';
import { readOrMakeSecret } from '../node/secret-file.ts';
import { withinWork } from '../node/stray-errors.ts';
import { createUndiciAddress } from '../node/undici-address.ts';
import { createUndiciHttp } from '../node/undici-http.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';
import { drawChart } from '../service/charts/draw-chart.ts';
import type { Service } from '../service/create-service.ts';
import { connectService } from './connect-service.ts';
import { openSandbox } from './open-sandbox.ts';
import { openOidc } from './sign-in-provider.ts';
import type { Surroundings } from './surroundings.ts';
import { watchSpool } from './watch-process.ts';

export interface RunningBot {
  bot: Bot;
  sandbox: Sandbox | undefined;
  sandboxOrigin: string;
}

export interface BotPlace {
  /** Takes the pages and webhooks. */
  routes: Hono<NodeBindings>;
  service: Service | undefined;
  origin: string;
  /** Listens on one more address with the same routes; returns its origin. */
  listenOnLoopback(): Promise<string>;
}

/** The bot of this process and the vendors played for it; not yet started. */
export async function openBot(surroundings: Surroundings, place: BotPlace): Promise<RunningBot> {
  const { config, clock, log, closing } = surroundings;
  const { service } = place;
  const { sandbox, origin: sandboxOrigin, plays, isPublic } = await openSandbox(config, clock, place);
  const isPlaying = sandbox !== undefined;
  const upstream = await connectService(config, service, place.origin);
  const serviceHttp = closing.adopt(createUndiciHttp(), ({ close }) => close());
  const addresses = closing.adopt(createUndiciAddress(), ({ close }) => close());
  const operators = { password: config.OPERATOR_PASSWORD, clock, trustedProxies: config.TRUSTED_PROXIES };
  const spool = createDiskSpool(join(config.DATA_DIR, 'spool'), { quotaBytes: config.SPOOL_QUOTA_BYTES });
  watchSpool(surroundings.metrics, spool, config.SPOOL_QUOTA_BYTES);
  const signIn = openOidc(config, plays.slack ? sandboxOrigin : undefined);
  const bot = createBot({
    ...surroundings,
    config: {
      ...botConfigOf(config, { ...vendorsOf(config, sandbox), service: upstream.service }),
      keepsVendorsApart: isPlaying && plays.slack !== plays.jira,
      publicUrl: config.PUBLIC_URL ?? (isPlaying ? sandboxOrigin : undefined),
      hasConsole: service !== undefined,
      knowsPeople: signIn !== undefined,
    },
    sql: surroundings.openDatabase('bot'),
    log: log.with({ part: 'bot' }),
    withinWork,
    giveWay,
    createHmac,
    spool,
    sendHttp: serviceHttp.send,
    openAddress: addresses.open,
    key: upstream.key,
    serviceSecrets: () => upstream.secrets,
    refuseStranger: createOperatorGate(operators),
    storage: async () => [
      { name: 'room on the disk of DATA_DIR', bytes: await roomForFiles(config.DATA_DIR) },
      { name: 'files on their way', bytes: await spool.usedBytes() },
      ...(service ? [{ name: 'files of the log service', bytes: await service.storedBytes() }] : []),
    ],
    drawChart,
    ...(signIn ? { signIn } : {}),
    linkSecret: readOrMakeSecret(join(config.DATA_DIR, 'link-secret')),
  });
  closing.defer(() => bot.stop());
  closing.defer(upstream.onKeyChange(() => void bot.lookAgain().catch((error) => log.error('look', { error }))));
  mount(place.routes, { bot, sandbox, config, isPublic });
  if (sandbox) closing.defer(() => sandbox.closeStreams());
  return { bot, sandbox, sandboxOrigin };
}

interface Mounted {
  bot: Bot;
  sandbox: Sandbox | undefined;
  config: Config;
  isPublic: boolean;
}

function mount(routes: Hono<NodeBindings>, { bot, sandbox, config, isPublic }: Mounted): void {
  const page = { host: config.HOST, publicUrl: config.PUBLIC_URL };
  for (const path of ['/board', '/board/*']) routes.use(path, guardHost(page), guardOrigin(config.PUBLIC_URL));
  if (config.RUN === 'bot') for (const path of ['/console/*', '/auth/*']) routes.use(path, guardHost(page));
  routes.route('/', bot.routes);
  if (!sandbox) return;
  for (const path of ['/sandbox', '/sandbox/*']) {
    if (!isPublic) routes.use(path, guardLocal());
    routes.use(path, guardHost(page), guardOrigin(config.PUBLIC_URL));
  }
  routes.route('/sandbox', sandbox.app);
}

function vendorsOf(config: Config, sandbox: Sandbox | undefined) {
  const { slack, jira } = config;
  return {
    slack: slack.kind === 'workspace' ? slack : slack.kind === 'sandbox' ? sandbox?.credentials.slack : undefined,
    jira: 'baseUrl' in jira ? jira : jira.kind === 'sandbox' ? sandbox?.credentials.jira : undefined,
  };
}
