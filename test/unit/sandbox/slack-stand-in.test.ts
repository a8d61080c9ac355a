import { describe, expect, it } from 'vitest';
import { readFallback, readMessage } from '../../../src/sandbox/slack/message-reading.ts';
import { createSlackStandIn } from '../../../src/sandbox/slack/slack-stand-in.ts';
import { listen } from '../../support/stand-in-server.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { slackOrigin, slackSecrets, startSlack } from '../../support/vendors.ts';

const channel = 'C0BRINGUP';
type Slack = ReturnType<typeof startSlack>;
type Reply = Record<string, unknown> & { ok: boolean; error?: string };

function setUp(options: { scopes?: string[] } = {}) {
  const clock = createTestClock();
  return { clock, slack: startSlack(clock, undefined, options) };
}

async function call(
  slack: Slack,
  method: string,
  args: Record<string, unknown>,
  token: string | null = slackSecrets.botToken,
) {
  const form = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const response = await slack.fetch(
    new Request(`${slackOrigin}/api/${method}`, {
      method: 'POST',
      body: new URLSearchParams(Object.fromEntries(form)),
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    }),
  );
  return { status: response.status, headers: response.headers, body: (await response.json()) as Reply };
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const rich = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
});

describe('the Slack stand-in', () => {
  it.each([
    ['no token', null, 'not_authed'],
    ['a wrong token', 'xoxb-other', 'invalid_auth'],
  ])('refuses %s with 200 and an error word', async (_, token, error) => {
    const { slack } = setUp();
    expect(await call(slack, 'auth.test', {}, token)).toMatchObject({ status: 200, body: { ok: false, error } });
  });

  it('names the scope that is missing and those that are there', async () => {
    const { slack } = setUp({ scopes: ['files:read'] });
    const { body } = await call(slack, 'chat.postMessage', { channel, text: 'x' });
    expect(body).toEqual({ ok: false, error: 'missing_scope', needed: 'chat:write', provided: 'files:read' });
    const history = await call(slack, 'conversations.history', { channel });
    expect(history.body).toMatchObject({ error: 'missing_scope' });
  });

  it('remembers calls that no workspace would understand', async () => {
    const { slack } = setUp();
    expect((await call(slack, 'chat.shout', {})).body).toMatchObject({ error: 'unknown_method' });
    expect(slack.unexpected).toEqual(['chat.shout']);
  });

  it.each([
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' })), 'invalid_blocks'],
    ['a section of 3,001 characters', [section('x'.repeat(3001))], 'invalid_blocks'],
    [
      'a header of 151 characters',
      [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }],
      'invalid_blocks',
    ],
    ['a header with markup', [{ type: 'header', text: { type: 'mrkdwn', text: 'x' } }], 'invalid_blocks'],
    ['12,001 characters of markdown', [{ type: 'markdown', text: 'x'.repeat(12_001) }], 'msg_blocks_too_long'],
    ['13,300 characters in all', Array.from({ length: 5 }, () => section('x'.repeat(2_660))), 'msg_blocks_too_long'],
    ['a block nobody knows', [{ type: 'sparkles' }], 'invalid_blocks'],
    ['empty rich text', [rich('')], 'invalid_blocks'],
    [
      'the same block_id twice',
      [
        { type: 'divider', block_id: 'a' },
        { type: 'divider', block_id: 'a' },
      ],
      'invalid_blocks',
    ],
    ['blocks that are no list', { type: 'divider' }, 'invalid_blocks_format'],
  ])('refuses %s', async (_, blocks, error) => {
    const { slack } = setUp();
    expect((await call(slack, 'chat.postMessage', { channel, text: 'x', blocks })).body).toMatchObject({
      ok: false,
      error,
    });
    expect(slack.workspace.channels.get(channel)?.messages).toEqual([]);
  });

  it('takes what is just within the limits', async () => {
    const { slack } = setUp();
    const blocks = [
      section('x'.repeat(3000)),
      rich('y'.repeat(9000)),
      { type: 'header', text: { type: 'plain_text', text: 'z'.repeat(150) } },
    ];
    expect((await call(slack, 'chat.postMessage', { channel, text: 'x', blocks })).body.ok).toBe(true);
  });

  it('refuses empty messages, long updates, other channels and phantom threads', async () => {
    const { slack } = setUp();
    slack.workspace.addChannel({ id: 'C0OTHER', name: 'other' });
    slack.workspace.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private' });
    const post = (args: Record<string, unknown>) => call(slack, 'chat.postMessage', { channel, ...args });
    expect((await post({})).body.error).toBe('no_text');
    expect((await post({ text: 'x', channel: 'C0OTHER' })).body.error).toBe('not_in_channel');
    expect((await post({ text: 'x', channel: 'C0SECRET' })).body.error).toBe('channel_not_found');
    expect((await post({ text: 'x', thread_ts: '1.2' })).body.error).toBe('thread_not_found');
    const metadata = { event_type: 'e', event_payload: { deep: { er: 1 } } };
    expect((await post({ text: 'x', metadata })).body.ok).toBe(true);
    expect((await post({ text: 'x', metadata: { event_type: 'e' } })).body.error).toBe('invalid_metadata_format');
    expect((await post({ markdown_text: 'x', text: 'y' })).body.error).toBe('markdown_text_conflict');
    const { body } = await post({ text: 'x' });
    const update = await call(slack, 'chat.update', { channel, ts: body.ts, text: 'x'.repeat(4001) });
    expect(update.body.error).toBe('msg_too_long');
    slack.workspace.channels.get(channel)!.isArchived = true;
    expect((await post({ text: 'x' })).body.error).toBe('is_archived');
  });

  it('takes one message a second in a channel, by the clock', async () => {
    const { slack, clock } = setUp();
    slack.settings.hasRateLimits = true;
    const post = () => call(slack, 'chat.postMessage', { channel, text: 'x' });
    expect((await post()).status).toBe(200);
    const limited = await post();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    clock.advance(1000);
    expect((await post()).status).toBe(200);
  });

  it('shows metadata only to those who ask, newest first, page by page', async () => {
    const { slack, clock } = setUp();
    const metadata = { event_type: 'e', event_payload: { key: 'k' } };
    for (const text of ['one', 'two', 'three']) {
      await call(slack, 'chat.postMessage', { channel, text, metadata });
      clock.advance(1000);
    }
    const first = await call(slack, 'conversations.history', { channel, limit: 2 });
    const messages = first.body.messages as Record<string, unknown>[];
    expect(messages.map(({ text }) => text)).toEqual(['three', 'two']);
    expect(messages[0]).not.toHaveProperty('metadata');
    const { next_cursor: cursor } = first.body.response_metadata as { next_cursor: string };
    const second = await call(slack, 'conversations.history', {
      channel,
      cursor,
      limit: 2,
      include_all_metadata: true,
    });
    expect(second.body).toMatchObject({ messages: [{ text: 'one', metadata }], has_more: false });
  });

  it('sends its sign-in page where a file may not be had', async () => {
    const { slack } = setUp();
    const { message } = await slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'a.log', bytes: 'x' }] });
    const url = String(message.files?.[0]?.url_private_download);
    const signedOut = await slack.fetch(new Request(url));
    expect([signedOut.status, signedOut.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    const headers = { authorization: `Bearer ${slackSecrets.botToken}` };
    expect(await (await slack.fetch(new Request(url, { headers }))).text()).toBe('x');
  });

  it('takes a response_url five times within half an hour', async () => {
    const { slack, clock } = setUp();
    let url = '';
    slack.deliveries.form = async (body) => {
      url = new URLSearchParams(body).get('response_url') ?? '';
      return new Response(null);
    };
    const respond = () => slack.fetch(new Request(url, { method: 'POST', body: JSON.stringify({ text: 'x' }) }));
    await slack.people.command({ channel, user: 'U0ADA', text: '' });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await respond()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404]);
    await slack.people.command({ channel, user: 'U0ADA', text: '' });
    clock.advance(31 * 60_000);
    expect((await respond()).status).toBe(404);
  });

  it('announces an upload with a mention three times, and delivers again with retry headers', async () => {
    const clock = createTestClock();
    const seen: { type: string; retry: string | null; id: string }[] = [];
    const slack = startSlack(clock, async (request) => {
      const { event, event_id: id } = (await request.clone().json()) as { event: { type: string }; event_id: string };
      seen.push({ type: event.type, retry: request.headers.get('x-slack-retry-num'), id });
      return new Response(null, { status: seen.length > 3 ? 200 : 500 });
    });
    await slack.people.say({
      channel,
      user: 'U0ADA',
      text: `<@${slack.bot.userId}> hi`,
      files: [{ name: 'a', bytes: 'b' }],
    });
    expect(seen.map(({ type }) => type)).toEqual(['message', 'file_shared', 'app_mention']);
    clock.advance(1);
    await expect.poll(() => seen).toHaveLength(6);
    const retries = seen.slice(3);
    expect(retries.map(({ retry }) => retry)).toEqual(['1', '1', '1']);
    expect(retries.map(({ id }) => id).toSorted()).toEqual(
      seen
        .slice(0, 3)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('works over a real socket, lost connections included', async () => {
    let origin = '';
    const slack = createSlackStandIn({
      clock: createTestClock(),
      origin: () => origin,
      ...slackSecrets,
      target: () => undefined,
    });
    await using server = await listen(slack.app.fetch);
    origin = server.origin;
    const test = () =>
      fetch(`${origin}/api/auth.test`, {
        method: 'POST',
        headers: { authorization: `Bearer ${slackSecrets.botToken}` },
      });
    expect(await (await test()).json()).toMatchObject({ ok: true, user_id: slack.bot.userId });
    slack.faults.add('auth.test', { kind: 'reset' });
    await expect(test()).rejects.toThrow('fetch failed');
  });
});

describe('reading a message as Slack shows it', () => {
  it('finds mentions, links and formatting in markup', () => {
    const text = '<!channel> <@U1> <https://a.example|x> *bold* https://b.example `*code* <@U2>`';
    expect(readMessage({ text })).toMatchObject({
      mentions: ['!channel', '@U1', '@U2'],
      links: ['https://a.example', 'https://b.example'],
      formatted: ['bold'],
    });
    expect(readMessage({ text: '', blocks: [section(text)] }).mentions).toHaveLength(3);
  });

  it('finds none where there is no markup', () => {
    const text = '&lt;!channel&gt; *bold*';
    expect(readFallback({ text, mrkdwn: false })).toEqual({
      mentions: [],
      links: [],
      formatted: [],
      text: '<!channel> *bold*',
    });
    expect(readMessage({ text, blocks: [rich('<!channel> *bold*')] })).toEqual({
      mentions: [],
      links: [],
      formatted: [],
      text: '<!channel> *bold*',
    });
  });
});
