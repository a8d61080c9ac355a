import { serveHttp } from '../../../src/node/http-server.ts';
import { createHostedService, type HostedService } from '../hosted-service.ts';
import { jiraSecrets, slackClient, slackSecrets, startJira, startSlack } from '../vendors.ts';

export const channel = 'C0BRINGUP';

export interface Outside extends AsyncDisposable {
  slack: ReturnType<typeof startSlack>;
  jira: ReturnType<typeof startJira>;
  service: HostedService;
  /** What the program is told of it. */
  environment: Record<string, string>;
  /** Where requests of Slack and Jira go from now on. */
  sendTo(origin: string): void;
  /** Time passes while nothing runs: for everybody, the program that starts next included. */
  skip(ms: number): void;
  laterMs(): number;
  /** What the bot posted in the channel, oldest first. */
  posts(): { text: string; threadTs: string | undefined }[];
  comments(issueKey: string): string[];
}

/** Slack, Jira and a log service on sockets of this machine, by the real time or by one set later. */
export async function openOutside(): Promise<Outside> {
  let laterMs = 0;
  let program = '';
  const clock = {
    now: () => Date.now() + laterMs,
    after(delayMs: number, callback: () => void) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const origins = { slack: '', jira: '' };
  const forward = (request: Request) => fetch(request.url.replace('http://bot.test', program), new Request(request));
  const slack = startSlack(clock, forward, { origin: () => origins.slack, oauth: slackClient });
  const jira = startJira(clock, forward, { origin: () => origins.jira });
  const service = createHostedService();
  const listen = (handle: (request: Request) => Response | Promise<Response>) =>
    serveHttp({ fetch: handle, host: '127.0.0.1', port: 0 });
  const servers = await Promise.all([listen(slack.fetch), listen(jira.fetch), listen((one) => service.app.fetch(one))]);
  const [slackOrigin, jiraOrigin, serviceOrigin] = servers.map(({ port }) => `http://127.0.0.1:${port}`);
  Object.assign(origins, { slack: slackOrigin, jira: jiraOrigin });

  return {
    slack,
    jira,
    service,
    environment: {
      SLACK_SIGNING_SECRET: slackSecrets.signingSecret,
      SLACK_BOT_TOKEN: slackSecrets.botToken,
      SLACK_API_URL: `${slackOrigin}/api/`,
      JIRA_BASE_URL: jiraOrigin!,
      JIRA_EMAIL: jiraSecrets.email,
      JIRA_API_TOKEN: jiraSecrets.apiToken,
      JIRA_WEBHOOK_SECRET: jiraSecrets.webhookSecret,
      LOG_SERVICE_URL: `${serviceOrigin}/api/v1`,
      API_KEY: service.key,
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    sendTo(origin) {
      program = origin;
    },
    skip(ms) {
      laterMs += ms;
    },
    laterMs: () => laterMs,
    posts: () =>
      (slack.workspace.channels.get(channel)?.messages ?? [])
        .filter(({ user }) => user === slack.bot.userId)
        .map(({ text, thread_ts }) => ({ text: text ?? '', threadTs: thread_ts })),
    comments: (issueKey) =>
      (jira.site.findIssue(issueKey)?.comments ?? []).map((comment) => JSON.stringify(comment.body)),
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.close(0)));
    },
  };
}
