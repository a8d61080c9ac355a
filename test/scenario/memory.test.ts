import { describe, expect, it } from 'vitest';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';

/** Jira's id of the status Done. */
const done = '10001';
const log = (line: string) => `09:00:01 start\n09:00:02 ERROR ${line}\n`;

async function start(signature = 'KASAN: use-after-free Read in bar_poll'): Promise<BotUnderTest> {
  const run = await startBot();
  run.service.deep = ({ fileId }) => {
    const bytes = run.service.files.find(({ id }) => id === fileId)?.bytes ?? '';
    return Response.json({
      code: 200,
      message: 'ok',
      data: { verdict: 'LIKELY', root_cause: `It failed: ${bytes.length}`, answer: 'It failed.', signature },
    });
  };
  return run;
}

function texts(run: BotUnderTest, issueKey: string): string[] {
  return (run.jira.site.findIssue(issueKey)?.comments ?? [])
    .filter(({ author }) => author.accountId === run.jira.bot.accountId)
    .map(({ body }) => readAdf(body).text);
}

async function ticket(run: BotUnderTest, bytes: string, more: { project?: string; versions?: string[] } = {}) {
  const { project = 'PROJ', versions = [] } = more;
  const files = [{ name: 'app.log', bytes }];
  const issue = await run.jira.people.createIssue({ project, user: 'ada', summary: 'It stops', files, versions });
  await run.pass(40_000);
  return issue;
}

describe('signature memory with regressions', () => {
  it('names the ticket where the same cause was seen before', async () => {
    using run = await start();
    await ticket(run, log('one'));
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-1')[0]).not.toContain('Seen before');
    expect(texts(run, 'PROJ-2')[0]).toMatch(/Seen before[\s\S]*one other file, first on [\s\S]*PROJ-1/);
    expect(readAdf(run.jira.site.findIssue('PROJ-2')?.comments[0]?.body).links).toContain(
      'http://jira.test/browse/PROJ-1',
    );
  });

  it('says that a cause is back which the ticket says was fixed, and closes or opens nothing', async () => {
    using run = await start();
    const first = await ticket(run, log('one'), { versions: ['4.1'] });
    Object.assign(first, { status: done, fixVersions: ['4.2'] });
    await ticket(run, log('two'), { versions: ['4.3'] });
    expect(texts(run, 'PROJ-2')[0]).toContain('Was fixed in 4.2 (PROJ-1), and is back in 4.3.');
    expect(first.status).toBe(done);
    expect(run.jira.calls.filter(({ path }) => path.includes('transitions'))).toEqual([]);
  });

  it('takes a person’s word for the version of the fix', async () => {
    using run = await start();
    await ticket(run, log('one'));
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage fixed in 4.2' });
    await run.pass(20_000);
    expect(texts(run, 'PROJ-1').at(-1)).toContain('fixed in 4.2');
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-2')[0]).toContain('Was fixed in 4.2');
  });

  it('holds what was called invalid against no other ticket', async () => {
    using run = await start();
    await ticket(run, log('one'));
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage invalid, it was the cable' });
    await run.pass(20_000);
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-2')[0]).not.toContain('Seen before');
  });

  it('joins causes that people call duplicates, and parts them again', async () => {
    using run = await start();
    await ticket(run, log('one'));
    const same = run.service.deep;
    const other = { verdict: 'LIKELY', root_cause: 'Other', answer: 'Other.', signature: 'watchdog: foo_thread' };
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: other });
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-2')[0]).not.toContain('Seen before');
    await run.jira.people.comment({ issue: 'PROJ-2', user: 'ada', text: '@logtriage dup PROJ-1' });
    await run.pass(20_000);
    expect(run.jira.site.findIssue('PROJ-2')?.labels).toEqual(
      expect.arrayContaining([...(run.jira.site.findIssue('PROJ-1')?.labels ?? ['none'])]),
    );
    await ticket(run, log('three'));
    expect(texts(run, 'PROJ-3')[0]).toMatch(/2 other files[\s\S]*PROJ-2, PROJ-1/);
    await run.jira.people.comment({ issue: 'PROJ-2', user: 'ada', text: '@logtriage undup' });
    await run.pass(20_000);
    run.service.deep = same;
    await ticket(run, log('four'));
    expect(texts(run, 'PROJ-4')[0]).toMatch(/one other file[\s\S]*PROJ-1/);
  });

  it('names in a public channel no ticket of a service project, and the same the other way round', async () => {
    using run = await start();
    await ticket(run, log('one'), { project: 'DESK' });
    await run.slack.people.say({ channel, user: 'U0ADA', text: '', files: [{ name: 'a.log', bytes: log('two') }] });
    await run.pass(40_000);
    expect(
      run
        .posts()
        .map(({ blocks }) => blocks)
        .join(),
    ).not.toMatch(/DESK-1|Seen before/);
    await ticket(run, log('three'), { project: 'DESK' });
    expect(texts(run, 'DESK-2').join()).not.toContain('bringup');
  });

  it('forgets a file that was deleted', async () => {
    using run = await start();
    const said = await run.slack.people.say({
      channel,
      user: 'U0ADA',
      text: '',
      files: [{ name: 'a.log', bytes: log('1') }],
    });
    await run.pass(40_000);
    await run.slack.people.removeMessage(channel, said.message.ts);
    await run.pass(40_000);
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-1')[0]).not.toContain('Seen before');
  });
});

it.each(['failures rise http_status', 'gc pauses', 'trend heap_used rise', 'lock held', 'link flaps'])(
  'a signature that is no cause joins no two files: %s',
  async (signature) => {
    using run = await start(signature);
    await ticket(run, log('one'));
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-2')[0]).not.toContain('Seen before');
    expect(run.jira.site.findIssue('PROJ-2')?.labels ?? []).toEqual([]);
  },
);
