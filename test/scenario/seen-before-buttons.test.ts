import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import type { SlackMessage } from '../../src/sandbox/slack/workspace.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { settle } from '../support/settle.ts';

/** Jira's id of the status Done. */
const done = '10001';
const log = (line: string) => `09:00:01 start\n09:00:02 ERROR ${line}\n`;
const finding = {
  verdict: 'LIKELY',
  root_cause: 'bar_poll reads what was freed',
  signature: 'KASAN: use-after-free Read in bar_poll',
  answer: 'It reads what was freed.',
};

/** A ticket with the cause, and the same cause in a thread after it. */
async function startSeen(ticket: { fixVersions?: string[]; isDone?: boolean } = {}) {
  const run = await startBot();
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: finding });
  const files = [{ name: 'app.log', bytes: log('one') }];
  const issue = await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files });
  await run.pass(40_000);
  Object.assign(issue, { ...(ticket.isDone ? { status: done } : {}), fixVersions: ticket.fixVersions ?? [] });
  const { message } = await run.slack.people.say({
    channel,
    user: 'U0ADA',
    files: [{ name: 'b.log', bytes: log('two') }],
  });
  await run.pass(40_000);
  return { run, threadTs: message.ts };
}

const bots = (run: BotUnderTest): SlackMessage[] =>
  run.slack.workspace.channels.get(channel)!.messages.filter(({ user }) => user === run.slack.bot.userId);

const buttonsOf = ({ blocks }: SlackMessage) =>
  (blocks as { type: string; elements: { text: { text: string }; url?: string }[] }[])
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements }) => elements.map(({ text }) => text.text));

const toldTo = (run: BotUnderTest, user: string) =>
  run.slack.workspace.channels
    .get(channel)!
    .ephemerals.filter((shown) => shown.user === user)
    .map((shown) => readMessage(shown).text);

async function press(run: BotUnderTest, name: string, user = 'U0BOB') {
  const [answer] = bots(run);
  const reply = await run.slack.people.press({ channel, ts: answer!.ts, user, actionId: `answer:${name}` });
  expect(reply.status).toBe(200);
  await settle();
  await run.pass(8_000);
}

const commentsOfBot = (run: BotUnderTest) => run.comments('PROJ-1');

describe('seen before, as a suggestion with a button', () => {
  it('offers to link the thread to the open ticket of the same cause', async () => {
    const { run } = await startSeen();
    using _ = run;
    expect(buttonsOf(bots(run)[0]!).slice(0, 4)).toEqual([
      'Link to PROJ-1',
      'Open PROJ-1',
      'Same cause',
      'Another cause',
    ]);
    expect(commentsOfBot(run)).toHaveLength(1);
  });

  it('links once, whoever presses it again and after a restart, and changes nothing of the ticket itself', async () => {
    const { run } = await startSeen();
    using _ = run;
    await press(run, 'link');
    expect(buttonsOf(bots(run)[0]!)).not.toContain('Link to PROJ-1');
    expect(readMessage(bots(run)[0]!).text).toContain('linked to PROJ-1');
    expect(toldTo(run, 'U0BOB')).toEqual([expect.stringContaining('is now linked to PROJ-1')]);
    expect(commentsOfBot(run)).toHaveLength(2);
    await run.restart();
    await run.pass(60_000);
    expect(bots(run)).toHaveLength(1);
    expect(commentsOfBot(run)).toHaveLength(2);
    expect(run.jira.calls.filter(({ path }) => path.includes('transitions'))).toEqual([]);
  });

  it('wrong automatic close, the other way round: a cause that is back is told to its ticket, which stays closed', async () => {
    const { run } = await startSeen({ isDone: true, fixVersions: ['4.2'] });
    using _ = run;
    expect(buttonsOf(bots(run)[0]!)[0]).toBe('Tell PROJ-1 it is back');
    await press(run, 'link');
    expect(commentsOfBot(run).at(-1)).toContain('bar_poll');
    expect(run.jira.site.findIssue('PROJ-1')?.status).toBe(done);
  });

  it('links for nobody who may not see the ticket, and then still for somebody who may', async () => {
    const { run } = await startSeen();
    using _ = run;
    run.slack.workspace.addUser({ id: 'U0EVE', name: 'eve' });
    run.slack.workspace.channels.get(channel)!.members.add('U0EVE');
    await press(run, 'link', 'U0EVE');
    expect(toldTo(run, 'U0EVE')).toEqual([expect.stringContaining('I cannot show you PROJ-1')]);
    expect(commentsOfBot(run)).toHaveLength(1);
    await press(run, 'link', 'U0BOB');
    expect(commentsOfBot(run)).toHaveLength(2);
  });

  it('keeps that it is another cause: the file is held against no later one, until somebody says the same', async () => {
    const { run } = await startSeen();
    using _ = run;
    await press(run, 'other');
    expect(readMessage(bots(run)[0]!).text).toContain('marked as another cause');
    expect(toldTo(run, 'U0BOB')).toEqual([expect.stringContaining('Noted: another cause')]);
    await run.restart();
    const share = async (words: string) => {
      await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'c.log', bytes: log(words) }] });
      await run.pass(40_000);
      return bots(run).at(-1)!;
    };
    expect(readMessage(await share('three')).text).toContain('The same cause was in one other file');
    await press(run, 'same', 'U0ADA');
    expect(readMessage(bots(run)[0]!).text).toContain('marked as the same cause');
    expect(readMessage(await share('four')).text).toContain('The same cause was in 3 other files');
  });

  it('has no such buttons where a cause is new', async () => {
    using run = await startBot();
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: finding });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'b.log', bytes: log('two') }] });
    await run.pass(40_000);
    expect(buttonsOf(bots(run)[0]!)).not.toContain('Same cause');
  });
});
