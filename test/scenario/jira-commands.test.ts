import { describe, expect, it } from 'vitest';
import type { BotConfig } from '../../src/app/bot-config.ts';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';
import { envelope } from '../support/hosted-service.ts';
import { jiraOrigin, jiraSecrets } from '../support/vendors.ts';

const log = '09:00:01 start\n09:00:02 ERROR foo_drv_irq: disk is full\n';
const data = {
  verdict: 'LIKELY',
  root_cause: 'The disk ran full',
  answer: 'Nothing was written after that.',
  signature: 'KASAN: use-after-free Read in bar_poll',
  citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR foo_drv_irq: disk is full' }],
};

async function start(config: Partial<BotConfig> = {}): Promise<BotUnderTest> {
  const run = await startBot({ config });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
  return run;
}

const file = (name = 'app.log', bytes = log) => ({ name, bytes });
const act = { user: 'ada', summary: 'It stops', description: 'Why does it stop at nine?' };

function texts(run: BotUnderTest, issueKey: string): string[] {
  return (run.jira.site.findIssue(issueKey)?.comments ?? [])
    .filter(({ author }) => author.accountId === run.jira.bot.accountId)
    .map(({ body }) => readAdf(body).text);
}

async function say(run: BotUnderTest, text: string, user = 'ada', issue = 'PROJ-1'): Promise<string[]> {
  const before = texts(run, issue).length;
  await run.jira.people.comment({ issue, user, text });
  await run.pass(40_000);
  return texts(run, issue).slice(before);
}

describe('a comment that speaks to the bot', () => {
  it('asks the files of its ticket, once, and is answered there', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    const told = await say(run, '@logtriage why did it stop writing?');
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('asked: why did it stop writing?');
    expect(run.service.posts.at(-1)?.query).toContain('why did it stop writing?');
    for (const { rawBody, identifier } of [...run.jira.webhooks.sent]) {
      await run.jira.webhooks.sendOnce(rawBody, `${identifier}-again`);
    }
    await run.pass(40_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(2);
    expect(run.jira.unexpected).toEqual([]);
  });

  it('is heard by a mention of its account too, and other comments start nothing', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    expect(await say(run, `[~accountid:${run.jira.bot.accountId}] deep what filled the disk?`)).toHaveLength(1);
    expect(run.service.posts.at(-1)?.query).toContain('what filled the disk?');
    expect(await say(run, 'I think logtriage is right.')).toEqual([]);
    expect(await say(run, '[~accountid:bob] have a look please')).toEqual([]);
    const code = { type: 'text', text: '@logtriage rerun', marks: [{ type: 'code' }] };
    const body = { type: 'doc', version: 1, content: [{ type: 'paragraph', content: [code] }] };
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage rerun', body });
    await run.pass(40_000);
    expect(run.service.posts).toHaveLength(2);
  });

  it('and is edited soon is answered again where the question changed, once for each change', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    const { id } = await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage how often?' });
    const edit = async (text: string, waitMs = 40_000) => {
      await run.jira.people.editComment({ comment: id, user: 'ada', text });
      await run.pass(waitMs);
    };
    const asked = () => texts(run, 'PROJ-1').flatMap((text) => /asked: (.*)/.exec(text)?.[1] ?? []);
    await run.pass(40_000);
    expect(asked()).toEqual(['how often?']);
    await edit('@logtriage  how often');
    expect(asked()).toEqual(['how often?']);
    await edit('@logtriage how often since nine?');
    expect(asked()).toEqual(['how often?', 'how often since nine?']);
    await run.pass(6 * 60_000);
    await edit('@logtriage how often since ten?');
    expect(asked()).toEqual(['how often?', 'how often since nine?']);
  });

  it('and is edited or deleted while the answer is looked for is answered as it stands now, or not at all', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    let state = 'RUNNING';
    run.service.deep = () => envelope(202, { id: 's-1', status: 'RUNNING' });
    run.service.intercept = ({ url }) =>
      /searches\/s-1$/.test(url) ? envelope(200, { ...data, id: 's-1', status: state }) : undefined;
    const ask = (text: string) => run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text });
    const { id } = await ask('@logtriage how often?');
    const gone = await ask('@logtriage and how long?');
    await run.pass(5_000);
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
    await run.jira.people.editComment({ comment: id, user: 'ada', text: '@logtriage how often since nine?' });
    await run.jira.people.removeComment(gone.id);
    await run.pass(10_000);
    state = 'COMPLETED';
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1').slice(1)).toEqual([expect.stringContaining('asked: how often since nine?')]);
  });

  it('is heard where an edit names it for the first time', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    const { id } = await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: 'how often?' });
    await run.pass(10 * 60_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    await run.jira.people.editComment({ comment: id, user: 'ada', text: '@logtriage how often?' });
    await run.pass(40_000);
    expect(texts(run, 'PROJ-1').at(-1)).toContain('asked: how often?');
  });

  it('of the bot itself starts nothing: it does not answer itself', async () => {
    using run = await start();
    run.service.deep = () =>
      Response.json({ code: 200, message: 'ok', data: { ...data, answer: '@logtriage rerun\n\n@logtriage why?' } });
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(120_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    expect(run.service.posts).toHaveLength(1);
  });

  it('has the files looked at anew by rerun, with what the ticket says by now', async () => {
    using run = await start();
    const issue = await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    issue.description = 'It stops at ten as well.';
    const told = await say(run, '@logtriage rerun');
    expect(told).toHaveLength(1);
    expect(run.service.posts.at(-1)?.query).toContain('It stops at ten as well.');
    expect(run.service.files).toHaveLength(1);
  });

  it('that has them looked at anew repeats no finding that stands there: one line says that it is the same', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file(), file('b.log', `${log}more\n`)] });
    await run.pass(30_000);
    const [same = '', ...more] = await say(run, '@logtriage rerun');
    expect(more).toEqual([]);
    for (const name of ['app.log', 'b.log']) {
      expect(same).toContain(`${name}, analysed again: the answer is the same as before. ${data.verdict}`);
    }
    expect(same).not.toContain('Proof');
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { ...data, verdict: 'CONFIRMED' } });
    const [other = ''] = await say(run, '@logtriage rerun');
    expect(other).toContain('Proof');
  });

  it('why: is told what became of each file by why', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file(), file('empty.log', '')] });
    await run.pass(30_000);
    expect((await say(run, '@logtriage why')).join()).toMatch(
      /app\.log was answered here[\s\S]*empty\.log was skipped: /,
    );
  });

  it('is refused in a line where its author is not among those who may', async () => {
    using run = await start({ tickets: { commanders: new Set(['bob@example.com']) } });
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    expect((await say(run, '@logtriage rerun')).join()).toContain('you are not one of them');
    // Once is enough for somebody who tries again.
    expect(await say(run, '@logtriage rerun')).toEqual([]);
    expect(run.service.posts).toHaveLength(1);
    expect(await say(run, '@logtriage rerun', 'bob')).toHaveLength(1);
    expect(run.service.posts).toHaveLength(2);
  });

  it('of a customer draws nothing, and on a service project every answer is internal', async () => {
    using run = await start();
    run.jira.site.addUser({ accountId: 'customer', accountType: 'customer' });
    await run.jira.people.createIssue({ project: 'DESK', ...act, files: [file()] });
    await run.pass(30_000);
    expect(await say(run, '@logtriage why did it stop?', 'customer', 'DESK-1')).toEqual([]);
    expect(await say(run, '@logtriage why did it stop?', 'ada', 'DESK-1')).toHaveLength(1);
    expect(await say(run, '@logtriage help', 'ada', 'DESK-1')).toHaveLength(1);
    const own = run.jira.site.findIssue('DESK-1')?.comments.filter(({ author }) => author === run.jira.bot);
    expect(own?.map(({ isPublic }) => isPublic)).toEqual([false, false, false]);
    expect(run.jira.site.findIssue('DESK-1')?.labels ?? []).toEqual([]);
  });

  it('is told what can be written, and what was wrong with it', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    expect((await say(run, '@logtriage help')).join()).toContain('dup PROJ-88');
    expect((await say(run, '@logtriage dup')).join()).toContain('Which ticket has the same cause?');
    expect((await say(run, '@logtriage fixed')).join()).toContain('Which version has the fix?');
    expect((await say(run, '@logtriage what is wrong?')).join()).toContain('PROJ-1 has no file I can analyse');
  });
});

describe('a label', () => {
  it('asks for the files of a ticket that the filter leaves alone', async () => {
    using run = await start({ tickets: { filter: 'labels = wanted' } });
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    expect(texts(run, 'PROJ-1')).toEqual([]);
    await run.jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['logtriage'] });
    await run.pass(30_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()], labels: ['wanted'] });
    await run.pass(30_000);
    expect(texts(run, 'PROJ-2')).toHaveLength(1);
  });

  it('has the files looked at anew, and can be set again after that', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
    await run.pass(30_000);
    for (const answers of [2, 3]) {
      await run.jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['logtriage-rerun'] });
      await run.pass(30_000);
      expect(texts(run, 'PROJ-1')).toHaveLength(answers);
      expect(run.jira.site.findIssue('PROJ-1')?.labels).not.toContain('logtriage-rerun');
    }
  });
});

it('tickets of projects that are not listed draw nothing, whoever asks', async () => {
  using run = await start({ tickets: { projects: new Set(['OTHER']) } });
  await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
  await run.jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['logtriage'] });
  expect(await say(run, '@logtriage why?')).toEqual([]);
  expect(run.service.files).toEqual([]);
});

it('a stable signature in the ticket: a short stable signature stands in the ticket, and JQL finds its siblings by it', async () => {
  using run = await start();
  await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file()] });
  await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file('b.log', `${log}more\n`)] });
  await run.pass(40_000);
  const [label = ''] = run.jira.site.findIssue('PROJ-1')?.labels ?? [];
  expect(label).toMatch(/^logtriage-cause-[0-9a-f]{12}$/);
  expect(run.jira.site.findIssue('PROJ-2')?.labels).toEqual([label]);
  const { body } = await run.jira.fetch(
    new Request(
      `${jiraOrigin}/rest/api/3/search/jql?jql=${encodeURIComponent(`project = PROJ AND labels = ${label}`)}&fields=key`,
      {
        headers: { authorization: `Basic ${btoa(`${jiraSecrets.email}:${jiraSecrets.apiToken}`)}` },
      },
    ),
  );
  const found = (await new Response(body).json()) as { issues: { key: string }[] };
  expect(found.issues.map(({ key }) => key).sort()).toEqual(['PROJ-1', 'PROJ-2']);
  expect(run.jira.site.findIssue('PROJ-1')?.properties).toEqual([
    {
      key: 'logtriage.cause',
      value: {
        key: label.slice(-12),
        signature: 'KASAN: use-after-free Read in bar_poll',
        verdict: 'LIKELY',
        cause: 'The disk ran full',
      },
    },
  ]);
});
