import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import { openVault, type Vault } from '#core/vault.ts';
import type { Json } from '#jobs/queue.ts';
import type { Chart, Message } from '../cases/messages.ts';
import type { ChannelPlace, ReplyPlace, ThreadPlace } from '../cases/place.ts';
import type { Destination, Post, Posted } from '../delivery/destination.ts';
import type { DigestMessage } from '../digest/digest-message.ts';
import { postedMessageKey } from '../store/posted-answers.ts';
import { keyedName } from '../writing/keyed-name.ts';
import { checkOutgoing } from './check-outgoing.ts';
import { readHistory } from './history.ts';
import { chartBlock, pictureBlock } from './render/chart-blocks.ts';
import { renderForSlack, type SlackContent } from './render/render-message.ts';
import type { SlackBlock } from './render/rich-text.ts';
import type { SlackClient, SlackClients } from './slack-client.ts';
import type { SlackMessage } from './slack-records.ts';

export type SlackPlace = ThreadPlace | ChannelPlace | ReplyPlace;

/** What marks our messages; the payload's one field is the delivery's key. */
const metadataEventType = 'logtriage_delivery';

/** Clocks of two machines may differ by this much before a look-up misses what was posted. */
const clockSlackMs = 5 * 60_000;
/** Slack takes about one message a second in a channel. */
const gapMs = 1_000;

type MessageContent = Extract<SlackContent, { kind: 'message' }>;
type SlackPost = Post<SlackPlace, SlackContent>;

/** Posts to threads, channels and, through `response_url`, to one person. */
export function createSlackDestination({
  clientOf,
  clock,
  vault = openVault,
  drawChart,
}: {
  clientOf: SlackClients;
  clock: Clock;
  /** Opens the addresses that answer one person. */
  vault?: Vault;
  /** A chart as PNG, where it can be drawn. */
  drawChart?: ((chart: Chart) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}): Destination<SlackPlace, Message | DigestMessage, SlackContent> {
  /** False once Slack has refused a chart of its own. */
  let takesCharts = true;

  return {
    kind: 'slack',
    gapMs,
    render: (place, message) => renderForSlack(message, { takesFiles: place.kind !== 'reply' }),
    rateGroup: ({ team, channel }) => `${team}:${channel}`,

    async post(post, signal) {
      if (post.content.kind === 'file') return await attach(post, post.content, signal);
      const { place } = post;
      return await inBestForm(place.team, post.content, signal, (shown) =>
        place.kind === 'reply' ? showAlone(place, shown, signal) : postMessage(post, shown, signal),
      );
    },

    async find(post, signal) {
      const { place, key } = post;
      if (place.kind === 'reply') {
        throw new RemoteError('rejected', 'messages that only one person sees cannot be looked up', {
          reason: 'no_look_up',
        });
      }
      const threadTs = threadOf(post);
      const stored = await storedMessages(
        { team: place.team, channel: place.channel, ...(threadTs ? { threadTs } : {}) },
        post,
        signal,
      );
      const carriers = stored.filter((message) => carries(message, key));
      const each = new Map(carriers.map(({ ts }) => [ts, posted(place.channel, ts)]));
      return [...each.values()].sort((a, b) => a.postedAtMs - b.postedAtMs);
    },

    async edit({ key, place, content }, ref, signal) {
      const { channel, ts } = ref as { channel?: string; ts?: string };
      if (content.kind !== 'message' || !channel || !ts) return;
      const words = (shown: MessageContent) => ({ ...stamped(key, shown), parse: 'none', link_names: false });
      await inBestForm(place.team, content, signal, (shown) =>
        clientOf(place.team).call('chat.update', { channel, ts, ...words(shown) }, signal),
      );
    },

    async remove({ place }, ref, signal) {
      const client = clientOf(place.team);
      const { channel, ts, fileId } = ref as { channel?: string; ts?: string; fileId?: string };
      try {
        if (ts) await client.call('chat.delete', { channel, ts }, signal);
        else if (fileId) await client.call('files.delete', { file: fileId }, signal);
      } catch (error) {
        // In a channel that is not to be seen it may still stand.
        if (!(error instanceof RemoteError) || error.code !== 'not_found' || error.needsPeople) throw error;
      }
    },
  };

  /** Sends a message with its charts as Slack's own, else as pictures, else without: their titles say what they show. */
  async function inBestForm<T>(
    team: string,
    content: MessageContent,
    signal: AbortSignal,
    send: (shown: MessageContent) => Promise<T>,
  ) {
    const { charts = [], ...plain } = content;
    const forms =
      charts.length === 0
        ? [async () => plain]
        : [
            ...(takesCharts ? [async () => withBlocks(plain, charts.map(chartBlock))] : []),
            ...(drawChart ? [async () => withBlocks(plain, await uploadPictures(clientOf(team), charts, signal))] : []),
            async () => plain,
          ];
    for (const [index, form] of forms.entries()) {
      const isLast = index === forms.length - 1;
      try {
        const shown = await form();
        checkOutgoing(shown);
        return await send(shown);
      } catch (error) {
        const isRefused = error instanceof RemoteError && error.code === 'rejected' && !error.isAmbiguous;
        if (isLast || !isRefused) throw error;
        if (error.reason === 'invalid_blocks' && index === 0) takesCharts = false;
      }
    }
    throw new RemoteError('rejected', 'Slack accepted no form of the message');
  }

  async function uploadPictures(
    client: SlackClient,
    charts: readonly Chart[],
    signal: AbortSignal,
  ): Promise<SlackBlock[]> {
    return await Promise.all(
      charts.map(async (chart, index) => {
        const bytes = (await drawChart?.(chart)) ?? new Uint8Array();
        const file = { name: `chart-${index + 1}.png`, title: chart.title, bytes };
        const fileId = await uploadFile(client, file, {}, signal);
        return pictureBlock(chart, fileId);
      }),
    );
  }

  async function postMessage(post: SlackPost, content: MessageContent, signal: AbortSignal): Promise<Posted> {
    const { team, channel } = post.place;
    const threadTs = threadOf(post);
    const reply = await clientOf(team).call(
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
      throw new RemoteError('unavailable', 'chat.postMessage returned no timestamp', { isAmbiguous: true });
    }
    return posted(typeof reply.channel === 'string' ? reply.channel : channel, reply.ts);
  }

  async function attach(
    post: SlackPost,
    { name, title, body }: Extract<SlackContent, { kind: 'file' }>,
    signal: AbortSignal,
  ): Promise<Posted> {
    const { team, channel } = post.place;
    const bytes = new TextEncoder().encode(body);
    const threadTs = threadOf(post);
    const at = { channel_id: channel, ...(threadTs ? { thread_ts: threadTs } : {}) };
    const file = { name: keyedName(name, post.key), title, bytes };
    const fileId = await uploadFile(clientOf(team), file, at, signal);
    return { ref: { channel, fileId }, postedAtMs: clock.now() };
  }

  /** `at`: the channel it is shown in; without one the bot alone has it until a message shows it. */
  async function uploadFile(
    client: SlackClient,
    { name: filename, title, bytes }: { name: string; title: string; bytes: Uint8Array<ArrayBuffer> },
    at: { channel_id?: string; thread_ts?: string },
    signal: AbortSignal,
  ): Promise<string> {
    const ticket = await client.call('files.getUploadURLExternal', { filename, length: bytes.length }, signal);
    if (typeof ticket.upload_url !== 'string' || typeof ticket.file_id !== 'string') {
      throw new RemoteError('unavailable', 'files.getUploadURLExternal returned no address');
    }
    await client.upload(ticket.upload_url, bytes, signal);
    await client.call('files.completeUploadExternal', { files: [{ id: ticket.file_id, title }], ...at }, signal);
    return ticket.file_id;
  }

  async function showAlone(
    { team, channel, user, threadTs, responseUrl }: ReplyPlace,
    { text, blocks }: MessageContent,
    signal: AbortSignal,
  ): Promise<Posted> {
    const client = clientOf(team);
    const url = await vault.open(responseUrl);
    const isTaken = url !== '' && (await respond(client, url, { text, blocks }, signal));
    if (!isTaken) {
      const thread = threadTs ? { thread_ts: threadTs } : {};
      const words = { text, blocks, parse: 'none', link_names: false };
      await client.call('chat.postEphemeral', { channel, user, ...thread, ...words }, signal);
    }
    return { ref: null, postedAtMs: clock.now() };
  }

  /** False: the address is used up or has expired. */
  async function respond(
    client: SlackClient,
    url: string,
    { text, blocks }: Pick<MessageContent, 'text' | 'blocks'>,
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
    { team, ...from }: { team: string; channel: string; threadTs?: string },
    { plannedAtMs }: SlackPost,
    signal: AbortSignal,
  ): Promise<SlackMessage[]> {
    const oldestS = (plannedAtMs - clockSlackMs) / 1000;
    const isPast = ({ ts }: SlackMessage) => from.threadTs === undefined && Number(ts) < oldestS;
    try {
      return await readHistory(clientOf(team), from, isPast, signal);
    } catch (error) {
      // No channel, or no thread: then there is no message of ours in it either.
      if (error instanceof RemoteError && error.code === 'not_found') return [];
      throw error;
    }
  }
}

/** What a message says, with the marks it is found by. */
function stamped(key: string, { text, blocks }: MessageContent) {
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

/** Charts stand below the finding they show. */
function withBlocks(content: MessageContent, charts: readonly SlackBlock[]): MessageContent {
  const [head, ...rest] = content.blocks;
  return { ...content, blocks: [...(head ? [head] : []), ...charts, ...rest] };
}
