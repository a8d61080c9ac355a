import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { botConfigOf, createBot } from './app.ts';
import { slackManifest } from './commands/manifest.ts';
import { modelOf, openReadingRoom, tsharkOf } from './commands/open-reading-room.ts';
import { readyWords } from './commands/tell-ready.ts';
import { type Config, isLoopback, readConfig } from './config.ts';
import { systemClock, systemTimers } from './core/clock.ts';
import { UsageError } from './core/errors.ts';
import type { Log } from './core/log.ts';
import { createMetrics } from './core/metrics.ts';
import { openSql, type Sql } from './core/sql.ts';
import { createApiKeyFile } from './node/api-key-file.ts';
import { findConfinement } from './node/confinement.ts';
import { defaultHeaders } from './node/default-headers.ts';
import { createDiskSpool } from './node/disk-spool.ts';
import { createDocsRoutes } from './node/docs-routes.ts';
import { roomForFiles } from './node/free-space.ts';
import { guardHost, guardLocal, guardOrigin } from './node/guard-pages.ts';
import { holdDataFolder } from './node/hold-data-folder.ts';
import { serveHttp } from './node/http-server.ts';
import type { NodeBindings } from './node/local-request.ts';
import { createLog } from './node/logger.ts';
import { migrate } from './node/migrate.ts';
import { createOperatorGate, createOperatorRoutes } from './node/operator-routes.ts';
import { readOrMakeSecret } from './node/secret-file.ts';
import { openSqliteEngine, type SqliteEngine } from './node/sqlite-engine.ts';
import { logStrayErrors, withinWork } from './node/stray-errors.ts';
import { createTerminalLog } from './node/terminal-log.ts';
import { createUndiciAddress } from './node/undici-address.ts';
import { createUndiciHttp } from './node/undici-http.ts';
import { openDataVault } from './node/vault-keys.ts';
import { createSandbox, type Sandbox } from './sandbox/create-sandbox.ts';
import { sandboxClient } from './sandbox/slack/open-id.ts';
import { createOidc, type Oidc } from './service/access/oidc.ts';
import { errorCodes } from './service/api/errors.ts';
import { buildDashboard } from './service/charts/build-dashboard.ts';
import { drawChart } from './service/charts/draw-chart.ts';
import { createService, type Service, servicePaths } from './service/create-service.ts';

export interface Program {
  /** `http://host:port`, as reached on this machine. */
  origin: string;
  /** Where the stand-ins of vendors can be tried; undefined: none are played. */
  sandbox: string | undefined;
  /** Ends what runs, then closes the databases. */
  stop(): Promise<void>;
}

const tooSlowBody = JSON.stringify({
  code: 408,
  message: errorCodes.request_timeout[1],
  data: { error_code: 'request_timeout' },
});
const programFolder = fileURLToPath(new URL('..', import.meta.url));

/** The whole program on Node: opens, brings up to date, listens, works. Alone in its data folder. */
export async function startProgram(config: Config, log: Log): Promise<Program> {
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const letGo = holdDataFolder(config.DATA_DIR);
  try {
    const program = await openProgram(config, log);
    return {
      origin: program.origin,
      sandbox: program.sandbox,
      async stop() {
        await program.stop();
        letGo();
      },
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

async function openProgram(config: Config, log: Log): Promise<Program> {
  const { DATA_DIR: dataDir, RUN } = config;
  const clock = systemClock;
  const timers = systemTimers;
  const metrics = createMetrics();
  const stopLogging = logStrayErrors(log, metrics);
  const vault = await openDataVault(dataDir, config.DATA_KEY);
  const engines: SqliteEngine[] = [];
  let isReady = false;

  const steadyMs = () => performance.now();
  const loopDelay = monitorEventLoopDelay({ resolution: 20 });
  loopDelay.enable();
  metrics.gauge('event_loop_delay_seconds', 'The 99th percentile since the last look.', () => {
    const seconds = loopDelay.percentile(99) / 1e9;
    loopDelay.reset();
    return seconds;
  });
  metrics.gauge('disk_room_bytes', 'Bytes that files may still take on the disk of DATA_DIR.', () =>
    roomForFiles(dataDir),
  );
  const routes = new Hono<NodeBindings>();
  const notes: string[] = [];
  routes.route(
    '/',
    createOperatorRoutes({
      metrics,
      isReady: () => isReady,
      notes: () => [...notes, ...connectionNotes(running?.bot.connections() ?? [])],
      password: config.OPERATOR_PASSWORD,
      clock,
      trustedProxies: config.TRUSTED_PROXIES,
    }),
  );
  let fetchRequest: (request: Request, env: unknown) => Response | Promise<Response> = (request, env) =>
    routes.fetch(request, env as NodeBindings['Bindings']);
  let service: Service | undefined;
  let oidc: Oidc | undefined;
  let running: Awaited<ReturnType<typeof startBot>> | undefined;
  const listen = (host: string, port: number) =>
    serveHttp({
      fetch: (request, env) => fetchRequest(request, env),
      handleUpgrade: (request, socket, head) => service?.handleUpgrade(request, socket, head) ?? false,
      host,
      port,
      trustedProxies: config.TRUSTED_PROXIES,
      tooSlowBody,
    });
  const http = await listen(config.HOST, config.PORT);
  const origin = `http://${localHost(config.HOST)}:${http.port}`;

  function openDatabase(name: 'bot' | 'service'): Sql {
    const engine = openSqliteEngine(join(dataDir, `${name}.db`));
    engines.push(engine);
    const applied = migrate(engine.connection, join(programFolder, 'drizzle', name));
    if (applied > 0) log.info('database brought up to date', { database: name, applied });
    return openSql(engine);
  }

  const whole = new Hono<NodeBindings>();
  whole.use(defaultHeaders(config.PUBLIC_URL));
  whole.onError((error, c) => {
    const { incoming } = c.env ?? {};
    if (incoming?.destroyed && !incoming.complete) log.info('request cut off', { path: c.req.path });
    else log.error('request failed', { path: c.req.path, error });
    return c.text('Something went wrong here.', 500);
  });
  whole.route('/', routes);
  whole.route('/', createDocsRoutes());
  const pageAddress = { host: config.HOST, publicUrl: config.PUBLIC_URL };
  const room = RUN === 'bot' ? undefined : openRoom(config, log);
  if (room) {
    service = createService({
      config: { ...config, PORT: http.port },
      sql: openDatabase('service'),
      clock,
      timers,
      log: log.with({ part: 'service' }),
      metrics,
      withinWork,
      readingRoom: room,
      buildDashboard,
      roomForFiles: () => roomForFiles(dataDir),
      steadyMs,
      dataDir: resolve(dataDir),
      vault,
      caseBook: () => running?.bot.caseBook,
      oidc: () => (oidc ??= openOidc(config, running?.sandboxOrigin)),
    });
    const { app } = service;
    whole.use('/console/*', guardHost(pageAddress));
    for (const path of servicePaths) whole.all(path, (c) => app.fetch(c.req.raw, c.env as never));
    await service.start();
  }

  running = RUN === 'service' ? undefined : await startBot();
  whole.get('/', (c) => c.redirect(running?.sandbox ? '/sandbox' : '/console'));
  fetchRequest = (request, env) => whole.fetch(request, env as NodeBindings['Bindings']);
  await running?.bot.start();
  isReady = true;
  if (room) void findConfinement().then(({ gaps }) => notes.push(...gaps));
  log.info('ready', { origin, run: RUN, ...(running?.sandbox ? { tryItAt: `${running.sandboxOrigin}/sandbox` } : {}) });

  async function startBot() {
    const plays = { slack: config.slack.kind === 'sandbox', jira: config.jira.kind === 'sandbox' };
    const isPlaying = plays.slack || plays.jira;
    const isPublic = config.SANDBOX === 'public' && plays.slack && plays.jira;
    // The stand-ins answer loopback alone, also where the program listens on another address.
    const inner = isPlaying && !isPublic && !isLoopback(new URL(origin).hostname) ? await listen('127.0.0.1', 0) : null;
    const sandboxOrigin = inner ? `http://127.0.0.1:${inner.port}` : origin;
    const sandbox = isPlaying
      ? createSandbox({
          clock,
          origin: () => sandboxOrigin,
          plays,
          folder: join(dataDir, 'sandbox'),
          manifest: slackManifest(sandboxOrigin),
        })
      : undefined;
    const upstream = await connectService(config, service, origin);
    const { slack, jira } = vendorsOf(config, sandbox);
    const serviceHttp = createUndiciHttp();
    const addresses = createUndiciAddress();
    const bot = createBot({
      config: {
        ...botConfigOf(config, { slack, jira, service: upstream.service }),
        keepsVendorsApart: isPlaying && plays.slack !== plays.jira,
        publicUrl: config.PUBLIC_URL ?? (isPlaying ? sandboxOrigin : undefined),
        hasConsole: service !== undefined,
        knowsPeople: openOidc(config, plays.slack ? sandboxOrigin : undefined) !== undefined,
      },
      sql: openDatabase('bot'),
      clock,
      timers,
      log: log.with({ part: 'bot' }),
      metrics,
      withinWork,
      spool: createDiskSpool(join(dataDir, 'spool')),
      sendHttp: serviceHttp.send,
      openAddress: addresses.open,
      key: upstream.key,
      serviceSecrets: () => upstream.secrets,
      refuseStranger: createOperatorGate({
        password: config.OPERATOR_PASSWORD,
        clock,
        trustedProxies: config.TRUSTED_PROXIES,
      }),
      storage: async () => [
        { name: 'room on the disk of DATA_DIR', bytes: await roomForFiles(dataDir) },
        ...(service ? [{ name: 'files of the log service', bytes: await service.storedBytes() }] : []),
      ],
      drawChart,
      linkSecret: readOrMakeSecret(join(dataDir, 'link-secret')),
      vault,
      steadyMs,
    });
    for (const path of ['/board', '/board/*']) whole.use(path, guardHost(pageAddress), guardOrigin(pageAddress));
    whole.route('/', bot.routes);
    if (sandbox) {
      for (const path of ['/sandbox', '/sandbox/*']) {
        if (!isPublic) whole.use(path, guardLocal());
        whole.use(path, guardHost(pageAddress), guardOrigin(pageAddress));
      }
      whole.route('/sandbox', sandbox.app);
    }
    const stopWatching = upstream.onKeyChange(
      () => void bot.lookAgain().catch((error) => log.error('look', { error })),
    );
    return {
      bot,
      sandbox,
      sandboxOrigin,
      async stop() {
        stopWatching();
        await bot.stop();
        await inner?.close();
        await serviceHttp.close();
        await addresses.close();
      },
    };
  }

  return {
    origin,
    sandbox: running?.sandbox ? `${running.sandboxOrigin}/sandbox` : undefined,
    async stop() {
      isReady = false;
      await running?.stop();
      service?.closeStreams();
      await http.close();
      await service?.stop();
      room?.close();
      for (const engine of engines) engine.close();
      stopLogging();
    },
  };
}

/** The provider people sign in at: the configured one, or the stand-in where Slack is played. */
function openOidc(config: Config, sandboxOrigin: string | undefined): Oidc | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer && clientId) {
    return createOidc({ issuer, clientId, clientSecret, name: config.OIDC_NAME, domains: config.OIDC_DOMAINS });
  }
  if (config.slack.kind !== 'sandbox' || !sandboxOrigin) return undefined;
  return createOidc({
    issuer: `${sandboxOrigin}/sandbox/slack`,
    clientId: sandboxClient.id,
    clientSecret: sandboxClient.secret,
    name: 'the sandbox’s Slack',
    domains: [],
    isPlayed: true,
  });
}

function openRoom(config: Config, log: Log) {
  findConfinement().then(({ gaps }) => {
    for (const gap of gaps) log.warn('readers of files are less confined than they could be', { gap });
  });
  return openReadingRoom({
    model: modelOf(config),
    onModelFallback: (reason) =>
      log.warn('the language model gave no usable answer, the built-in one is used', { reason }),
    tsharkProgram: tsharkOf({ TSHARK: config.TSHARK, PATH: process.env.PATH }),
    compiledFolder: resolve(config.DATA_DIR, 'compiled'),
  });
}

interface Upstream {
  service: { baseUrl: string; name?: string; keyCreatedMs?: number | null };
  key: { read(): Promise<string> };
  secrets: readonly string[];
  onKeyChange(listener: () => void): () => void;
}

/** The service the bot asks: the one in this process, over HTTP like any other, or the configured one. */
async function connectService(config: Config, service: Service | undefined, origin: string): Promise<Upstream> {
  const own = config.LOG_SERVICE_WEBHOOK_SECRET ? [config.LOG_SERVICE_WEBHOOK_SECRET] : [];
  const { logService } = config;
  if (logService.kind === 'remote') {
    const { baseUrl, apiKey, apiKeyFile, apiKeyCreated } = logService;
    const file = apiKeyFile ? createApiKeyFile(apiKeyFile) : undefined;
    return {
      service: { baseUrl, ...(apiKeyCreated ? { keyCreatedMs: Date.parse(apiKeyCreated) } : {}) },
      key: file ?? { read: async () => apiKey ?? '' },
      secrets: own,
      onKeyChange: file ? file.onChange : () => () => {},
    };
  }
  if (!service) throw new UsageError('LOG_SERVICE_URL: missing, and no service runs in this process');
  const account = await service.ensureBotAccount();
  const { secret } = await service.registerBotWebhook(`${origin}/hooks/log-service`);
  return {
    service: { baseUrl: `${origin}/api/v1`, name: 'embedded', keyCreatedMs: null },
    key: { read: async () => account.apiKey },
    secrets: [...own, secret],
    onKeyChange: () => () => {},
  };
}

function vendorsOf(config: Config, sandbox: Sandbox | undefined) {
  const { slack, jira } = config;
  return {
    slack: slack.kind === 'workspace' ? slack : slack.kind === 'sandbox' ? sandbox?.credentials.slack : undefined,
    jira: 'baseUrl' in jira ? jira : jira.kind === 'sandbox' ? sandbox?.credentials.jira : undefined,
  };
}

function connectionNotes(states: readonly { name: string; problem: string | null | undefined }[]): string[] {
  return states.map(({ name, problem }) => `${name}: ${problem === undefined ? 'not tried yet' : (problem ?? 'ok')}`);
}

/** The address of this process for itself: what it listens on, or loopback where it listens on everything. */
function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Runs until a signal ends it; returns the exit code. Problems of the configuration are told all at once: 2. */
export async function run(environment: Record<string, string | undefined> = process.env): Promise<number> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const isTerminal = process.stdout.isTTY === true;
  const log = isTerminal
    ? createTerminalLog(environment.LOG_LEVEL ? config.LOG_LEVEL : 'warn')
    : createLog(config.LOG_LEVEL);
  process.umask(0o077);
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tell(signal));
  const program = await startProgram(config, log).catch((error: unknown) => tellWhyNot(config, log, error));
  if (!program) return 1;
  if (isTerminal) {
    const { origin, sandbox } = program;
    const hasConsole = config.RUN !== 'bot';
    process.stdout.write(await readyWords({ origin, sandbox, hasConsole, dataDir: config.DATA_DIR }));
  }
  const signal = await told;
  log.info('stopping', { signal });
  await program.stop();
  return 0;
}

function tellWhyNot(config: Config, log: Log, error: unknown): undefined {
  const { code } = error as { code?: unknown };
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    process.stderr.write(`PORT: ${config.HOST}:${config.PORT} cannot be listened on (${code}); choose another.\n`);
  } else if (error instanceof UsageError) process.stderr.write(`${error.message}\n`);
  else log.error('could not start', { error });
}

if (import.meta.main) process.exit(await run());
