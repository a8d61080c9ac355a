import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const log = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };
const picture = { name: 'cake.png', bytes: '\u0089PNG', mimetype: 'image/png' };
const chatter = [
  picture,
  { name: 'IMG_2041.HEIC', bytes: 'x', mimetype: 'image/heic' },
  { name: 'demo.mp4', bytes: 'x', mimetype: 'video/mp4' },
  {
    name: 'roadmap.pptx',
    bytes: 'PK',
    mimetype: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  { name: 'contract.pdf', bytes: '%PDF', mimetype: 'application/pdf' },
  { name: 'lunch.txt', bytes: 'Pizza or pasta today? Please vote until 11:30.\nThe place by the river is closed.\n' },
  { name: 'Untitled', bytes: 'we should call them back tomorrow, I think', mode: 'snippet' },
  { name: 'README.md', bytes: '# Devkit\n\nHow to flash the board: see the wiki.\n' },
  { name: 'Design notes', bytes: '', mode: 'external', mimetype: 'application/vnd.google-apps.document' },
] as const;

const reactions = (run: BotUnderTest) =>
  run.slack.workspace.channels.get(channel)!.messages.flatMap((message) => message.reactions ?? []);

describe('a file that is no log', () => {
  it.each(chatter)('draws nothing: $name', async (file) => {
    using run = await startBot();
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'have a look at this', files: [file] });
    await run.pass(60_000);
    expect(run.posts()).toEqual([]);
    expect(reactions(run)).toEqual([]);
    expect(run.service.files).toEqual([]);
  });

  it.each(chatter)('gets one plain line where the bot is mentioned: $name', async (file) => {
    using run = await startBot();
    const text = `<@${run.slack.bot.userId}> what is this?`;
    await run.slack.people.say({ channel, user: 'U0ADA', text, files: [file] });
    await run.pass(60_000);
    expect(run.posts()).toHaveLength(1);
    expect(run.posts()[0]?.text).toContain(file.name);
    expect(run.posts()[0]?.text.split('\n')).toHaveLength(1);
    expect(run.service.files).toEqual([]);
  });

  it('gets one plain line in a direct message', async () => {
    using run = await startBot();
    const members = ['U0ADA', run.slack.bot.userId];
    run.slack.workspace.addChannel({ id: 'D0ADA', name: 'ada', kind: 'im', members });
    await run.slack.people.say({ channel: 'D0ADA', user: 'U0ADA', files: [picture] });
    await run.pass(60_000);
    expect(run.posts('D0ADA').map(({ text }) => text)).toEqual([expect.stringContaining('cake.png')]);
  });

  it('a question in a direct message is about the newest file there, without a thread or a mention', async () => {
    using run = await startBot();
    const members = ['U0ADA', run.slack.bot.userId];
    run.slack.workspace.addChannel({ id: 'D0ADA', name: 'ada', kind: 'im', members });
    run.service.deep = ({ query }) =>
      Response.json({ code: 200, message: 'ok', data: { verdict: 'LIKELY', root_cause: `To: ${query}`, answer: 'x' } });
    const say = async (text: string, files: (typeof log)[] = []) => {
      const { message } = await run.slack.people.say({ channel: 'D0ADA', user: 'U0ADA', text, files });
      await run.pass(30_000);
      return message.ts;
    };
    await say('why did it stop?');
    expect(run.posts('D0ADA').at(-1)?.text).toContain('then ask me more there');
    await say('', [log]);
    const ts = await say('how many errors are there?');
    expect(run.posts('D0ADA').at(-1)).toMatchObject({
      threadTs: ts,
      text: expect.stringContaining('To: how many errors are there?'),
    });
    await say('hello');
    expect(run.posts('D0ADA').at(-1)?.text).toContain('Share a log');
  });

  it('beside a log draws nothing, and the log is answered', async () => {
    using run = await startBot();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [picture, log] });
    await run.pass(60_000);
    expect(run.posts()).toHaveLength(1);
    expect(run.posts()[0]?.text).not.toContain('cake.png');
    expect(run.service.files.map(({ name }) => name)).toEqual(['app.log']);
  });

  it('beside a question about the log of the thread leaves the question to be answered', async () => {
    using run = await startBot();
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    await run.slack.people.say({
      channel,
      user: 'U0ADA',
      text: 'is it the peak in this picture?',
      files: [picture],
      threadTs: message.ts,
    });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(2);
    expect(run.posts()[1]?.text).toContain('is it the peak in this picture?');
  });
});

describe('a text file', () => {
  it.each([
    ['kernel.txt', '[    1.000000] usb 1-1: new device\n[    2.000000] Kernel panic - not syncing: x\n'],
    ['crash.txt', 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nKeyError: 1\n'],
    ['Untitled', '2026-11-20 09:00:01 worker 3 took the job\n2026-11-20 09:00:07 worker 3 is gone\n'],
    ['notes.txt', 'What I saw today:\n\n09:00:02 ERROR disk is full\n'],
  ])('that holds lines of a log is one: %s', async (name, bytes) => {
    using run = await startBot();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name, bytes }] });
    await run.pass(60_000);
    expect(run.service.files.map((file) => file.name)).toEqual([name]);
    expect(run.posts()).toHaveLength(1);
  });
});

describe('a mention without a file', () => {
  it('in a thread asks about the file of the thread, with a question or without one', async () => {
    using run = await startBot();
    const said = await run.slack.people.say({ channel, user: 'U0ADA', files: [log], isSilent: true });
    const mention = `<@${run.slack.bot.userId}>`;
    await run.slack.people.say({ channel, user: 'U0BOB', text: mention, threadTs: said.message.ts });
    await run.pass(60_000);
    expect(run.posts()).toHaveLength(1);
    expect(run.posts()[0]).toMatchObject({ threadTs: said.message.ts, text: expect.stringContaining('app.log') });
    await run.slack.people.say({ channel, user: 'U0BOB', text: `${mention} since when?`, threadTs: said.message.ts });
    await run.pass(60_000);
    expect(run.posts().map(({ text }) => text.includes('since when?'))).toEqual([false, true]);
  });

  it('passes over a picture in the thread and takes the log before it', async () => {
    using run = await startBot();
    const said = await run.slack.people.say({ channel, user: 'U0ADA', files: [log], isSilent: true });
    const threadTs = said.message.ts;
    await run.slack.people.say({ channel, user: 'U0ADA', files: [picture], threadTs, isSilent: true });
    await run.slack.people.say({ channel, user: 'U0BOB', text: `<@${run.slack.bot.userId}> why?`, threadTs });
    await run.pass(60_000);
    expect(run.service.files.map(({ name }) => name)).toEqual(['app.log']);
    expect(run.posts()).toHaveLength(1);
  });

  it.each(['a channel', 'a thread without a file'])('in %s says in one line what it can do', async (where) => {
    using run = await startBot();
    const said = await run.slack.people.say({ channel, user: 'U0ADA', text: 'good morning' });
    const thread = where === 'a channel' ? {} : { threadTs: said.message.ts };
    await run.slack.people.say({ channel, user: 'U0BOB', text: `<@${run.slack.bot.userId}> hello`, ...thread });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(1);
    expect(run.posts()[0]?.text).toContain('/triage help');
    expect(run.posts()[0]?.text.split('\n')).toHaveLength(1);
  });
});

describe('talk between people', () => {
  it('in the thread of an answer draws nothing, thanks to the bot included', async () => {
    using run = await startBot();
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    const mention = `<@${run.slack.bot.userId}>`;
    for (const text of ['I will look at it', '<@U0ADA> can you take this one?', 'nice catch', `thanks ${mention}!`]) {
      await run.slack.people.say({ channel, user: 'U0BOB', text, threadTs: message.ts });
      await run.pass(20_000);
    }
    expect(run.posts()).toHaveLength(1);
  });
});

describe('/triage', () => {
  it.each(['help', '', 'status', 'PROJ-1', 'nonsense of a new user', 'digest', 'https://elsewhere.example/x', '🤷'])(
    'leaves nobody without a word: %j',
    async (text) => {
      using run = await startBot();
      const reply = await run.slack.people.command({ channel, user: 'U0ADA', text });
      expect(reply.status).toBe(200);
      expect(reply.text).not.toBe('');
      await run.pass(60_000);
      const shown = run.slack.workspace.channels.get(channel)!.ephemerals.filter(({ user }) => user === 'U0ADA');
      expect(shown.length).toBe(text === 'PROJ-1' ? 2 : 1);
      expect(readMessage(shown.at(-1)!).text).not.toBe('');
    },
  );
});
