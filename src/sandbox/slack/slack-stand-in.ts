import { Hono } from 'hono';
import type { Clock } from '#core/clock.ts';
import { createFaults, type Faults, fetchStandIn } from '../faults.ts';
import { type AppInstall, createAppInstall, type SlackOAuthClient } from './app-install.ts';
import { authorizeRoutes } from './authorize-page.ts';
import { channelChanges } from './channel-changes.ts';
import { chatMethods } from './chat-methods.ts';
import { conversationMethods } from './conversation-methods.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import { channelTypes, reactionEvent } from './events.ts';
import { createFileHosting, type FileHosting } from './file-methods.ts';
import { readGrants, type SlackManifest } from './manifest.ts';
import { createPeople, type People } from './people.ts';
import { peopleMethods } from './people-methods.ts';
import { pinMethods } from './pin-methods.ts';
import { reactionMethods } from './reaction-methods.ts';
import { createResponseUrls } from './response-urls.ts';
import { scheduledMethods } from './scheduled-methods.ts';
import type { Send } from './signed-delivery.ts';
import { streamMethods } from './stream-methods.ts';
import { threadStatusMethods } from './thread-status-methods.ts';
import { createTriggers } from './triggers.ts';
import { createViews, type Views } from './views.ts';
import { createWebApi, type RecordedCall } from './web-api.ts';
import { createWorkspace, type SlackChannel, type SlackMessage, type SlackToken, type Workspace } from './workspace.ts';

export interface SlackStandInOptions {
  clock: Clock;
  /** Where the stand-in's root is reachable, no slash at the end: `http://127.0.0.1:3000/sandbox/slack`. */
  origin: () => string;
  signingSecret: string;
  /** Of an app that is installed from the beginning; absent: somebody has to install it. */
  botToken?: string;
  /** Lets the app be installed by OAuth. */
  oauth?: SlackOAuthClient;
  team?: { id: string; name: string };
  /** What it belongs to: the app is then installed for all of its workspaces at once. */
  organisation?: { id: string; name: string };
  scopes?: readonly string[];
  /** The app's manifest: what it is granted and told of is what stands in it. Without one, everything. */
  manifest?: SlackManifest;
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
  /** What stands on people's screens beside messages. */
  views: Pick<Views, 'modalsOf' | 'homeOf' | 'show'>;
  /** The app's own shortcuts for messages. */
  shortcuts: readonly { callbackId: string; name: string }[];
  deliveries: Deliveries;
  faults: Faults;
  bot: SlackToken;
  install: AppInstall;
  /** Every call of the Web API, in order. */
  calls: RecordedCall[];
  /** Calls of methods that do not exist: a mistake of the app. */
  unexpected: string[];
  settings: { hasRateLimits: boolean; downloadRedirect: FileHosting['redirectTo'] };
}

const defaultScopes = [
  'app_mentions:read',
  'assistant:write',
  'channels:history',
  'channels:manage',
  'channels:read',
  'chat:write',
  'commands',
  'emoji:read',
  'files:read',
  'files:write',
  'groups:history',
  'groups:read',
  'groups:write',
  'im:history',
  'im:read',
  'im:write',
  'links:read',
  'links:write',
  'mpim:history',
  'mpim:read',
  'pins:read',
  'pins:write',
  'reactions:read',
  'reactions:write',
  'team:read',
  'usergroups:read',
  'users.profile:read',
  'users:read',
  'users:read.email',
];

/** A Slack workspace that holds its state in memory and keeps Slack's rules: scopes, limits, errors, signatures. */
export function createSlackStandIn(options: SlackStandInOptions): SlackStandIn {
  const { id: teamId, name: teamName } = options.team ?? { id: 'T0SANDBOX', name: 'Sandbox' };
  const workspace = createWorkspace(options.clock, {
    teamId,
    teamName,
    organisation: options.organisation,
    appId: 'A0SANDBOX',
  });
  const faults = createFaults();
  const grants = readGrants(options.manifest);
  const later = options.later ?? ((delayMs: number, run: () => void) => void setTimeout(run, delayMs));
  const bot: SlackToken = {
    token: options.botToken ?? '',
    userId: 'U0LOGTRIAGE',
    botId: 'B0LOGTRIAGE',
    scopes: new Set(options.scopes ?? options.manifest?.oauth_config?.scopes?.bot ?? defaultScopes),
    isRevoked: false,
  };
  if (options.botToken) workspace.tokens.set(bot.token, bot);
  workspace.addUser({ id: bot.userId, name: 'logtriage', realName: 'logtriage', isBot: true });

  const client = options.oauth ?? { clientId: '', clientSecret: '' };
  const install = createAppInstall({
    workspace,
    bot,
    client,
    rotates: options.manifest?.settings?.token_rotation_enabled === true,
    redirectUrls: options.manifest?.oauth_config?.redirect_urls,
    deliveries: () => deliveries,
    isInstalled: options.botToken !== undefined,
  });
  const deliveries = createDeliveries({
    workspace,
    signingSecret: options.signingSecret,
    botUserId: bot.userId,
    // Nothing of a workspace reaches an app that is not in it.
    target: () => (install.isInstalled() ? options.target() : undefined),
    send: options.send ?? ((request) => fetch(request)),
    later,
    isSubscribed: grants.isSubscribed,
  });
  const onPosted = (channel: SlackChannel, message: SlackMessage): void => {
    const { metadata: _, ...event } = message;
    const echo = { ...event, channel: channel.id, channel_type: channelTypes[channel.kind], event_ts: message.ts };
    void deliveries.tell(echo);
  };
  const onChanged = ({ id, kind }: SlackChannel, { metadata: _, ...message }: SlackMessage): void => {
    const ts = workspace.nextTs();
    const place = { channel: id, channel_type: channelTypes[kind], ts, event_ts: ts };
    void deliveries.tell({ type: 'message', subtype: 'message_changed', hidden: true, message, ...place });
  };
  const tell = (event: Record<string, unknown>) => void deliveries.tell(event);
  const settings: SlackStandIn['settings'] = { hasRateLimits: true, downloadRedirect: { origin: undefined } };
  const files = createFileHosting({ workspace, origin: options.origin, faults, onPosted });
  settings.downloadRedirect = files.redirectTo;
  const responseUrls = createResponseUrls({ workspace, origin: options.origin, bot: () => bot });
  const triggers = createTriggers(options.clock);
  const views = createViews({ workspace, triggers, bot: () => bot, hasHomeTab: grants.hasHomeTab });
  const api = createWebApi({
    workspace,
    methods: [
      ...chatMethods({ workspace, origin: options.origin, onPosted, onChanged }),
      ...scheduledMethods({ workspace, later, onPosted }),
      ...views.methods,
      ...reactionMethods(workspace, (type, place, user, name) => {
        void deliveries.tell(reactionEvent(workspace, type === 'reaction_removed', place, user, name));
      }),
      ...conversationMethods(workspace),
      ...channelChanges({ workspace, onPosted, tell }),
      ...pinMethods(workspace, options.origin, tell),
      ...streamMethods({ workspace, onPosted, onChanged }),
      ...threadStatusMethods(workspace),
      ...peopleMethods(workspace, options.origin),
      ...files.methods,
      ...(options.oauth ? install.methods : []),
    ],
    faults,
    hasRateLimits: () => settings.hasRateLimits,
  });

  const app = new Hono();
  app.route('/api', api.app);
  app.route('/', files.app);
  app.route('/', responseUrls.app);
  if (options.oauth) app.route('/', authorizeRoutes([install], client.clientId));

  return {
    app,
    fetch: (request) => fetchStandIn(app, request),
    workspace,
    people: createPeople({
      workspace,
      origin: options.origin,
      deliveries,
      responseUrls,
      triggers,
      views,
      grants,
      botUserId: bot.userId,
    }),
    views,
    shortcuts: grants.messageShortcuts,
    deliveries,
    faults,
    bot,
    install,
    calls: api.calls,
    unexpected: api.unexpected,
    settings,
  };
}
