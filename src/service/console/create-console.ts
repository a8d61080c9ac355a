import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { CaseBook } from '#core/pages/case-record.ts';
import { pageSecurity } from '#core/pages/page-security.ts';
import type { Sql } from '#core/sql.ts';
import { createAuthenticateSession } from '../access/authenticate-session.ts';
import type { Sessions } from '../access/sessions.ts';
import type { ServiceBindings } from '../api/bindings.ts';
import { drainRequest } from '../api/drain-request.ts';
import type { Endpoint } from '../api/endpoint.ts';
import { ApiError } from '../api/errors.ts';
import type { RateLimiter } from '../api/rate-limiter.ts';
import type { ReadingRoom } from '../child/reading-room.ts';
import type { TypeNames } from '../files/file-record.ts';
import type { MayRead } from '../files/file-sight.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { LogViews } from '../log-view/log-views.ts';
import { assetRoutes } from './assets.ts';
import { caseRoutes } from './case-routes.ts';
import { chartRoutes } from './chart-routes.ts';
import { createComparisons } from './comparisons.ts';
import { deltaRoutes } from './delta-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { logRoutes } from './log-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { createOperations, type Operations } from './operations.ts';
import { passwordRoutes } from './password-routes.ts';
import { renderProblem } from './problem-page.ts';
import { createFindReadable, type FindReadable } from './readable-file.ts';
import { rememberReturn, takeReturn } from './return-cookie.ts';
import { searchRoutes } from './search-routes.ts';
import { type Entry, renderSignIn } from './sign-in-page.ts';
import { typedEmail } from './typed-email.ts';
import { webhookRoutes } from './webhook-routes.ts';

export interface ConsoleOptions {
  sql: Sql;
  clock: Clock;
  log: Log;
  storage: FileStorage;
  sessions: Sessions;
  limiter: RateLimiter;
  /** Those of the API and of the signed-in routes. */
  endpoints: readonly Endpoint[];
  maxUploadBytes: number;
  publicUrl: string | undefined;
  types: TypeNames;
  /** Answers whose pages are shown here. Undefined: none are posted by this process. */
  caseBook(): CaseBook | undefined;
  mayRead: MayRead;
  readingRoom: Pick<ReadingRoom, 'investigate'>;
  views: LogViews;
  /** The program ends: streams do too. */
  closing: AbortSignal;
  /** How else to sign in, and where the link is that makes the first account. */
  readEntry(): Promise<Entry>;
}

/** What the routes of the pages share. */
export interface ConsoleDeps {
  sql: Sql;
  storage: FileStorage;
  operations: Operations;
  maxUploadBytes: number;
  types: TypeNames;
  caseBook(): CaseBook | undefined;
  mayRead: MayRead;
  findReadable: FindReadable;
  /** What the log view asks about lines. */
  views: LogViews;
}

/** The signed-in pages below /console: rendered here, and for the most part usable without script. */
export function createConsole(options: ConsoleOptions): Hono<ServiceBindings> {
  const { sql, clock, log, storage, maxUploadBytes, sessions, types, caseBook, mayRead } = options;
  const authenticate = createAuthenticateSession(sessions, options.publicUrl);
  const deps: ConsoleDeps = {
    sql,
    storage,
    maxUploadBytes,
    types,
    caseBook,
    mayRead,
    views: options.views,
    findReadable: createFindReadable({ sql, mayRead }),
    operations: createOperations(options),
  };
  const app = new Hono<ServiceBindings>();

  for (const path of ['/console', '/console/*']) {
    app.use(path, pageSecurity, async (c, next) => {
      c.set('closing', options.closing);
      await next();
    });
  }
  app.route('/', assetRoutes());
  app.get('/console/sign-in', async (c) =>
    c.html(renderSignIn(await options.readEntry(), c.req.query('error'), typedEmail.take(c))),
  );
  for (const path of ['/console', '/console/*']) {
    app.use(path, async (c, next) => {
      try {
        c.set('caller', await authenticate(c.req.raw));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'session_required') throw error;
        await drainRequest(c.env?.incoming);
        rememberReturn(c);
        return c.redirect('/console/sign-in', 303);
      }
      const wanted = c.req.path === '/console' ? takeReturn(c) : undefined;
      return wanted === undefined ? await next() : c.redirect(wanted, 303);
    });
  }
  app.route('/', fileRoutes(deps));
  app.route('/', chartRoutes(deps));
  app.route('/', logRoutes(deps));
  app.route('/', caseRoutes({ ...deps, clock, readEntry: options.readEntry }));
  app.route('/', searchRoutes(deps));
  app.route('/', deltaRoutes(deps, createComparisons(options)));
  app.route('/', keyRoutes(deps));
  app.route('/', memberRoutes(deps));
  app.route('/', passwordRoutes(deps));
  app.route('/', webhookRoutes(deps));
  app.all('/console/*', () => {
    throw new ApiError('not_found', { message: 'There is no such page.' });
  });

  app.onError(async (error, c: Context<ServiceBindings>) => {
    const known = error instanceof ApiError ? error : new ApiError('internal_error');
    if (known !== error) log.error('page failed', { path: c.req.path, requestId: c.get('requestId'), error });
    await drainRequest(c.env?.incoming);
    // The scripts of the pages read what went wrong, and show it where it was asked for.
    if (c.req.header('accept') === 'application/json')
      return c.json({ message: known.message }, known.status as 400, known.headers);
    return c.html(renderProblem(known, c.get('caller')?.user, c.get('requestId')), known.status as 400, known.headers);
  });
  return app;
}
