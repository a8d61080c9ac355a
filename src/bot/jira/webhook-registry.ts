import { z } from 'zod';
import { RemoteError } from '#core/errors.ts';
import type { JiraClient } from './jira-client.ts';

export interface KnownWebhook {
  id: string;
  url: string;
  events: string[];
  /** It ends by itself then; undefined: never. */
  expiresMs: number | undefined;
}

export interface WebhookWish {
  url: string;
  /** Undefined: the address itself holds the proof. */
  secret: string | undefined;
  /** Bounds which tickets are told of; required of apps. */
  jql: string | undefined;
}

/** What the bot reads of; an app may not ask for all of them. */
export const webhookEvents = [
  'jira:issue_created',
  'jira:issue_updated',
  'jira:issue_deleted',
  'comment_created',
  'attachment_created',
  'attachment_deleted',
];
const appEvents = ['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted', 'comment_created'];

/** Where Jira's webhooks are taken in, below the address of the program. */
export function webhookPath({ webhookToken }: { webhookToken?: string | undefined }): string {
  return `/jira/webhook${webhookToken ? `/${webhookToken}` : ''}`;
}

const hookList = z.array(
  z.object({
    id: z.union([z.string(), z.number()]).optional(),
    self: z.string().optional(),
    url: z.string().catch(''),
    events: z.array(z.string()).catch([]),
  }),
);
const appHooks = z.object({
  values: z.array(
    z.object({
      id: z.number(),
      url: z.string().catch(''),
      events: z.array(z.string()).catch([]),
      expirationDate: z.unknown(),
    }),
  ),
});

const cloudPath = '/rest/webhooks/1.0/webhook';
const dataCenterPath = '/rest/jira-webhook/1.0/webhooks';
const appPath = '/rest/api/3/webhook';

export type WebhookRegistry = ReturnType<typeof createWebhookRegistry>;

/** Webhooks of the site, where the account may administer them; an OAuth app keeps its own. */
export function createWebhookRegistry(client: JiraClient, isApp: boolean) {
  const jira = client.during();
  const path = client.isDataCenter ? dataCenterPath : cloudPath;

  return {
    async list(): Promise<KnownWebhook[]> {
      if (isApp) {
        const { values } = parse(appHooks, await jira.sendRequest({ url: appPath }));
        return values.map(({ id, url, events, expirationDate }) => ({
          id: String(id),
          url,
          events,
          expiresMs:
            typeof expirationDate === 'number' ? expirationDate : Date.parse(String(expirationDate)) || undefined,
        }));
      }
      const hooks = parse(hookList, await jira.sendRequest({ url: path }));
      return hooks.map(({ id, self, url, events }) => ({
        id: String(id ?? self?.slice(self.lastIndexOf('/') + 1) ?? ''),
        url,
        events,
        expiresMs: undefined,
      }));
    },

    async register({ url, secret, jql }: WebhookWish): Promise<void> {
      if (isApp) {
        const webhooks = [{ events: appEvents, jqlFilter: jql ?? 'project IS NOT EMPTY' }];
        await jira.sendRequest({ url: appPath, method: 'POST', body: { url, webhooks } });
        return;
      }
      const hook = {
        name: 'logtriage',
        url,
        events: webhookEvents,
        filters: { 'issue-related-events-section': jql ?? '' },
        excludeBody: false,
      };
      // Data Center reads the secret in its configuration alone, and leaves deliveries unsigned without a word otherwise.
      const proof =
        secret === undefined ? {} : client.isDataCenter ? { configuration: { SECRET: secret } } : { secret };
      await jira.sendRequest({ url: path, method: 'POST', body: { ...hook, ...proof } });
    },

    async refresh(ids: readonly string[]): Promise<void> {
      await jira.sendRequest({ url: `${appPath}/refresh`, method: 'PUT', body: { webhookIds: ids.map(Number) } });
    },
  };
}

function parse<T>(schema: z.ZodType<T>, reply: unknown): T {
  const parsed = schema.safeParse(reply);
  if (!parsed.success) throw new RemoteError('unavailable', "Jira's answer about webhooks could not be read");
  return parsed.data;
}
