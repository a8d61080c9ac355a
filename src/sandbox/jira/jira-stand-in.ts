import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { answerFault, createFaults, type Faults, fetchStandIn } from '../faults.ts';
import type { Send } from '../slack/signed-delivery.ts';
import { type AttachmentSettings, attachmentRoutes, mediaRoutes, secureRoutes } from './attachment-routes.ts';
import { allScopes, createAuthorization, type JiraCredentials } from './authorization.ts';
import { commentRoutes } from './comment-routes.ts';
import { createJiraEvents } from './events.ts';
import { issueRoutes } from './issue-routes.ts';
import { matchesJql } from './jql/search-issues.ts';
import { participationRoutes } from './participation-routes.ts';
import { createJiraPeople, type JiraPeople } from './people.ts';
import { JiraProblem, problem } from './problem.ts';
import { projectRoutes } from './project-routes.ts';
import { propertyRoutes } from './property-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { serviceDeskRoutes } from './service-desk-routes.ts';
import { createSite, type Deployment, type JiraUser, type Site } from './site.ts';
import { permissionFor, siteRoutes } from './site-routes.ts';
import { userRoutes } from './user-routes.ts';
import { vocabularyRoutes } from './vocabulary-routes.ts';
import { adminWebhookRoutes, dynamicWebhookRoutes } from './webhook-routes.ts';
import { createWebhookSender, type WebhookSender } from './webhooks.ts';
import { worklogRoutes } from './worklog-routes.ts';
import { createWriteLimits } from './write-limits.ts';

export interface JiraStandInOptions extends JiraCredentials {
  clock: Clock;
  /** Where the stand-in's root is reachable, no slash at the end: `http://127.0.0.1:3000/sandbox/jira`. */
  origin: () => string;
  /** Cloud by default. Data Center: version 2 alone, `apiToken` as a personal access token, webhooks without retries. */
  deployment?: Deployment;
  webhookSecret: string;
  /** Where webhooks go; undefined: nowhere yet. */
  target: () => string | undefined;
  send?: Send;
  later?: (delayMs: number, run: () => void) => void;
}

interface RecordedJiraCall {
  method: string;
  path: string;
  atMs: number;
}

export interface JiraStandIn {
  /** `/rest/…`, the same below `/ex/jira/<cloud id>` as the gateway has it, OAuth, `/media/…` or `/secure/…`. */
  app: Hono;
  fetch(request: Request): Promise<Response>;
  site: Site;
  people: JiraPeople;
  webhooks: WebhookSender;
  /** Matched against `POST /rest/api/3/issue/PROJ-1/comment`. */
  faults: Faults;
  bot: JiraUser;
  calls: RecordedJiraCall[];
  unexpected: string[];
  cloudId: string;
  /** `denied`: permissions the bot's account lacks. `scopes`: what the scoped token and the app were granted. */
  settings: AttachmentSettings & { hasRateLimits: boolean; denied: Set<string>; scopes: readonly string[] };
}

/** A Jira site that holds its state in memory and keeps Jira's rules: credentials, formats, limits, errors. */
export function createJiraStandIn(options: JiraStandInOptions): JiraStandIn {
  const { clock, deployment = 'cloud' } = options;
  const site = createSite(clock, options.origin, deployment);
  const faults = createFaults();
  const bot = site.addUser({ accountId: 'bot:logtriage', emailAddress: options.email, displayName: 'logtriage' });
  const calls: RecordedJiraCall[] = [];
  const unexpected: string[] = [];
  const settings: JiraStandIn['settings'] = {
    hasRateLimits: deployment === 'cloud',
    denied: new Set(),
    scopes: allScopes,
    uploadLimitBytes: 10_485_760,
    isEnabled: true,
    alwaysRedirects: false,
    mediaOrigin: undefined,
  };
  const webhooks = createWebhookSender({
    clock,
    deployment,
    secret: options.webhookSecret,
    target: options.target,
    send: options.send ?? ((request) => fetch(request)),
    later: options.later ?? ((delayMs, run) => void setTimeout(run, delayMs)),
    isWanted: ({ jql }, issue) => issue === undefined || matchesJql(site, bot, jql, issue),
  });
  const events = createJiraEvents(site, webhooks);
  const caller = () => bot;
  const takeWrite = createWriteLimits(clock);
  const authorization = createAuthorization({
    clock,
    deployment,
    origin: options.origin,
    credentials: options,
    scopes: () => settings.scopes,
  });

  const app = new Hono();
  const rest = new Hono();
  rest.onError((error, c) => {
    if (error instanceof JiraProblem) return problem(c, error.status, error.message, error.errors);
    throw error;
  });
  rest.use(async (c, next) => {
    const path = c.req.path.slice(c.req.path.indexOf('/rest/'));
    calls.push({ method: c.req.method, path: path + new URL(c.req.url).search, atMs: clock.now() });
    const refused = authorization.refuse(c) ?? refuseDenied(c, path);
    if (refused) return refused;
    const fault = faults.take(`${c.req.method} ${path}`);
    if (fault?.kind === 'rate-limited') return tooMany(c, fault.retryAfterS, fault.reason ?? 'jira-burst-based');
    if (fault?.kind === 'error')
      return c.json({ errorMessages: [fault.error], errors: {} }, (fault.status ?? 400) as 400);
    if (fault && !fault.after) return await answerFault(c, fault);
    const waitS = settings.hasRateLimits ? secondsToWait(c.req.method, path) : 0;
    if (waitS > 0) return tooMany(c, waitS, 'jira-per-issue-on-write');
    await next();
    if (fault) c.res = await answerFault(c, fault);
  });
  const versions = deployment === 'cloud' ? (['2', '3'] as const) : (['2'] as const);
  for (const version of versions) {
    const shared = { site, version, caller, events };
    for (const routes of [
      attachmentRoutes(shared, settings),
      commentRoutes(shared),
      propertyRoutes(shared),
      participationRoutes(shared),
      worklogRoutes(shared),
      siteRoutes(shared, () => settings.denied),
      projectRoutes(shared),
      vocabularyRoutes(shared),
      issueRoutes(shared),
      searchRoutes(shared),
      userRoutes(shared),
    ])
      rest.route(`/api/${version}`, routes);
    if (deployment === 'cloud') rest.route(`/api/${version}`, dynamicWebhookRoutes({ site, webhooks, authorization }));
  }
  // "latest" leads to the newest version a site speaks.
  rest.all('/api/latest/*', (c) => c.redirect(c.req.url.replace('/api/latest/', `/api/${versions.at(-1)}/`), 307));
  rest.route('/servicedeskapi', serviceDeskRoutes({ site, caller, events }));
  rest.route('/', adminWebhookRoutes({ site, webhooks, authorization }));
  app.route('/rest', rest);
  if (deployment === 'cloud') app.route('/ex/jira/:cloudId/rest', rest);
  app.route('/', authorization.app);
  if (deployment === 'datacenter') {
    app.route('/', secureRoutes(site, caller, authorization.isAccepted));
  }
  app.route('/', mediaRoutes(site, settings));
  app.all('*', (c) => {
    unexpected.push(`${c.req.method} ${c.req.path}`);
    return problem(c, 404, 'null for uri: not found');
  });

  return {
    app,
    fetch: (request) => fetchStandIn(app, request),
    site,
    people: createJiraPeople(site, events),
    cloudId: authorization.cloudId,
    webhooks,
    faults,
    bot,
    calls,
    unexpected,
    settings,
  };

  function refuseDenied(c: Context, path: string): Response | undefined {
    const needed = permissionFor(c.req.method, path);
    if (needed === undefined || !settings.denied.has(needed)) return undefined;
    return problem(c, 403, `You do not have the permission ${needed}.`);
  }

  function secondsToWait(method: string, path: string): number {
    const written = method === 'GET' ? undefined : /\/(?:issue|request)\/([^/]+)\//.exec(path)?.[1];
    return written ? takeWrite(written) : 0;
  }
}

function tooMany(c: Context, retryAfterS: number, reason: string): Response {
  return c.json({ errorMessages: ['Rate limit exceeded.'], errors: {} }, 429, {
    'retry-after': String(retryAfterS),
    'ratelimit-reason': reason,
    'x-ratelimit-remaining': '0',
  });
}
