import { missingScope } from '#bot/jira/jira-errors.ts';
import { cannotSign, createWebhookRegistry, type WebhookRegistry, webhookPath } from '#bot/jira/webhook-registry.ts';
import { RemoteError, UsageError } from '#core/errors.ts';
import { readConfig } from '../config.ts';
import { withJira } from './open-jira.ts';

export const usage = 'logtriage webhook jira';
export const about =
  'Registers the Jira webhook for files and comments, or renews it; needs PUBLIC_URL and an administrator’s token, or an OAuth app.';

/** Done twice it is there once. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length !== 1 || args[0] !== 'jira') throw new UsageError(`usage: ${usage}`);
  const config = readConfig(process.env);
  const { jira, PUBLIC_URL: publicUrl, tickets } = config;
  if (!('baseUrl' in jira)) throw new UsageError('JIRA_BASE_URL: missing; no Jira is connected.');
  if (!publicUrl) throw new UsageError('PUBLIC_URL: missing; it is the address Jira reaches this program at.');
  const isApp = jira.oauth !== undefined;
  if (isApp && !jira.webhookToken)
    throw new UsageError('JIRA_WEBHOOK_TOKEN: missing; an app’s webhooks cannot be signed.');
  const wish = {
    url: `${publicUrl}${webhookPath(jira)}`,
    secret: jira.webhookToken ? undefined : jira.webhookSecret,
    jql:
      tickets.projects.size > 0
        ? `project IN (${[...tickets.projects].map((key) => JSON.stringify(key)).join(', ')})`
        : undefined,
  };
  return await withJira(config, async ({ client }) => {
    try {
      return say(await ensure(createWebhookRegistry(client, isApp), wish));
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      process.stderr.write(`${refusal(error, wish.url)}\n`);
      return 1;
    }
  });
}

async function ensure(registry: WebhookRegistry, wish: Parameters<WebhookRegistry['register']>[0]): Promise<string> {
  const known = (await registry.list()).filter(({ url }) => url === wish.url);
  const ending = known.filter(({ expiresMs }) => expiresMs !== undefined);
  if (ending.length > 0) {
    await registry.refresh(ending.map(({ id }) => id));
    return 'The webhook exists and is valid for another 30 days; the running program renews it.';
  }
  if (known.length > 0) return 'The webhook is there already.';
  await registry.register(wish);
  return 'The webhook is registered.';
}

function refusal({ code, reason }: RemoteError, url: string): string {
  if (reason === cannotSign)
    return 'This Jira is older than version 10 and cannot sign its webhooks. Set JIRA_WEBHOOK_TOKEN (openssl rand -hex 32), restart the program, and run this again.';
  if (reason === missingScope)
    return 'The token lacks a scope: an OAuth app needs manage:jira-webhook. Add it to the app and run npx logtriage connect jira.';
  if (code === 'unauthorized')
    return `Jira refuses the account (${reason ?? code}). Run npx logtriage doctor: it says what to do.`;
  return code === 'forbidden' || code === 'not_found'
    ? `This account may not register webhooks. A Jira administrator makes one under Settings, System, WebHooks: ${url.replace(/(webhook\/).+/, '$1…')}, events Issue created, updated, deleted and Comment created, and the secret of JIRA_WEBHOOK_SECRET.`
    : `Jira rejected the webhook (${reason ?? code}).`;
}

function say(words: string): number {
  process.stdout.write(`${words}\n`);
  return 0;
}
