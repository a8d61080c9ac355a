import type { Clock } from '#core/clock.ts';
import { hmacSha256Hex, type Send } from '../slack/signed-delivery.ts';
import type { Deployment, JiraIssue } from './site.ts';

/** Somebody who wants to be told. */
export interface Hook {
  id: number;
  name: string;
  url: string;
  events: readonly string[];
  jql: string;
  secret: string | undefined;
  /** By an administrator, or by an app for itself. */
  kind: 'admin' | 'dynamic';
  expiresMs?: number;
}

export interface WebhookSender {
  /** Registered beside the one the stand-in was made with. */
  hooks: Map<number, Hook>;
  /** Sends, and again with the same identifier while the answer asks for it. Resolves after the first try. */
  send(body: Record<string, unknown>, issue?: JiraIssue): Promise<void>;
  /** One delivery of raw text, signed; `retry` counts from 1. */
  sendOnce(rawBody: string, identifier: string, retry?: number): Promise<Response>;
  /** Everything sent, for delivering again. */
  sent: { identifier: string; rawBody: string }[];
  /** The one the stand-in was made with. */
  configured(): Hook | undefined;
}

/** Of which an app may register a webhook by itself. */
export const appEvents = [
  'jira:issue_created',
  'jira:issue_updated',
  'jira:issue_deleted',
  'comment_created',
  'comment_updated',
  'comment_deleted',
  'issue_property_set',
  'issue_property_deleted',
];
const sentEvents = [...appEvents, 'attachment_created', 'attachment_deleted'];

/** Jira Cloud tries again after these answers, and after none; spread over half an hour. Data Center never does. */
const retriedStatuses = [408, 409, 425, 429];
const retryDelaysMs = [60_000, 180_000, 300_000, 600_000, 660_000];

export function createWebhookSender(options: {
  clock: Clock;
  deployment: Deployment;
  secret: string;
  target: () => string | undefined;
  send: Send;
  later: (delayMs: number, run: () => void) => void;
  /** Whether the hook's filter lets the issue through. */
  isWanted: (hook: Hook, issue: JiraIssue | undefined) => boolean;
}): WebhookSender {
  const isCloud = options.deployment === 'cloud';
  let counter = 0;
  const hooks = new Map<number, Hook>();

  const configured = (): Hook | undefined => {
    const url = options.target();
    if (url === undefined) return undefined;
    return { id: 1, name: 'configured', url, events: sentEvents, jql: '', secret: options.secret, kind: 'admin' };
  };
  const wantedBy = (event: string, issue: JiraIssue | undefined): Hook[] =>
    [configured(), ...hooks.values()].filter(
      (hook): hook is Hook =>
        hook?.events.includes(event) === true &&
        (hook.expiresMs === undefined || hook.expiresMs > options.clock.now()) &&
        options.isWanted(hook, issue),
    );
  const deliver = async (hook: Hook, url: string, rawBody: string, identifier: string, retry: number) => {
    const signature = hook.secret && `sha256=${await hmacSha256Hex(hook.secret, rawBody)}`;
    return await options.send(
      new Request(url, {
        method: 'POST',
        body: rawBody,
        headers: {
          'content-type': 'application/json',
          ...(signature ? { 'x-hub-signature': signature } : {}),
          ...(isCloud
            ? { 'x-atlassian-webhook-identifier': identifier, 'x-atlassian-webhook-flow': 'Primary' }
            : { 'user-agent': 'Atlassian HttpClient / Jira Data Center' }),
          ...(retry > 0 ? { 'x-atlassian-webhook-retry': String(retry) } : {}),
        },
      }),
    );
  };

  const sender: WebhookSender = {
    hooks,
    sent: [],
    configured,
    async send(body, issue) {
      for (const hook of wantedBy(String(body.webhookEvent), issue)) {
        counter += 1;
        const identifier = `${options.clock.now()}-${counter}`;
        const rawBody = JSON.stringify(body);
        const url = fillAddress(hook.url, issue, isCloud ? undefined : body.user);
        sender.sent.push({ identifier, rawBody });
        const attempt = async (retry: number): Promise<void> => {
          const isDone = await deliver(hook, url, rawBody, identifier, retry)
            .then(({ status }) => status < 500 && !retriedStatuses.includes(status))
            .catch(() => false);
          const delayMs = retryDelaysMs[retry];
          if (!isDone && isCloud && delayMs !== undefined) options.later(delayMs, () => void attempt(retry + 1));
        };
        await attempt(0);
      }
    },
    async sendOnce(rawBody, identifier, retry = 0) {
      const hook = configured();
      return hook ? await deliver(hook, hook.url, rawBody, identifier, retry) : new Response(null, { status: 503 });
    },
  };
  return sender;
}

/** Addresses may hold `{issue.key}` and the like, older ones with a dollar; Data Center adds who did it. */
function fillAddress(address: string, issue: JiraIssue | undefined, user: unknown): string {
  const values: Record<string, string | undefined> = {
    'issue.key': issue?.key,
    'issue.id': issue?.id,
    'project.key': issue?.project.key,
    'project.id': issue?.project.id,
  };
  const filled = address.replaceAll(/\$?\{([a-z.]+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : encodeURIComponent(values[name]),
  );
  const { name, key } = (user ?? {}) as { name?: string; key?: string };
  if (name === undefined || key === undefined) return filled;
  const url = new URL(filled);
  url.searchParams.set('user_id', name);
  url.searchParams.set('user_key', key);
  return url.href;
}
