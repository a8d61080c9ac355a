import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { questions } from '../../src/bot/store/cases.ts';
import { createJudgementStore } from '../../src/bot/store/judgement-store.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

const minute = 60_000;
const hour = 60 * minute;
const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';

// The clock starts at 08:00 UTC on a Friday, 03:00 in New York, where ada lives.
async function withAnsweredFile(run: BotUnderTest, name: string, cause = 'The disk ran full'): Promise<void> {
  run.service.deep = () =>
    Response.json({ code: 200, message: 'ok', data: { verdict: 'LIKELY', root_cause: cause, answer: cause } });
  await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name, bytes: `${log}${name}` }] });
  await run.pass(30_000);
}

const ask = (run: BotUnderTest, text: string) =>
  run.slack.people.command({ channel, user: 'U0ADA', text: `digest ${text}` });

const digests = (run: BotUnderTest) => run.posts().filter(({ text }) => text.startsWith('#bringup, '));

/** Lets time go by in large steps, so that a test of days takes no minutes. */
async function skip(run: BotUnderTest, ms: number): Promise<void> {
  run.clock.advance(ms);
  await run.pass(5_000);
}

describe('a digest', () => {
  it('comes once a day at its time in the zone of who set it', async () => {
    using run = await startBot();
    await withAnsweredFile(run, 'a.log');
    expect((await ask(run, 'daily 09:00')).text).toBe(
      'I will post a digest here every day at 09:00 (your time zone), when something is new.',
    );
    await run.pass(2_000);
    await skip(run, 5 * hour + 58 * minute);
    expect(digests(run)).toEqual([]);
    await skip(run, 3 * minute);
    expect(digests(run)).toHaveLength(1);
    expect(digests(run)[0]).toMatchObject({ threadTs: undefined });
    expect(digests(run)[0]?.text).toContain('1 new cause');
    expect(digests(run)[0]?.text).toContain('The disk ran full');
  });

  it('digests nobody reads: comes once over restarts, and not where nothing changed since', async () => {
    using run = await startBot();
    await ask(run, 'daily 09:00 UTC');
    await withAnsweredFile(run, 'a.log');
    await skip(run, hour);
    for (let time = 0; time < 3; time += 1) {
      await run.restart();
      await run.pass(5_000);
    }
    expect(digests(run)).toHaveLength(1);
    await skip(run, 24 * hour);
    expect(digests(run)).toHaveLength(1);
    await withAnsweredFile(run, 'b.log');
    await skip(run, 24 * hour);
    expect(digests(run)).toHaveLength(2);
    expect(digests(run)[1]?.text).toContain('1 again');
  });

  it.each([
    [5 * hour, 1],
    [7 * hour, 0],
    [24 * hour + 5 * hour, 1],
  ])('is made up when its time was missed by %d ms: %d', async (restMs, count) => {
    using run = await startBot();
    await ask(run, 'daily 09:00 UTC');
    await withAnsweredFile(run, 'a.log');
    // Nothing runs meanwhile, as while the program is down.
    run.clock.advance(hour - 30_000 + restMs);
    await run.restart();
    await run.pass(5_000);
    expect(digests(run)).toHaveLength(count);
  });

  it('is weekly, is changed and is turned off', async () => {
    using run = await startBot();
    await ask(run, 'daily 09:00 UTC');
    await run.pass(2_000);
    await ask(run, 'weekly mon 10:00 UTC');
    await withAnsweredFile(run, 'a.log');
    await skip(run, 70 * hour);
    expect(digests(run)).toEqual([]);
    await skip(run, 5 * hour);
    expect(digests(run)).toHaveLength(1);
    await withAnsweredFile(run, 'b.log');
    expect((await ask(run, 'off')).text).toBe('No more digests in this channel.');
    await run.pass(2_000);
    await skip(run, 8 * 24 * hour);
    expect(digests(run)).toHaveLength(1);
  });

  it('a digest that is a queue: always answers now, and only to the one who asks where it is no member', async () => {
    using run = await startBot();
    await ask(run, 'now');
    await run.pass(5_000);
    expect(digests(run)[0]?.text).toContain('nothing new since');
    await withAnsweredFile(run, 'a.log');
    await ask(run, 'now');
    await run.pass(5_000);
    expect(digests(run)[1]?.text).toContain('1 new cause');

    run.slack.workspace.channels.get(channel)?.members.delete(run.slack.bot.userId);
    await ask(run, 'now');
    await run.pass(5_000);
    expect(digests(run)).toHaveLength(2);
    const seen = run.slack.workspace.channels.get(channel)?.ephemerals.at(-1);
    expect(seen).toMatchObject({ user: 'U0ADA', text: expect.stringContaining('#bringup') });
  });

  it('says which zone it takes where it cannot see that of the person', async () => {
    using run = await startBot();
    run.slack.bot.scopes.delete('users:read');
    await ask(run, 'daily 09:00');
    await run.pass(5_000);
    const seen = run.slack.workspace.channels.get(channel)?.ephemerals.at(-1);
    expect(seen?.text).toContain('every day at 09:00 (UTC)');
    expect(run.slack.unexpected).toEqual([]);
  });

  it('comes although Slack was down when it was set and when it was due', async () => {
    using run = await startBot();
    run.slack.faults.add('users.info', { kind: 'status', status: 503 }, 20);
    await ask(run, 'daily 03:30');
    await run.pass(10_000);
    run.slack.faults.clear();
    await withAnsweredFile(run, 'a.log');
    await run.pass(60_000);
    run.slack.faults.add(/^(?:conversations\.info|chat\.postMessage)$/, { kind: 'status', status: 503 }, 3);
    await skip(run, 30 * minute);
    await run.pass(120_000);
    expect(run.posts().filter(({ text }) => text.includes('1 new cause'))).toHaveLength(1);
  });
});

describe('a digest that is a queue', () => {
  const bug = (signature: string) => ({
    verdict: 'LIKELY',
    root_cause: `It failed: ${signature}`,
    answer: 'x',
    signature,
  });

  async function drop(run: BotUnderTest, name: string, data: object, text = ''): Promise<void> {
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
    await run.slack.people.say({ channel, user: 'U0ADA', text, files: [{ name, bytes: `${log}${name}` }] });
    await run.pass(30_000);
  }

  it('tells what is back although it was fixed, with links to its thread', async () => {
    using run = await startBot();
    await ask(run, 'daily 09:00 UTC');
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It fails' });
    await drop(run, 'a.log', bug('KASAN: use-after-free Read in bar_poll'));
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'b.log', bytes: `${log}b` }] });
    await run.pass(30_000);
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage fixed 4.2' });
    await skip(run, hour);
    await drop(run, 'c.log', bug('KASAN: use-after-free Read in bar_poll'));
    await skip(run, 24 * hour);
    const [first, second] = digests(run);
    expect(first?.text).toContain('1 new cause');
    expect(second?.text).toContain('1 is back');
    expect(second?.text).toContain('fixed in 4.2, seen again in 1 file');
    expect(second?.blocks).toMatch(/"text":"thread"[^}]*|"url":"http:\/\/slack\.test/);
  });

  it('tells the cause of a file, whatever was asked of it since', async () => {
    using run = await startBot();
    await ask(run, 'daily 09:00 UTC');
    await withAnsweredFile(run, 'a.log');
    run.service.deep = () =>
      Response.json({
        code: 200,
        message: 'ok',
        data: { verdict: 'INCONCLUSIVE', root_cause: 'battery is not in this file', answer: 'x' },
      });
    await run.slack.people.command({ channel, user: 'U0ADA', text: 'deep is the battery empty?' });
    await run.pass(30_000);
    await skip(run, hour);
    expect(digests(run)[0]?.text).toContain('1 new cause');
    expect(digests(run)[0]?.text).not.toContain('no cause found');
  });

  it('joins no two files by a signature that names no cause', async () => {
    using run = await startBot();
    await ask(run, 'daily 09:00 UTC');
    await drop(run, 'a.log', { ...bug('failures rise status'), root_cause: 'Logins fail since ten' });
    await drop(run, 'b.log', { ...bug('failures rise status'), root_cause: 'Uploads fail for one host' });
    await skip(run, hour);
    expect(digests(run)[0]?.text).toContain('2 new causes');
  });

  it('tells which tickets wait for a capture, and which answers people called wrong', async () => {
    using run = await startBot({ config: { channelProjects: new Map([[channel, new Set(['PROJ'])]]) } });
    await ask(run, 'daily 09:00 UTC');
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It reboots', labels: [] });
    await run.jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['logtriage'] });
    await run.pass(30_000);
    await skip(run, hour);
    expect(digests(run)[0]?.text).toContain('waiting for a capture: PROJ-1');
    await skip(run, 24 * hour);
    expect(digests(run)).toHaveLength(1);
    await drop(run, 'a.log', bug('watchdog: foo_thread'));
    const store = createJudgementStore({ sql: run.database.sql, clock: run.clock });
    const [question] = await run.database.sql.select().from(questions).where(eq(questions.kind, 'file'));
    await store.judge(question?.id ?? '', 'slack:T:U0ADA', 'wrong');
    await skip(run, 24 * hour);
    expect(digests(run)[1]?.text).toContain('1 called wrong');
  });

  it('credential health: tells operators, and nobody else, which keys end soon, and is due for that alone at 14, 7, 3 and 1 days', async () => {
    const config = { opsChannel: 'C0OPS', tickets: { tokenExpiresMs: Date.parse('2026-12-05T12:00:00Z') } };
    using run = await startBot({ config });
    run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: ['U0ADA', run.slack.bot.userId] });
    for (const at of ['C0OPS', channel]) {
      await run.slack.people.command({ channel: at, user: 'U0ADA', text: 'digest daily 07:00 UTC' });
    }
    await run.pass(2_000);
    for (let days = 0; days < 15; days += 1) await skip(run, 24 * hour);
    expect(digests(run)).toEqual([]);
    const told = run.posts('C0OPS').filter(({ text }) => text.includes('expires'));
    expect(told.map(({ text }) => /expires: the token of Jira (.*)/.exec(text)?.[1])).toEqual([
      'in 13 days',
      'in 6 days',
      'in 2 days',
      'in 4 h',
    ]);
  });

  it('comes to private channels too', async () => {
    using run = await startBot();
    const secret = 'G0SECRET';
    run.slack.workspace.addChannel({
      id: secret,
      name: 'secret',
      kind: 'private',
      members: ['U0ADA', run.slack.bot.userId],
    });
    await run.slack.people.command({ channel: secret, user: 'U0ADA', text: 'digest daily 09:00 UTC' });
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: bug('watchdog: foo_thread') });
    await run.slack.people.say({ channel: secret, user: 'U0ADA', files: [{ name: 'a.log', bytes: log }] });
    await run.pass(30_000);
    await skip(run, hour);
    expect(
      run
        .posts(secret)
        .map(({ text }) => text)
        .join(),
    ).toContain('#secret, Friday: 1 new cause');
    expect(run.posts()).toEqual([]);
  });
});
