import type { Deliveries } from './deliveries.ts';
import {
  actionOf,
  type Choice,
  type Found,
  findElements,
  type Json,
  list,
  missingInput,
  stateOf,
  stateValues,
} from './elements.ts';
import type { Grants } from './manifest.ts';
import type { ResponseUrls } from './response-urls.ts';
import type { Triggers } from './triggers.ts';
import type { SlackView, Views } from './views.ts';
import type { EphemeralMessage, SlackChannel, SlackMessage, Workspace } from './workspace.ts';

/** How the app answered; status 0: the client held the act back and nothing was sent. */
interface InteractionReply {
  status: number;
  body: Json;
}

interface SubmitReply extends InteractionReply {
  /** By block id: what the person is told to mend. Empty: the view was taken. */
  errors: Record<string, string>;
}

/** What people do with buttons, modals and shortcuts. Each act sends the payload Slack sends, signed. */
export interface Interactions {
  /** Presses a button or chooses in a message, ephemeral ones included. */
  press(act: Pressed & { channel: string; ts: string }): Promise<InteractionReply>;
  /** The same in the topmost modal, or in App Home. */
  pressInView(act: Pressed & { home?: boolean }): Promise<InteractionReply>;
  /** Submits the topmost modal; `values` by action id, the rest as it stands. */
  submit(act: { user: string; values?: Record<string, Choice> }): Promise<SubmitReply>;
  /** Closes the topmost modal, or all of them at once. */
  close(act: { user: string; all?: boolean }): Promise<InteractionReply>;
  /** The shortcut of the message's menu. */
  shortcut(act: { channel: string; ts: string; user: string; callbackId: string }): Promise<InteractionReply>;
  globalShortcut(act: { user: string; callbackId: string }): Promise<InteractionReply>;
}

export interface Pressed {
  user: string;
  actionId: string;
  /** Where several elements have the same action id. */
  blockId?: string;
  choice?: Choice;
}

const heldBack: InteractionReply = { status: 0, body: {} };

export function createInteractions(options: {
  workspace: Workspace;
  deliveries: Deliveries;
  responseUrls: ResponseUrls;
  triggers: Triggers;
  views: Views;
  grants: Grants;
}): Interactions {
  const { workspace, views, triggers, responseUrls } = options;

  const base = (type: string, user: string): Json => ({
    type,
    team: workspace.organisation ? null : { id: workspace.teamId, domain: 'sandbox' },
    enterprise: workspace.organisation ?? null,
    is_enterprise_install: workspace.organisation !== undefined,
    user: {
      id: user,
      username: workspace.users.get(user)?.name ?? user,
      name: workspace.users.get(user)?.name ?? user,
      team_id: workspace.teamId,
    },
    api_app_id: workspace.appId,
    token: 'legacy',
  });
  const send = async (payload: Json): Promise<InteractionReply> => {
    options.grants.requireInteractivity();
    const response = await options.deliveries.form(
      new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
    );
    const raw = await response.text();
    const isJson = raw !== '' && (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, body: isJson ? (JSON.parse(raw) as Json) : {} };
  };
  const topOf = (user: string): SlackView => {
    const view = views.modalsOf(user).at(-1);
    if (!view) throw new Error(`${user} sees no modal`);
    return view;
  };

  return {
    async press({ channel: channelId, ts, user, actionId, blockId, choice }) {
      const { channel, message, isEphemeral } = findShown(workspace, channelId, ts, user);
      const found = pick(blocksOf(message), actionId, blockId);
      const threadTs = isEphemeral ? (message as EphemeralMessage).threadTs : (message as SlackMessage).thread_ts;
      return await send({
        ...base('block_actions', user),
        container: {
          type: 'message',
          message_ts: ts,
          channel_id: channelId,
          is_ephemeral: isEphemeral,
          ...(threadTs ? { thread_ts: threadTs } : {}),
        },
        trigger_id: triggers.issue({ user }),
        channel: { id: channelId, name: nameOf(channel) },
        ...(isEphemeral ? {} : { message: shownMessage(message as SlackMessage, workspace) }),
        state: { values: stateValues(blocksOf(message)) },
        response_url: responseUrls.issue(channelId, user, { ts, isEphemeral, threadTs }),
        actions: [actionOf(found, choice, workspace.nextTs())],
      });
    },

    async pressInView({ user, actionId, blockId, choice, home = false }) {
      const view = home ? views.homeOf(user) : topOf(user);
      if (!view) throw new Error(`${user} has no App Home`);
      const found = pick(view.blocks, actionId, blockId);
      keep(view, found, choice);
      return await send({
        ...base('block_actions', user),
        container: { type: 'view', view_id: view.id },
        trigger_id: triggers.issue({ user, viewId: view.id }),
        view: views.show(view),
        actions: [actionOf(found, choice, workspace.nextTs())],
      });
    },

    async submit({ user, values = {} }) {
      const view = topOf(user);
      const errors: Record<string, string> = {};
      const inputs = findElements(view.blocks).filter(({ block }) => block.type === 'input');
      for (const name of Object.keys(values)) pickFrom(inputs, name, undefined, 'to fill in');
      for (const found of inputs) {
        const state = keep(view, found, values[String(found.element.action_id)]);
        const missing = missingInput(found, state);
        if (missing) errors[String(found.block.block_id)] = missing;
      }
      if (Object.keys(errors).length > 0) return { ...heldBack, errors };
      const reply = await send({
        ...base('view_submission', user),
        trigger_id: triggers.issue({ user, viewId: view.id }),
        view: views.show(view),
        response_urls: [],
      });
      if (reply.status !== 200) return { ...reply, errors: { '': 'We had some trouble connecting. Try again?' } };
      return { ...reply, errors: respond(view, reply.body) };
    },

    async close({ user, all = false }) {
      const view = topOf(user);
      const shown = views.show(view);
      views.close(user, all);
      if (view.given.notify_on_close !== true) return heldBack;
      return await send({ ...base('view_closed', user), view: shown, is_cleared: all });
    },

    async shortcut({ channel: channelId, ts, user, callbackId }) {
      options.grants.requireShortcut('message', callbackId);
      const { channel, message, isEphemeral } = findShown(workspace, channelId, ts, user);
      if (isEphemeral) throw new Error('shortcuts are for messages that all can see');
      return await send({
        ...base('message_action', user),
        callback_id: callbackId,
        trigger_id: triggers.issue({ user }),
        action_ts: workspace.nextTs(),
        message_ts: ts,
        response_url: responseUrls.issue(channelId, user),
        channel: { id: channelId, name: nameOf(channel) },
        message: shownMessage(message as SlackMessage, workspace),
      });
    },

    async globalShortcut({ user, callbackId }) {
      options.grants.requireShortcut('global', callbackId);
      const action_ts = workspace.nextTs();
      return await send({
        ...base('shortcut', user),
        callback_id: callbackId,
        trigger_id: triggers.issue({ user }),
        action_ts,
      });
    },
  };

  function keep(view: SlackView, { block, element }: Found, choice: Choice | undefined): Json {
    const blockId = String(block.block_id);
    const actionId = String(element.action_id);
    const kept = view.values[blockId]?.[actionId] as Json | undefined;
    const state = choice === undefined && kept ? kept : stateOf(element, choice);
    view.values[blockId] = { ...view.values[blockId], [actionId]: state };
    return state;
  }

  /** Does with the view what the app's answer to its submission says. */
  function respond(view: SlackView, body: Json): Record<string, string> {
    const { response_action: action } = body;
    if (action === 'errors') return body.errors as Record<string, string>;
    if (action === 'update') views.replace(view, body.view);
    else if (action === 'push') views.push(view.user, body.view);
    else views.close(view.user, action === 'clear');
    return {};
  }
}

/** The message, where this person can see it. */
function findShown(
  workspace: Workspace,
  channelId: string,
  ts: string,
  user: string,
): { channel: SlackChannel; message: SlackMessage | EphemeralMessage; isEphemeral: boolean } {
  const channel = workspace.channels.get(channelId);
  const ephemeral = channel?.ephemerals.find((shown) => shown.ts === ts && shown.user === user);
  const message = ephemeral ?? channel?.messages.find((shown) => shown.ts === ts);
  const isSeen = channel && (channel.kind === 'public' || channel.members.has(user));
  if (!channel || !message || !isSeen) throw new Error(`${user} sees no message ${ts} in ${channelId}`);
  return { channel, message, isEphemeral: ephemeral !== undefined };
}

function pick(blocks: readonly unknown[], actionId: string, blockId: string | undefined): Found {
  return pickFrom(findElements(blocks), actionId, blockId, 'to press');
}

function pickFrom(all: readonly Found[], actionId: string, blockId: string | undefined, use: string): Found {
  const found = all.find(
    ({ block, element }) => element.action_id === actionId && (blockId === undefined || block.block_id === blockId),
  );
  if (found) return found;
  throw new Error(
    `nothing ${use} called ${actionId}; there are: ${all.map(({ element }) => element.action_id).join(', ')}`,
  );
}

function blocksOf({ blocks, attachments }: { blocks?: unknown[]; attachments?: Json[] }): unknown[] {
  return [...(blocks ?? []), ...list(attachments).flatMap((attachment) => list(attachment.blocks))];
}

function shownMessage(message: SlackMessage, workspace: Workspace): Json {
  const { metadata: _, ...shown } = message;
  return { ...shown, team: workspace.teamId };
}

function nameOf({ kind, name }: SlackChannel): string {
  return kind === 'im' ? 'directmessage' : kind === 'private' ? 'privategroup' : name;
}
