import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { systemClock } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import { guardOrigin } from '#core/pages/guard-origin.ts';
import { guardHost } from '#node/guard-pages.ts';
import { type HttpServer, serveHttp } from '#node/http-server.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import type { SlackManifest } from '../sandbox/slack/manifest.ts';

export const usage =
  'logtriage sandbox [--port N] [--slack-events URL] [--jira-webhooks URL] [--manifest FILE] [--datacenter] [--folder F]';
export const about = 'Simulates Slack and Jira for any bot, on this machine only.';

/** Runs until a signal ends it. */
export async function run(args: readonly string[]): Promise<number> {
  const sandbox = await openSandbox(args, process.env);
  process.stdout.write(sandbox.greeting);
  await new Promise<void>((stop) => {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
  await sandbox.close();
  return 0;
}

export interface OpenSandbox {
  origin: string;
  /** Where it listens and what to configure a bot with. */
  greeting: string;
  close(): Promise<void>;
}

/** Secrets may be given by the variables a bot has them in; else they are made up and printed. */
export async function openSandbox(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<OpenSandbox> {
  const options = readArguments(args);
  const host = '127.0.0.1';
  let server: HttpServer | undefined;
  const origin = () => `http://${host}:${server?.port ?? 0}`;
  const sandbox = createSandbox({
    clock: systemClock,
    origin,
    plays: { slack: true, jira: true },
    targets: () => ({ slack: options['slack-events'], jira: options['jira-webhooks'] }),
    deployment: options.datacenter ? 'datacenter' : 'cloud',
    isControlled: true,
    secrets: {
      signingSecret: environment.SLACK_SIGNING_SECRET,
      botToken: environment.SLACK_BOT_TOKEN,
      clientSecret: environment.SLACK_CLIENT_SECRET,
      apiToken: environment.JIRA_API_TOKEN,
      webhookSecret: environment.JIRA_WEBHOOK_SECRET,
      jiraClientSecret: environment.JIRA_CLIENT_SECRET,
    },
    ...(options.folder === undefined ? {} : { folder: resolve(options.folder) }),
    ...(options.manifest === undefined ? {} : { manifest: readManifest(options.manifest) }),
  });
  const app = new Hono();
  const address = { host, publicUrl: undefined };
  app.use(guardHost(address));
  app.get('/', (c) => c.redirect('/sandbox'));
  app.use('/sandbox/control/*', guardOrigin(undefined));
  app.route('/sandbox', sandbox.app);
  server = await serveHttp({ fetch: (request, env) => app.fetch(request, env as never), host, port: options.port });
  const { close } = server;
  return { origin: origin(), greeting: greet(origin(), sandbox.credentials, options), close: () => close(0) };
}

function readArguments(args: readonly string[]) {
  let values: ReturnType<typeof parse>['values'];
  try {
    values = parse(args).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nusage: ${usage}`);
  }
  const port = Number(values.port ?? 4100);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port: a number up to 65535');
  for (const name of ['slack-events', 'jira-webhooks'] as const) {
    if (values[name] !== undefined && !/^https?:$/.test(URL.parse(values[name])?.protocol ?? ''))
      throw new UsageError(`--${name}: the http address where your bot listens`);
  }
  return { ...values, port };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      'slack-events': { type: 'string' },
      'jira-webhooks': { type: 'string' },
      manifest: { type: 'string' },
      datacenter: { type: 'boolean' },
      folder: { type: 'string' },
    },
  });
}

function readManifest(path: string): SlackManifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SlackManifest;
  } catch (error) {
    throw new UsageError(`--manifest: ${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}

type Credentials = ReturnType<typeof createSandbox>['credentials'];

function greet(
  origin: string,
  { slack, slackOAuth, jira, jiraGateway }: Credentials,
  options: ReturnType<typeof readArguments>,
): string {
  const missing = [
    options['slack-events'] ? '' : 'No Slack events are sent: give --slack-events with the address of your bot.\n',
    options['jira-webhooks'] ? '' : 'No Jira webhooks are sent: give --jira-webhooks with the address of your bot.\n',
  ];
  return `The sandbox is open at ${origin}/sandbox, its controls for tests at ${origin}/sandbox/control.
${missing.join('')}
Configure your bot with:
SLACK_API_URL=${slack.apiUrl}
SLACK_BOT_TOKEN=${slack.botToken}
SLACK_SIGNING_SECRET=${slack.signingSecret}
JIRA_BASE_URL=${jira.baseUrl}
${options.datacenter ? 'JIRA_KIND=datacenter' : `JIRA_EMAIL=${jira.email}`}
JIRA_API_TOKEN=${jira.apiToken}
JIRA_WEBHOOK_SECRET=${jira.webhookSecret}
Or, in the place of SLACK_BOT_TOKEN, to install the app at ${origin}/sandbox/slack/oauth/v2/authorize:
SLACK_CLIENT_ID=${slackOAuth.clientId}
SLACK_CLIENT_SECRET=${slackOAuth.clientSecret}
${options.datacenter ? '' : greetGateway(jiraGateway)}`;
}

function greetGateway({ url, cloudId, scopedToken, clientId, clientSecret }: Credentials['jiraGateway']): string {
  return `Or, in the place of JIRA_API_TOKEN, a token with scopes, which the gateway alone takes:
JIRA_GATEWAY_URL=${url}
JIRA_CLOUD_ID=${cloudId}
JIRA_API_TOKEN=${scopedToken}
Or an OAuth 2.0 (3LO) app, without JIRA_EMAIL and JIRA_API_TOKEN:
JIRA_GATEWAY_URL=${url}
JIRA_AUTH_URL=${url}
JIRA_CLIENT_ID=${clientId}
JIRA_CLIENT_SECRET=${clientSecret}
`;
}
