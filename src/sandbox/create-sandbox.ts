import { Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { createJiraStandIn, type JiraStandIn } from './jira/jira-stand-in.ts';
import { createPageRoutes } from './page/page-routes.ts';
import { createSlackStandIn, type SlackStandIn } from './slack/slack-stand-in.ts';

export interface SandboxOptions {
  clock: Clock;
  /** Where this program is reachable, no slash at the end. */
  origin: () => string;
  /** Which vendors are not configured and so played here. */
  plays: { slack: boolean; jira: boolean };
}

export interface Sandbox {
  /** To be mounted at `/sandbox`. */
  app: Hono;
  slack: SlackStandIn | undefined;
  jira: JiraStandIn | undefined;
  /** What the bot is configured with for the vendors played here; fresh secrets at every start. */
  credentials: {
    slack: { signingSecret: string; botToken: string; apiUrl: string };
    jira: { baseUrl: string; email: string; apiToken: string; webhookSecret: string };
  };
}

export const sandboxIds = { channel: 'C0BRINGUP', user: 'U0YOU', jiraUser: 'you', project: 'PROJ' } as const;

/** Plays the vendors that are not configured, so that the whole bot runs on one machine with no account. */
export function createSandbox({ clock, origin, plays }: SandboxOptions): Sandbox {
  const secrets = {
    signingSecret: crypto.randomUUID(),
    botToken: `xoxb-${crypto.randomUUID()}`,
    apiToken: crypto.randomUUID(),
    webhookSecret: crypto.randomUUID(),
  };
  const email = 'logtriage@example.com';
  const slack = plays.slack
    ? createSlackStandIn({
        clock,
        origin: () => `${origin()}/sandbox/slack`,
        signingSecret: secrets.signingSecret,
        botToken: secrets.botToken,
        target: () => `${origin()}/slack/events`,
      })
    : undefined;
  const jira = plays.jira
    ? createJiraStandIn({
        clock,
        origin: () => `${origin()}/sandbox/jira`,
        email,
        apiToken: secrets.apiToken,
        webhookSecret: secrets.webhookSecret,
        target: () => `${origin()}/jira/webhook`,
      })
    : undefined;
  if (slack) furnishWorkspace(slack);
  if (jira) furnishSite(jira);

  const app = new Hono();
  if (slack) app.route('/slack', slack.app);
  if (jira) app.route('/jira', jira.app);
  app.route('/', createPageRoutes({ slack, jira, origin }));

  return {
    app,
    slack,
    jira,
    credentials: {
      slack: {
        signingSecret: secrets.signingSecret,
        botToken: secrets.botToken,
        apiUrl: `${origin()}/sandbox/slack/api/`,
      },
      jira: {
        baseUrl: `${origin()}/sandbox/jira`,
        email,
        apiToken: secrets.apiToken,
        webhookSecret: secrets.webhookSecret,
      },
    },
  };
}

function furnishWorkspace({ workspace, bot }: SlackStandIn): void {
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  workspace.addUser({ id: sandboxIds.user, name: 'you', realName: 'You', tz });
  workspace.addChannel({ id: sandboxIds.channel, name: 'bringup', members: [sandboxIds.user, bot.userId] });
}

/** The ticket the page opens with; made silently, since nobody listens yet. */
function furnishSite({ site }: JiraStandIn): void {
  const project = site.addProject({ key: sandboxIds.project, name: 'Bring-up' });
  site.addUser({ accountId: sandboxIds.jiraUser, displayName: 'You' });
  site.issues.set(`${project.key}-1`, {
    id: site.nextId(),
    key: `${project.key}-1`,
    project,
    summary: 'Devkit reboots by itself',
    description: 'Happens about once a day since the last firmware update. Why does it reboot?',
    isRequest: false,
    createdMs: site.clock.now(),
    updatedMs: site.clock.now(),
    attachments: [],
    comments: [],
  });
}
