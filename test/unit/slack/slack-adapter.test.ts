import { describe, expect, it } from 'vitest';
import { RemoteError } from '#core/errors.ts';
import type { ThreadPlace } from '../../../src/bot/cases/place.ts';
import type { Post } from '../../../src/bot/delivery/destination.ts';
import { createIdentity } from '../../../src/bot/slack/identity.ts';
import { createProgressReaction } from '../../../src/bot/slack/progress-reaction.ts';
import type { SlackContent } from '../../../src/bot/slack/render/render-message.ts';
import { createSlackChat } from '../../../src/bot/slack/slack-chat.ts';
import { createSlackDestination, type SlackPlace } from '../../../src/bot/slack/slack-destination.ts';
import { singleWorkspace } from '../../../src/bot/slack/workspaces.ts';
import { readMessage } from '../../../src/sandbox/slack/message-reading.ts';
import { sampleAnswer } from '../../support/sample-answer.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { downloaderOf, slackClientsOf, slackOrigin, slackSecrets, startSlack } from '../../support/vendors.ts';

const team = 'T0SANDBOX';
const channel = 'C0BRINGUP';
const signal = new AbortController().signal;

function setUp(options: { scopes?: string[] } = {}) {
  const clock = createTestClock();
  const slack = startSlack(clock, undefined, options);
  const clientOf = slackClientsOf(slack);
  const chat = createSlackChat({
    clientOf,
    identity: createIdentity(clientOf),
    workspaces: singleWorkspace(slackSecrets.botToken),
    downloader: downloaderOf(slack),
    apiUrl: `${slackOrigin}/api/`,
    clock,
  });
  const destination = createSlackDestination({ clientOf, clock });
  const postOf = (place: SlackPlace, part = 0, firstRef: Post['firstRef'] = null): Post<SlackPlace, SlackContent> => {
    const answer = part === 0 ? sampleAnswer : { ...sampleAnswer, explanation: 'word '.repeat(9_000) };
    const content = destination.render(place, answer, 'a1b2c3d4')[part]!.content;
    return { part, key: `delivery-${part}`, place, content, plannedAtMs: clock.now(), firstRef };
  };
  return { clock, slack, chat, destination, clientOf, postOf };
}

async function failure(work: Promise<unknown>): Promise<RemoteError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RemoteError)) throw new Error(`not a RemoteError: ${error}`);
  return error;
}

describe('what cases ask of Slack', () => {
  it('reads a message with its files, mentions and links as people do', async () => {
    const { slack, chat } = setUp();
    const { message, files } = await slack.people.say({
      channel,
      user: 'U0ADA',
      text: `<@${slack.bot.userId}> why &lt;this&gt;? <https://jira.test/browse/PROJ-1|PROJ-1> ask <@U0BOB> in <#C1|ops>`,
      files: [
        { name: 'a.log', bytes: 'one' },
        { name: 'doc', bytes: '', mode: 'external' },
        { name: 'gone', bytes: '', mode: 'tombstone' },
        { name: 'old', bytes: '', mode: 'hidden_by_limit' },
      ],
    });
    const fetched = await chat.message({ team, channel, ts: message.ts });
    expect(fetched).toEqual({
      status: 'found',
      value: {
        team,
        channel,
        ts: message.ts,
        threadTs: message.ts,
        text: 'why <this>? PROJ-1 ask @U0BOB in #ops',
        spoken: 'why <this>? PROJ-1 ask in #ops',
        urls: ['https://jira.test/browse/PROJ-1'],
        mentionsBot: true,
        mentionsOthers: true,
        author: { kind: 'person', id: 'U0ADA' },
        files: [
          { id: files[0]?.id, name: 'a.log', sizeBytes: 3, mimeType: 'text/plain' },
          expect.objectContaining({ skip: 'external' }),
          expect.objectContaining({ skip: 'deleted' }),
          expect.objectContaining({ skip: 'hidden_by_limit' }),
        ],
      },
    });
  });

  it('finds a reply by its thread, and by its time stamp alone', async () => {
    const { slack, chat } = setUp();
    const root = await slack.people.say({ channel, user: 'U0ADA', text: 'root' });
    const reply = await slack.people.say({ channel, user: 'U0BOB', text: 'reply', threadTs: root.message.ts });
    const ref = { team, channel, ts: reply.message.ts };
    for (const asked of [ref, { ...ref, threadTs: root.message.ts }]) {
      expect(await chat.message(asked)).toMatchObject({ value: { text: 'reply', threadTs: root.message.ts } });
    }
    const place: ThreadPlace = { kind: 'thread', team, channel, threadTs: root.message.ts };
    expect(await chat.threadRoot(place)).toMatchObject({ value: { text: 'root' } });
    expect(await chat.message({ team, channel, ts: '1.000001' })).toEqual({ status: 'gone' });
  });

  it('asks about a file of another organisation', async () => {
    const { slack, chat } = setUp();
    const shared = { name: 'theirs.log', bytes: 'abc', isConnectStub: true };
    const { message } = await slack.people.say({ channel, user: 'U0ADA', files: [shared] });
    expect(await chat.message({ team, channel, ts: message.ts })).toMatchObject({
      value: { files: [{ name: 'theirs.log', sizeBytes: 3 }] },
    });
  });

  it('tells where a file was shared, what a channel is, and who it is itself', async () => {
    const { slack, chat } = setUp();
    const { message, files } = await slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'a', bytes: 'b' }] });
    expect(await chat.shares(team, files[0]!.id)).toEqual({
      status: 'found',
      value: [{ team, channel, ts: message.ts }],
    });
    expect(await chat.channel(team, channel)).toEqual({
      status: 'found',
      value: { id: channel, name: 'bringup', visibility: 'public', isMember: true, isShared: false },
    });
    expect(await chat.channel(team, 'C0NONE')).toEqual({ status: 'gone' });
    expect(await chat.identity(team)).toEqual({ team, userId: slack.bot.userId, botId: slack.bot.botId });
    const link = await chat.permalink(team, channel, message.ts);
    expect(chat.readLink(link ?? '', team)).toMatchObject({ kind: 'message', ref: { channel, ts: message.ts } });
    expect(chat.readLink('https://evil.example/archives/C0BRINGUP/p1700000000000100', team)).toBeNull();
  });

  it('downloads a file', async () => {
    const { slack, chat } = setUp();
    const { files } = await slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'a.log', bytes: 'content' }] });
    const download = await chat.download({ team, fileId: files[0]!.id }, signal);
    expect(download).toMatchObject({ status: 'ok', name: 'a.log', sizeBytes: 7 });
    if (download.status === 'ok') expect(await new Response(download.stream).text()).toBe('content');
  });

  it.each([
    ['a log', 'a.log', 'text/plain'],
    ['a page', 'report.html', 'text/html'],
  ])('tells the sign-in page from %s', async (_, name, mimetype) => {
    const { slack, chat } = setUp();
    const { files } = await slack.people.say({ channel, user: 'U0ADA', files: [{ name, mimetype, bytes: 'x' }] });
    const body = '<!DOCTYPE html><html>Sign in</html>';
    slack.faults.add('download', { kind: 'status', status: 200, contentType: 'text/html', body });
    const download = await chat.download({ team, fileId: files[0]!.id }, signal);
    expect(download).toEqual({ status: 'signed_out', missingScope: 'files:read' });
  });

  it('tells a refusal in JSON from the file, also where it is longer than the file', async () => {
    const { slack, chat } = setUp();
    const { files } = await slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'a.log', bytes: 'x' }] });
    const refuse = async (said: object) => {
      const refusal = { status: 200, contentType: 'application/json', body: JSON.stringify({ ok: false, ...said }) };
      slack.faults.add('download', { kind: 'status', ...refusal });
      return await chat.download({ team, fileId: files[0]!.id }, signal);
    };
    const provided = Array.from({ length: 60 }, (_, at) => `scope${at}:read`).join();
    const missing = { error: 'missing_scope', needed: 'files:read', provided };
    expect(await refuse(missing)).toEqual({ status: 'signed_out', missingScope: 'files:read' });
    expect(await refuse({ error: 'not_visible' })).toEqual({ status: 'forbidden', reason: 'not_visible' });
  });

  it('takes a refusal that was shared as a file', async () => {
    const { slack, chat } = setUp();
    const bytes = JSON.stringify({ ok: false, error: 'missing_scope', needed: 'files:read' });
    const { files } = await slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'answer.json', bytes }] });
    expect(await chat.download({ team, fileId: files[0]!.id }, signal)).toMatchObject({ status: 'ok' });
  });

  it('takes a page that was shared as a file', async () => {
    const { slack, chat } = setUp();
    const bytes = '<!DOCTYPE html><html>a report</html>';
    const { files } = await slack.people.say({
      channel,
      user: 'U0ADA',
      files: [{ name: 'r.html', mimetype: 'text/html', bytes }],
    });
    expect(await chat.download({ team, fileId: files[0]!.id }, signal)).toMatchObject({ status: 'ok' });
  });

  it('names the missing scope', async () => {
    const { chat } = setUp({ scopes: ['chat:write'] });
    const forbidden = { status: 'forbidden', missingScope: 'files:read' };
    expect(await chat.download({ team, fileId: 'F1' }, signal)).toMatchObject(forbidden);
  });
});

describe('posting to Slack', () => {
  it('posts once, is found by its key, and can be taken back', async () => {
    const { slack, destination, postOf } = setUp();
    const root = await slack.people.say({ channel, user: 'U0ADA', text: 'root' });
    const post = postOf({ kind: 'thread', team, channel, threadTs: root.message.ts });
    const posted = await destination.post(post, signal);
    const stored = slack.workspace.channels.get(channel)?.messages.at(-1);
    expect(stored).toMatchObject({
      thread_ts: root.message.ts,
      mrkdwn: false,
      metadata: { event_payload: { key: post.key } },
    });
    expect(readMessage(stored!).text).toContain(sampleAnswer.cause);
    expect(await destination.find(post, signal)).toEqual([posted]);
    await destination.remove(post, posted.ref, signal);
    await destination.remove(post, posted.ref, signal);
    expect(await destination.find(post, signal)).toEqual([]);
  });

  it('finds what was posted into a channel, and attaches what follows to its thread', async () => {
    const { slack, destination, postOf } = setUp();
    const place: SlackPlace = { kind: 'channel', team, channel };
    const first = await destination.post(postOf(place), signal);
    expect(await destination.find(postOf(place), signal)).toEqual([first]);
    const file = postOf(place, 1, first.ref);
    await destination.post(file, signal);
    const stored = slack.workspace.channels.get(channel)?.messages.at(-1);
    expect(stored).toMatchObject({ subtype: 'file_share', thread_ts: (first.ref as { ts: string }).ts });
    const found = await destination.find(file, signal);
    expect(found).toHaveLength(1);
    await destination.remove(file, found[0]!.ref, signal);
    expect(await destination.find(file, signal)).toEqual([]);
  });

  it('reaches one person through response_url', async () => {
    const { slack, destination, postOf } = setUp();
    const responseUrl = await commandUrl(slack);
    await destination.post(postOf({ kind: 'reply', team, channel, user: 'U0ADA', responseUrl }), signal);
    expect(slack.workspace.channels.get(channel)?.ephemerals.at(-1)).toMatchObject({ user: 'U0ADA' });
    const elsewhere = postOf({ kind: 'reply', team, channel, user: 'U0ADA', responseUrl: 'http://10.0.0.1/x' });
    expect(await failure(destination.post(elsewhere, signal))).toMatchObject({ reason: 'blocked_address' });
  });

  it.each([
    ['not_in_channel', 'forbidden', (slack: Slack) => slack.workspace.channels.get(channel)?.members.clear()],
    [
      'is_archived',
      'forbidden',
      (slack: Slack) => Object.assign(slack.workspace.channels.get(channel)!, { isArchived: true }),
    ],
    ['channel_not_found', 'not_found', (slack: Slack) => slack.workspace.channels.delete(channel)],
    ['token_revoked', 'unauthorized', (slack: Slack) => Object.assign(slack.bot, { isRevoked: true })],
    ['missing_scope:chat:write', 'forbidden', (slack: Slack) => slack.bot.scopes.delete('chat:write')],
  ])('says %s without any doubt', async (reason, code, change) => {
    const { slack, destination, postOf } = setUp();
    change(slack);
    const error = await failure(destination.post(postOf({ kind: 'channel', team, channel }), signal));
    expect(error).toMatchObject({ code, reason, isAmbiguous: false });
  });

  it('hands on how long to wait', async () => {
    const { slack, destination, postOf } = setUp();
    slack.settings.hasRateLimits = true;
    await destination.post(postOf({ kind: 'channel', team, channel }), signal);
    const error = await failure(destination.post(postOf({ kind: 'channel', team, channel }), signal));
    expect(error).toMatchObject({ code: 'retry_later', retryAfterMs: 1000, isAmbiguous: false });
  });

  it.each([
    ['stored, then 500', { kind: 'status', status: 500, after: true }],
    ['stored, then silence', { kind: 'hang', after: true }],
    ['a lost connection', { kind: 'reset' }],
    ['a page instead of JSON', { kind: 'status', status: 200, contentType: 'text/html', body: '<html>' }],
    ['internal_error', { kind: 'error', error: 'internal_error' }],
  ] as const)('does not know the fate of a message after %s', async (_, fault) => {
    const { slack, clock, destination, postOf } = setUp();
    const impatient = createSlackDestination({ clientOf: slackClientsOf(slack, 50), clock });
    slack.faults.add('chat.postMessage', fault);
    const post = postOf({ kind: 'channel', team, channel });
    const failed = await failure((fault.kind === 'hang' ? impatient : destination).post(post, signal));
    expect(failed).toMatchObject({ code: 'unavailable', isAmbiguous: true });
    expect(await destination.find(post, signal)).toHaveLength('after' in fault ? 1 : 0);
  });

  it('does not pretend to know when a look-up fails', async () => {
    const { slack, destination, postOf } = setUp();
    slack.faults.add('conversations.history', { kind: 'status', status: 500 });
    const error = await failure(destination.find(postOf({ kind: 'channel', team, channel }), signal));
    expect(error).toMatchObject({ code: 'unavailable', isAmbiguous: false });
  });

  it('gives up a call when it is told to', async () => {
    const { slack, destination, postOf } = setUp();
    slack.faults.add('chat.postMessage', { kind: 'hang' });
    const controller = new AbortController();
    const posting = failure(destination.post(postOf({ kind: 'channel', team, channel }), controller.signal));
    controller.abort();
    expect(await posting).toMatchObject({ isAmbiguous: true });
  });

  it('shows progress by reactions, as often as it is asked', async () => {
    const { slack, clientOf } = setUp();
    const marker = createProgressReaction(clientOf);
    const { message } = await slack.people.say({ channel, user: 'U0ADA', text: 'x' });
    const place = { channel, ts: message.ts };
    for (let time = 0; time < 2; time += 1) await marker.set(place, signal);
    expect(slack.workspace.findMessage(channel, message.ts)?.reactions).toMatchObject([{ name: 'eyes' }]);
    for (let time = 0; time < 2; time += 1) await marker.resolve(place, 'answered', signal);
    expect(slack.workspace.findMessage(channel, message.ts)?.reactions).toMatchObject([{ name: 'white_check_mark' }]);
    await marker.resolve({ channel, ts: '1.2' }, 'failed', signal);
    expect(slack.unexpected).toEqual([]);
  });
});

type Slack = ReturnType<typeof startSlack>;

/** The address a command would carry. */
async function commandUrl(slack: Slack): Promise<string> {
  let url = '';
  slack.deliveries.form = async (body) => {
    url = new URLSearchParams(body).get('response_url') ?? '';
    return new Response(null);
  };
  await slack.people.command({ channel, user: 'U0ADA', text: 'help' });
  return url;
}

it('finds its message however far the clocks are apart', async () => {
  const { slack, clock, destination, postOf } = setUp();
  const place: SlackPlace = { kind: 'channel', team, channel };
  const posted = await destination.post(postOf(place), signal);
  clock.advance(365 * 86_400_000);
  expect(await destination.find(postOf(place), signal)).toEqual([posted]);
  expect(slack.unexpected).toEqual([]);
});
