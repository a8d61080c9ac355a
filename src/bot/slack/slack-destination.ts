import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import { openVault, type Vault } from '#core/vault.ts';
import type { Json } from '#jobs/queue.ts';
import type { Message } from '../cases/messages.ts';
import type { ChannelPlace, ReplyPlace, ThreadPlace } from '../cases/place.ts';
import type { Destination, Post, Posted } from '../delivery/destination.ts';
import type { DigestMessage } from '../digest/digest-message.ts';
import { postedMessageKey } from '../store/posted-answers.ts';
import { keyedName } from '../writing/keyed-name.ts';
import { checkOutgoing } from './check-outgoing.ts';
import { readHistory } from './history.ts';
import { renderForSlack, type SlackContent } from './render/render-message.ts';
import type { SlackClient } from './slack-client.ts';
import type { SlackMessage } from './slack-records.ts';

export type SlackPlace = ThreadPlace | ChannelPlace | ReplyPlace;

/** What marks our messages; the payload's one field is the delivery's key. */
const metadataEventType = 'logtriage_delivery';

/** Clocks of two machines may differ by this much before a look-up misses what was posted. */
const clockSlackMs = 5 * 60_000;
/** Slack takes about one message a second in a channel. */
const gapMs = 1_000;

type SlackPost = Post<SlackPlace, SlackContent>;

/** Posts to threads, channels and, through `response_url`, to one person. */
export function createSlackDestination({
  client,
  clock,
  vault = openVault,
}: {
  client: SlackClient;
  clock: Clock;
  /** Opens the addresses that answer one person. */
  vault?: Vault;
}): Destination<SlackPlace, Message | DigestMessage, SlackContent> {
  return {
    kind: 'slack',
    gapMs,
    render: (place, message) => renderForSlack(message, { takesFiles: place.kind !== 'reply' }),
    rateGroup: ({ channel }) => channel,

    async post(post, signal) {
      if (post.content.kind === 'file') return await attach(post, post.content, signal);
      checkOutgoing(post.content);
      return post.place.kind === 'reply'
        ? await showAlone(post.place, post.content, signal)
        : await postMessage(post, post.content, signal);
    },

    async find(post, signal) {
      const { place, key } = post;
      if (place.kind === 'reply') {
        throw new RemoteError('rejected', 'what one person alone sees cannot be looked up', { reason: 'no_look_up' });
      }
      const threadTs = threadOf(post);
      const stored = await storedMessages({ channel: place.channel, ...(threadTs ? { threadTs } : {}) }, post, signal);
      const carriers = stored.filter((message) => carries(message, key));
      const each = new Map(carriers.map(({ ts }) => [ts, posted(place.channel, ts)]));
      return [...each.values()].sort((a, b) => a.postedAtMs - b.postedAtMs);
    },

    async edit({ key, content }, ref, signal) {
      const { channel, ts } = ref as { channel?: string; ts?: string };
      if (content.kind !== 'message' || !channel || !ts) return;
      checkOutgoing(content);
      await client.call(
        'chat.update',
        { channel, ts, ...stamped(key, content), parse: 'none', link_names: false },
        signal,
      );
    },

    async remove(_, ref, signal) {
      const { channel, ts, fileId } = ref as { channel?: string; ts?: string; fileId?: string };
      try {
        if (ts) await client.call('chat.delete', { channel, ts }, signal);
        else if (fileId) await client.call('files.delete', { file: fileId }, signal);
      } catch (error) {
        if (!(error instanceof RemoteError) || error.code !== 'not_found') throw error;
      }
    },
  };

  async function postMessage(
    post: SlackPost,
    content: Extract<SlackContent, { kind: 'message' }>,
    signal: AbortSignal,
  ): Promise<Posted> {
    const { channel } = post.place;
    const threadTs = threadOf(post);
    const reply = await client.call(
      'chat.postMessage',
      {
        channel,
        ...stamped(post.key, content),
        // The text is words, not markup: no mentions, links or formatting are to be found in it.
        mrkdwn: false,
        parse: 'none',
        link_names: false,
        unfurl_links: false,
        unfurl_media: false,
        ...(threadTs ? { thread_ts: threadTs } : {}),
      },
      signal,
    );
    if (typeof reply.ts !== 'string') {
      throw new RemoteError('unavailable', 'chat.postMessage told no time stamp', { isAmbiguous: true });
    }
    return posted(typeof reply.channel === 'string' ? reply.channel : channel, reply.ts);
  }

  async function attach(
    post: SlackPost,
    { name, title, body }: Extract<SlackContent, { kind: 'file' }>,
    signal: AbortSignal,
  ): Promise<Posted> {
    const { channel } = post.place;
    const bytes = new TextEncoder().encode(body);
    const filename = keyedName(name, post.key);
    const ticket = await client.call('files.getUploadURLExternal', { filename, length: bytes.length }, signal);
    if (typeof ticket.upload_url !== 'string' || typeof ticket.file_id !== 'string') {
      throw new RemoteError('unavailable', 'files.getUploadURLExternal gave no address');
    }
    await client.upload(ticket.upload_url, bytes, signal);
    const threadTs = threadOf(post);
    await client.call(
      'files.completeUploadExternal',
      {
        files: [{ id: ticket.file_id, title }],
        channel_id: channel,
        ...(threadTs ? { thread_ts: threadTs } : {}),
      },
      signal,
    );
    return { ref: { channel, fileId: ticket.file_id }, postedAtMs: clock.now() };
  }

  async function showAlone(
    { channel, user, threadTs, responseUrl }: ReplyPlace,
    { text, blocks }: Extract<SlackContent, { kind: 'message' }>,
    signal: AbortSignal,
  ): Promise<Posted> {
    const url = await vault.open(responseUrl);
    const isTaken = url !== '' && (await respond(url, { text, blocks }, signal));
    if (!isTaken) {
      const thread = threadTs ? { thread_ts: threadTs } : {};
      const words = { text, blocks, parse: 'none', link_names: false };
      await client.call('chat.postEphemeral', { channel, user, ...thread, ...words }, signal);
    }
    return { ref: null, postedAtMs: clock.now() };
  }

  /** False: the address is used up or has expired. */
  async function respond(
    url: string,
    { text, blocks }: Pick<Extract<SlackContent, { kind: 'message' }>, 'text' | 'blocks'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const body = { response_type: 'ephemeral', replace_original: false, text, blocks, mrkdwn: false };
    try {
      await client.respond(url, body, signal);
      return true;
    } catch (error) {
      if (error instanceof RemoteError && error.code === 'not_found') return false;
      throw error;
    }
  }

  /** Threads whole; channels, which come newest first, as far as the message can be. Times only say when to stop. */
  async function storedMessages(
    from: { channel: string; threadTs?: string },
    { plannedAtMs }: SlackPost,
    signal: AbortSignal,
  ): Promise<SlackMessage[]> {
    const oldestS = (plannedAtMs - clockSlackMs) / 1000;
    const isPast = ({ ts }: SlackMessage) => from.threadTs === undefined && Number(ts) < oldestS;
    try {
      return await readHistory(client, from, isPast, signal);
    } catch (error) {
      // No channel, or no thread: then there is no message of ours in it either.
      if (error instanceof RemoteError && error.code === 'not_found') return [];
      throw error;
    }
  }
}

/** What a message says, with the marks it is found by. */
function stamped(key: string, { text, blocks }: Extract<SlackContent, { kind: 'message' }>) {
  return {
    text,
    blocks: blocks.map((block, index) => (index === 0 ? { ...block, block_id: key } : block)),
    metadata: { event_type: metadataEventType, event_payload: { key } },
  };
}

/** The thread a part belongs into: an answer in a channel starts one for what continues it. */
function threadOf({ place, firstRef }: SlackPost): string | undefined {
  if (place.kind === 'thread') return place.threadTs;
  if (firstRef === null || typeof firstRef !== 'object' || Array.isArray(firstRef)) return undefined;
  return typeof firstRef.ts === 'string' ? firstRef.ts : undefined;
}

function carries(message: SlackMessage, key: string): boolean {
  return (
    message.metadata?.event_payload.key === key ||
    message.blocks?.[0]?.block_id === key ||
    (message.files ?? []).some((file) => file.name?.includes(key) === true)
  );
}

function posted(channel: string, ts: string): Posted {
  const ref: Json = { channel, ts };
  return { ref, postedAtMs: Math.round(Number(ts) * 1000), messageKey: postedMessageKey(channel, ts) };
}
