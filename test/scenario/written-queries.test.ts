import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writtenQueries } from '../../src/bot/slack/commands/written-queries.ts';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { answerForReal } from '../support/answer-for-real.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const root = mkdtempSync(join(tmpdir(), 'logtriage-written-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const line = (time: string, level: string, rest: string) => `2026-11-20T${time}Z level=${level} ${rest}`;
const bytes = `${[
  line('14:00:01', 'info', 'path=/cart status=200 ms=31 user=ada msg="request done"'),
  line('14:00:09', 'info', 'path=/pay status=200 ms=44 user=bob msg="request done"'),
  line('14:01:12', 'error', 'path=/pay status=500 ms=912 user=ada msg="request failed"'),
  line('14:01:40', 'warn', 'msg="connection to db-1 lost"'),
  line('14:02:03', 'error', 'path=/pay status=500 ms=1102 user=cyd msg="request failed"'),
  line('14:02:41', 'info', 'path=/cart status=200 ms=28 user=bob msg="request done"'),
  line('14:03:05', 'error', 'path=/cart status=500 ms=1300 user=bob msg="request failed"'),
  line('14:05:00', 'info', 'path=/pay status=200 ms=35 user=ada msg="request done"'),
].join('\n')}\n`;
const file = { name: 'shop.log', bytes };

/** What each of the queries that help shows comes to on this file. */
const truths: Record<string, RegExp> = {
  'count status=500 by path': /\/pay: 2; \/cart: 1/,
  'list level=error top 5': /3 lines with level error, of 1 kind/,
  'exists level=fatal': /^CONFIRMED: No\b/,
  'first words="connection lost"': /14:01:40, line 4/,
  'values of user': /ada, bob, cyd/,
  'distinct of path': /2 different values of path/,
  'mean of ms by path': /\/pay: 523\.25 ms; \/cart: 453 ms/,
  'p95 of ms with status=200': /44 ms/,
  'share path=/pay against status=500': /50 %: 2 of 4/,
  explain: /connection to db-1 lost/,
};

async function start(): Promise<BotUnderTest> {
  const run = await startBot();
  await answerForReal(run, root);
  await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'Payments', files: [file] });
  await run.pass(30_000);
  return run;
}

const triage = async (run: BotUnderTest, text: string) => {
  const reply = await run.slack.people.command({ channel, user: 'U0ADA', text });
  await run.pass(30_000);
  return reply;
};
const readAs = (text: string) => /^Read as: (.+)$/m.exec(text)?.[1];
const titleOf = (text: string) => text.split('\n')[0];

describe('a written query', () => {
  it('is shown by help ten times, and each is answered right and with how it was read', async () => {
    using run = await start();
    const help = (await triage(run, 'help')).text;
    expect(writtenQueries).toHaveLength(10);
    for (const [query] of writtenQueries) {
      expect(help).toContain(query);
      await triage(run, `PROJ-1 ${query}`);
      const { text } = run.posts().at(-1)!;
      expect(titleOf(text), query).toMatch(truths[query]!);
      expect(readAs(text), query).toBeDefined();
    }
  });

  it('is answered in a thread without a mention, and by mention, as English is; typed back it gives the same', async () => {
    using run = await start();
    await triage(run, 'PROJ-1 how many lines with status 500 for each path?');
    const english = run.posts().at(-1)!.text;
    expect(titleOf(english)).toMatch(/\/pay: 2; \/cart: 1/);
    const threadTs = run.slack.workspace.channels.get(channel)!.messages.at(-1)!.ts;
    const written = readAs(english)!;
    const answers: string[] = [];
    for (const text of [written, `Read as: ${written}`, `<@${run.slack.bot.userId}> ${written}`]) {
      await run.slack.people.say({ channel, user: 'U0BOB', text, threadTs });
      await run.pass(30_000);
      answers.push(run.posts().at(-1)!.text);
    }
    expect(run.posts()).toHaveLength(4);
    for (const text of answers) {
      expect(titleOf(text)).toBe(titleOf(english));
      expect(readAs(text)).toBe(written);
    }
  });

  it('with a name the file does not have is told so, with names it has', async () => {
    using run = await start();
    await triage(run, 'PROJ-1 count stattus=500');
    const { text } = run.posts().at(-1)!;
    expect(text).toContain('stattus is not in this file');
    expect(text).toContain('status');
  });

  it('a level is one level, however it is written, and round quotes are quotes', async () => {
    using run = await start();
    await triage(run, 'PROJ-1 count level=warn');
    expect(titleOf(run.posts().at(-1)!.text)).toMatch(/1 line\b/);
    await triage(run, 'PROJ-1 count words=“connection lost”');
    expect(titleOf(run.posts().at(-1)!.text)).toMatch(/1 line\b/);
  });

  it('talk between people that begins with the same words is left alone', async () => {
    using run = await start();
    await triage(run, 'PROJ-1 explain');
    const threadTs = run.slack.workspace.channels.get(channel)!.messages.at(-1)!.ts;
    for (const text of ['first of all, thanks', 'state of the art!', 'change it by tomorrow, I say'])
      await run.slack.people.say({ channel, user: 'U0BOB', text, threadTs });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(1);
  });

  it('is not repeated on the ticket, where nobody asked it', async () => {
    using run = await start();
    expect(run.comments('PROJ-1').join('')).toContain('connection to db-1 lost');
    expect(run.comments('PROJ-1').join('')).not.toContain('Read as');
  });

  it('is not written into a ticket that is filed from the answer', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'why did db-1 go away?', files: [file] });
    await run.pass(30_000);
    const { messages = [] } = run.slack.workspace.channels.get(channel) ?? {};
    const answer = messages.find((message) => readMessage(message).text.includes('Read as'));
    await run.slack.people.press({ channel, ts: answer?.ts ?? '', user: 'U0ADA', actionId: 'answer:file' });
    await run.pass(2_000);
    const form = JSON.stringify(run.slack.views.modalsOf('U0ADA').at(-1)?.blocks);
    expect(form).toContain('connection to db-1 lost');
    expect(form).not.toContain('Read as');
  });
});
