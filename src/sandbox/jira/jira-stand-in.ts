import { type Context, Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { answerFault, createFaults, type Faults, fetchStandIn } from '../faults.ts';
import type { Send } from '../slack/signed-delivery.ts';
import { type AttachmentSettings, attachmentRoutes, mediaRoutes } from './attachment-routes.ts';
import { commentRoutes } from './comment-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { attachmentEvents, commentEvent, createJiraPeople, type JiraPeople } from './people.ts';
import { problem } from './problem.ts';
import { serviceDeskRoutes } from './service-desk-routes.ts';
import { createSite, type JiraAttachment, type JiraComment, type JiraIssue, type JiraUser, type Site } from './site.ts';
import { userRoutes } from './user-routes.ts';
import { createWebhookSender, type WebhookSender } from './webhooks.ts';
import { createWriteLimits } from './write-limits.ts';

export interface JiraStandInOptions {
  clock: Clock;
  /** Where the stand-in's root is reachable, no slash at the end: `http://127.0.0.1:3000/sandbox/jira`. */
  origin: () => string;
  email: string;
  apiToken: string;
  webhookSecret: string;
  /** Where webhooks go; undefined: nowhere yet. */
  target: () => string | undefined;
  send?: Send;
  later?: (delayMs: number, run: () => void) => void;
}

export interface RecordedJiraCall {
  method: string;
  path: string;
  atMs: number;
}

export interface JiraStandIn {
  /** `/rest/api/{2,3}/…`, `/rest/servicedeskapi/…`, `/media/…`. */
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
  settings: AttachmentSettings & { hasRateLimits: boolean };
}

/** A Jira Cloud site that holds its state in memory and keeps Jira's rules: credentials, formats, limits, errors. */
export function createJiraStandIn(options: JiraStandInOptions): JiraStandIn {
  const { clock } = options;
  const site = createSite(clock, options.origin);
  const faults = createFaults();
  const bot = site.addUser({ accountId: 'bot:logtriage', emailAddress: options.email, displayName: 'logtriage' });
  const calls: RecordedJiraCall[] = [];
  const unexpected: string[] = [];
  const settings: JiraStandIn['settings'] = {
    hasRateLimits: true,
    uploadLimitBytes: 10_485_760,
    isEnabled: true,
    alwaysRedirects: false,
    mediaOrigin: undefined,
  };
  const webhooks = createWebhookSender({
    clock,
    secret: options.webhookSecret,
    target: options.target,
    send: options.send ?? ((request) => fetch(request)),
    later: options.later ?? ((delayMs, run) => void setTimeout(run, delayMs)),
  });
  const onComment = (issue: JiraIssue, comment: JiraComment): void => {
    void webhooks.send(commentEvent(site, issue, comment));
  };
  const onAttach = (issue: JiraIssue, attachments: readonly JiraAttachment[]): void => {
    for (const event of attachmentEvents(site, issue, bot, attachments)) void webhooks.send(event);
  };
  const caller = () => bot;
  const takeWrite = createWriteLimits(clock);
  const credentials = `Basic ${btoa(`${options.email}:${options.apiToken}`)}`;

  const app = new Hono();
  app.use('/rest/*', async (c, next) => {
    const path = c.req.path.slice(c.req.path.indexOf('/rest/'));
    const name = `${c.req.method} ${path}`;
    calls.push({ method: c.req.method, path: path + new URL(c.req.url).search, atMs: clock.now() });
    if (c.req.header('authorization') !== credentials) {
      c.header('www-authenticate', 'OAuth realm="sandbox"');
      return problem(c, 401, 'You are not authenticated. Authentication required to perform this operation.');
    }
    const fault = faults.take(name);
    if (fault?.kind === 'rate-limited') return tooMany(c, fault.retryAfterS, fault.reason ?? 'jira-burst-based');
    if (fault?.kind === 'error')
      return c.json({ errorMessages: [fault.error], errors: {} }, (fault.status ?? 400) as 400);
    if (fault && !fault.after) return await answerFault(c, fault);
    const written = c.req.method === 'GET' ? undefined : /\/(?:issue|request)\/([^/]+)\//.exec(path)?.[1];
    if (settings.hasRateLimits && written) {
      const waitS = takeWrite(written);
      if (waitS > 0) return tooMany(c, waitS, 'jira-per-issue-on-write');
    }
    await next();
    if (fault) c.res = await answerFault(c, fault);
  });
  for (const version of ['2', '3'] as const) {
    app.route(`/rest/api/${version}`, attachmentRoutes({ site, version, caller, settings, onAttach }));
    app.route(`/rest/api/${version}`, commentRoutes({ site, version, caller, onComment }));
    app.route(
      `/rest/api/${version}`,
      issueRoutes(site, version, caller, (event) => void webhooks.send(event)),
    );
    app.route(`/rest/api/${version}`, userRoutes(site, caller));
  }
  app.route('/rest/servicedeskapi', serviceDeskRoutes({ site, caller, onComment }));
  app.route('/', mediaRoutes(site));
  app.all('*', (c) => {
    unexpected.push(`${c.req.method} ${c.req.path}`);
    return problem(c, 404, 'null for uri: not found');
  });

  return {
    app,
    fetch: (request) => fetchStandIn(app, request),
    site,
    people: createJiraPeople(site, webhooks),
    webhooks,
    faults,
    bot,
    calls,
    unexpected,
    settings,
  };
}

function tooMany(c: Context, retryAfterS: number, reason: string): Response {
  return c.json({ errorMessages: ['Rate limit exceeded.'], errors: {} }, 429, {
    'retry-after': String(retryAfterS),
    'ratelimit-reason': reason,
    'x-ratelimit-remaining': '0',
  });
}
