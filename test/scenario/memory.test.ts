import { describe, expect, it } from 'vitest';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { envelope } from '../support/hosted-service.ts';

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
  it('duplicates of one crash filed forty times: names the ticket where the same cause was seen before', async () => {
    using run = await start();
    await ticket(run, log('one'));
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-1')[0]).not.toContain('Seen before');
    expect(texts(run, 'PROJ-2')[0]).toMatch(/Seen before[\s\S]*one other file, first on [\s\S]*PROJ-1/);
    expect(readAdf(run.jira.site.findIssue('PROJ-2')?.comments[0]?.body).links).toContain(
      'http://jira.test/browse/PROJ-1',
    );
  });

  it('wrong automatic close: says that a cause is back which the ticket says was fixed, and closes or opens nothing', async () => {
    using run = await start();
    const first = await ticket(run, log('one'), { versions: ['4.1'] });
    Object.assign(first, { status: done, fixVersions: ['4.2'] });
    await ticket(run, log('two'), { versions: ['4.3'] });
    expect(texts(run, 'PROJ-2')[0]).toContain('Was fixed in 4.2 (PROJ-1), and is back in 4.3.');
    expect(first.status).toBe(done);
    expect(run.jira.calls.filter(({ path }) => path.includes('transitions'))).toEqual([]);
  });

  it('signature memory with regressions: takes a person’s word for the version of the fix', async () => {
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
    expect(run.jira.site.findIssue('PROJ-1')?.labels).toEqual([]);
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage rerun' });
    await run.pass(40_000);
    expect(run.jira.site.findIssue('PROJ-1')?.labels).toEqual([]);
    await ticket(run, log('two'));
    expect(texts(run, 'PROJ-2')[0]).not.toContain('Seen before');
  });

  it.each([
    ['fixed in version 4.3.', 'fixed in 4.3. If'],
    ['dup PROJ-1', 'PROJ-1 is this ticket'],
    ['dup NOPE-9', 'I see no such ticket, or found no cause on it'],
    ['undup', 'PROJ-1 is not marked as a duplicate'],
  ])('answers %j with what it makes of it', async (command, told) => {
    using run = await start();
    await ticket(run, log('one'));
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: `@logtriage ${command}` });
    await run.pass(20_000);
    expect(texts(run, 'PROJ-1').at(-1)).toContain(told);
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
    expect(run.jira.site.findIssue('PROJ-2')?.labels).not.toEqual(
      expect.arrayContaining([...(run.jira.site.findIssue('PROJ-1')?.labels ?? [])]),
    );
    expect(run.jira.site.findIssue('PROJ-2')?.labels).toHaveLength(1);
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

describe('missing logs asked for', () => {
  const label = 'logtriage-needs-capture';
  const reboot = { user: 'ada', summary: 'The board reboots', description: 'Twice a day since 4.3.' };

  it('missing logs asked for by hand: a labelled ticket without a file is asked for the right capture, and continued by itself when it comes', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...reboot });
    await run.jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['logtriage'] });
    await run.pass(30_000);
    expect(texts(run, 'PROJ-1')).toEqual([expect.stringContaining('Please attach the output of cat /sys/fs/pstore/*')]);
    expect(run.jira.site.findIssue('PROJ-1')?.labels).toContain(label);
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'app.log', bytes: log('one') }] });
    await run.pass(40_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(2);
    expect(run.jira.site.findIssue('PROJ-1')?.labels).not.toContain(label);
  });

  it('new tickets are asked only where the operator wants it, once, and internally on a service project', async () => {
    using quiet = await start();
    await quiet.jira.people.createIssue({ project: 'PROJ', ...reboot });
    await quiet.pass(30_000);
    expect(texts(quiet, 'PROJ-1')).toEqual([]);
    using run = await startBot({ config: { tickets: { asksForCaptures: 'summary ~ "reboots"' } } });
    await run.jira.people.createIssue({ project: 'PROJ', ...reboot });
    await run.jira.people.createIssue({ project: 'PROJ', ...reboot, summary: 'Change the logo' });
    await run.jira.people.createIssue({ project: 'DESK', ...reboot });
    for (const { rawBody, identifier } of [...run.jira.webhooks.sent]) {
      await run.jira.webhooks.sendOnce(rawBody, `${identifier}-again`);
    }
    await run.pass(40_000);
    expect(['PROJ-1', 'PROJ-2', 'DESK-1'].map((key) => texts(run, key).length)).toEqual([1, 0, 1]);
    expect(run.jira.site.findIssue('DESK-1')?.comments).toMatchObject([{ isPublic: false }]);
    expect(run.jira.site.findIssue('DESK-1')?.labels ?? []).toEqual([]);
  });

  const picture = { name: 'screenshot.png', bytes: 'PNG', mimeType: 'image/png' };
  const notes = { name: 'notes.txt', bytes: 'Talked to Bob.\nHe saw it too.\n' };

  it('pictures, documents and notes on a ticket draw no word, and where logs are beside them those alone are read', async () => {
    using run = await start();
    const files = [picture, notes, { name: 'plan.docx', bytes: 'PK' }, { name: 'dmesg.txt', bytes: log('one') }];
    await run.jira.people.createIssue({ project: 'PROJ', ...reboot, files: files.slice(0, 3) });
    await run.jira.people.createIssue({ project: 'PROJ', ...reboot, files });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1')).toEqual([]);
    expect(texts(run, 'PROJ-2')).toHaveLength(1);
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage why' });
    await run.pass(20_000);
    expect(texts(run, 'PROJ-1')[0]).toContain('screenshot.png is a picture; I read logs');
    expect(texts(run, 'PROJ-1')[0]).toContain('notes.txt contains no log lines');
  });

  it('a ticket with a picture alone has no log, whether its label was there at once or came later', async () => {
    using run = await start();
    const asked = { project: 'PROJ', ...reboot, files: [picture] };
    await run.jira.people.createIssue({ ...asked, labels: ['logtriage'] });
    await run.jira.people.createIssue(asked);
    await run.jira.people.label({ issue: 'PROJ-2', user: 'ada', add: ['logtriage'] });
    await run.pass(60_000);
    for (const key of ['PROJ-1', 'PROJ-2']) {
      expect(texts(run, key)).toEqual([expect.stringContaining('Please attach the output of cat /sys/fs/pstore/*')]);
      expect(run.jira.site.findIssue(key)?.labels).toContain(label);
    }
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ ...picture, name: 'two.png' }] });
    await run.pass(40_000);
    expect(run.jira.site.findIssue('PROJ-1')?.labels).toContain(label);
  });

  it('a ticket whose log follows a moment after it, as programs file them, is not asked', async () => {
    using run = await startBot({ config: { tickets: { asksForCaptures: 'summary ~ "reboots"' } } });
    await run.jira.people.createIssue({ project: 'PROJ', ...reboot });
    await run.pass(5_000);
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'app.log', bytes: log('one') }] });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1').join()).not.toContain('Please attach');
    expect(run.jira.site.findIssue('PROJ-1')?.labels ?? []).not.toContain(label);
  });

  it('ask for the missing log: a ticket whose file settles nothing is labelled until a better one comes', async () => {
    using run = await start();
    const settled = run.service.deep;
    const next = ['Attach the ramoops of that boot.'];
    const open = {
      verdict: 'INCONCLUSIVE',
      root_cause: 'Nothing here explains it',
      answer: 'Nothing.',
      next_actions: next,
    };
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: open });
    await ticket(run, log('one'));
    expect(run.jira.site.findIssue('PROJ-1')?.labels).toEqual([label]);
    await run.bot.start();
    await run.pass(3_600_000, 300_000);
    expect(run.jira.calls.some(({ path }) => path.includes('/search/jql'))).toBe(true);
    expect(run.jira.site.findIssue('PROJ-1')?.labels).toEqual([label]);
    run.service.deep = settled;
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'ramoops.txt', bytes: log('two') }] });
    await run.pass(40_000);
    expect(run.jira.site.findIssue('PROJ-1')?.labels).not.toContain(label);
  });
});

describe('before and after: a second capture on a ticket', () => {
  const later = { name: 'after.log', bytes: log('two') };

  it('before and after: is compared with the first unasked, once', async () => {
    using run = await start();
    run.service.app.post('/api/v1/deltas', () => envelope(201, { id: 'delta-1' }));
    run.service.app.post('/api/v1/deltas/delta-1/searches/deep', () => envelope(200, { answer: 'New: ERROR two' }));
    await ticket(run, log('one'));
    await run.pass(600_000, 60_000);
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [later] });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(3);
    expect(texts(run, 'PROJ-1')[2]).toContain('New: ERROR two');
    expect(texts(run, 'PROJ-1')[2]).toContain('compared with app.log');
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage rerun' });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1').filter((text) => text.includes('compared with app.log'))).toHaveLength(1);
  });

  it('brought together with it is none, and a service that compares nothing draws no word', async () => {
    using run = await start();
    run.service.intercept = (request) =>
      request.url.endsWith('/deltas')
        ? Response.json({ code: 404, message: 'none', data: {} }, { status: 404 })
        : undefined;
    await ticket(run, log('one'));
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [{ name: 'b.log', bytes: log('b') }] });
    await run.pass(600_000, 60_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(2);
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [later] });
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(3);
  });
});
