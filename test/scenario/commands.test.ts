import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const file = { name: 'app.log', bytes: log };

async function start(): Promise<BotUnderTest> {
  const run = await startBot();
  run.service.deep = ({ query }) =>
    Response.json({
      code: 200,
      message: 'ok',
      data: { verdict: 'LIKELY', root_cause: `Answer to: ${query.slice(0, 60)}`, answer: 'x' },
    });
  return run;
}

const triage = (run: BotUnderTest, text: string) => run.slack.people.command({ channel, user: 'U0ADA', text });
const ephemerals = (run: BotUnderTest) => run.slack.workspace.channels.get(channel)!.ephemerals;

describe('/triage', () => {
  it('answers for a ticket in the channel, and follow-ups in the thread of the answer', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [file] });
    await run.pass(30_000);
    const reply = await triage(run, 'proj-1 what happened at nine?');
    expect(reply).toMatchObject({ status: 200, text: 'Looking at PROJ-1. I will answer here.' });
    await run.pass(30_000);
    const [answer] = run.posts();
    expect(answer).toMatchObject({ threadTs: undefined });
    expect(answer?.text).toContain('Answer to: what happened at nine?');
    expect(run.service.files).toHaveLength(1);

    const ts = run.slack.workspace.channels.get(channel)!.messages.at(-1)!.ts;
    await run.slack.people.say({ channel, user: 'U0BOB', text: 'and at ten?', threadTs: ts });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(2);
    expect(run.posts()[1]).toMatchObject({ threadTs: ts, text: expect.stringContaining('Answer to: and at ten?') });
  });

  it('repeats what was asked, and no words that nobody typed', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [file] });
    await run.pass(30_000);
    for (const text of ['PROJ-1', 'deep PROJ-1', 'PROJ-1 what happened at nine?']) {
      await triage(run, text);
      await run.pass(30_000);
    }
    const [whole, deep, asked] = run.posts().map(({ text }) => text);
    expect(whole).toContain('Answer to: It stops');
    expect(whole).not.toContain('asked:');
    expect(deep).not.toContain('asked:');
    expect(asked).toContain('asked: what happened at nine?');
  });

  it('answers for a linked message, once for each delivery of the command', async () => {
    using run = await start();
    const said = await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    await triage(run, `${said.permalink} why <now>?`);
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(2);
    expect(run.posts()[1]?.threadTs).toBeUndefined();
    expect(run.posts()[1]?.text).toContain('why &lt;now&gt;?');
  });

  it('answers only the one who asks where the bot is no member', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [file] });
    await run.pass(30_000);
    run.slack.workspace.channels.get(channel)?.members.delete(run.slack.bot.userId);
    await triage(run, 'PROJ-1 why?');
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    const seen = ephemerals(run).at(-1)!;
    expect(seen.user).toBe('U0ADA');
    expect(readMessage(seen).text).toContain('Answer to: why?');
  });

  it('says that it cannot see a ticket', async () => {
    using run = await start();
    await triage(run, 'PROJ-99');
    await run.pass(30_000);
    expect(run.posts()).toEqual([]);
    expect(readMessage(ephemerals(run).at(-1)!).text).toContain('I cannot show you PROJ-99');
  });

  it('tells the status of the channel at once', async () => {
    using run = await start();
    expect((await triage(run, 'status')).text).toBe('I have not received a file in this channel yet.');
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    const status = await triage(run, 'status');
    expect(status.text).toContain('app.log');
    expect(status.text).toContain('answered');
    expect(run.slack.unexpected).toEqual([]);
  });
});
