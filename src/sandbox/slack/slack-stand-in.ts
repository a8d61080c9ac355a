import { Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { createFaults, type Faults, fetchStandIn } from '../faults.ts';
import { chatMethods } from './chat-methods.ts';
import { conversationMethods } from './conversation-methods.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { createFileHosting, type FileHosting } from './file-methods.ts';
import { channelTypes, createPeople, type People } from './people.ts';
import { peopleMethods } from './people-methods.ts';
import { createResponseUrls } from './response-urls.ts';
import type { Send } from './signed-delivery.ts';
import { createWebApi, type RecordedCall } from './web-api.ts';
import { createWorkspace, type SlackChannel, type SlackMessage, type SlackToken, type Workspace } from './workspace.ts';

export interface SlackStandInOptions {
  clock: Clock;
  /** Where the stand-in's root is reachable, no slash at the end: `http://127.0.0.1:3000/sandbox/slack`. */
  origin: () => string;
  signingSecret: string;
  botToken: string;
  scopes?: readonly string[];
  /** Where the app takes events, commands and interactions; undefined: nowhere yet. */
  target: () => string | undefined;
  /** How signed requests travel; default: over the network. */
  send?: Send;
  /** Runs Slack's delivery retries; default: timers. */
  later?: (delayMs: number, run: () => void) => void;
}

export interface SlackStandIn {
  /** `/api/<method>`, `/files-pri/…`, `/upload/…`, `/response/…`. */
  app: Hono;
  /** The same without a socket. */
  fetch(request: Request): Promise<Response>;
  workspace: Workspace;
  people: People;
  deliveries: Deliveries;
  faults: Faults;
  bot: SlackToken;
  /** Every call of the Web API, in order. */
  calls: RecordedCall[];
  /** Calls of methods that do not exist: a mistake of the app. */
  unexpected: string[];
  settings: { hasRateLimits: boolean; downloadRedirect: FileHosting['redirectTo'] };
}

export const defaultScopes = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'mpim:history',
  'mpim:read',
  'reactions:write',
  'users:read',
  'users:read.email',
];

/** A Slack workspace that holds its state in memory and keeps Slack's rules: scopes, limits, errors, signatures. */
export function createSlackStandIn(options: SlackStandInOptions): SlackStandIn {
  const workspace = createWorkspace(options.clock, 'T0SANDBOX', 'A0SANDBOX');
  const faults = createFaults();
  const bot: SlackToken = {
    token: options.botToken,
    userId: 'U0LOGTRIAGE',
    botId: 'B0LOGTRIAGE',
    scopes: new Set(options.scopes ?? defaultScopes),
    isRevoked: false,
  };
  workspace.tokens.set(bot.token, bot);
  workspace.addUser({ id: bot.userId, name: 'logtriage', realName: 'logtriage', isBot: true });

  const deliveries = createDeliveries({
    workspace,
    signingSecret: options.signingSecret,
    botUserId: bot.userId,
    target: options.target,
    send: options.send ?? ((request) => fetch(request)),
    later: options.later ?? ((delayMs, run) => void setTimeout(run, delayMs)),
  });
  const onPosted = (channel: SlackChannel, message: SlackMessage): void => {
    const { metadata: _, ...event } = message;
    const echo = { ...event, channel: channel.id, channel_type: channelTypes[channel.kind], event_ts: message.ts };
    void deliveries.event(deliveries.envelope(echo));
  };
  const settings: SlackStandIn['settings'] = { hasRateLimits: true, downloadRedirect: { origin: undefined } };
  const files = createFileHosting({ workspace, origin: options.origin, faults, onPosted });
  settings.downloadRedirect = files.redirectTo;
  const responseUrls = createResponseUrls({ workspace, origin: options.origin, bot: () => bot });
  const api = createWebApi({
    workspace,
    methods: [
      ...chatMethods({ workspace, origin: options.origin, onPosted }),
      ...conversationMethods(workspace),
      ...peopleMethods(workspace, options.origin),
      ...files.methods,
    ],
    faults,
    hasRateLimits: () => settings.hasRateLimits,
  });

  const app = new Hono();
  app.route('/api', api.app);
  app.route('/', files.app);
  app.route('/', responseUrls.app);

  return {
    app,
    fetch: (request) => fetchStandIn(app, request),
    workspace,
    people: createPeople({ workspace, origin: options.origin, deliveries, responseUrls, botUserId: bot.userId }),
    deliveries,
    faults,
    bot,
    calls: api.calls,
    unexpected: api.unexpected,
    settings,
  };
}
