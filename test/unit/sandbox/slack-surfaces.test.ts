import { describe, expect, it } from 'vitest';
import { createSlackStandIn } from '../../../src/sandbox/slack/slack-stand-in.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { slackOrigin, slackSecrets } from '../../support/vendors.ts';

type Json = Record<string, unknown>;
const channel = 'C0BRINGUP';
const ada = 'U0ADA';

/** An app that remembers what it is sent, and answers as told. */
function setUp(manifest?: Parameters<typeof createSlackStandIn>[0]['manifest']) {
  const clock = createTestClock();
  const payloads: Json[] = [];
  const events: Json[] = [];
  const answers: Json[] = [];
  const slack = createSlackStandIn({
    clock,
    origin: () => slackOrigin,
    ...slackSecrets,
    ...(manifest ? { manifest } : {}),
    target: () => 'http://app.test/slack',
    later: (delayMs, run) => void clock.after(delayMs, run),
    send: async (request) => {
      const text = await request.text();
      const payload = new URLSearchParams(text).get('payload');
      if (payload === null) events.push((JSON.parse(text) as { event: Json }).event);
      else payloads.push(JSON.parse(payload) as Json);
      const answer = payload === null ? undefined : answers.shift();
      return answer ? Response.json(answer) : new Response();
    },
  });
  slack.settings.hasRateLimits = false;
  slack.workspace.addUser({ id: ada, name: 'ada' });
  slack.workspace.addChannel({ id: channel, name: 'bringup', members: [ada, slack.bot.userId] });
  const call = async (method: string, args: Json): Promise<Json & { error?: string }> => {
    const body = new URLSearchParams(
      Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    const headers = { authorization: `Bearer ${slackSecrets.botToken}` };
    return await (
      await slack.fetch(new Request(`${slackOrigin}/api/${method}`, { method: 'POST', body, headers }))
    ).json();
  };
  return { clock, slack, payloads, events, answers, call };
}

const plain = (text: string) => ({ type: 'plain_text', text });
const button = (action_id: string) => ({ type: 'button', action_id, text: plain('Press'), value: 'v1' });
const input = (action_id: string, block_id: string) => ({
  type: 'input',
  block_id,
  label: plain('Summary'),
  element: { type: 'plain_text_input', action_id },
});
const modal = (blocks: unknown[], more: Json = {}) => ({
  type: 'modal',
  title: plain('A ticket'),
  submit: plain('Create'),
  callback_id: 'ticket',
  private_metadata: 'kept',
  blocks,
  ...more,
});

async function postButton(run: ReturnType<typeof setUp>): Promise<string> {
  const blocks = [{ type: 'actions', block_id: 'acts', elements: [button('file')] }];
  return (await run.call('chat.postMessage', { channel, text: 'x', blocks })).ts as string;
}

async function openModal(run: ReturnType<typeof setUp>, view: Json) {
  await run.slack.people.press({ channel, ts: await postButton(run), user: ada, actionId: 'file' });
  return await run.call('views.open', { trigger_id: run.payloads.at(-1)!.trigger_id, view });
}

describe('buttons', () => {
  it('send what was pressed, by whom and where', async () => {
    const run = setUp();
    const ts = await postButton(run);
    expect((await run.slack.people.press({ channel, ts, user: ada, actionId: 'file' })).status).toBe(200);
    expect(run.payloads.at(-1)).toMatchObject({
      type: 'block_actions',
      user: { id: ada, username: 'ada' },
      container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
      message: { ts, text: 'x' },
      actions: [{ type: 'button', action_id: 'file', block_id: 'acts', value: 'v1' }],
      response_url: expect.stringContaining('/response/'),
    });
    await expect(run.slack.people.press({ channel, ts, user: ada, actionId: 'other' })).rejects.toThrow(
      'there are: file',
    );
  });

  it('answer through their response_url: replacing, deleting, or in the thread', async () => {
    const run = setUp();
    const ts = await postButton(run);
    await run.slack.people.press({ channel, ts, user: ada, actionId: 'file' });
    const respond = (body: Json) =>
      run.slack.fetch(
        new Request(run.payloads.at(-1)!.response_url as string, { method: 'POST', body: JSON.stringify(body) }),
      );
    expect((await respond({ text: 'only you' })).status).toBe(200);
    expect((await respond({ text: 'done', replace_original: true })).status).toBe(200);
    const place = run.slack.workspace.channels.get(channel)!;
    expect(place.ephemerals.at(-1)).toMatchObject({ user: ada, text: 'only you' });
    expect(place.messages).toMatchObject([{ ts, text: 'done' }]);
    expect(place.messages[0]).not.toHaveProperty('blocks');
    expect((await respond({ delete_original: true })).status).toBe(200);
    expect(place.messages).toEqual([]);
    expect((await respond({ text: 'too late', replace_original: true })).status).toBe(400);
    const broken = await run.slack.fetch(
      new Request(run.payloads.at(-1)!.response_url as string, { method: 'POST', body: '{' }),
    );
    expect(broken.status).toBe(400);
  });

  it('stand in ephemeral messages too, for those who see them', async () => {
    const run = setUp();
    const blocks = [{ type: 'actions', elements: [button('share')] }];
    const { message_ts: ts } = await run.call('chat.postEphemeral', { channel, user: ada, text: 'x', blocks });
    await run.slack.people.press({ channel, ts: ts as string, user: ada, actionId: 'share' });
    expect(run.payloads.at(-1)).toMatchObject({ container: { is_ephemeral: true, message_ts: ts } });
    expect(run.payloads.at(-1)).not.toHaveProperty('message');
    await expect(
      run.slack.people.press({ channel, ts: ts as string, user: 'U0BOB', actionId: 'share' }),
    ).rejects.toThrow('sees no message');
  });
});

describe('modals', () => {
  it('open once with a trigger that is three seconds old at most', async () => {
    const run = setUp();
    const opened = await openModal(run, modal([input('summary', 'b1')]));
    expect(opened).toMatchObject({
      ok: true,
      view: { type: 'modal', private_metadata: 'kept', state: { values: {} } },
    });
    const again = { trigger_id: run.payloads.at(-1)!.trigger_id, view: modal([]) };
    expect((await run.call('views.open', again)).error).toBe('exchanged_trigger_id');
    expect((await run.call('views.open', { ...again, trigger_id: '1.2.3' })).error).toBe('invalid_trigger_id');
    await run.slack.people.pressInView({ user: ada, actionId: 'summary' });
    run.clock.advance(3_001);
    const late = { trigger_id: run.payloads.at(-1)!.trigger_id, view: modal([]) };
    expect((await run.call('views.push', late)).error).toBe('expired_trigger_id');
  });

  it('hold back an empty required field, then send what was typed', async () => {
    const run = setUp();
    await openModal(run, modal([input('summary', 'b1')]));
    const mistaken = run.slack.people.submit({ user: ada, values: { sumary: 'It reboots' } });
    await expect(mistaken).rejects.toThrow('nothing to fill in called sumary; there are: summary');
    const held = await run.slack.people.submit({ user: ada });
    expect(held).toMatchObject({ status: 0, errors: { b1: 'Please complete this required field.' } });
    run.answers.push({ response_action: 'errors', errors: { b1: 'There is one already.' } });
    const refused = await run.slack.people.submit({ user: ada, values: { summary: 'It reboots' } });
    expect(refused.errors).toEqual({ b1: 'There is one already.' });
    expect(run.payloads.at(-1)).toMatchObject({
      type: 'view_submission',
      view: {
        callback_id: 'ticket',
        private_metadata: 'kept',
        state: { values: { b1: { summary: { type: 'plain_text_input', value: 'It reboots' } } } },
      },
    });
    expect((await run.slack.people.submit({ user: ada })).errors).toEqual({});
    expect(run.slack.views.modalsOf(ada)).toEqual([]);
  });

  it('are pushed to three, updated by id and hash, and closed one by one or all at once', async () => {
    const run = setUp();
    const { view } = await openModal(
      run,
      modal([{ type: 'actions', elements: [button('next')] }], { notify_on_close: true }),
    );
    const push = async () => {
      await run.slack.people.pressInView({ user: ada, actionId: 'next' });
      const trigger_id = run.payloads.at(-1)!.trigger_id;
      return await run.call('views.push', {
        trigger_id,
        view: modal([{ type: 'actions', elements: [button('next')] }]),
      });
    };
    const { id, hash } = view as { id: string; hash: string };
    expect(await push()).toMatchObject({ view: { previous_view_id: id, root_view_id: id } });
    expect((await push()).ok).toBe(true);
    expect((await push()).error).toBe('push_limit_reached');
    expect((await run.call('views.update', { view_id: id, hash: 'old', view: modal([]) })).error).toBe('hash_conflict');
    expect((await run.call('views.update', { view_id: id, hash, view: modal([]) })).ok).toBe(true);
    expect((await run.call('views.update', { view_id: 'V0NONE', view: modal([]) })).error).toBe('not_found');
    await run.slack.people.close({ user: ada });
    expect(run.slack.views.modalsOf(ada)).toHaveLength(2);
    await run.slack.people.close({ user: ada, all: true });
    expect(run.slack.views.modalsOf(ada)).toEqual([]);
  });

  it('tell of their closing where they asked for it', async () => {
    const run = setUp();
    await openModal(run, modal([], { notify_on_close: true }));
    await run.slack.people.close({ user: ada });
    expect(run.payloads.at(-1)).toMatchObject({
      type: 'view_closed',
      is_cleared: false,
      view: { callback_id: 'ticket' },
    });
  });

  it.each([
    ['a title of 25 characters', { title: plain('x'.repeat(25)) }],
    ['no title', { title: undefined }],
    ['inputs without a submit button', { submit: undefined, blocks: [input('a', 'b')] }],
    ['private metadata of 3,001 characters', { private_metadata: 'x'.repeat(3001) }],
    ['101 blocks', { blocks: Array.from({ length: 101 }, () => ({ type: 'divider' })) }],
    ['another type', { type: 'home' }],
  ])('are refused with %s', async (_, change) => {
    const run = setUp();
    expect((await openModal(run, modal([], change))).error).toBe('invalid_arguments');
  });

  it('are refused above 250 kB', async () => {
    const blocks = Array.from({ length: 90 }, () => ({ type: 'section', text: plain('x'.repeat(3000)) }));
    expect((await openModal(setUp(), modal(blocks))).error).toBe('view_too_large');
  });
});

describe('App Home, shortcuts and links', () => {
  it('opens the Home, shows what is published, and takes presses there', async () => {
    const run = setUp();
    await run.slack.people.openHome({ user: ada });
    expect(run.events.at(-1)).toMatchObject({ type: 'app_home_opened', user: ada, tab: 'home' });
    const view = { type: 'home', blocks: [{ type: 'actions', elements: [button('retry')] }] };
    expect((await run.call('views.publish', { user_id: ada, view })).ok).toBe(true);
    await run.slack.people.openHome({ user: ada });
    expect(run.events.at(-1)).toMatchObject({ view: { type: 'home' } });
    await run.slack.people.pressInView({ user: ada, actionId: 'retry', home: true });
    expect(run.payloads.at(-1)).toMatchObject({ container: { type: 'view' }, view: { type: 'home' } });
    expect((await run.call('views.publish', { user_id: 'U0NOBODY', view })).error).toBe('user_not_found');
  });

  it('sends the shortcut of a message, where the manifest has it', async () => {
    const shortcuts = [{ type: 'message', callback_id: 'triage' }];
    const manifest = { features: { shortcuts }, settings: { interactivity: { is_enabled: true } } };
    const run = setUp(manifest);
    const { message } = await run.slack.people.say({
      channel,
      user: ada,
      text: 'look',
      files: [{ name: 'a', bytes: 'b' }],
    });
    await run.slack.people.shortcut({ channel, ts: message.ts, user: ada, callbackId: 'triage' });
    expect(run.payloads.at(-1)).toMatchObject({
      type: 'message_action',
      callback_id: 'triage',
      message_ts: message.ts,
      channel: { id: channel },
      message: { text: 'look', files: [{ name: 'a' }] },
    });
    const other = { channel, ts: message.ts, user: ada, callbackId: 'other' };
    await expect(run.slack.people.shortcut(other)).rejects.toThrow('no message shortcut');
    expect(run.events).toEqual([]);
  });

  it('tells of links to the own domains, and unfurls them', async () => {
    const manifest = {
      features: { unfurl_domains: ['triage.example.com'] },
      oauth_config: { scopes: { bot: ['links:write'] } },
      settings: { event_subscriptions: { bot_events: ['link_shared'] } },
    };
    const run = setUp(manifest);
    const url = 'https://triage.example.com/console/files/1?a=1&b=2';
    const text = `see <https://triage.example.com/console/files/1?a=1&amp;b=2> and https://other.example`;
    const { message } = await run.slack.people.say({ channel, user: ada, text });
    const [event] = run.events;
    expect(run.events).toMatchObject([
      { type: 'link_shared', message_ts: message.ts, links: [{ url, domain: 'triage.example.com' }] },
    ]);
    const unfurls = { [url]: { blocks: [{ type: 'section', text: plain('a.log') }] } };
    const by = { unfurl_id: event!.unfurl_id, source: 'conversations_history' };
    expect(await run.call('chat.unfurl', { ...by, unfurls })).toEqual({ ok: true });
    expect(await run.call('chat.unfurl', { channel, ts: message.ts, unfurls })).toEqual({ ok: true });
    expect(message.attachments).toMatchObject([{ from_url: url, is_app_unfurl: true }]);
    const foreign = { 'https://elsewhere.example/': { text: 'x' } };
    expect((await run.call('chat.unfurl', { channel, ts: message.ts, unfurls: foreign })).error).toBe(
      'cannot_unfurl_message',
    );
  });

  it('tells of reactions, edits, joins, and of deletions as gravestones where there are replies', async () => {
    const run = setUp();
    const { message } = await run.slack.people.say({ channel, user: ada, text: 'first' });
    await run.slack.people.say({ channel, user: ada, text: 'reply', threadTs: message.ts });
    run.events.length = 0;
    await run.slack.people.react({ channel, ts: message.ts, user: ada, name: 'eyes' });
    await run.slack.people.edit({ channel, ts: message.ts, text: 'second' });
    await run.slack.people.invite({ channel, user: 'U0NEW', by: ada });
    await run.slack.people.removeMessage(channel, message.ts);
    expect(run.events).toMatchObject([
      { type: 'reaction_added', reaction: 'eyes', item: { ts: message.ts } },
      { subtype: 'message_changed', message: { text: 'second' }, previous_message: { text: 'first' } },
      { type: 'member_joined_channel', user: 'U0NEW', inviter: ada },
      { subtype: 'message_changed', message: { subtype: 'tombstone', ts: message.ts, thread_ts: message.ts } },
    ]);
    const { messages } = await run.call('conversations.replies', { channel, ts: message.ts });
    expect(messages).toMatchObject([{ subtype: 'tombstone' }, { text: 'reply' }]);
  });
});

describe('smaller methods', () => {
  it('posts to a name or a person, with attachments, and shows a broadcast reply in the channel', async () => {
    const run = setUp();
    const attachments = [{ color: '#a30200', blocks: [{ type: 'section', text: plain('cause') }] }];
    const posted = await run.call('chat.postMessage', { channel: '#bringup', text: 'x', attachments });
    expect(posted).toMatchObject({ channel, message: { attachments: [{ color: '#a30200', id: 1 }] } });
    const reply = { channel: 'bringup', text: 'to all', thread_ts: posted.ts, reply_broadcast: true };
    expect((await run.call('chat.postMessage', reply)).ok).toBe(true);
    const { messages } = await run.call('conversations.history', { channel });
    expect(messages).toMatchObject([{ subtype: 'thread_broadcast', text: 'to all' }, { text: 'x' }]);
    const direct = await run.call('chat.postMessage', { channel: ada, text: 'hello' });
    expect(direct.channel).toMatch(/^D/);
    expect((await run.call('chat.postMessage', { channel: ada, text: 'again' })).channel).toBe(direct.channel);
    const bad = [{ blocks: [{ type: 'nonsense' }] }];
    expect((await run.call('chat.postMessage', { channel, attachments: bad })).error).toBe('invalid_blocks');
  });

  it('removes the blocks of a message that is given a text alone, and keeps attachments', async () => {
    const run = setUp();
    const attachments = [{ text: 'kept' }];
    const blocks = [{ type: 'divider' }];
    const { ts } = await run.call('chat.postMessage', { channel, text: 'x', blocks, attachments });
    const { message } = await run.call('chat.update', { channel, ts, text: 'y' });
    expect(message).toMatchObject({ text: 'y', attachments: [{ text: 'kept' }] });
    expect(message).not.toHaveProperty('blocks');
    const emptied = await run.call('chat.update', { channel, ts, text: 'z', attachments: [] });
    expect(emptied.message).not.toHaveProperty('attachments');
  });

  it('knows emoji by their names, and refuses others', async () => {
    const run = setUp();
    const { ts } = await run.call('chat.postMessage', { channel, text: 'x' });
    const react = (name: string) => run.call('reactions.add', { channel, timestamp: ts, name });
    expect((await react('thumbsup::skin-tone-3')).ok).toBe(true);
    expect((await react('large_green_circle')).ok).toBe(true);
    expect((await react('large_green_circle')).error).toBe('already_reacted');
    expect((await react('no_such_sign')).error).toBe('invalid_name');
    expect(await run.call('reactions.get', { channel, timestamp: ts })).toMatchObject({
      message: { reactions: [{ name: 'thumbsup::skin-tone-3', count: 1 }, { name: 'large_green_circle' }] },
    });
  });

  it('posts a scheduled message when its time has come, and not one with metadata', async () => {
    const run = setUp();
    const at = (afterS: number) => Math.floor(run.clock.now() / 1000) + afterS;
    const schedule = (args: Json) =>
      run.call('chat.scheduleMessage', { channel, text: 'later', post_at: at(60), ...args });
    expect((await schedule({})).ok).toBe(true);
    expect((await schedule({ metadata: { event_type: 'e', event_payload: {} } })).ok).toBe(true);
    expect((await schedule({ post_at: at(-1) })).error).toBe('time_in_past');
    expect((await schedule({ post_at: at(121 * 86_400) })).error).toBe('time_too_far');
    expect((await run.call('chat.scheduledMessages.list', {})).scheduled_messages).toHaveLength(2);
    run.clock.advance(61_000);
    expect((await run.call('conversations.history', { channel })).messages).toMatchObject([{ text: 'later' }]);
  });

  it('lists people and members, page by page', async () => {
    const run = setUp();
    const first = await run.call('users.list', { limit: 1 });
    expect(first.members).toHaveLength(1);
    const { next_cursor: cursor } = first.response_metadata as { next_cursor: string };
    expect((await run.call('users.list', { cursor })).members).toMatchObject([
      { id: ada, profile: { email: 'ada@example.com' } },
    ]);
    expect((await run.call('conversations.members', { channel })).members).toEqual([ada, run.slack.bot.userId]);
    expect((await run.call('users.list', { cursor: '%%%' })).error).toBe('invalid_cursor');
    expect((await run.call('conversations.history', { channel, cursor: 'öö' })).error).toBe('invalid_cursor');
    expect((await run.call('users.lookupByEmail', { email: 'ADA@example.com' })).user).toMatchObject({ id: ada });
  });

  it('reads bodies of every kind, and says what is wrong with a broken one', async () => {
    const run = setUp();
    const authorization = `Bearer ${slackSecrets.botToken}`;
    const send = async (body: BodyInit, type?: string) => {
      const headers = { authorization, ...(type ? { 'content-type': type } : {}) };
      const request = new Request(`${slackOrigin}/api/chat.postMessage`, { method: 'POST', body, headers });
      return ((await (await run.slack.fetch(request)).json()) as { error?: string }).error;
    };
    const form = new FormData();
    form.set('channel', channel);
    form.set('text', 'multipart');
    expect(await send(form)).toBeUndefined();
    expect(await send(JSON.stringify({ channel, text: 'json' }), 'application/json')).toBeUndefined();
    expect(await send('{', 'application/json; charset=utf-8')).toBe('invalid_json');
    expect(await send('[]', 'application/json')).toBe('json_not_object');
    expect(await send('--x', 'multipart/form-data; boundary=y')).toBe('invalid_form_data');
    expect(await send('text', 'text/plain')).toBe('invalid_post_type');
    const test = new Request(`${slackOrigin}/api/api.test?foo=bar`);
    expect(await (await run.slack.fetch(test)).json()).toEqual({ ok: true, args: { foo: 'bar' } });
  });
});

describe('charts', () => {
  const bar = (chart: Json, title = 'Failures') => ({ type: 'data_visualization', title, chart });
  const series = [
    {
      name: 'timeouts',
      data: [
        { label: '10:00', value: 3 },
        { label: '10:10', value: 0 },
      ],
    },
  ];
  const axis_config = { categories: ['10:00', '10:10'], y_label: 'lines' };

  it('are taken as Slack documents them, two to a message', async () => {
    const run = setUp();
    const post = (...blocks: Json[]) => run.call('chat.postMessage', { channel, text: 'x', blocks });
    const pie = bar({ type: 'pie', segments: [{ label: 'timeouts', value: 1 }] });
    expect((await post(bar({ type: 'bar', series, axis_config }), pie)).ok).toBe(true);
    expect((await post(pie, pie, pie)).error).toBe('invalid_blocks');
  });

  it.each([
    ['a long title', bar({ type: 'line', series, axis_config }, 'x'.repeat(51))],
    ['a label that is no category', bar({ type: 'line', series, axis_config: { categories: ['10:00', '10:20'] } })],
    ['a category without a point', bar({ type: 'area', series, axis_config: { categories: ['10:00', '10:10', 'x'] } })],
    [
      'seven series',
      bar({ type: 'bar', series: Array.from({ length: 7 }, (_, i) => ({ ...series[0], name: `${i}` })), axis_config }),
    ],
    ['a slice of nothing', bar({ type: 'pie', segments: [{ label: 'a', value: 0 }] })],
    ['another kind', bar({ type: 'radar', series, axis_config })],
  ])('are refused with %s', async (_, block) => {
    const run = setUp();
    expect((await run.call('chat.postMessage', { channel, text: 'x', blocks: [block] })).error).toBe('invalid_blocks');
  });
});
