import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { makeTar } from '../support/make-archives.ts';

/** What people complain of in such bots, by the words they complain in. Others stand in the files of their themes. */
const log = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };
const finding = { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'x' };

async function start(): Promise<BotUnderTest> {
  const run = await startBot();
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: finding });
  return run;
}

const messages = (run: BotUnderTest) =>
  run.slack.workspace.channels.get(channel)!.messages.filter(({ user }) => user === run.slack.bot.userId);

describe('what people complain of', () => {
  it('files ignored without a word; only the first of several read: each of five is read', async () => {
    using run = await start();
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name: `${name}.log`, bytes: `${log.bytes}${name}\n` }));
    await run.slack.people.say({ channel, user: 'U0ADA', files });
    await run.pass(60_000);
    for (const { name } of files) expect(run.posts().filter(({ text }) => text.includes(name))).toHaveLength(1);
  });

  it('zip, pcap, anything over 10 MB refused: what the service takes is taken, what is too large is told with the limit', async () => {
    using run = await startBot({ config: { maxFileBytes: 1_000 } });
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: finding });
    const files = [
      { name: 'logs.zip', bytes: 'PK\u0003\u0004rest' },
      { name: 'net.pcap', bytes: '\u00d4\u00c3\u00b2\u00a1rest' },
      { name: 'long.log', bytes: 'x'.repeat(2_000) },
    ];
    await run.slack.people.say({ channel, user: 'U0ADA', files });
    await run.pass(60_000);
    expect(run.service.files.map(({ name }) => name).sort()).toEqual(['logs.zip', 'net.pcap']);
    expect(run.posts().find(({ text }) => text.includes('long.log'))?.text).toContain('is larger than 1 kB');
  });

  it('must mention the bot again in a thread: a question below an answer needs no mention', async () => {
    using run = await start();
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    await run.slack.people.say({ channel, user: 'U0BOB', text: 'when did it begin?', threadTs: message.ts });
    await run.pass(30_000);
    expect(messages(run)).toHaveLength(2);
  });

  it('answered twice (mention and message), or the dedupe swallowed the only event: once, whichever event comes', async () => {
    using run = await start();
    const said = await run.slack.people.say({
      channel,
      user: 'U0ADA',
      text: `<@${run.slack.bot.userId}> why?`,
      files: [log],
      isSilent: true,
    });
    expect(said.events.length).toBeGreaterThan(2);
    for (const envelope of [...said.events, ...said.events].toReversed())
      await run.slack.deliveries.eventOnce(envelope);
    await run.pass(60_000);
    expect(messages(run)).toHaveLength(1);
  });

  it('bot answers itself: its own messages, files and edits draw nothing', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: run.slack.bot.userId, text: 'why? ERROR', files: [log] });
    await run.pass(60_000);
    expect(messages(run)).toHaveLength(1);
    expect(run.service.files).toEqual([]);
  });

  it('"working on it" for ever after a restart: the work goes on and the reaction comes to its end', async () => {
    using run = await start();
    run.service.looks = () => [{ status: 'ANALYZING' }, { status: 'ANALYZING' }, { status: 'COMPLETED' }];
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(2_000);
    expect(message.reactions?.map(({ name }) => name)).toEqual(['eyes']);
    await run.restart();
    await run.pass(60_000);
    expect(messages(run)).toHaveLength(1);
    expect(message.reactions?.map(({ name }) => name)).toEqual(['white_check_mark']);
  });

  it('deleting the message does not cancel the run: it does, and nothing is posted', async () => {
    using run = await start();
    run.service.looks = () => [{ status: 'ANALYZING' }];
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(5_000);
    await run.slack.people.removeMessage(channel, message.ts);
    run.service.looks = () => [{ status: 'COMPLETED' }];
    await run.pass(60_000);
    expect(messages(run)).toEqual([]);
  });

  it('silence instead of an error: a service that fails is told of, with what to do', async () => {
    using run = await start();
    run.service.deep = () => Response.json({ message: 'no' }, { status: 422 });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(60_000);
    expect(readMessage(messages(run)[0]!).text).toContain('rejected the question');
  });

  it('causes stated without proof: a quote that is not in the file is left out and counted', async () => {
    using run = await start();
    const evidence = [
      { file: 'app.log', line: 2, text: '09:00:02 ERROR disk is full' },
      { file: 'app.log', line: 1, text: '09:00:01 ERROR it melted' },
    ];
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { ...finding, evidence } });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    const { text } = readMessage(messages(run)[0]!);
    expect(text).toContain('09:00:02 ERROR disk is full');
    expect(text).not.toContain('melted');
    expect(text).toContain('1 quote dropped, not in the file');
  });

  it('raw Markdown in Jira comments: Markdown is formatted, and List<String> stays as it was written', async () => {
    using run = await start();
    const answer = 'The **cache** returned `null` for List<String>.\n\n- first\n- second';
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { ...finding, answer } });
    const { key } = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'x', files: [log] });
    await run.pass(60_000);
    const comment = JSON.stringify(run.jira.site.findIssue(key)?.comments[0]?.body);
    expect(comment).toContain('List<String>');
    expect(comment).toContain('"bulletList"');
    expect(comment).not.toContain('**');
  });

  it('channel noise: lunch, pictures and talk draw neither a word nor a reaction', async () => {
    using run = await start();
    const said = [
      await run.slack.people.say({ channel, user: 'U0ADA', text: 'who is in for pizza?' }),
      await run.slack.people.say({ channel, user: 'U0BOB', files: [{ name: 'pizza.jpg', bytes: 'x' }] }),
    ];
    await run.pass(60_000);
    expect(messages(run)).toEqual([]);
    expect(said.flatMap(({ message }) => message.reactions ?? [])).toEqual([]);
  });

  it('private files answered in public channels; guests: neither is', async () => {
    using run = await start();
    const bot = run.slack.bot.userId;
    run.slack.workspace.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: ['U0ADA', bot] });
    run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
    const secret = await run.slack.people.say({ channel: 'C0SECRET', user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    await run.slack.people.command({ channel, user: 'U0ADA', text: secret.permalink });
    await run.slack.people.command({ channel, user: 'U0GUEST', text: secret.permalink });
    await run.pass(30_000);
    expect(messages(run)).toEqual([]);
    const shown = run.slack.workspace.channels.get(channel)!.ephemerals.filter(({ user }) => user === 'U0GUEST');
    expect(JSON.stringify(shown)).not.toContain('disk');
  });
});

describe('what nobody gives them', () => {
  it('one file, one analysis everywhere: the same bytes in a channel and on two tickets are uploaded once', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    for (const summary of ['one', 'two']) {
      await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary, files: [log] });
    }
    await run.pass(60_000);
    expect(run.service.files).toHaveLength(1);
    const answers = messages(run).filter((message) => readMessage(message).text.includes('The disk ran full'));
    expect(answers).toHaveLength(1);
    for (const key of ['PROJ-1', 'PROJ-2']) {
      expect(run.comments(key).join()).toContain('#bringup');
      expect(messages(run).some((message) => readMessage(message).text.includes(key))).toBe(true);
    }
  });

  it('any file, never silent: an archive of logs is taken whole', async () => {
    using run = await start();
    const tar = new Uint8Array(await makeTar([{ name: 'a/app.log', content: log.bytes }]));
    await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'logs.tar', bytes: tar }] });
    await run.pass(60_000);
    expect(run.service.files.map(({ name }) => name)).toEqual(['logs.tar']);
    expect(messages(run)).toHaveLength(1);
  });
});
