import { missingScope } from '#bot/jira/jira-errors.ts';
import { createWebhookRegistry, webhookPath } from '#bot/jira/webhook-registry.ts';
import { RemoteError } from '#core/errors.ts';
import type { Config } from '../../config.ts';
import { type openJira, withJira } from '../open-jira.ts';
import { Silence } from './ask.ts';
import { clockFinding, type Finding, fail, ok, warn } from './finding.ts';
import { askSite, type ConnectedJira, lackingScope, refusedFinding, scopesAbout, silentSite } from './jira-refusals.ts';

type Opened = ReturnType<typeof openJira>;

export const webhookAbout = 'Jira webhook';

const permissions = {
  BROWSE_PROJECTS: 'read tickets',
  ADD_COMMENTS: 'answer',
  CREATE_ATTACHMENTS: 'attach what does not fit into a comment',
  EDIT_ISSUES: 'set labels',
  DELETE_OWN_COMMENTS: 'take an answer back',
  DELETE_OWN_ATTACHMENTS: 'take back the charts and files of an answer',
} as const;

/** The account, its permissions, the projects and queries that are configured, the webhook, the token's end. */
export async function checkJira(config: Config, nowMs: number): Promise<Finding[]> {
  const { jira } = config;
  if (!('baseUrl' in jira)) {
    return [
      warn(
        'Jira',
        'is not connected',
        'Set JIRA_BASE_URL and the other Jira variables (src/docs/jira.md), or skip it if Slack is enough.',
      ),
    ];
  }
  const site = await askSite(jira.baseUrl);
  if (site instanceof Silence) return [silentSite(jira.baseUrl, site)];
  return [
    ...clockFinding('Jira', site, nowMs),
    ...(await withJira(config, (opened) => checkAccount(config, jira, opened, nowMs))),
  ];
}

async function checkAccount(config: Config, jira: ConnectedJira, opened: Opened, nowMs: number): Promise<Finding[]> {
  const { client, tracker } = opened;
  try {
    const { accountId } = await tracker.identity();
    return [
      ok('Jira account', accountId),
      ...(await checkWriteScope(jira, opened)),
      ...(await checkPermissions(opened)),
      ...(await checkProjects(config, opened)),
      ...(await checkQuery('JIRA_FILTER', config.tickets.filter, opened)),
      ...(await checkQuery('JIRA_ASK_FOR_CAPTURES', config.tickets.asksForCaptures, opened)),
      await checkWebhook(config, jira, createWebhookRegistry(client, jira.oauth !== undefined), nowMs),
      ...checkToken(config, nowMs),
    ];
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return [await refusedFinding(jira, error)];
  }
}

/** Tokens at the gateway have scopes, and no call tells which. A comment for a ticket that does not exist changes nothing. */
async function checkWriteScope(jira: ConnectedJira, { client }: Opened): Promise<Finding[]> {
  if (!jira.oauth && !jira.cloudId) return [];
  const probe = client.during().sendRequest({ url: '/rest/api/3/issue/0/comment', method: 'POST', body: {} });
  const reason = await probe.then(
    () => undefined,
    (error: unknown) => (error instanceof RemoteError ? error.reason : undefined),
  );
  return [reason === missingScope ? lackingScope(jira, 'write:jira-work') : ok(scopesAbout, 'reading and writing')];
}

async function checkPermissions({ client }: Opened): Promise<Finding[]> {
  const names = Object.keys(permissions) as (keyof typeof permissions)[];
  const reply = (await client
    .during()
    .sendRequest({ url: '/rest/api/3/mypermissions', searchParams: { permissions: names.join(',') } })
    .catch(() => undefined)) as { permissions?: Record<string, { havePermission?: boolean }> } | undefined;
  if (!reply?.permissions) {
    return [
      warn(
        'Jira permissions',
        'Jira does not say which permissions the account has',
        'Give it Browse Projects, Add Comments, Create Attachments, Edit Issues, Delete Own Comments and Delete Own Attachments.',
      ),
    ];
  }
  const missing = names.filter((name) => reply.permissions?.[name]?.havePermission === false);
  if (missing.length === 0) return [ok('Jira permissions', 'all are there')];
  return missing.map((name) =>
    fail(
      'Jira permissions',
      `${name} is missing, so the bot cannot ${permissions[name]}`,
      `Give the account ${name} in the permission scheme of the projects.`,
    ),
  );
}

async function checkProjects({ tickets }: Config, { tracker }: Opened): Promise<Finding[]> {
  const seen = await tracker.projects();
  const unseen = [...tickets.projects].filter((key) => !seen.has(key));
  if (seen.size === 0)
    return [
      fail('Jira projects', 'the account sees none', 'Give it Browse Projects in the projects it should analyse.'),
    ];
  if (unseen.length === 0) return [ok('Jira projects', seen.size === 1 ? '1 is seen' : `${seen.size} are seen`)];
  return [
    fail(
      'Jira projects',
      `${unseen.join(', ')} cannot be seen`,
      'Correct JIRA_PROJECTS, or let the account browse them.',
    ),
  ];
}

async function checkQuery(name: string, query: string | undefined, { tracker }: Opened): Promise<Finding[]> {
  if (query === undefined) return [];
  try {
    await tracker.search(query);
    return [ok(name, 'is JQL that Jira takes')];
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return [fail(name, `Jira does not take it: ${query}`, `Try it in Jira’s advanced search and correct ${name}.`)];
  }
}

async function checkWebhook(
  { PUBLIC_URL: publicUrl }: Config,
  jira: ConnectedJira,
  registry: ReturnType<typeof createWebhookRegistry>,
  nowMs: number,
): Promise<Finding> {
  const about = webhookAbout;
  if (!publicUrl)
    return warn(
      about,
      'PUBLIC_URL is not set, so it cannot be checked',
      'Set PUBLIC_URL to the address Jira reaches this program at.',
    );
  try {
    const url = `${publicUrl}${webhookPath(jira)}`;
    const hook = (await registry.list()).find((known) => known.url.split('?')[0] === url);
    if (!hook) return fail(about, 'there is none for this program', 'Run npx logtriage webhook jira.');
    const missing = ['jira:issue_created', 'jira:issue_updated', 'comment_created'].filter(
      (event) => !hook.events.includes(event),
    );
    if (missing.length > 0)
      return fail(
        about,
        `it does not tell of ${missing.join(', ')}`,
        'Add these events to it under Settings, System, WebHooks.',
      );
    const daysLeft = hook.expiresMs === undefined ? undefined : (hook.expiresMs - nowMs) / 86_400_000;
    if (daysLeft !== undefined && daysLeft < 10)
      return warn(
        about,
        `it ends in ${Math.round(daysLeft)} days`,
        'The running program should renew it every day, but does not: run npx logtriage webhook jira, and check the log of the program.',
      );
    return ok(about, 'is there');
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (jira.oauth) return lackingScope(jira, 'manage:jira-webhook');
    const proof = jira.webhookToken ? 'ends with JIRA_WEBHOOK_TOKEN' : 'is signed with JIRA_WEBHOOK_SECRET';
    return warn(
      about,
      'only an administrator may look at it',
      `Ask one whether it points to ${publicUrl}/jira/webhook and ${proof}.`,
    );
  }
}

function checkToken({ tickets, jira }: Config, nowMs: number): Finding[] {
  if (!('apiToken' in jira) || !jira.apiToken) return [];
  if (tickets.tokenExpiresMs === undefined) {
    return [
      warn(
        'Jira token',
        'its expiry date is not known',
        'Set JIRA_API_TOKEN_EXPIRES to the date Jira showed when it was created.',
      ),
    ];
  }
  const days = Math.floor((tickets.tokenExpiresMs - nowMs) / 86_400_000);
  if (days > 14) return [ok('Jira token', `good for ${days} days`)];
  return [
    fail(
      'Jira token',
      days < 0 ? 'has ended' : `ends in ${days} days`,
      'Create a new one, put it into JIRA_API_TOKEN and its expiry date into JIRA_API_TOKEN_EXPIRES.',
    ),
  ];
}
