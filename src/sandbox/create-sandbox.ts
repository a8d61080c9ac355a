import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Clock } from '#core/clock.ts';
import { createControlRoutes } from './control/control-routes.ts';
import { createJiraStandIn, type JiraStandIn } from './jira/jira-stand-in.ts';
import {
  completeIssue,
  type Deployment,
  type JiraIssue,
  type JiraProject,
  type JiraUser,
  type Site,
} from './jira/site.ts';
import { createPageRoutes } from './page/page-routes.ts';
import type { KeptInstall } from './slack/app-install.ts';
import type { SlackManifest } from './slack/manifest.ts';
import { openIdRoutes } from './slack/open-id.ts';
import { createSlackStandIn, type SlackStandIn } from './slack/slack-stand-in.ts';
import type { SlackChannel, SlackFile, SlackUser, Workspace } from './slack/workspace.ts';
import { createSnapshot } from './snapshot.ts';

interface SandboxOptions {
  clock: Clock;
  /** Where this program is reachable, no slash at the end. */
  origin: () => string;
  /** Which vendors are not configured and so played here. */
  plays: { slack: boolean; jira: boolean };
  /** Where the sandbox is kept over a restart; undefined: in memory only. */
  folder?: string | undefined;
  /** The app's Slack manifest: what it is granted and told of. Without one, everything. */
  manifest?: SlackManifest;
  /** Where the bot takes events and webhooks; undefined: where this program itself does. */
  targets?: () => { slack: string | undefined; jira: string | undefined };
  deployment?: Deployment;
  /** Over HTTP at `/control`, for tests of other people's bots. */
  isControlled?: boolean;
  /** Those given come before those kept and made up. */
  secrets?: { [Name in keyof SandboxState['secrets']]?: string | undefined };
}

export interface Sandbox {
  /** To be mounted at `/sandbox`. */
  app: Hono;
  slack: SlackStandIn | undefined;
  jira: JiraStandIn | undefined;
  /** Ends what browsers listen to, before the server closes. */
  closeStreams(): void;
  /** What the bot is configured with for the vendors played here. */
  credentials: {
    slack: { signingSecret: string; botToken: string; apiUrl: string };
    /** Instead of the bot's token, for an app that is installed by OAuth. */
    slackOAuth: { clientId: string; clientSecret: string };
    jira: { baseUrl: string; email: string; apiToken: string; webhookSecret: string };
    /** Other ways in, through the gateway. */
    jiraGateway: { url: string; cloudId: string; scopedToken: string; clientId: string; clientSecret: string };
  };
}

interface SandboxState {
  secrets: {
    signingSecret: string;
    botToken: string;
    clientSecret?: string;
    apiToken: string;
    webhookSecret: string;
    scopedToken?: string;
    jiraClientSecret?: string;
  };
  slack?: { users: Map<string, SlackUser>; channels: Map<string, SlackChannel>; files: Map<string, SlackFile> };
  /** Absent: written by a version that did not keep what installing gives out. */
  slackInstall?: KeptInstall;
  jira?: { users: Map<string, JiraUser>; projects: Map<string, JiraProject>; issues: Map<string, JiraIssue> };
}

/** Files are held in memory; larger ones go through the API of the service. */
const mostFileBytes = 200 * 1024 * 1024;
const mostCallBytes = 2 * 1024 * 1024;
const takesFiles =
  /\/(?:people\/(?:say|attach|create-issue)|upload\/[^/]+|attachments|attachTemporaryFile|act\/share)$/;
const tooLarge = (c: Context) =>
  c.json({ message: 'The sandbox takes files up to 200 MiB. Larger ones: upload them to the service.' }, 413);
const fileLimit = bodyLimit({ maxSize: mostFileBytes, onError: tooLarge });
const callLimit = bodyLimit({ maxSize: mostCallBytes, onError: tooLarge });

/** Before anything of a body is kept, also where it announces no length. */
const limitBody: MiddlewareHandler = (c, next) => (takesFiles.test(c.req.path) ? fileLimit : callLimit)(c, next);

export const sandboxIds = {
  channel: 'C0BRINGUP',
  user: 'U0YOU',
  jiraUser: 'you',
  project: 'PROJ',
  slackClient: '1.2',
  jiraClient: 'sandbox-app',
} as const;

/** Plays the vendors that are not configured, so that the whole bot runs on one machine with no account. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { clock, origin, plays, folder, manifest, deployment = 'cloud' } = options;
  const snapshot = folder === undefined ? undefined : createSnapshot<SandboxState>(folder, filesOf);
  const earlier = snapshot?.load();
  const kept = earlier?.secrets;
  const given = options.secrets ?? {};
  const secrets = {
    signingSecret: given.signingSecret ?? kept?.signingSecret ?? crypto.randomUUID(),
    botToken: given.botToken ?? kept?.botToken ?? `xoxb-${crypto.randomUUID()}`,
    clientSecret: given.clientSecret ?? kept?.clientSecret ?? crypto.randomUUID(),
    apiToken: given.apiToken ?? kept?.apiToken ?? crypto.randomUUID(),
    webhookSecret: given.webhookSecret ?? kept?.webhookSecret ?? crypto.randomUUID(),
    scopedToken: given.scopedToken ?? kept?.scopedToken ?? crypto.randomUUID(),
    jiraClientSecret: given.jiraClientSecret ?? kept?.jiraClientSecret ?? crypto.randomUUID(),
  };
  // Asked for anew each time: where this program listens is known only once it does.
  const { targets = () => ({ slack: `${origin()}/slack/events`, jira: `${origin()}/jira/webhook` }) } = options;
  const email = 'logtriage@example.com';
  const slack = plays.slack
    ? createSlackStandIn({
        clock,
        origin: () => `${origin()}/sandbox/slack`,
        signingSecret: secrets.signingSecret,
        botToken: secrets.botToken,
        oauth: { clientId: sandboxIds.slackClient, clientSecret: secrets.clientSecret },
        target: () => targets().slack,
        ...(manifest ? { manifest } : {}),
      })
    : undefined;
  const jira = plays.jira
    ? createJiraStandIn({
        clock,
        origin: () => `${origin()}/sandbox/jira`,
        email,
        apiToken: secrets.apiToken,
        scopedToken: secrets.scopedToken,
        oauth: { clientId: sandboxIds.jiraClient, clientSecret: secrets.jiraClientSecret },
        webhookSecret: secrets.webhookSecret,
        target: () => targets().jira,
        deployment,
      })
    : undefined;
  if (earlier?.slackInstall) slack?.install.restore(earlier.slackInstall);
  if (slack) earlier?.slack ? restore(slack.workspace, earlier.slack) : furnishWorkspace(slack);
  if (jira) earlier?.jira ? restore(jira.site, earlier.jira) : furnishSite(jira);
  // Written by an earlier version, an issue may lack fields.
  for (const [key, issue] of jira?.site.issues ?? []) jira?.site.issues.set(key, completeIssue(issue, clock.now()));
  const save = () => snapshot?.save(stateOf(secrets, slack, jira));
  save();

  const app = new Hono();
  app.use(limitBody);
  app.use(async (c, next) => {
    await next();
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') save();
  });
  if (slack) {
    const signIn = { workspace: slack.workspace, origin: () => `${origin()}/sandbox/slack`, userId: sandboxIds.user };
    app.route('/slack', openIdRoutes(signIn));
    app.route('/slack', slack.app);
  }
  if (jira) app.route('/jira', jira.app);
  if (options.isControlled) app.route('/control', createControlRoutes({ slack, jira }));
  const closing = new AbortController();
  app.route('/', createPageRoutes({ slack, jira, origin, closing: closing.signal }));

  return {
    app,
    slack,
    jira,
    closeStreams: () => closing.abort(),
    get credentials() {
      const { signingSecret, botToken, clientSecret, apiToken, webhookSecret, scopedToken, jiraClientSecret } = secrets;
      return {
        slack: { signingSecret, botToken, apiUrl: `${origin()}/sandbox/slack/api/` },
        slackOAuth: { clientId: sandboxIds.slackClient, clientSecret },
        jira: { baseUrl: `${origin()}/sandbox/jira`, email, apiToken, webhookSecret },
        jiraGateway: {
          url: `${origin()}/sandbox/jira`,
          cloudId: jira?.cloudId ?? '',
          scopedToken,
          clientId: sandboxIds.jiraClient,
          clientSecret: jiraClientSecret,
        },
      };
    },
  };
}

/** Files of either side; a message's copy of a file record holds no bytes. */
function* filesOf({ slack, jira }: SandboxState): Iterable<SlackFile | JiraIssue['attachments'][number]> {
  yield* slack?.files.values() ?? [];
  for (const issue of jira?.issues.values() ?? []) yield* issue.attachments;
}

function stateOf(
  secrets: SandboxState['secrets'],
  slack: SlackStandIn | undefined,
  jira: JiraStandIn | undefined,
): SandboxState {
  return {
    secrets,
    ...(slack
      ? { slack: pick(slack.workspace, ['users', 'channels', 'files']), slackInstall: slack.install.keep() }
      : {}),
    ...(jira ? { jira: pick(jira.site, ['users', 'projects', 'issues']) } : {}),
  };
}

function pick<T, K extends keyof T>(whole: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<T, K>;
}

/** Fills the maps of a stand-in with those of an earlier run. */
function restore<T extends { [name: string]: unknown }>(into: Workspace | Site, from: T): void {
  for (const [name, map] of Object.entries(from)) {
    const target = into[name as keyof typeof into] as unknown as Map<unknown, unknown>;
    for (const [key, value] of map as Map<unknown, unknown>) target.set(key, value);
  }
}

function furnishWorkspace({ workspace, bot }: SlackStandIn): void {
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  workspace.addUser({ id: sandboxIds.user, name: 'you', realName: 'You', tz });
  workspace.addChannel({ id: sandboxIds.channel, name: 'bringup', members: [sandboxIds.user, bot.userId] });
}

/** The ticket the page opens with; made silently, since nobody listens yet. */
function furnishSite({ site }: JiraStandIn): void {
  const project = site.addProject({ key: sandboxIds.project, name: 'Bring-up', admins: [sandboxIds.jiraUser] });
  const you = site.addUser({ accountId: sandboxIds.jiraUser, displayName: 'You' });
  site.addIssue({
    project,
    summary: 'Devkit reboots by itself',
    description: 'Happens about once a day since the last firmware update. Why does it reboot?',
    reporter: you,
  });
}
