import { Hono } from 'hono';
import { changeMessage } from './chat-methods.ts';
import { isShape } from './check-blocks.ts';
import { readContent } from './message-content.ts';
import { isTrue, nested, SlackProblem } from './web-api.ts';
import type { SlackChannel, SlackMessage, SlackToken, Workspace } from './workspace.ts';

const lifetimeMs = 30 * 60_000;
const mostUses = 5;

export interface ResponseUrls {
  /** Mounted at the stand-in's root: `/response/…`. */
  app: Hono;
  /** A fresh address for answers to what `user` did in the channel; `original`: the message they acted on. */
  issue(channelId: string, userId: string, original?: Original): string;
}

interface Original {
  ts: string;
  isEphemeral: boolean;
  threadTs: string | undefined;
}

interface Issued {
  channelId: string;
  userId: string;
  original: Original | undefined;
  uses: number;
  untilMs: number;
}

/** Works where the bot is no member, five times within half an hour. */
export function createResponseUrls(options: {
  workspace: Workspace;
  origin: () => string;
  bot: () => SlackToken;
}): ResponseUrls {
  const { workspace } = options;
  const issued = new Map<string, Issued>();
  const app = new Hono();

  app.post('/response/:id', async (c) => {
    const entry = issued.get(c.req.param('id'));
    if (!entry) return c.json({ ok: false, error: 'not_found' }, 404);
    if (workspace.clock.now() > entry.untilMs) return c.json({ ok: false, error: 'expired_url' }, 404);
    if (entry.uses >= mostUses) return c.json({ ok: false, error: 'used_url' }, 404);
    const channel = workspace.channels.get(entry.channelId);
    if (!channel) return c.json({ ok: false, error: 'channel_not_found' }, 404);
    entry.uses += 1;
    try {
      const body = nested(await c.req.text(), 'invalid_payload');
      if (!isShape(body)) throw new SlackProblem('invalid_payload');
      answer(channel, entry, body);
    } catch (error) {
      if (error instanceof SlackProblem) return c.json(error.reply, 400);
      throw error;
    }
    return c.json({ ok: true });
  });

  function answer(channel: SlackChannel, { userId: user, original }: Issued, body: Record<string, unknown>): void {
    if (original && (isTrue(body.delete_original) || isTrue(body.replace_original))) {
      const shown: { text: string; ts: string }[] = original.isEphemeral ? channel.ephemerals : channel.messages;
      const message = shown.find(({ ts }) => ts === original.ts);
      if (!message) throw new SlackProblem('message_not_found');
      if (isTrue(body.replace_original)) changeMessage(message, body);
      else if (original.isEphemeral) channel.ephemerals = channel.ephemerals.filter((other) => other !== message);
      else workspace.removeMessage(channel, message as SlackMessage);
      return;
    }
    const { text, blocks, attachments } = readContent(body);
    const content = { text, ...(blocks ? { blocks } : {}), ...(attachments ? { attachments } : {}) };
    const given = typeof body.thread_ts === 'string' ? body.thread_ts : undefined;
    const threadTs = given ?? (body.response_type === 'in_channel' ? undefined : original?.threadTs);
    if (body.response_type !== 'in_channel') {
      workspace.showEphemeral(channel, { user, ...content, ...(threadTs ? { threadTs } : {}) });
      return;
    }
    const { userId, botId } = options.bot();
    const thread = threadTs ? { thread_ts: threadTs } : {};
    channel.messages.push({
      type: 'message',
      ts: workspace.nextTs(),
      user: userId,
      bot_id: botId,
      ...content,
      ...thread,
    });
  }

  return {
    app,
    issue(channelId, userId, original) {
      const id = crypto.randomUUID();
      issued.set(id, { channelId, userId, original, uses: 0, untilMs: workspace.clock.now() + lifetimeMs });
      return `${options.origin()}/response/${id}`;
    },
  };
}
