import { describe, expect, it } from 'vitest';
import type { Policy } from '#core/policy.ts';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { settle } from '../support/settle.ts';

const log = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };

async function start(policy: Partial<Policy> = {}, verdict = 'LIKELY'): Promise<BotUnderTest> {
  const run = await startBot({ config: { policy } });
  run.service.deep = () =>
    Response.json({
      code: 200,
      message: 'ok',
      data: {
        verdict,
        root_cause: 'The radio of 49-015420-323751-8 failed',
        answer: 'It was seen by ada@example.com.',
        citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' }],
      },
    });
  return run;
}

const share = (run: BotUnderTest, user = 'U0ADA', file = log, where = channel) =>
  run.slack.people.say({ channel: where, user, files: [file] });
const shownTo = (run: BotUnderTest, user: string, where = channel) =>
  run.slack.workspace.channels
    .get(where)!
    .ephemerals.filter((shown) => shown.user === user)
    .map((shown) => readMessage(shown).text);

describe('guests and shared channels', () => {
  it('are left alone, and told so, alone, where they ask', async () => {
    using run = await start();
    run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
    run.slack.workspace.channels.get(channel)?.members.add('U0GUEST');
    await share(run, 'U0GUEST');
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    expect(shownTo(run, 'U0GUEST')).toEqual([]);
    await run.slack.people.say({
      channel,
      user: 'U0GUEST',
      text: `<@${run.slack.bot.userId}> why?`,
      files: [log],
    });
    await run.pass(30_000);
    await run.slack.people.command({ channel, user: 'U0GUEST', text: 'why app.log' });
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    expect(shownTo(run, 'U0GUEST').filter((words) => words.includes('Guests may not ask me here'))).toHaveLength(2);
    const members = ['U0ADA', run.slack.bot.userId];
    run.slack.workspace.addChannel({ id: 'C0SHARED', name: 'shared', isShared: true, members });
    await share(run, 'U0ADA', log, 'C0SHARED');
    await run.pass(30_000);
    expect(run.posts('C0SHARED')).toEqual([]);
  });

  it('are served where the policy says so', async () => {
    using run = await start({ guests: true, sharedChannels: true });
    run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
    run.slack.workspace.channels.get(channel)?.members.add('U0GUEST');
    await share(run, 'U0GUEST');
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(1);
  });
});

describe('who may ask', () => {
  it('is a list of people, and others are told so, alone', async () => {
    using run = await start({ askers: ['U0ADA'] });
    await run.slack.people.say({ channel, user: 'U0BOB', text: `<@${run.slack.bot.userId}> why?`, files: [log] });
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    expect(shownTo(run, 'U0BOB')).toEqual([expect.stringContaining('Only some people may ask')]);
    await share(run);
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(1);
  });
});

describe('who may ask, by workspace', () => {
  it.each([
    ['T0SANDBOX:U0ADA', 1],
    ['T0OTHER:U0ADA', 0],
  ])('%s', async (asker, posts) => {
    using run = await start({ askers: [asker] });
    await share(run);
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'why app.log' });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(posts);
    expect(shownTo(run, 'U0ADA').some((words) => words.includes('Only some people may ask'))).toBe(posts === 0);
  });
});

describe('which verdict is posted where', () => {
  it('a verdict with rules: holds back what is less certain unless it is asked for', async () => {
    using run = await start({ leastVerdict: 'CONFIRMED' });
    const { message } = await share(run);
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    // No mark sends people looking for an answer that is not there.
    expect(message.reactions ?? []).toEqual([]);
    await run.slack.people.say({ channel, user: 'U0BOB', text: 'why did it fail?', threadTs: message.ts });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(1);
    run.service.deep = () => Response.json({ data: { verdict: 'CONFIRMED', root_cause: 'The disk', answer: 'x' } });
    await share(run, 'U0ADA', { ...log, bytes: `${log.bytes}more\n` });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(2);
  });
});

it.each([
  [['INCONCLUSIVE', 'LIKELY'], []],
  [['LIKELY', 'CONFIRMED'], ['white_check_mark']],
])('several files of one message, %s: the message is marked where one of them is answered', async (verdicts, marks) => {
  using run = await start({ leastVerdict: 'CONFIRMED' });
  const left = [...verdicts];
  run.service.deep = () => Response.json({ data: { verdict: left.shift(), root_cause: 'The disk', answer: 'x' } });
  const files = verdicts.map((verdict) => ({ name: `${verdict}.log`, bytes: `${log.bytes}${verdict}\n` }));
  const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files });
  await run.pass(60_000);
  expect(run.posts()).toHaveLength(marks.length);
  expect((message.reactions ?? []).map(({ name }) => name)).toEqual(marks);
});

describe('/triage why of an answer that was not posted', () => {
  const why = async (run: BotUnderTest) => {
    await share(run);
    await run.pass(30_000);
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'why app.log' });
    await run.pass(30_000);
    return shownTo(run, 'U0ADA').at(-1);
  };

  it('names the verdict that is posted from, the quiet hours or the shadow mode', async () => {
    for (const [policy, words] of [
      [
        { leastVerdict: 'CONFIRMED' },
        'Its answer is LIKELY, and unrequested answers are posted here only from CONFIRMED on',
      ],
      [
        { quietHours: '22:00-10:00 Europe/Berlin' },
        'Answers posted: 0. Quiet hours hold unrequested answers back until',
      ],
      [{ reviewChannel: 'C0REVIEW' }, 'from here go to a review channel'],
    ] as const) {
      using run = await start(policy);
      expect(await why(run)).toContain(words);
    }
    using run = await start();
    expect(await why(run)).toMatch(/was answered at .* UTC\. Questions: 1 answered\. Answers posted: 1\.$/);
  });
});

it('/triage settings lists who may ask', async () => {
  using run = await start({ askers: ['U0ADA'] });
  const settings = await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings' });
  expect(settings.text).toContain('Only these people may ask: U0ADA.');
  expect(settings.text).toContain('Personal data: leave as it is.');
});

describe('a log that comes with a mention of the bot', () => {
  it.each([
    ['in quiet hours', { quietHours: '22:00-10:00 Europe/Berlin' }],
    ['where only certain answers are posted', { leastVerdict: 'CONFIRMED' as const }],
    ['in shadow mode', { reviewChannel: 'C0REVIEW' }],
  ])('is answered at once, like any question to it, %s', async (_, policy) => {
    using run = await start(policy);
    run.slack.workspace.addChannel({ id: 'C0REVIEW', name: 'review', members: [run.slack.bot.userId, 'U0ADA'] });
    const text = `<@${run.slack.bot.userId}> why?`;
    await run.slack.people.say({ channel, user: 'U0ADA', text, files: [log] });
    await run.pass(60_000);
    expect(run.posts().filter(({ text }) => text.includes('LIKELY'))).toHaveLength(1);
    await share(run, 'U0ADA', { ...log, name: 'other.log' });
    await run.pass(60_000);
    expect(run.posts().filter(({ text }) => text.includes('LIKELY'))).toHaveLength(1);
  });
});

it('a ticket is answered at once where somebody has its files read again, whatever holds unrequested answers back', async () => {
  using run = await start({ leastVerdict: 'CONFIRMED' });
  const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [log] });
  await run.pass(60_000);
  expect(run.comments(issue.key)).toEqual([]);
  await run.jira.people.comment({ issue: issue.key, user: 'ada', text: '@logtriage rerun' });
  await run.pass(60_000);
  expect(run.comments(issue.key).filter((text) => text.includes('LIKELY'))).toHaveLength(1);
});

describe('quiet hours', () => {
  it('hold answers back until they end', async () => {
    using run = await start({ quietHours: '22:00-10:00 Europe/Berlin' });
    await share(run);
    await run.pass(40 * 60_000, 60_000);
    expect(run.posts()).toEqual([]);
    const status = () => run.slack.people.command({ channel, user: 'U0ADA', text: 'status' });
    expect((await status()).text).toContain('ago: Quiet hours hold unrequested answers back until');
    await run.pass(25 * 60_000, 60_000);
    expect(run.posts()).toHaveLength(1);
    await run.pass(13 * 3_600_000, 600_000);
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'why app.log' });
    await run.pass(10_000);
    expect(shownTo(run, 'U0ADA').at(-1)).toContain('Answers posted: 1.');
    expect(shownTo(run, 'U0ADA').at(-1)).not.toContain('Quiet hours');
    expect((await status()).text).not.toContain('Quiet hours');
  });
});

describe('shadow mode', () => {
  it('shadow mode: posts to the review channel alone, and counts how many are judged right', async () => {
    using run = await start({ reviewChannel: 'C0REVIEW' });
    const members = ['U0ADA', 'U0BOB', run.slack.bot.userId];
    run.slack.workspace.addChannel({ id: 'C0REVIEW', name: 'review', members });
    const { message } = await share(run);
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    expect(message.reactions ?? []).toEqual([]);
    expect(run.posts('C0REVIEW')).toHaveLength(1);
    const answer = run.slack.workspace.channels.get('C0REVIEW')!.messages[0]!;
    for (const [user, word] of [
      ['U0ADA', 'right'],
      ['U0BOB', 'wrong'],
    ] as const) {
      await run.slack.people.press({ channel: 'C0REVIEW', ts: answer.ts, user, actionId: `answer:${word}` });
      await run.pass(10_000);
    }
    const settings = await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings' });
    expect(settings.text).toContain('Rated: 1 of 2 right (50 %)');
  });

  it('tells a review channel nothing of a conversation that its readers are not in', async () => {
    using run = await start({ reviewChannel: 'C0REVIEW' });
    const bot = run.slack.bot.userId;
    run.slack.workspace.addChannel({ id: 'C0REVIEW', name: 'review', members: ['U0ADA', 'U0BOB', bot] });
    run.slack.workspace.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: ['U0ADA', bot] });
    await share(run, 'U0ADA', log, 'C0SECRET');
    await run.pass(30_000);
    expect(run.posts('C0REVIEW')).toEqual([]);
    expect(run.posts('C0SECRET')).toEqual([]);
  });
});

const personal = [
  '09:00:01 modem imei: 490154203237518 imsi=262019876543210',
  '09:00:02 wlan0: connected to 3c:5a:b4:01:02:03, ssid="Ada at home"',
  '09:00:03 ERROR call to +49 151 23456789 dropped at lat=52.52000 lon=13.40495',
  '09:00:04 mail from ada@example.com, Authorization: Bearer abcdef0123456789abcdef',
  '09:00:05 build 12:34:56 of 490154203237510 is no number of a device',
].join('\n');
const hidden = [
  '490154203237518',
  '262019876543210',
  '3c:5a:b4',
  'Ada at home',
  '23456789',
  '52.52',
  'ada@example',
  'abcdef0123',
];

describe('the privacy gate', () => {
  it('privacy gate: masks before upload and before posting, and tells counts alone', async () => {
    using run = await start({ personal: 'mask' });
    await share(run, 'U0ADA', { name: 'app.log', bytes: `${personal}\n` });
    await run.pass(30_000);
    const [file] = run.service.files;
    expect(file?.bytes.split('\n')).toHaveLength(6);
    expect(file?.bytes).toContain('09:00:03 ERROR call to [masked] dropped');
    expect(file?.bytes).toContain('490154203237510');
    const told = JSON.stringify(run.posts());
    for (const value of hidden) {
      expect(file?.bytes, value).not.toContain(value);
      expect(told, value).not.toContain(value);
    }
    expect(run.posts()).toHaveLength(1);
    expect(told).toContain(
      'masked before the upload: 1 IMEI, 1 IMSI, 1 MAC address, 1 network name, 1 phone number, 1 e-mail address, 2 positions and 1 secret',
    );
    expect(told).toContain('masked here: 1 e-mail address');
  });

  it('keeps a file with such data from the service where it blocks, and lets others pass', async () => {
    using run = await start({ personal: 'block' });
    await share(run, 'U0ADA', { name: 'app.log', bytes: `${personal}\n` });
    await run.pass(30_000);
    expect(run.service.files).toEqual([]);
    const told = JSON.stringify(run.posts());
    expect(told).toContain('was not uploaded to the log service: it contains 1 IMEI');
    for (const value of hidden) expect(told).not.toContain(value);
    await share(run, 'U0ADA', { name: 'calm.log', bytes: log.bytes });
    await run.pass(30_000);
    expect(run.service.files.map(({ name }) => name)).toEqual(['calm.log']);
    expect(run.posts().at(-1)?.text).toContain('I withheld an answer: it would show 1 e-mail address,');
  });

  it('lets nothing pass that it cannot look into', async () => {
    using run = await start({ personal: 'mask' });
    await share(run, 'U0ADA', { name: 'core.bin', bytes: '\u0000\u0001binary' });
    await run.pass(30_000);
    expect(run.service.files).toEqual([]);
    expect(run.posts()[0]?.text).toContain('is not possible in a file of this kind');
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'retry core.bin' });
    await run.pass(30_000);
    expect(run.posts()[1]?.text).toBe(run.posts()[0]?.text);
  });
});

describe('/triage settings', () => {
  async function change(run: BotUnderTest, user: string, values: Record<string, string | string[]>) {
    await run.slack.people.command({ channel, user, text: 'settings' });
    const shown = run.slack.workspace.channels.get(channel)!.ephemerals.findLast((seen) => seen.user === user)!;
    await run.slack.people.press({ channel, ts: shown.ts, user, actionId: 'settings:open' });
    await settle();
    const sent = await run.slack.people.submit({ user, values });
    await run.pass(10_000);
    return sent;
  }

  it('takes no review channel that the bot is not in: answers would be read by nobody', async () => {
    using run = await start();
    await change(run, 'U0ADA', { reviewChannel: 'C0REVIEW' });
    expect(shownTo(run, 'U0ADA').at(-1)).toContain('I am not in the channel C0REVIEW');
    await share(run);
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(1);
    const members = ['U0ADA', 'U0BOB', run.slack.bot.userId];
    run.slack.workspace.addChannel({ id: 'C0REVIEW', name: 'review', members });
    await change(run, 'U0ADA', { reviewChannel: 'C0REVIEW' });
    expect(shownTo(run, 'U0ADA').at(-1)).toContain('are saved');
  });

  it('changes what holds in the channel, for full members alone', async () => {
    using run = await start();
    expect(await change(run, 'U0ADA', { leastVerdict: 'CONFIRMED' })).toMatchObject({ status: 200, errors: {} });
    expect(shownTo(run, 'U0ADA').at(-1)).toContain('are saved');
    await share(run);
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
    run.slack.workspace.channels.get(channel)?.members.add('U0GUEST');
    await change(run, 'U0GUEST', { guests: 'on', leastVerdict: 'INCONCLUSIVE' });
    expect(shownTo(run, 'U0GUEST').at(-1)).toContain('Only full members');
    const settings = await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings' });
    expect(settings.text).toContain('Guests: may not ask');
    expect(settings.text).toContain('Unrequested answers: only CONFIRMED');
  });

  it('lets people and the review channel be chosen by name, and shows them by name', async () => {
    using run = await start({ askers: ['U0ADA', 'T0OTHER:U0FAR1'] });
    run.slack.workspace.addChannel({ id: 'C0REVIEW', name: 'review', members: ['U0ADA', run.slack.bot.userId] });
    await change(run, 'U0ADA', { reviewChannel: 'C0REVIEW', askers: ['U0ADA', 'U0BOB'] });
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings' });
    const shown = JSON.stringify(run.slack.workspace.channels.get(channel)?.ephemerals.at(-1)?.blocks);
    for (const named of [
      { type: 'channel', channel_id: 'C0REVIEW' },
      { type: 'user', user_id: 'U0BOB' },
      // Of a workspace this form does not show.
      { type: 'user', user_id: 'U0FAR1' },
    ]) {
      expect(shown).toContain(JSON.stringify(named));
    }
    await change(run, 'U0ADA', { askers: '', reviewChannel: '' });
    const after = await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings' });
    expect(after.text).toContain('Shadow mode: off');
    expect(after.text).toContain('Only these people may ask: T0OTHER:U0FAR1.');
  });

  it('says what is wrong with a form, at its input', async () => {
    using run = await start();
    const sent = await change(run, 'U0ADA', { quietHours: 'at night' });
    expect(sent.errors).toEqual({ quietHours: expect.stringContaining('22:00-06:00') });
  });
});
