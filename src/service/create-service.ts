import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import { sum } from 'drizzle-orm';
import type { Hono } from 'hono';
import { createAttempts } from '#core/attempts.ts';
import type { Clock, Timers } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Metrics } from '#core/metrics.ts';
import type { CaseBook } from '#core/pages/case-record.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import { servePageStyle } from '#core/pages/page-style.ts';
import type { Sql } from '#core/sql.ts';
import { openVault, type Vault } from '#core/vault.ts';
import type { WithinWork } from '#core/work.ts';
import { createClockWatch } from '#jobs/clock-watch.ts';
import { createQueue } from '#jobs/queue.ts';
import { createReseal, resealKey, resealNow } from '#jobs/reseal.ts';
import { createWorker } from '#jobs/worker.ts';
import type { Config } from '../config.ts';
import { createAuthenticateApiKey } from './access/authenticate-api-key.ts';
import { createAuthenticateSession } from './access/authenticate-session.ts';
import { type BotAccount, createBotAccounts } from './access/bot-account.ts';
import { type IdentityDeps, viewerOf } from './access/identities.ts';
import type { Oidc } from './access/oidc.ts';
import { retainRecords } from './access/retain-records.ts';
import { createSessionTokens } from './access/session-tokens.ts';
import { createSessions } from './access/sessions.ts';
import { hasSetupLink, prepareSiteAdmin, type SiteAdminDeps } from './access/site-admin.ts';
import { warnOfExpiry } from './access/warn-of-expiry.ts';
import { apiKeyEndpoints } from './api/api-keys.ts';
import { authRoutes } from './api/auth-routes.ts';
import type { ServiceBindings } from './api/bindings.ts';
import { changePassword } from './api/change-password.ts';
import { createEndpoints } from './api/create-endpoints.ts';
import { createRoutes } from './api/create-routes.ts';
import { errorPage, errorPagePath, errorStylePath } from './api/error-page.ts';
import { memberEndpoints } from './api/members.ts';
import { mountEndpoints } from './api/mount-endpoints.ts';
import { oidcRoutes } from './api/oidc-routes.ts';
import { createOpenApi } from './api/openapi.ts';
import { createRateLimiter, type RateLimits } from './api/rate-limiter.ts';
import type { ReadingRoom } from './child/reading-room.ts';
import { createConsole } from './console/create-console.ts';
import { createAddFile } from './files/add-file.ts';
import { analysisStages } from './files/analysis-stages.ts';
import { removeFileBytes, retainFiles } from './files/delete-file.ts';
import type { BuildDashboard, FileDeps } from './files/file-deps.ts';
import { createTypeNames } from './files/file-record.ts';
import type { MayRead } from './files/file-sight.ts';
import { createFileStorage } from './files/file-storage.ts';
import { recoverFile } from './files/recover-file.ts';
import { removeOrphans } from './files/remove-orphans.ts';
import { createLogViews } from './log-view/log-views.ts';
import { createLiveRuns } from './search/live-runs.ts';
import { createMaskSearches } from './search/mask-searches.ts';
import { searchHandlers } from './search/run-search.ts';
import type { SearchDeps } from './search/search-deps.ts';
import { storageUsed } from './store/files.ts';
import { searches } from './store/searches.ts';
import { webhookSecrets } from './store/webhooks.ts';
import { createUpgrade } from './stream/create-upgrade.ts';
import { plainStreamRequests } from './stream/plain-request.ts';
import { createAnnounce } from './webhooks/announce.ts';
import { registerBotWebhook } from './webhooks/bot-webhook.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';
import { createAddressGuard } from './webhooks/guard-address.ts';
import { createPostWebhook } from './webhooks/post-webhook.ts';

export type ServiceConfig = Pick<
  Config,
  | 'CAPTURE_TYPE'
  | 'HOST'
  | 'PORT'
  | 'PUBLIC_URL'
  | 'TRUSTED_PROXIES'
  | 'ADMIN_EMAIL'
  | 'ADMIN_PASSWORD'
  | 'MAX_UPLOAD_BYTES'
  | 'STORAGE_QUOTA_BYTES'
  | 'RETENTION_DAYS'
  | 'DEEP_DEADLINE_MINUTES'
  | 'RATE_LIMIT_REQUESTS'
  | 'RATE_LIMIT_UPLOADS'
  | 'RATE_LIMIT_QUICK'
  | 'RATE_LIMIT_DEEP'
  | 'WEBHOOK_ALLOW'
>;

export interface ServiceDeps {
  config: ServiceConfig;
  /** Of the service's own database, brought up to date. */
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  metrics: Metrics;
  /** Notes which piece of work a stray error came from. */
  withinWork?: WithinWork;
  readingRoom: ReadingRoom;
  buildDashboard: BuildDashboard;
  /** Bytes that files may still take on the disk; absent: not looked at. */
  roomForFiles?(): Promise<number>;
  /** Runs on whatever the clock is set to; absent: the clock is never set. */
  steadyMs?(): number;
  /** Where uploads, readings and signing secrets lie. */
  dataDir: string;
  /** Read when it is needed: whoever brings these may start after the service. */
  caseBook?(): (CaseBook & Pick<IdentityDeps, 'knowsPerson'>) | undefined;
  oidc?(): Oidc | undefined;
  /** Seals the secrets of webhooks. Absent: they are stored as they are. */
  vault?: Vault;
}

/** Hand these to the service's `app.fetch(request, env)`; it answers nothing else. */
export const servicePaths = [
  '/api/v1/*',
  '/ws/v1/*',
  '/auth/*',
  '/console',
  '/console/*',
  '/openapi.json',
  '/docs/errors',
  '/docs/errors/*',
] as const;

export interface Service {
  /** Answers `servicePaths`. The `env` of a node server has to come with the request: uploads are read from it. */
  app: Hono<ServiceBindings>;
  /** For the server's `upgrade` event; false where the path is not one of the service's. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Accounts, secrets, left-overs of an earlier process, then the jobs. */
  start(): Promise<void>;
  /** Tells every open stream that the service goes away. Call before waiting for connections to end. */
  closeStreams(): void;
  /** Ends streams and jobs; call after the server takes no more requests. */
  stop(): Promise<void>;
  /** For tests: runs all jobs that are due and what they lead to. */
  drain(): Promise<void>;
  /** The account of the bot in the same process; its key has no rate limit and is replaced before it expires. */
  ensureBotAccount(): Promise<BotAccount>;
  /** All that accounts have stored. */
  storedBytes(): Promise<number>;
  /** Where the bot hears that a search or a file is done; gives the secret that signs. Again after each start. */
  registerBotWebhook(url: string): Promise<{ secret: string }>;
}

export function createService(deps: ServiceDeps): Service {
  const { config, sql, clock, timers, log, metrics, readingRoom } = deps;
  const vault = deps.vault ?? openVault;
  const queue = createQueue({ sql, clock });
  const storage = createFileStorage(resolve(deps.dataDir, 'files'));
  const announce = createAnnounce({ sql, clock });
  const bots = createBotAccounts({ sql, clock });
  const rateLimits: RateLimits = {
    default: config.RATE_LIMIT_REQUESTS,
    uploads: config.RATE_LIMIT_UPLOADS,
    quick: config.RATE_LIMIT_QUICK,
    deep: config.RATE_LIMIT_DEEP,
  };
  const guard = createAddressGuard([...config.WEBHOOK_ALLOW, ...(isLoopback(config.HOST) ? loopback : [])]);
  const files: FileDeps = {
    sql,
    clock,
    log,
    queue,
    storage,
    readingRoom,
    buildDashboard: deps.buildDashboard,
    announce,
    types: createTypeNames(config.CAPTURE_TYPE),
    metrics,
    roomForFiles: deps.roomForFiles ?? (async () => Number.POSITIVE_INFINITY),
    limits: {
      maxUploadBytes: config.MAX_UPLOAD_BYTES,
      quotaBytes: config.STORAGE_QUOTA_BYTES,
    },
  };
  const caseBook = deps.caseBook ?? (() => undefined);
  const mayRead: MayRead = async (userId, fileId) =>
    await caseBook()?.mayReadFile(fileId, await viewerOf(sql, { id: userId }));
  const search: SearchDeps = {
    sql,
    clock,
    timers,
    log,
    metrics,
    queue,
    storage,
    readingRoom,
    mayRead,
    announce,
    live: createLiveRuns(),
    vault,
    deepDeadlineMs: config.DEEP_DEADLINE_MINUTES * 60_000,
  };
  const maskSearches = createMaskSearches({ sql, vault, clock });
  const reseal = createReseal({ sql, clock, vault, log }, [...webhookSecrets, searches.whole]);
  const worker = createWorker({
    sql,
    clock,
    timers,
    log,
    metrics,
    queue,
    name: 'service',
    holder: newId(clock),
    ...(deps.withinWork ? { withinWork: deps.withinWork } : {}),
    ...(deps.steadyMs ? { clockWatch: createClockWatch({ sql, clock, log, steadyMs: deps.steadyMs }) } : {}),
    handlers: [
      ...analysisStages(files),
      recoverFile(files),
      removeFileBytes(files),
      retainFiles(files, config.RETENTION_DAYS),
      retainRecords({ sql, clock, retentionDays: config.RETENTION_DAYS }),
      ...searchHandlers(search),
      deliverWebhook({ sql, clock, log, metrics, vault, post: createPostWebhook(guard) }),
      bots.rotation,
      warnOfExpiry({ sql, clock, log, queue, announce }),
      maskSearches.handler,
      reseal.handler,
    ],
  });

  const sessions = createSessions({ sql, clock });
  const tokens = createSessionTokens({ path: resolve(deps.dataDir, 'session-secrets.json'), clock });
  const attempts = createAttempts(clock);
  const siteAdmin: SiteAdminDeps = {
    sql,
    clock,
    log,
    sessions,
    linkPath: resolve(deps.dataDir, 'setup-link'),
    baseUrl: config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`,
  };
  const oidc = deps.oidc ?? (() => undefined);
  const closing = new AbortController();
  const limiter = createRateLimiter(rateLimits, clock);
  const endpoints = createEndpoints({
    files,
    search,
    addFile: createAddFile(files),
    webhooks: { sql, clock, queue, announce, guard, vault },
    limitSettings: {
      maxUploadBytes: config.MAX_UPLOAD_BYTES,
      quotaBytes: config.STORAGE_QUOTA_BYTES,
      rateLimits,
      retentionDays: config.RETENTION_DAYS,
      deepDeadlineMinutes: config.DEEP_DEADLINE_MINUTES,
    },
  });
  const signedInEndpoints = [
    ...endpoints,
    ...apiKeyEndpoints({ sql, clock }),
    ...memberEndpoints({ sql, clock, queue }),
    changePassword({ sql, clock, attempts }),
  ];
  const app = createRoutes({ clock, log, metrics, publicUrl: config.PUBLIC_URL });
  app.route(
    '/',
    mountEndpoints({
      prefix: '/api/v1',
      endpoints,
      authenticate: createAuthenticateApiKey({ sql, clock, isUnlimited: bots.isBot }),
      limiter,
      publicUrl: config.PUBLIC_URL,
    }),
  );
  app.route(
    '/',
    mountEndpoints({
      prefix: '/console/api',
      endpoints: signedInEndpoints,
      authenticate: createAuthenticateSession(sessions, config.PUBLIC_URL),
      limiter,
      publicUrl: config.PUBLIC_URL,
    }),
  );
  app.route(
    '/',
    oidcRoutes({
      sql,
      clock,
      log,
      sessions,
      oidc,
      knowsPerson: async (person) => (await caseBook()?.knowsPerson(person)) ?? false,
      publicUrl: config.PUBLIC_URL,
      homePath: '/console',
    }),
  );
  app.route(
    '/',
    authRoutes({
      signIn: { sql, clock, sessions, tokens, attempts },
      sessions,
      tokens,
      siteAdmin,
      publicUrl: config.PUBLIC_URL,
      trustedProxies: config.TRUSTED_PROXIES,
      homePath: '/console',
    }),
  );
  const views = createLogViews();
  app.route(
    '/',
    createConsole({
      sql,
      clock,
      log,
      types: files.types,
      caseBook,
      mayRead,
      readingRoom,
      views,
      closing: closing.signal,
      readEntry: async () => ({
        provider: oidc(),
        setupLinkPath: (await hasSetupLink(siteAdmin)) ? siteAdmin.linkPath : undefined,
      }),
      storage,
      sessions,
      limiter,
      endpoints: signedInEndpoints,
      maxUploadBytes: config.MAX_UPLOAD_BYTES,
      publicUrl: config.PUBLIC_URL,
    }),
  );
  app.route('/', plainStreamRequests());
  const upgrade = createUpgrade({
    search,
    types: files.types,
    sessions,
    tokens,
    limiter,
    publicUrl: config.PUBLIC_URL,
    docsUrl: `${config.PUBLIC_URL ?? ''}${errorPagePath}`,
  });
  app.get('/openapi.json', (c) => c.json(createOpenApi(endpoints, `${config.PUBLIC_URL ?? ''}/api/v1`)));
  app.get(errorPagePath, pageSecurity, (c) => c.html(errorPage()));
  app.get(errorStylePath, servePageStyle());

  return {
    app,
    handleUpgrade: upgrade.handle,
    async start() {
      await resealNow({ sql, vault }, webhookSecrets);
      await prepareSiteAdmin(
        siteAdmin,
        config.ADMIN_EMAIL && config.ADMIN_PASSWORD
          ? { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD }
          : undefined,
      );
      await removeOrphans(files);
      await queue.keepGoing([
        { kind: 'files.retention', payload: null, dedupKey: 'files.retention' },
        { kind: 'records.retention', payload: null, dedupKey: 'records.retention' },
        { kind: 'bot.rotate-key', payload: null, dedupKey: 'bot.rotate-key' },
        { kind: 'keys.warn-of-expiry', payload: null, dedupKey: 'keys.warn-of-expiry' },
        ...reseal.jobs,
      ]);
      await queue.hasten(resealKey);
      await queue.enqueue([maskSearches.job]);
      await worker.start();
    },
    closeStreams() {
      upgrade.close();
      closing.abort();
    },
    async stop() {
      upgrade.close();
      await Promise.all([worker.stop(), views.close()]);
    },
    async drain() {
      await worker.drain();
    },
    ensureBotAccount: () => bots.ensure(),
    async storedBytes() {
      const [row] = await sql.select({ bytes: sum(storageUsed.bytes) }).from(storageUsed);
      return Number(row?.bytes ?? 0);
    },
    async registerBotWebhook(url) {
      return await registerBotWebhook({ sql, clock, vault }, await bots.ensure(), url);
    },
  };
}

const loopback = ['localhost', '127.0.0.0/8', '::1'];

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
