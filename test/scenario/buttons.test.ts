import { describe, expect, it } from 'vitest';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import type { SlackMessage } from '../../src/sandbox/slack/workspace.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { settle } from '../support/settle.ts';
import { slackOrigin } from '../support/vendors.ts';

const lines = Array.from(
  { length: 100 },
  (_, index) => `09:00:${String(index % 60).padStart(2, '0')} step ${index + 1}`,
);
lines[59] = '09:00:59 ERROR disk is full';
const log = { name: 'app.log', bytes: `${lines.join('\n')}\n` };
const finding = {
  verdict: 'CONFIRMED',
  root_cause: 'The disk ran full',
  signature: 'enospc: data',
  next_actions: ['Look at `df -h` of that day.'],
  answer: 'The disk ran full while step 60 wrote.',
  citations: [{ file: 'app.log', line_start: 60, line_end: 60, excerpt: lines[59] }],
};

async function startAnswered(fileType = 'log'): Promise<{ run: BotUnderTest; answer: SlackMessage; threadTs: string }> {
  const run = await startBot();
  run.service.looks = () => [{ status: 'COMPLETED', file_type: fileType }];
  run.service.deep = ({ query }) =>
    Response.json({
      code: 200,
      message: 'ok',
      data:
        query.includes('?') && !query.startsWith('What went') ? { ...finding, root_cause: `Asked: ${query}` } : finding,
    });
  const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
  await run.pass(30_000);
  return { run, answer: botMessages(run)[0]!, threadTs: message.ts };
}

function botMessages(run: BotUnderTest): SlackMessage[] {
  const { messages } = run.slack.workspace.channels.get(channel)!;
  return messages.filter(({ user }) => user === run.slack.bot.userId);
}

const shownTo = (run: BotUnderTest, user: string) =>
  run.slack.workspace.channels.get(channel)!.ephemerals.filter((shown) => shown.user === user);

async function press(run: BotUnderTest, message: { ts: string }, name: string, user = 'U0BOB') {
  const reply = await run.slack.people.press({ channel, ts: message.ts, user, actionId: `answer:${name}` });
  expect(reply.status).toBe(200);
  await settle();
  await run.pass(5_000);
}

const buttonsOf = ({ blocks }: SlackMessage) =>
  (blocks as { type: string; elements: { text: { text: string } }[] }[])
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements.map(({ text }) => text.text));

describe('an answer', () => {
  it('buttons work only with the vendor’s cloud: has its buttons, and a colour for its verdict', async () => {
    const { run, answer } = await startAnswered();
    using _ = run;
    expect(buttonsOf(answer)).toEqual([
      'Ask',
      '20 lines around',
      'Compare with the last good one',
      'File to Jira',
      'Right',
      'Wrong',
    ]);
    expect(JSON.stringify(answer.blocks)).toContain('large_green_circle');
    // Nothing stands between a press and this program: what the button stands for happens at the answer.
    for (const name of ['right', 'around']) await press(run, answer, name);
    expect(readMessage(botMessages(run)[0]!).text).toContain('rated right by 1');
    expect(readMessage(botMessages(run)[1]!).text).toContain('app.log:40-80');
    expect(run.slack.unexpected).toEqual([]);
  });
});

describe('20 lines around', () => {
  it('checked evidence, 20 lines around: shows them below the answer, verbatim, with where they stand', async () => {
    const { run, answer, threadTs } = await startAnswered();
    using _ = run;
    await press(run, answer, 'around');
    const shown = botMessages(run)[1]!;
    expect(shown.thread_ts).toBe(threadTs);
    expect(readMessage(shown).text).toContain(lines.slice(39, 80).join('\n'));
    expect(readMessage(shown).text).toContain('app.log:40-80');
    expect(readMessage(shown).text).not.toContain('step 39\n');
  });

  it('pressed twice, also by another and after a restart, is shown once, and the second is told', async () => {
    const { run, answer } = await startAnswered();
    using _ = run;
    await press(run, answer, 'around', 'U0BOB');
    await run.restart();
    await press(run, answer, 'around', 'U0ADA');
    expect(botMessages(run)).toHaveLength(2);
    expect(shownTo(run, 'U0ADA').map(({ text }) => text)).toEqual([expect.stringContaining('already')]);
  });

  it('asks the service where the file is no longer here', async () => {
    const { run, answer } = await startAnswered();
    using _ = run;
    await run.emptySpool();
    await press(run, answer, 'around');
    await run.pass(20_000);
    expect(run.service.posts.at(-1)?.query).toContain('show line 60 of app.log around 40');
    expect(botMessages(run)).toHaveLength(2);
  });
});

describe.each(['config', 'bundle'])('20 lines around, of a %s', (fileType) => {
  it('are asked of the service, which knows the lines that must not be quoted', async () => {
    const { run, answer } = await startAnswered(fileType);
    using _ = run;
    await press(run, answer, 'around');
    await run.pass(20_000);
    expect(run.service.posts.at(-1)?.query).toContain('show line 60 of app.log around 40');
    expect(
      botMessages(run)
        .map((message) => readMessage(message).text)
        .join(),
    ).not.toContain(lines.slice(39, 80).join('\n'));
  });
});

describe('Ask', () => {
  it('opens a form, and what is asked there is answered below', async () => {
    const { run, answer, threadTs } = await startAnswered();
    using _ = run;
    await press(run, answer, 'ask');
    expect(run.slack.views.modalsOf('U0BOB')).toHaveLength(1);
    const sent = await run.slack.people.submit({ user: 'U0BOB', values: { question: 'since when?' } });
    expect(sent).toMatchObject({ status: 200, errors: {} });
    expect(run.slack.views.modalsOf('U0BOB')).toHaveLength(0);
    await run.pass(20_000);
    const reply = botMessages(run)[1]!;
    expect(reply.thread_ts).toBe(threadTs);
    expect(readMessage(reply).text).toContain('Asked: since when?');
  });
});

describe('Right and Wrong', () => {
  it('count each person once, by their last word, show it at the answer, and outlive a restart', async () => {
    const { run, answer } = await startAnswered();
    using _ = run;
    await press(run, answer, 'right', 'U0ADA');
    await press(run, answer, 'right', 'U0ADA');
    expect(readMessage(botMessages(run)[0]!).text).toContain('rated right by 1');
    await run.restart();
    await press(run, answer, 'wrong', 'U0BOB');
    await press(run, answer, 'wrong', 'U0ADA');
    expect(readMessage(botMessages(run)[0]!).text).toContain('rated wrong by 2');
    expect(readMessage(botMessages(run)[0]!).text).not.toContain('right');
    expect(shownTo(run, 'U0BOB').map(({ text }) => text)).toEqual([expect.stringContaining('Noted as wrong')]);
    expect(botMessages(run)).toHaveLength(1);
    expect(run.slack.unexpected).toEqual([]);
  });
});

describe('Show everyone', () => {
  it('shows all what one person was shown, where all may see its source', async () => {
    const { run } = await startAnswered();
    using _ = run;
    const bot = run.slack.bot.userId;
    run.slack.workspace.addChannel({ id: 'C0OTHER', name: 'other', members: ['U0ADA', 'U0BOB'] });
    const said = run.slack.workspace.channels.get(channel)!.messages[0]!;
    const link = `${slackOrigin}/archives/${channel}/p${said.ts.replace('.', '')}`;
    await run.slack.people.command({ channel: 'C0OTHER', user: 'U0ADA', text: link });
    await run.pass(20_000);
    const other = run.slack.workspace.channels.get('C0OTHER')!;
    const alone = other.ephemerals.at(-1)!;
    other.members.add(bot);
    await run.slack.people.press({ channel: 'C0OTHER', ts: alone.ts, user: 'U0ADA', actionId: 'answer:show' });
    await run.pass(10_000);
    expect(other.messages.map((message) => readMessage(message).text)).toEqual([
      expect.stringContaining('The disk ran full'),
    ]);
    expect(buttonsOf(other.messages[0]!)).not.toContain('Show everyone');
  });

  it('refuses, to the one alone, where others may not see it', async () => {
    const { run } = await startAnswered();
    using _ = run;
    const bot = run.slack.bot.userId;
    run.slack.workspace.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members: ['U0ADA', bot] });
    const secret = await run.slack.people.say({ channel: 'C0SECRET', user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    await run.slack.people.command({ channel, user: 'U0ADA', text: secret.permalink });
    await run.pass(20_000);
    const alone = shownTo(run, 'U0ADA').at(-1)!;
    await run.slack.people.press({ channel, ts: alone.ts, user: 'U0ADA', actionId: 'answer:show' });
    await run.pass(10_000);
    expect(botMessages(run)).toHaveLength(1);
    expect(readMessage(shownTo(run, 'U0ADA').at(-1)!).text).toContain('I show it only to you');
  });

  it('asks to be invited where the bot is no member, and shows it once when it is', async () => {
    const { run } = await startAnswered();
    using _ = run;
    run.slack.workspace.addChannel({ id: 'C0OTHER', name: 'other', members: ['U0ADA', 'U0BOB'] });
    const said = run.slack.workspace.channels.get(channel)!.messages[0]!;
    const link = `${slackOrigin}/archives/${channel}/p${said.ts.replace('.', '')}`;
    await run.slack.people.command({ channel: 'C0OTHER', user: 'U0ADA', text: link });
    await run.pass(20_000);
    const { ephemerals, messages, members } = run.slack.workspace.channels.get('C0OTHER')!;
    const { ts } = ephemerals.at(-1)!;
    const show = async () => {
      await run.slack.people.press({ channel: 'C0OTHER', ts, user: 'U0ADA', actionId: 'answer:show' });
      await run.pass(10_000);
    };
    await show();
    expect(readMessage(ephemerals.at(-1)!).text).toContain('Invite me');
    members.add(run.slack.bot.userId);
    await show();
    expect(messages).toHaveLength(1);
    await show();
    expect(messages).toHaveLength(1);
    expect(readMessage(ephemerals.at(-1)!).text).toContain('already');
  });
});

describe('the shortcut Triage this', () => {
  it('answers in the thread of a message that was there before the bot', async () => {
    using run = await startBot();
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: finding });
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [log], isSilent: true });
    const used = { channel, ts: message.ts, user: 'U0BOB', callbackId: 'triage_message' };
    expect((await run.slack.people.shortcut(used)).status).toBe(200);
    await run.pass(30_000);
    expect(botMessages(run).map(({ thread_ts }) => thread_ts)).toEqual([message.ts]);
  });

  it('used twice, or where the files are answered, says so to the one alone', async () => {
    const { run, threadTs } = await startAnswered();
    using _ = run;
    const used = { channel, ts: threadTs, user: 'U0BOB', callbackId: 'triage_message' };
    await run.slack.people.shortcut(used);
    await run.pass(20_000);
    expect(botMessages(run)).toHaveLength(1);
    expect(shownTo(run, 'U0BOB').map(({ text }) => text)).toEqual([expect.stringContaining('answered in its thread')]);
    const { message } = await run.slack.people.say({
      channel,
      user: 'U0ADA',
      files: [{ ...log, name: 'b.log' }],
      isSilent: true,
    });
    for (const user of ['U0ADA', 'U0BOB']) await run.slack.people.shortcut({ ...used, ts: message.ts, user });
    await run.pass(30_000);
    expect(botMessages(run).filter(({ thread_ts }) => thread_ts === message.ts)).toHaveLength(1);
  });

  it('uploads no picture, and says so to the one alone', async () => {
    using run = await startBot();
    const cake = { name: 'cake.png', bytes: 'x', mimetype: 'image/png' };
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', text: 'cake', files: [cake] });
    await run.slack.people.shortcut({ channel, ts: message.ts, user: 'U0BOB', callbackId: 'triage_message' });
    await run.pass(20_000);
    expect(botMessages(run)).toEqual([]);
    expect(run.service.files).toEqual([]);
    expect(shownTo(run, 'U0BOB').map(({ text }) => text)).toEqual([expect.stringContaining('cake.png is a picture')]);
  });

  it('says so to the one alone where the message has no file', async () => {
    using run = await startBot();
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', text: 'hello' });
    await run.slack.people.shortcut({ channel, ts: message.ts, user: 'U0BOB', callbackId: 'triage_message' });
    await run.pass(10_000);
    expect(botMessages(run)).toEqual([]);
    expect(shownTo(run, 'U0BOB').map(({ text }) => text)).toEqual([expect.stringContaining('no file I can analyse')]);
  });
});

describe('File to Jira', () => {
  async function open(run: BotUnderTest, answer: SlackMessage, user = 'U0ADA') {
    await press(run, answer, 'file', user);
    return JSON.stringify(run.slack.views.modalsOf(user).at(-1)?.blocks);
  }
  const tickets = (run: BotUnderTest) => [...run.jira.site.issues.values()];

  it('opens a form with summary, cause and evidence filled in, and makes one ticket of what is sent', async () => {
    const { run, answer } = await startAnswered();
    using _ = run;
    await open(run, answer, 'U0BOB');
    const form = await open(run, answer);
    const filled = ['The disk ran full', 'while step 60 wrote', 'Next: Look at df -h of that day.', 'app.log:60'];
    for (const words of [...filled, lines[59]!]) expect(form).toContain(words);
    const sent = await run.slack.people.submit({ user: 'U0ADA', values: { project: 'proj', summary: 'Disk full' } });
    expect(sent).toMatchObject({ status: 200, errors: {} });
    await run.pass(20_000);
    expect(tickets(run).map(({ summary }) => summary)).toEqual(['Disk full']);
    expect(JSON.stringify(tickets(run)[0]?.description)).toContain(lines[59]!);
    expect(readMessage(botMessages(run)[0]!).text).toContain('filed as PROJ-1');
    expect(readMessage(shownTo(run, 'U0ADA').at(-1)!).text).toContain('Filed as PROJ-1');
    expect(buttonsOf(botMessages(run)[0]!)).not.toContain('File to Jira');
    await run.slack.people.submit({ user: 'U0BOB', values: { project: 'PROJ', summary: 'No room left' } });
    await run.pass(20_000);
    expect(tickets(run)).toHaveLength(1);
    const told = readMessage(shownTo(run, 'U0BOB').at(-1)!).text;
    expect(told).toContain('already filed, as PROJ-1');
    expect(told).toContain('No room left');
  });

  it('leaves the ticket without a comment that repeats what it was filed with, and posts later answers to it', async () => {
    const { run, answer, threadTs } = await startAnswered();
    using _ = run;
    await open(run, answer);
    await run.slack.people.submit({ user: 'U0ADA', values: { project: 'PROJ', summary: 'Disk full' } });
    await run.pass(60_000);
    const [ticket] = tickets(run);
    expect(ticket?.comments).toEqual([]);
    expect(readAdf(ticket?.description).links).toEqual([expect.stringContaining(`/archives/${channel}/p`)]);
    expect(ticket?.labels).toContainEqual(expect.stringMatching(/^logtriage-cause-/));
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Another' });
    const text = `<@${run.slack.bot.userId}> how often did it happen?`;
    await run.slack.people.say({ channel, user: 'U0ADA', text, threadTs });
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'link PROJ-2 app.log' });
    await run.pass(60_000);
    expect(ticket?.comments.map((comment) => JSON.stringify(comment))).toEqual([
      expect.stringContaining('how often did it happen?'),
    ]);
    expect(JSON.stringify(run.jira.site.issues.get('PROJ-2')?.comments)).toContain('The disk ran full');
  });

  it('says the same of a project that is hidden and one that does not exist, and files into no service project', async () => {
    const { run, answer } = await startAnswered();
    using _ = run;
    run.jira.site.addProject({ key: 'HIDDEN', browsers: [] });
    for (const [project, words] of [
      ['HIDDEN', 'I cannot create a ticket in HIDDEN'],
      ['NONE', 'I cannot create a ticket in NONE'],
      ['DESK', 'customers would see the ticket'],
    ] as const) {
      await open(run, answer);
      await run.slack.people.submit({ user: 'U0ADA', values: { project, summary: 'Disk full on app' } });
      await run.pass(10_000);
      const told = readMessage(shownTo(run, 'U0ADA').at(-1)!).text;
      expect(told).toContain(words);
      expect(told).toContain('Disk full on app');
    }
    expect(tickets(run)).toEqual([]);
  });

  it('asks for a project by its key', async () => {
    const { run, answer } = await startAnswered();
    using _ = run;
    await open(run, answer);
    const sent = await run.slack.people.submit({ user: 'U0ADA', values: { project: 'the usual one' } });
    expect(sent.errors).toEqual({ project: expect.stringContaining('key of a project') });
  });
});
