import { z } from 'zod';
import { RemoteError } from '#core/errors.ts';
import type { JiraClient } from './jira-client.ts';

interface KnownWebhook {
  id: string;
  url: string;
  events: string[];
  /** It ends by itself then; undefined: never. */
  expiresMs: number | undefined;
}

interface WebhookWish {
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
  'comment_updated',
  'comment_deleted',
  'attachment_created',
  'attachment_deleted',
];
const appEvents = webhookEvents.filter((event) => !event.startsWith('attachment_'));

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

const registrations = z.object({
  webhookRegistrationResult: z.array(z.object({ errors: z.array(z.string()).catch([]) })),
});

/** Cloud, and Data Center before its version 10. */
const plainPath = '/rest/webhooks/1.0/webhook';
const dataCenterPath = '/rest/jira-webhook/1.0/webhooks';
const appPath = '/rest/api/3/webhook';
/** An app has to name a filter, and comparing for equality is all that one may do. */
const everyTicket = 'project != null';

/** The reason of a refusal that the bot makes for Jira. */
export const cannotSign = 'cannot_sign';

export type WebhookRegistry = ReturnType<typeof createWebhookRegistry>;

/** Webhooks of the site, where the account may administer them; an OAuth app keeps its own. */
export function createWebhookRegistry(client: JiraClient, isApp: boolean) {
  const jira = client.during();
  let newestPath = client.isDataCenter ? dataCenterPath : plainPath;

  /** By the path that this Jira has. */
  async function send(request: { method?: 'POST'; body?: (path: string) => unknown } = {}): Promise<unknown> {
    const { method, body } = request;
    const call = (url: string) => jira.sendRequest({ url, ...(method ? { method } : {}), body: body?.(url) });
    try {
      return await call(newestPath);
    } catch (error) {
      const isOlder = error instanceof RemoteError && error.code === 'not_found' && newestPath === dataCenterPath;
      if (!isOlder) throw error;
      newestPath = plainPath;
      return await call(plainPath);
    }
  }

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
      const hooks = parse(hookList, await send());
      return hooks.map(({ id, self, url, events }) => ({
        id: String(id ?? self?.slice(self.lastIndexOf('/') + 1) ?? ''),
        url,
        events,
        expiresMs: undefined,
      }));
    },

    async register({ url, secret, jql }: WebhookWish): Promise<void> {
      if (isApp) {
        const webhooks = [{ events: appEvents, jqlFilter: jql ?? everyTicket }];
        const reply = await jira.sendRequest({ url: appPath, method: 'POST', body: { url, webhooks } });
        // A refusal comes with status 200.
        const errors = parse(registrations, reply).webhookRegistrationResult.flatMap((result) => result.errors);
        if (errors.length > 0) throw refusal(errors.join(' ').slice(0, 300));
        return;
      }
      const hook = {
        name: 'logtriage',
        url,
        events: webhookEvents,
        filters: { 'issue-related-events-section': jql ?? '' },
        excludeBody: false,
      };
      await send({ method: 'POST', body: (path) => ({ ...hook, ...proofOf(secret, path) }) });
    },

    async refresh(ids: readonly string[]): Promise<void> {
      await jira.sendRequest({ url: `${appPath}/refresh`, method: 'PUT', body: { webhookIds: ids.map(Number) } });
    },
  };

  /** Data Center reads the secret in its configuration alone; elsewhere it would send unsigned without a word. */
  function proofOf(secret: string | undefined, path: string) {
    if (secret === undefined) return {};
    if (!client.isDataCenter) return { secret };
    if (path !== dataCenterPath) throw refusal(cannotSign);
    return { configuration: { SECRET: secret } };
  }
}

function refusal(reason: string): RemoteError {
  return new RemoteError('rejected', 'Jira did not take the webhook', { reason });
}

function parse<T>(schema: z.ZodType<T>, reply: unknown): T {
  const parsed = schema.safeParse(reply);
  if (!parsed.success) throw new RemoteError('unavailable', "Jira's answer about webhooks could not be read");
  return parsed.data;
}
