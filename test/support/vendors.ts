import type { Downloader } from '../../src/bot/cases/ports.ts';
import { createDownloader } from '../../src/bot/fetching/create-downloader.ts';
import { createDownloadRule } from '../../src/bot/fetching/download-rule.ts';
import type { OpenAddress } from '../../src/bot/fetching/open-address.ts';
import { createJiraAccess } from '../../src/bot/jira/jira-access.ts';
import { createJiraClient } from '../../src/bot/jira/jira-client.ts';
import { slackManifest } from '../../src/bot/slack/manifest.ts';
import { createSlackClients } from '../../src/bot/slack/slack-client.ts';
import { singleWorkspace } from '../../src/bot/slack/workspaces.ts';
import { createJiraStandIn, type JiraStandInOptions } from '../../src/sandbox/jira/jira-stand-in.ts';
import { joinWorkspaces } from '../../src/sandbox/slack/join-workspaces.ts';
import { createSlackStandIn, type SlackStandInOptions } from '../../src/sandbox/slack/slack-stand-in.ts';
import type { TestClock } from './test-clock.ts';

type StandInClock = Pick<TestClock, 'now' | 'after'>;

export const slackOrigin = 'http://slack.test';
export const jiraOrigin = 'http://jira.test';
export const slackSecrets = { signingSecret: 'signing-secret', botToken: 'xoxb-test' };
/** Of the app, where it is installed by OAuth. */
export const slackClient = { clientId: '1.2', clientSecret: 'client-secret' };
export const jiraSecrets = { email: 'bot@example.com', apiToken: 'jira-token', webhookSecret: 'webhook-secret' };

type Handle = (request: Request) => Promise<Response> | Response;

/** A Slack workspace with a channel and two people, spoken to without a socket. `app` takes what it sends. */
export function startSlack(
  clock: StandInClock,
  app?: Handle,
  options: { scopes?: string[]; origin?: () => string; oauth?: typeof slackClient } = {},
) {
  return furnish(clock, app, { ...slackSecrets, manifest: slackManifest('http://bot.test'), ...options });
}

/** Two workspaces whose channels and people have the same ids; the app can be installed in both. */
export function startWorkspaces(
  clock: StandInClock,
  app: Handle,
  options: { rotates: boolean; botToken?: string; publicUrl?: string; organisation?: { id: string; name: string } },
) {
  const manifest = slackManifest(options.publicUrl ?? 'http://bot.test', { isInstallable: true });
  const settings = { ...manifest.settings, token_rotation_enabled: options.rotates };
  const { signingSecret } = slackSecrets;
  const start = (id: string, given: Pick<SlackStandInOptions, 'botToken' | 'organisation'>) =>
    furnish(clock, app, {
      signingSecret,
      oauth: slackClient,
      manifest: { ...manifest, settings },
      origin: () => `${slackOrigin}/${id}`,
      team: { id, name: `Team ${id}` },
      ...given,
    });
  const first = start('T0FIRST', options.botToken === undefined ? {} : { botToken: options.botToken });
  // Of an organisation the second workspace alone: so the first one is none of its.
  const second = start('T0SECOND', options.organisation ? { organisation: options.organisation } : {});
  return { first, second, fetch: joinWorkspaces([first, second], slackClient.clientId).fetch };
}

function furnish(
  clock: StandInClock,
  app: Handle | undefined,
  options: Pick<SlackStandInOptions, 'signingSecret'> & Partial<SlackStandInOptions>,
) {
  const slack = createSlackStandIn({
    clock,
    origin: () => slackOrigin,
    ...options,
    target: () => (app ? 'http://bot.test/slack/events' : undefined),
    send: async (request) => (app ? await app(request) : new Response()),
    later: (delayMs, run) => void clock.after(delayMs, run),
  });
  // Clocks of tests stand still: whoever looks at limits switches them on.
  slack.settings.hasRateLimits = false;
  slack.workspace.addUser({ id: 'U0ADA', name: 'ada', tz: 'America/New_York' });
  slack.workspace.addUser({ id: 'U0BOB', name: 'bob' });
  slack.workspace.addChannel({ id: 'C0BRINGUP', name: 'bringup', members: ['U0ADA', 'U0BOB', slack.bot.userId] });
  return slack;
}

export function startJira(
  clock: StandInClock,
  app?: Handle,
  options: Partial<Pick<JiraStandInOptions, 'origin' | 'deployment' | 'scopedToken' | 'oauth'>> = {},
) {
  const jira = createJiraStandIn({
    clock,
    origin: () => jiraOrigin,
    ...jiraSecrets,
    ...options,
    target: () => (app ? 'http://bot.test/jira/webhook' : undefined),
    send: async (request) => (app ? await app(request) : new Response()),
    later: (delayMs, run) => void clock.after(delayMs, run),
  });
  jira.settings.hasRateLimits = false;
  jira.site.addUser({ accountId: 'ada' });
  jira.site.addUser({ accountId: 'bob' });
  jira.site.addProject({ key: 'PROJ' });
  jira.site.addProject({ key: 'DESK', projectTypeKey: 'service_desk' });
  return jira;
}

/** `fetch` that reaches a stand-in and nothing else. */
export function fetchOf(standIn: { fetch: Handle }): typeof fetch {
  return async (input, init) => {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
    return await Promise.race([standIn.fetch(new Request(input, init)), aborted]);
  };
}

export function slackClientsOf(slack: { fetch: Handle }, timeoutMs?: number) {
  return createSlackClients({
    workspaces: singleWorkspace(slackSecrets.botToken),
    apiUrl: `${slackOrigin}/api/`,
    fetch: fetchOf(slack),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

export function jiraClientOf(jira: { fetch: Handle }, timeoutMs?: number) {
  return createJiraClient({
    baseUrl: jiraOrigin,
    access: createJiraAccess({ baseUrl: jiraOrigin, ...jiraSecrets }),
    fetch: fetchOf(jira),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Opens addresses of a stand-in, in the place of a network. */
export function addressOf(standInAt: (url: string) => { fetch: Handle }): OpenAddress {
  return async ({ url, authorization, signal }) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    const {
      status,
      headers: answered,
      body,
    } = await standInAt(url.href).fetch(new Request(url, { headers, signal, redirect: 'manual' }));
    return { status, headers: answered, body: body ?? new Blob([]).stream() };
  };
}

export function downloaderOf(standIn: { fetch: Handle }): Downloader {
  const rule = createDownloadRule({ slackApiUrl: slackOrigin, jiraBaseUrl: jiraOrigin, allow: [] });
  return createDownloader(
    rule,
    addressOf(() => standIn),
  );
}
