import { describe, expect, it } from 'vitest';
import { readAdf } from '../../src/sandbox/jira/check-adf.ts';
import { adfErrors } from '../support/adf-schema.ts';
import { type BotUnderTest, startBot } from '../support/bot-under-test.ts';
import { everythingKept } from '../support/everything-kept.ts';

const act = { user: 'ada', summary: 'It stops', description: 'Why does it stop at nine?' };
const issue = 'PROJ-1';

/** Each with a cause of its own, which its second line states. */
const fileOf = (name: string) => ({ name, bytes: `09:00:01 start\n09:00:02 ERROR ${name} is full\n` });
const named = (count: number) => Array.from({ length: count }, (_, index) => `part-${index + 1}.log`);

function answersByName(run: BotUnderTest, verdictOf = (_name: string) => 'LIKELY', answer = 'Nothing was written.') {
  run.service.deep = ({ fileId }) => {
    const name = run.service.files.find(({ id }) => id === fileId)?.name ?? '';
    const data = {
      verdict: verdictOf(name),
      root_cause: `The disk of ${name} ran full`,
      answer,
      citations: [{ file: name, line_start: 2, line_end: 2, excerpt: `09:00:02 ERROR ${name} is full` }],
    };
    return Response.json({ code: 200, message: 'ok', data });
  };
}

async function startAnswering(options: Parameters<typeof startBot>[0] = {}): Promise<BotUnderTest> {
  const run = await startBot(options);
  answersByName(run);
  await run.jira.people.createIssue({ project: 'PROJ', ...act });
  return run;
}

function texts(run: BotUnderTest, key: string): string[] {
  return (run.jira.site.findIssue(key)?.comments ?? []).map(({ body }) => readAdf(body).text);
}

const attach = (run: BotUnderTest, names: readonly string[]) =>
  run.jira.people.attach({ issue, user: 'ada', files: names.map(fileOf) });

describe('files attached together', () => {
  it('are answered by one comment, the surest first, each with its verdict and its proof', async () => {
    using run = await startAnswering();
    answersByName(run, (name) => (name === 'part-17.log' ? 'CONFIRMED' : 'LIKELY'));
    await attach(run, named(30));
    await run.pass(60_000);
    const [comment = '', ...more] = texts(run, issue);
    expect(more).toEqual([]);
    expect(comment).toMatch(/^CONFIRMED: The disk of part-17\.log ran full/);
    expect(comment).toContain('30 files: 1 CONFIRMED, 29 LIKELY.');
    for (const name of named(30)) {
      expect(comment).toContain(`The disk of ${name} ran full`);
      expect(comment).toContain(`09:00:02 ERROR ${name} is full`);
    }
    expect(run.jira.unexpected).toEqual([]);
    expect(adfErrors(run.jira.site.findIssue(issue)?.comments[0]?.body)).toBe('');
  });

  it('are answered by one comment although each was attached by itself', async () => {
    using run = await startAnswering();
    for (const name of named(6)) {
      await attach(run, [name]);
      await run.pass(2_000);
    }
    await run.pass(60_000);
    expect(texts(run, issue)).toHaveLength(1);
    for (const name of named(6)) expect(texts(run, issue)[0]).toContain(`The disk of ${name} ran full`);
  });

  it('tell one finding once, with the names of the files that show it', async () => {
    using run = await startAnswering();
    const data = {
      verdict: 'CONFIRMED',
      root_cause: 'The disk is full',
      signature: 'disk full',
      answer: 'It is full.',
    };
    run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
    await attach(run, named(3));
    await run.pass(60_000);
    const [comment = ''] = texts(run, issue);
    expect(comment.match(/The disk is full/g)).toHaveLength(1);
    expect(comment).toContain('The same in part-2.log, part-3.log.');
  });

  it('tell findings of one signature apart where they name different things', async () => {
    using run = await startAnswering();
    run.service.deep = ({ fileId }) => {
      const { name } = run.service.files.find(({ id }) => id === fileId) ?? {};
      const data = {
        verdict: 'LIKELY',
        root_cause: `The disk of ${name} is full`,
        signature: 'disk full',
        answer: 'It is.',
      };
      return Response.json({ code: 200, message: 'ok', data });
    };
    await attach(run, named(3));
    await run.pass(60_000);
    for (const name of named(3)) expect(texts(run, issue)[0]).toContain(`The disk of ${name} is full`);
  });

  it('say in the same comment which of them could not be read', async () => {
    using run = await startAnswering();
    run.service.looks = (name) =>
      name === 'part-2.log'
        ? [{ status: 'FAILED', can_retry: false, error: 'it is encrypted' }]
        : [{ status: 'COMPLETED' }];
    await attach(run, named(3));
    await run.pass(60_000);
    expect(texts(run, issue)).toHaveLength(1);
    expect(texts(run, issue)[0]).toMatch(/part-2\.log could not be analysed/);
    expect(texts(run, issue)[0]).toContain('3 files: 2 LIKELY, 1 not analysed.');
  });

  it('do not wait longer than two minutes for the slowest, which is told when it is there', async () => {
    using run = await startAnswering();
    const analysing = Array.from({ length: 2_000 }, () => ({ status: 'ANALYZING' }));
    let slow = analysing;
    run.service.looks = (name) => (name === 'part-2.log' ? slow : [{ status: 'COMPLETED' }]);
    await attach(run, named(3));
    await run.pass(100_000);
    expect(texts(run, issue)).toEqual([]);
    await run.pass(60_000);
    expect(texts(run, issue)).toHaveLength(1);
    expect(texts(run, issue)[0]).not.toContain('part-2.log');
    slow = [];
    for (const { looks } of run.service.files) looks.splice(0, looks.length, { status: 'COMPLETED' });
    await run.pass(180_000);
    expect(texts(run, issue)).toHaveLength(2);
    expect(texts(run, issue)[1]).toContain('The disk of part-2.log ran full');
  });

  it.each([
    ['500 after it was stored', { kind: 'status', status: 500, after: true }],
    ['a lost connection', { kind: 'reset' }],
  ] as const)('are answered once although commenting met %s, and the process died', async (_, fault) => {
    using run = await startAnswering();
    run.jira.faults.add(/^POST \/rest\/api\/3\/issue\/[^/]+\/comment$/, fault);
    await attach(run, named(4));
    for (let round = 0; round < 8; round += 1) {
      await run.pass(1_500);
      await run.restart();
    }
    await run.pass(120_000);
    expect(texts(run, issue)).toHaveLength(1);
    for (const name of named(4)) expect(texts(run, issue)[0]).toContain(`The disk of ${name} ran full`);
  });

  it('are answered in one internal comment on a service project', async () => {
    using run = await startBot({});
    answersByName(run);
    await run.jira.people.createIssue({ project: 'DESK', ...act, files: named(3).map(fileOf) });
    await run.pass(60_000);
    expect(run.jira.site.findIssue('DESK-1')?.comments).toMatchObject([{ isPublic: false }]);
    for (const name of named(3)) expect(texts(run, 'DESK-1')[0]).toContain(`09:00:02 ERROR ${name} is full`);
  });

  it('are answered by one comment however much there is to say', async () => {
    using run = await startAnswering();
    const story = Array.from({ length: 1_500 }, (_, line) => `Paragraph ${line} of a long story.`).join('\n\n');
    answersByName(run, () => 'LIKELY', story);
    await attach(run, named(12));
    await run.pass(60_000);
    expect(texts(run, issue)).toHaveLength(1);
    for (const name of named(12)) expect(texts(run, issue)[0]).toContain(`09:00:02 ERROR ${name} is full`);
    expect(run.jira.unexpected).toEqual([]);
  });

  it('are asked together by one comment, and answered by one', async () => {
    using run = await startAnswering();
    await attach(run, named(3));
    await run.pass(60_000);
    await run.jira.people.comment({ issue, user: 'ada', text: '@logtriage which disk was it?' });
    await run.pass(60_000);
    const told = texts(run, issue);
    expect(told.filter((text) => text.includes('asked: which disk was it?'))).toHaveLength(1);
    for (const name of named(3)) expect(told.at(-1)).toContain(`The disk of ${name} ran full`);
  });
});

describe('of files attached together one that is deleted', () => {
  it('before the comment is out leaves the others their answer, and no trace', async () => {
    using run = await startAnswering();
    run.jira.faults.add(/^POST \/rest\/api\/3\/issue\/[^/]+\/comment$/, { kind: 'rate-limited', retryAfterS: 60 });
    await attach(run, named(3));
    await run.pass(20_000);
    expect(texts(run, issue)).toEqual([]);
    await detach(run, 'part-2.log');
    await run.pass(180_000);
    expect(texts(run, issue)).toHaveLength(1);
    expect(texts(run, issue)[0]).toContain('part-3.log');
    expect(texts(run, issue)[0]).not.toContain('part-2.log');
    expect(everythingKept(run.database)).not.toContain('disk of part-2.log');
  });

  it('afterwards is taken out of what the ticket says, where answers about deleted files go', async () => {
    using run = await startAnswering({ config: { answersOfDeleted: 'remove' } });
    await attach(run, named(3));
    await run.pass(60_000);
    await detach(run, 'part-2.log');
    await run.pass(120_000);
    expect(texts(run, issue)).toHaveLength(1);
    expect(texts(run, issue)[0]).toContain('part-1.log');
    expect(texts(run, issue)[0]).toContain('part-3.log');
    expect(texts(run, issue)[0]).not.toContain('part-2.log');
  });

  it('with another one brings one notice, which counts their comment once and goes with it', async () => {
    using run = await startAnswering({ config: { publicUrl: 'https://triage.example' } });
    await attach(run, named(3));
    await run.pass(60_000);
    await detach(run, 'part-1.log');
    await detach(run, 'part-2.log');
    await run.pass(20_000);
    const [, notice = '', ...more] = texts(run, issue);
    expect(more).toEqual([]);
    expect(notice).toContain('part-1.log was deleted. part-2.log was deleted.');
    expect(notice).toContain('my answer here still quotes them. A comment about several files is removed as a whole.');
    const address = /\/answers\/[\w/-]+/.exec(run.comments(issue)[1] ?? '')?.[0] ?? 'none';
    expect((await run.request(address, { method: 'POST' })).status).toBe(200);
    await run.pass(5_000);
    // The notice goes with what it offered to remove.
    expect(texts(run, issue)).toEqual([]);
  });
});

async function detach(run: BotUnderTest, name: string): Promise<void> {
  const found = run.jira.site.findIssue(issue)?.attachments.find(({ filename }) => filename === name);
  await run.jira.people.detach({ attachment: found?.id ?? '', user: 'ada' });
}
