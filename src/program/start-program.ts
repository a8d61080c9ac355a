import { mkdirSync } from 'node:fs';
import { Hono } from 'hono';
import type { Config } from '../config.ts';
import { systemClock, systemTimers } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { createMetrics } from '../core/metrics.ts';
import { findConfinement } from '../node/confinement.ts';
import { defaultHeaders } from '../node/default-headers.ts';
import { createDocsRoutes } from '../node/docs-routes.ts';
import { guardHost } from '../node/guard-pages.ts';
import { holdDataFolder } from '../node/hold-data-folder.ts';
import { serveHttp } from '../node/http-server.ts';
import type { NodeBindings } from '../node/local-request.ts';
import { createOperatorRoutes } from '../node/operator-routes.ts';
import { logStrayErrors } from '../node/stray-errors.ts';
import { openDataVault } from '../node/vault-keys.ts';
import { errorCodes } from '../service/api/errors.ts';
import { type Service, servicePaths } from '../service/create-service.ts';
import { openBot, type RunningBot } from './open-bot.ts';
import { databasesOf } from './open-databases.ts';
import { openService } from './open-service.ts';
import type { Surroundings } from './surroundings.ts';
import { watchProcess } from './watch-process.ts';

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

/** The whole program on Node: opens, brings up to date, listens, works. Alone in its data folder. */
export async function startProgram(config: Config, log: Log): Promise<Program> {
  await using opening = new AsyncDisposableStack();
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  opening.defer(holdDataFolder(config.DATA_DIR));
  const metrics = createMetrics();
  opening.defer(logStrayErrors(log, metrics));
  // Requests going on may need these to the end: they close after the server, which is opened later.
  const behindServer = opening.use(new AsyncDisposableStack());
  watchProcess(metrics, config.DATA_DIR);
  const surroundings: Surroundings = {
    config,
    clock: systemClock,
    timers: systemTimers,
    steadyMs: () => performance.now(),
    log,
    metrics,
    vault: await openDataVault(config.DATA_DIR, config.DATA_KEY),
    openDatabase: databasesOf(config.DATA_DIR, log, behindServer),
    closing: opening,
    behindServer,
  };
  const program = await openProgram(surroundings);
  const closing = opening.move();
  return { ...program, stop: () => closing.disposeAsync() };
}

async function openProgram(surroundings: Surroundings): Promise<Omit<Program, 'stop'>> {
  const { config, log, metrics, clock, closing } = surroundings;
  let isReady = false;
  let service: Service | undefined;
  let running: RunningBot | undefined;
  const notes: string[] = [];
  const early = new Hono<NodeBindings>();
  early.route(
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
  // Operators are answered from the beginning, everybody else once all is there.
  let routes = early;
  const listen = async (host: string, port: number) => {
    const server = await serveHttp({
      fetch: (request, env) => routes.fetch(request, env as NodeBindings['Bindings']),
      handleUpgrade: (request, socket, head) => service?.handleUpgrade(request, socket, head) ?? false,
      host,
      port,
      trustedProxies: config.TRUSTED_PROXIES,
      tooSlowBody,
    });
    closing.defer(() => server.close());
    return server;
  };
  const http = await listen(config.HOST, config.PORT);
  const origin = `http://${localHost(config.HOST)}:${http.port}`;
  const whole = openRoutes(config, log, early);
  if (config.RUN !== 'bot') {
    service = openService(surroundings, { port: http.port, running: () => running });
    mountService(whole, service, config);
    const { closeStreams } = service;
    closing.defer(() => closeStreams());
    await service.start();
  }
  if (config.RUN !== 'service') {
    const listenOnLoopback = async () => `http://127.0.0.1:${(await listen('127.0.0.1', 0)).port}`;
    running = await openBot(surroundings, { routes: whole, service, origin, listenOnLoopback });
  }
  const { sandbox, sandboxOrigin } = running ?? {};
  whole.get('/', (c) => c.redirect(sandbox ? '/sandbox' : service ? '/console' : '/docs'));
  routes = whole;
  await running?.bot.start();
  isReady = true;
  closing.defer(() => {
    isReady = false;
  });
  if (service) void findConfinement().then(({ gaps }) => tellGaps(gaps, log, notes));
  const sandboxPage = sandbox ? `${sandboxOrigin}/sandbox` : undefined;
  log.info('ready', { origin, run: config.RUN, ...(sandboxPage ? { tryItAt: sandboxPage } : {}) });
  return { origin, sandbox: sandboxPage };
}

function openRoutes(config: Config, log: Log, early: Hono<NodeBindings>): Hono<NodeBindings> {
  const whole = new Hono<NodeBindings>();
  whole.use(defaultHeaders(config.PUBLIC_URL));
  whole.onError((error, c) => {
    const { incoming } = c.env ?? {};
    if (incoming?.destroyed && !incoming.complete) log.info('request cut off', { path: c.req.path });
    else log.error('request failed', { path: c.req.path, error });
    return c.text('Something went wrong here.', 500);
  });
  whole.route('/', early);
  whole.route('/', createDocsRoutes());
  return whole;
}

function mountService(routes: Hono<NodeBindings>, { app }: Service, config: Config): void {
  routes.use('/console/*', guardHost({ host: config.HOST, publicUrl: config.PUBLIC_URL }));
  for (const path of servicePaths) routes.all(path, (c) => app.fetch(c.req.raw, c.env as never));
}

function tellGaps(gaps: readonly string[], log: Log, notes: string[]): void {
  for (const gap of gaps) log.warn('readers of files are less confined than they could be', { gap });
  notes.push(...gaps);
}

function connectionNotes(states: ReturnType<RunningBot['bot']['connections']>): string[] {
  return states.map(({ name, problem, note }) => {
    const works = note ? `ok, ${note}` : 'ok';
    return `${name}: ${problem === undefined ? 'not tried yet' : (problem ?? works)}`;
  });
}

/** The address of this process for itself: what it listens on, or loopback where it listens on everything. */
function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
