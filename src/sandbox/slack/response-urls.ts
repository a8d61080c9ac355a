import { Hono } from 'hono';
import { readContent } from './chat-methods.ts';
import { SlackProblem } from './web-api.ts';
import type { SlackMessage, SlackToken, Workspace } from './workspace.ts';

const lifetimeMs = 30 * 60_000;
const mostUses = 5;

export interface ResponseUrls {
  /** Mounted at the stand-in's root: `/response/…`. */
  app: Hono;
  /** A fresh address for answers to what `user` did in the channel. */
  issue(channelId: string, userId: string): string;
}

/** Works where the bot is no member, five times within half an hour. */
export function createResponseUrls(options: {
  workspace: Workspace;
  origin: () => string;
  bot: () => SlackToken;
}): ResponseUrls {
  const { workspace } = options;
  const issued = new Map<string, { channelId: string; userId: string; uses: number; untilMs: number }>();
  const app = new Hono();

  app.post('/response/:id', async (c) => {
    const entry = issued.get(c.req.param('id'));
    if (!entry) return c.json({ ok: false, error: 'not_found' }, 404);
    if (workspace.clock.now() > entry.untilMs) return c.json({ ok: false, error: 'expired_url' }, 404);
    if (entry.uses >= mostUses) return c.json({ ok: false, error: 'used_url' }, 404);
    const channel = workspace.channels.get(entry.channelId);
    if (!channel) return c.json({ ok: false, error: 'channel_not_found' }, 404);
    entry.uses += 1;
    const body = (await c.req.json()) as Record<string, unknown>;
    try {
      const { text, blocks } = readContent(body);
      if (body.response_type === 'in_channel') {
        const { userId, botId } = options.bot();
        const message: SlackMessage = { type: 'message', ts: workspace.nextTs(), user: userId, bot_id: botId, text };
        channel.messages.push(blocks ? { ...message, blocks } : message);
      } else {
        channel.ephemerals.push({
          user: entry.userId,
          text,
          atMs: workspace.clock.now(),
          ...(blocks ? { blocks } : {}),
        });
      }
    } catch (error) {
      if (error instanceof SlackProblem) return c.json(error.reply, 400);
      throw error;
    }
    return c.json({ ok: true });
  });

  return {
    app,
    issue(channelId, userId) {
      const id = crypto.randomUUID();
      issued.set(id, { channelId, userId, uses: 0, untilMs: workspace.clock.now() + lifetimeMs });
      return `${options.origin()}/response/${id}`;
    },
  };
}
