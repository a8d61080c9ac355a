import { describe, expect, it } from 'vitest';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { settle } from '../support/settle.ts';

const log = { name: 'app.log', bytes: '09:00:01 start\n09:00:02 ERROR disk is full\n' };

const homeOf = (run: BotUnderTest, user: string) => JSON.stringify(run.slack.views.homeOf(user)?.blocks ?? []);

describe('App Home', () => {
  it('lists the files somebody brought and how far each is, and nobody else’s', async () => {
    using run = await startBot();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.slack.people.say({ channel, user: 'U0BOB', files: [{ ...log, name: 'other.log' }] });
    await run.pass(30_000);
    await run.slack.people.openHome({ user: 'U0ADA' });
    await run.pass(5_000);
    expect(homeOf(run, 'U0ADA')).toContain('app.log: answered');
    expect(homeOf(run, 'U0ADA')).not.toContain('other.log');
    expect(run.slack.unexpected).toEqual([]);
  });

  it('tells what is stuck', async () => {
    using run = await startBot();
    run.service.looks = () => [{ status: 'ANALYZING' }];
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(20 * 60_000, 60_000);
    await run.slack.people.openHome({ user: 'U0ADA' });
    await run.pass(5_000);
    expect(homeOf(run, 'U0ADA')).toContain('Stuck');
    expect(homeOf(run, 'U0ADA')).toContain('app.log: being read for 20 min');
  });
});

describe('a link to a page of ours', () => {
  async function answered(run: BotUnderTest): Promise<string> {
    await run.slack.people.say({ channel, user: 'U0ADA', files: [log] });
    await run.pass(30_000);
    const blocks = run.posts()[0]?.blocks ?? '';
    return /http:\/\/bot\.test\/console\/cases\/[\w-]+\/[\w-]+/.exec(blocks)?.[0] ?? '';
  }
  const finding = { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'x' };
  const start = async () => {
    const run = await startBot({ config: { publicUrl: 'http://bot.test', hasConsole: true } });
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: finding });
    return run;
  };
  const attachments = (run: BotUnderTest, id: string) =>
    JSON.stringify(run.slack.workspace.channels.get(id)!.messages.map((message) => message.attachments ?? []));

  it('shows verdict and cause where all may see its source', async () => {
    using run = await start();
    const url = await answered(run);
    run.slack.workspace.addChannel({ id: 'C0OPEN', name: 'open', members: ['U0ADA', 'U0BOB', run.slack.bot.userId] });
    await run.slack.people.say({ channel: 'C0OPEN', user: 'U0ADA', text: `see <${url}>` });
    await settle();
    await run.pass(10_000);
    expect(attachments(run, 'C0OPEN')).toContain('LIKELY: The disk ran full');
    expect(run.slack.unexpected).toEqual([]);
  });

  it('stays a link where a guest reads, and where the address was not signed', async () => {
    using run = await start();
    const url = await answered(run);
    const bot = run.slack.bot.userId;
    run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
    run.slack.workspace.addChannel({ id: 'C0GUEST', name: 'guests', members: ['U0ADA', 'U0GUEST', bot] });
    await run.slack.people.say({ channel: 'C0GUEST', user: 'U0ADA', text: `see <${url}>` });
    await run.slack.people.say({ channel, user: 'U0ADA', text: `see <${url.slice(0, -4)}AAAA>` });
    await run.pass(10_000);
    expect(attachments(run, 'C0GUEST')).not.toContain('disk ran full');
    expect(run.slack.calls.filter(({ method }) => method === 'chat.unfurl')).toEqual([]);
  });
});
