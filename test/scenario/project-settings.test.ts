import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { settle } from '../support/settle.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const ops = 'C0OPS';

async function start(): Promise<BotUnderTest> {
  const run = await startBot({ config: { opsChannel: ops } });
  run.service.deep = () =>
    Response.json({ code: 200, message: 'ok', data: { verdict: 'LIKELY', root_cause: 'It was full', answer: 'x' } });
  run.slack.workspace.addChannel({ id: ops, name: 'ops', kind: 'private', members: ['U0OPS', run.slack.bot.userId] });
  for (const [id, name] of [
    ['U0OPS', 'olga'],
    ['U0EVE', 'eve'],
  ] as const) {
    run.slack.workspace.addUser({ id, name });
    run.slack.workspace.channels.get(channel)!.members.add(id);
  }
  run.jira.site.addProject({ key: 'GOV', admins: ['ada'] });
  return run;
}

const shownTo = (run: BotUnderTest, user: string) =>
  run.slack.workspace.channels.get(channel)!.ephemerals.filter((shown) => shown.user === user);
const lastTo = (run: BotUnderTest, user: string) => readMessage(shownTo(run, user).at(-1)!).text;

async function ask(run: BotUnderTest, user: string, key = 'GOV'): Promise<string> {
  await run.slack.people.command({ channel, user, text: `settings ${key}` });
  await run.pass(5_000);
  return lastTo(run, user);
}

async function change(run: BotUnderTest, user: string, values: Record<string, string>) {
  const { ts } = shownTo(run, user).at(-1)!;
  await run.slack.people.press({ channel, ts, user, actionId: 'settings:open' });
  await settle();
  const sent = await run.slack.people.submit({ user, values });
  await run.pass(10_000);
  return sent;
}

async function attach(run: BotUnderTest, name: string): Promise<string[]> {
  const files = [{ name, bytes: `${log}${name}` }];
  const { key } = await run.jira.people.createIssue({ project: 'GOV', user: 'ada', summary: 'It stops', files });
  await run.pass(60_000);
  return run.comments(key);
}

describe('/triage settings PROJ', () => {
  it('shows an administrator what holds for the project’s tickets, and changes it by a form', async () => {
    using run = await start();
    expect(await attach(run, 'a.log')).toHaveLength(1);
    expect(await ask(run, 'U0ADA')).toContain('Settings for tickets of GOV:');
    expect(lastTo(run, 'U0ADA')).toContain('Unrequested answers: all.');
    expect(await change(run, 'U0ADA', { leastVerdict: 'CONFIRMED' })).toMatchObject({ status: 200, errors: {} });
    expect(lastTo(run, 'U0ADA')).toContain('The settings of GOV are saved');
    expect(await attach(run, 'b.log')).toEqual([]);
    await run.restart();
    expect(await ask(run, 'U0ADA')).toContain('Unrequested answers: only CONFIRMED');
    expect(run.slack.unexpected).toEqual([]);
  });

  it('is for those who run the bot, too', async () => {
    using run = await start();
    expect(await ask(run, 'U0OPS')).toContain('Settings for tickets of GOV:');
    await change(run, 'U0OPS', { personal: 'block' });
    expect(await ask(run, 'U0ADA')).toContain('Personal data: do not upload, do not post.');
  });

  it('says the same to others as of a project that does not exist', async () => {
    using run = await start();
    const refused = await ask(run, 'U0EVE');
    expect(refused).toContain('I cannot show you the settings of GOV');
    expect((await ask(run, 'U0EVE', 'NONE')).replaceAll('NONE', 'GOV')).toBe(refused);
    expect((await ask(run, 'U0OPS', 'NONE')).replaceAll('NONE', 'GOV')).toBe(refused);
  });

  it('saves nothing for somebody who is no administrator any more when the form is sent', async () => {
    using run = await start();
    await ask(run, 'U0ADA');
    Object.assign([...run.jira.site.projects.values()].find(({ key }) => key === 'GOV')!, { admins: [] });
    await change(run, 'U0ADA', { leastVerdict: 'CONFIRMED' });
    expect(lastTo(run, 'U0ADA')).toContain('I cannot show you the settings of GOV');
    expect(await attach(run, 'a.log')).toHaveLength(1);
  });

  it('leaves what holds for channels as it is, and tells what is wrong with a form or a command', async () => {
    using run = await start();
    await ask(run, 'U0ADA');
    expect((await change(run, 'U0ADA', { quietHours: 'at night' })).errors).toEqual({
      quietHours: expect.stringContaining('22:00-06:00'),
    });
    await run.slack.people.submit({ user: 'U0ADA', values: { quietHours: '', leastVerdict: 'CONFIRMED' } });
    await run.pass(10_000);
    const settings = await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings' });
    expect(settings.text).toContain('Unrequested answers: all.');
    const wrong = await run.slack.people.command({ channel, user: 'U0ADA', text: 'settings all of it' });
    expect(wrong.text).toContain('the key of a Jira project');
  });
});
