import { describe, expect, it } from 'vitest';
import type { BotConfig } from '../../src/app/bot-config.ts';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const data = {
  verdict: 'LIKELY',
  root_cause: 'The disk ran full',
  answer: 'Nothing was written after that.',
  citations: [{ file: 'app.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' }],
};

async function startWithAnswer(config: Partial<BotConfig> = {}): Promise<BotUnderTest> {
  const run = await startBot({ config });
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
  return run;
}

const file = { name: 'app.log', bytes: log };
const act = { user: 'ada', summary: 'It stops', description: 'Why does it stop at nine?' };

function texts(run: BotUnderTest, issueKey: string): string[] {
  return (run.jira.site.findIssue(issueKey)?.comments ?? []).map(({ body }) => readAdf(body).text);
}

describe('an attachment', () => {
  it('the ticket as the question: of a new ticket is answered by one comment, the ticket being the question', async () => {
    using run = await startWithAnswer();
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file] });
    await run.pass(30_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    expect(texts(run, 'PROJ-1')[0]).toContain('LIKELY: The disk ran full');
    expect(texts(run, 'PROJ-1')[0]).toContain('09:00:02 ERROR disk is full');
    expect(run.service.posts[0]?.query).toContain('Why does it stop at nine?');
    expect(run.jira.unexpected).toEqual([]);
  });

  it('added later is answered once, however often Jira tells of it', async () => {
    using run = await startWithAnswer();
    await run.jira.people.createIssue({ project: 'PROJ', ...act });
    await run.jira.people.attach({ issue: 'PROJ-1', user: 'ada', files: [file] });
    for (const { rawBody, identifier } of [...run.jira.webhooks.sent]) {
      for (const retry of [1, 2]) await run.jira.webhooks.sendOnce(rawBody, identifier, retry);
    }
    await run.pass(60_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
    expect(run.service.files).toHaveLength(1);
  });

  it.each([
    ['500 after it was stored', { kind: 'status', status: 500, after: true }],
    ['a lost connection', { kind: 'reset' }],
    ['a rate limit', { kind: 'rate-limited', retryAfterS: 5, reason: 'jira-burst-based' }],
  ] as const)('is answered once although commenting met %s', async (_, fault) => {
    using run = await startWithAnswer();
    run.jira.faults.add(/^POST \/rest\/api\/3\/issue\/[^/]+\/comment$/, fault);
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file] });
    await run.pass(90_000);
    expect(texts(run, 'PROJ-1')).toHaveLength(1);
  });

  it('internal findings visible to customers on service desks: on a service project is answered internally', async () => {
    using run = await startWithAnswer();
    await run.jira.people.createIssue({ project: 'DESK', ...act, files: [file] });
    await run.pass(30_000);
    expect(run.jira.site.findIssue('DESK-1')?.comments).toMatchObject([{ isPublic: false }]);
    expect(texts(run, 'DESK-1')[0]).toContain('09:00:02 ERROR disk is full');
    expect(texts(run, 'DESK-1')[0]?.split('\n').at(-1)).toMatch(/^Reference: [\w-]+$/);
  });

  it('service-desk safe: on a service project is not answered at all where internal comments are refused, and the operator is told', async () => {
    using run = await startWithAnswer({ opsChannel: 'C0OPS' });
    run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: [run.slack.bot.userId] });
    await run.jira.people.createIssue({ project: 'DESK', ...act, files: [file], isRequest: false });
    await run.pass(90_000);
    expect(texts(run, 'DESK-1')).toEqual([]);
    expect(run.jira.site.findIssue('DESK-1')?.attachments).toHaveLength(1);
    expect(run.posts('C0OPS').map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "A message for DESK-1 was not posted: Jira rejected an internal comment, and the bot writes no comment there that a customer could read. Make the bot's account an agent of the service project, then ask again with /triage DESK-1. The bot does not retry this.",
      ]
    `);
  });

  it('of the bot itself starts nothing', async () => {
    using run = await startWithAnswer();
    const answer = Array.from({ length: 900 }, (_, index) => `Paragraph ${index} of a long story.`).join('\n\n');
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data: { ...data, answer } });
    await run.jira.people.createIssue({ project: 'PROJ', ...act, files: [file] });
    await run.pass(120_000);
    const issue = run.jira.site.findIssue('PROJ-1');
    expect(issue?.attachments.map(({ filename }) => filename)).toEqual([
      'app.log',
      expect.stringMatching(/^answer-.+\.md$/),
    ]);
    expect(issue?.comments).toHaveLength(1);
    expect(run.service.files).toHaveLength(1);
  });
});
