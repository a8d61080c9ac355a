import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newJob } from '../../src/bot/cases/case-jobs.ts';
import { createMemoryStore } from '../../src/bot/store/memory-store.ts';
import { atomic } from '../../src/core/sql.ts';
import { createQueue } from '../../src/jobs/queue.ts';
import { jobs } from '../../src/jobs/schema.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { startNode } from '../support/run-node.ts';
import { serveFetch } from '../support/serve-fetch.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { jiraSecrets } from '../support/vendors.ts';

const hourMs = 3_600_000;
const log = (line: string) => `09:00:01 start\n09:00:02 ERROR ${line}\n`;
const file = (name: string) => ({ name, bytes: log(name) });
const act = { user: 'ada', summary: 'It stops' };

/** A bot that ran for some time before what its vendors tell it was lost for hours. */
async function afterAnOutage(
  during: (run: BotUnderTest) => Promise<void>,
  hours = 3,
  config: Parameters<typeof startBot>[0] = {},
): Promise<BotUnderTest> {
  const run = await startBot(config);
  await run.bot.start();
  await run.pass(40_000);
  // Its timers would go off while the clock moves, and it would work beside the one that comes after it.
  await run.bot.stop();
  run.away(true);
  await during(run);
  stayAway(run, hours);
  return run;
}

function stayAway(run: BotUnderTest, hours: number): void {
  for (let hour = 0; hour < hours; hour += 1) run.clock.advance(hourMs);
  run.away(false);
}

async function comeBack(run: BotUnderTest): Promise<void> {
  await run.restart();
  await run.bot.start();
  await run.pass(2 * hourMs, 60_000);
}

const comments = (run: BotUnderTest, key: string) =>
  (run.jira.site.findIssue(key)?.comments ?? []).filter(({ author }) => author === run.jira.bot);

describe('reconciliation: a sweep finds what webhooks missed', () => {
  it('files on tickets, and comments that speak to the bot, each once', async () => {
    using run = await afterAnOutage(async (away) => {
      await away.jira.people.createIssue({ project: 'PROJ', ...act, files: [file('a.log')] });
      await away.jira.people.createIssue({ project: 'PROJ', ...act });
      await away.jira.people.attach({ issue: 'PROJ-2', user: 'ada', files: [file('b.log')] });
      await away.jira.people.comment({ issue: 'PROJ-2', user: 'ada', text: '@logtriage why did it stop?' });
    });
    await comeBack(run);
    expect(comments(run, 'PROJ-1')).toHaveLength(1);
    expect(comments(run, 'PROJ-2')).toHaveLength(2);
    expect(run.service.files).toHaveLength(2);
    expect(run.jira.unexpected).toEqual([]);
  });

  it('labels that ask for something, and new tickets that are asked for a capture, each once', async () => {
    const asking = { config: { tickets: { asksForCaptures: 'summary ~ "reboots" ORDER BY created' } } };
    const during = async (away: BotUnderTest) => {
      await away.jira.people.createIssue({ project: 'PROJ', ...act });
      await away.jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['logtriage'] });
      await away.jira.people.createIssue({ project: 'PROJ', ...act, summary: 'It reboots' });
      await away.jira.people.createIssue({ project: 'PROJ', ...act, files: [file('a.log')] });
      await away.jira.people.label({ issue: 'PROJ-3', user: 'ada', add: ['logtriage-rerun'] });
    };
    using run = await afterAnOutage(during, 3, asking);
    await comeBack(run);
    expect(['PROJ-1', 'PROJ-2', 'PROJ-3'].map((key) => comments(run, key).length)).toEqual([1, 1, 1]);
    expect(run.jira.site.findIssue('PROJ-3')?.labels).not.toContain('logtriage-rerun');
    expect(run.jira.unexpected).toEqual([]);
  });

  it('files in channels, private ones and direct messages too, replies, and questions to the bot', async () => {
    using run = await afterAnOutage(async (away) => {
      const { people, workspace, bot } = away.slack;
      workspace.addChannel({ id: 'G0SECRET', name: 'secret', kind: 'private', members: ['U0ADA', bot.userId] });
      await people.say({ channel, user: 'U0ADA', text: '', files: [file('a.log')] });
      await people.say({ channel: 'G0SECRET', user: 'U0ADA', text: '', files: [file('b.log')] });
      const talk = await people.say({ channel, user: 'U0BOB', text: 'lunch?' });
      await people.say({ channel, user: 'U0ADA', text: '', threadTs: talk.message.ts, files: [file('c.log')] });
      await people.say({ channel, user: 'U0BOB', text: 'no, later' });
    });
    await comeBack(run);
    expect(run.posts().map(({ text }) => text.split('\n')[0])).toHaveLength(2);
    expect(run.posts('G0SECRET')).toHaveLength(1);
    expect(run.service.files.map(({ name }) => name).sort()).toEqual(['a.log', 'b.log', 'c.log']);
    expect(run.slack.unexpected).toEqual([]);
  });

  it('nothing twice: what was answered before is left alone, however often it is swept', async () => {
    using run = await startBot();
    await run.bot.start();
    await run.pass(40_000);
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file('a.log')] });
    await run.slack.people.say({ channel, user: 'U0ADA', text: '', files: [file('b.log')] });
    await run.pass(6 * hourMs, 5 * 60_000);
    expect(comments(run, 'PROJ-1')).toHaveLength(1);
    expect(run.posts()).toHaveLength(1);
    expect(run.service.posts).toHaveLength(2);
  });

  it('nothing from before the bot was there', async () => {
    using run = await startBot();
    run.away(true);
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file('old.log')] });
    await run.slack.people.say({ channel, user: 'U0ADA', text: '', files: [file('older.log')] });
    stayAway(run, 3);
    await run.bot.start();
    await run.pass(2 * hourMs, 60_000);
    expect(run.service.files).toEqual([]);
  });

  it('nothing older than a day: that is for a backfill, which somebody has to want', async () => {
    using run = await startBot();
    const memory = createMemoryStore({ sql: run.database.sql, clock: run.clock });
    await atomic(
      run.database.sql,
      ['tickets', 'messages'].map((name) => memory.markSwept(name, run.clock.now())),
    );
    run.away(true);
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file('day-old.log')] });
    await run.slack.people.say({ channel, user: 'U0ADA', text: '', files: [file('day-older.log')] });
    stayAway(run, 20);
    run.away(true);
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file('young.log')] });
    stayAway(run, 6);
    await comeBack(run);
    expect(run.service.files.map(({ name }) => name)).toEqual(['young.log']);
  });
});

it('reconciliation, and the same code as backfill: a backfill counts first, then looks at every ticket of the query, and knows what was looked at', async () => {
  using run = await startBot();
  run.away(true);
  for (const name of ['a.log', 'b.log', 'c.log']) {
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file(name)] });
  }
  await run.jira.people.createIssue({ project: 'PROJ', ...act });
  stayAway(run, 3);
  const origin = await serveFetch(run.jira.fetch);
  const { path: folder } = temporaryFolder();
  const env = {
    DATA_DIR: folder,
    JIRA_BASE_URL: origin,
    JIRA_EMAIL: jiraSecrets.email,
    JIRA_API_TOKEN: jiraSecrets.apiToken,
    JIRA_WEBHOOK_SECRET: 'secret',
  };
  openTestDatabase('bot', join(folder, 'bot.db')).close();
  const command = (...args: string[]) => startNode(['src/commands/cli.ts', 'backfill', ...args], { env }).ended;
  expect(await command('project = PROJ', '--dry-run')).toMatchObject({
    code: 0,
    stdout: '3 tickets with 3 files match; 0 of the files are already known, 3 would be analysed.\n',
  });
  expect(await command('projekt =')).toMatchObject({ code: 1, stderr: 'Jira rejects that query: projekt =\n' });
  expect(await command('project = PROJ')).toMatchObject({ code: 0 });
  const kept = openTestDatabase('bot', join(folder, 'bot.db'));
  const planned = await kept.sql.select().from(jobs);
  kept.close();
  expect(planned).toMatchObject([{ kind: 'backfill', payload: { query: 'project = PROJ' } }]);
  await createQueue({ sql: run.database.sql, clock: run.clock }).enqueue([
    newJob('backfill', planned[0]?.payload as never),
  ]);
  await run.pass(60_000);
  expect(['PROJ-1', 'PROJ-2', 'PROJ-3', 'PROJ-4'].map((key) => comments(run, key).length)).toEqual([1, 1, 1, 0]);
});
