import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { envelope } from '../support/hosted-service.ts';
import { settle } from '../support/settle.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const file = { name: 'app.log', bytes: log };

async function start(): Promise<BotUnderTest> {
  const run = await startBot();
  run.service.deep = ({ query }) =>
    envelope(200, { verdict: 'LIKELY', root_cause: `Answer to: ${query.slice(0, 80)}`, answer: 'x' });
  return run;
}

async function triage(run: BotUnderTest, text: string, user = 'U0ADA', where = channel): Promise<string> {
  const reply = await run.slack.people.command({ channel: where, user, text });
  expect(reply.status).toBe(200);
  expect(reply.text).not.toBe('');
  await run.pass(30_000);
  const shown = run.slack.workspace.channels.get(where)!.ephemerals.filter((seen) => seen.user === user);
  return readMessage(shown.at(-1)!).text;
}

describe('/triage deep', () => {
  it('asks the newest file of the channel', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    await triage(run, 'deep when did it begin?');
    expect(run.posts().at(-1)?.text).toContain('Answer to: when did it begin?');
  });
});

it('a question to /triage without a command is about the newest file of the channel', async () => {
  using run = await start();
  await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
  await run.pass(30_000);
  await triage(run, 'why did it stop?');
  expect(run.posts().at(-1)?.text).toContain('Answer to: why did it stop?');
});

describe('/triage why', () => {
  it('counts the answer on the ticket too', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops', files: [file] });
    await run.pass(60_000);
    expect(await triage(run, 'why PROJ-1')).toContain('Answers posted: 1');
  });

  it('tells what became of a file, to the asker alone', async () => {
    using run = await start();
    run.service.looks = () => [{ status: 'FAILED', can_retry: false, error_message: 'damaged' }];
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    const before = run.posts().length;
    const told = await triage(run, 'why app.log');
    expect(told).toContain('app.log arrived at 2026-11-20 08:00 UTC and failed at');
    expect(told).toContain('could not be analysed');
    expect(run.posts()).toHaveLength(before);
  });

  it('tells why a message was left alone', async () => {
    using run = await start();
    const said = await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'cake.png', bytes: 'x' }] });
    await run.pass(10_000);
    expect(await triage(run, `why ${said.permalink}`)).toContain('cake.png is a picture');
  });

  it('does not tell of a file in a channel that the asker is not in', async () => {
    using run = await start();
    const members = ['U0ADA', run.slack.bot.userId];
    run.slack.workspace.addChannel({ id: 'C0SECRET', name: 'secret', kind: 'private', members });
    const said = await run.slack.people.say({ channel: 'C0SECRET', user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    const told = await triage(run, `why ${said.permalink}`, 'U0BOB');
    expect(told).not.toContain('app.log');
    const nothing = said.permalink.replace(/p\d{16}/, 'p1700000000000100');
    expect(await triage(run, `why ${nothing}`, 'U0BOB')).toBe(told);
  });
});

describe('/triage retry', () => {
  it('takes a file in once more that failed on the way, and its answer comes to its thread', async () => {
    using run = await start();
    run.service.intercept = (request) =>
      request.url.endsWith('/deep') ? Response.json({ message: 'no' }, { status: 422 }) : undefined;
    const said = await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(60_000);
    expect(run.posts()[0]?.text).toContain('rejected the question');
    run.service.intercept = () => undefined;
    expect(await triage(run, 'retry app.log')).toContain('app.log is processed again');
    await run.pass(30_000);
    expect(run.posts().at(-1)).toMatchObject({
      threadTs: said.message.ts,
      text: expect.stringContaining('Answer to: What went wrong'),
    });
  });

  it('tells that it failed once more', async () => {
    using run = await start();
    run.service.intercept = (request) =>
      request.url.endsWith('/deep') ? Response.json({ message: 'no' }, { status: 422 }) : undefined;
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(60_000);
    await triage(run, 'retry');
    await run.pass(60_000);
    expect(run.posts().filter(({ text }) => text.includes('rejected the question'))).toHaveLength(2);
  });
});

describe('/triage cancel', () => {
  it('stops the work, and nothing is posted about the file', async () => {
    using run = await start();
    run.service.looks = () => [{ status: 'ANALYZING' }];
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(20_000);
    expect(await triage(run, 'cancel app.log')).toContain('I stopped working on app.log');
    await run.pass(3 * 3_600_000, 600_000);
    expect(run.posts()).toEqual([]);
    const [message] = run.slack.workspace.channels.get(channel)!.messages;
    expect(message?.reactions ?? []).toEqual([]);
  });
});

describe('/triage link', () => {
  it('ties the thread of a file to a ticket, which gets the answers too', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    expect(await triage(run, 'link PROJ-1 app.log')).toContain('now linked to PROJ-1');
    expect(run.comments('PROJ-1').join()).toContain('Answer to: What went wrong');
  });

  it('brings the ticket what was found, not what was asked on, and later answers without their question', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
    const { message } = await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    const ask = async (text: string) => {
      await run.slack.people.say({ channel, user: 'U0ADA', text, threadTs: message.ts });
      await run.pass(30_000);
    };
    await ask('how many lines are there?');
    await triage(run, 'link PROJ-1 app.log');
    expect(run.comments('PROJ-1')).toEqual([expect.stringContaining('Answer to: What went wrong')]);
    await ask('and when was the first?');
    expect(run.comments('PROJ-1').at(-1)).not.toContain('asked: and when was the first?');
    expect(run.comments('PROJ-1').at(-1)).toContain('asked in #bringup');
  });

  it('answers for a ticket without files of its own from the thread that belongs to it', async () => {
    using run = await start();
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    await triage(run, 'link PROJ-1 app.log');
    await triage(run, 'PROJ-1 why did it stop?');
    expect(run.posts().at(-1)?.text).toContain('Answer to: why did it stop?');
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'ada', text: '@logtriage when did it stop?' });
    await run.pass(30_000);
    expect(run.comments('PROJ-1').at(-1)).toContain('Answer to: when did it stop?');
    await run.jira.people.label({ issue: 'PROJ-1', user: 'ada', add: ['logtriage'] });
    await run.pass(30_000);
    expect(run.comments('PROJ-1').join()).not.toContain('Please attach');
  });

  it('shows a ticket no file of a thread that the asker may not see', async () => {
    using run = await start();
    run.slack.workspace.addChannel({
      id: 'C0VAULT',
      name: 'vault',
      kind: 'private',
      members: ['U0ADA', run.slack.bot.userId],
    });
    await run.jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 'It stops' });
    await run.slack.people.say({ channel: 'C0VAULT', user: 'U0ADA', text: 'PROJ-1', files: [file] });
    await run.pass(30_000);
    expect(await triage(run, 'PROJ-1 why did it stop?', 'U0BOB')).toContain('has no file I can analyse');
    await run.jira.people.comment({ issue: 'PROJ-1', user: 'bob', text: '@logtriage when did it stop?' });
    await run.pass(30_000);
    expect(run.comments('PROJ-1').join()).not.toContain('app.log');
  });

  it('says the same of a ticket that is hidden and one that does not exist', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    expect(await triage(run, 'link PROJ-77 app.log')).toContain('I cannot show you PROJ-77');
  });
});

describe('/triage backfill', () => {
  it('counts with dry, then takes in what came while the bot was away, once', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file], isSilent: true });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'cake.png', bytes: 'x' }], isSilent: true });
    expect(await triage(run, 'backfill 24h dry')).toContain('2 with files, 2 not processed yet');
    expect(run.posts()).toEqual([]);
    await triage(run, 'backfill 24h');
    expect(run.posts()).toHaveLength(1);
    expect(await triage(run, 'backfill 2d')).toContain('2 with files, 0 not processed yet.');
    expect(run.posts()).toHaveLength(1);
  });
});

describe('/triage board', () => {
  it('gives its address to the people who run the bot, and to nobody else', async () => {
    using run = await startBot({ config: { opsChannel: 'C0OPS', publicUrl: 'http://bot.test' } });
    run.slack.workspace.addChannel({ id: 'C0OPS', name: 'ops', members: ['U0ADA', run.slack.bot.userId] });
    expect(await triage(run, 'board', 'U0ADA')).toContain('Board');
    expect(await triage(run, 'board', 'U0BOB')).toContain('for the people who run this bot');
  });
});

describe('/triage diff', () => {
  it('no comparison of a good and a bad capture: asks what is different, the good one first, and quotes lines of both', async () => {
    using run = await start();
    const asked: unknown[] = [];
    run.service.app.post('/api/v1/deltas', async (c) => {
      asked.push(await c.req.json());
      return envelope(201, { id: 'delta-1', status: 'READY' });
    });
    run.service.app.post('/api/v1/deltas/delta-1/searches/deep', () =>
      envelope(200, {
        verdict: 'LIKELY',
        root_cause: 'Only the bad one says that the disk is full',
        answer: 'x',
        citations: [
          { file: 'bad.log', line_start: 2, line_end: 2, excerpt: '09:00:02 ERROR disk is full' },
          { file: 'good.log', line_start: 2, line_end: 2, excerpt: '09:00:02 stop' },
        ],
      }),
    );
    const good = { name: 'good.log', bytes: '09:00:01 start\n09:00:02 stop\n' };
    await run.slack.people.say({ channel, user: 'U0ADA', files: [good] });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'bad.log', bytes: log }] });
    await run.pass(30_000);
    await triage(run, 'diff good.log bad.log');
    const ids = new Map(run.service.files.map(({ name, id }) => [name, id]));
    expect(asked).toEqual([{ file_ids: [ids.get('good.log'), ids.get('bad.log')], baseline_id: ids.get('good.log') }]);
    const text = run.posts().at(-1)?.text;
    expect(text).toContain('Only the bad one says that the disk is full');
    expect(text).toContain('09:00:02 stop');
    expect(text).not.toContain('asked:');
    expect(run.posts().at(-1)?.blocks).toContain('2 quotes looked up');
  });

  it('says which of the two it does not know', async () => {
    using run = await start();
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    expect(await triage(run, 'diff nosuch.log app.log')).toContain('There is no file nosuch.log here');
    expect(await triage(run, 'diff app.log other.log')).toContain('There is no file other.log here');
  });

  it('says so where the log service compares no files', async () => {
    using run = await start();
    for (const name of ['good.log', 'bad.log']) {
      await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name, bytes: `${log}${name}\n` }] });
    }
    await run.pass(30_000);
    await triage(run, 'diff good.log bad.log');
    expect(run.posts().at(-1)?.text).toContain('cannot compare files');
  });
});

describe('Compare with the last good one', () => {
  it('finds the last file without a cause, and says so where there is none', async () => {
    using run = await start();
    run.service.app.post('/api/v1/deltas', () => envelope(201, { id: 'delta-1', status: 'READY' }));
    run.service.app.post('/api/v1/deltas/delta-1/searches/deep', () =>
      envelope(200, { verdict: 'LIKELY', root_cause: 'The disk', answer: 'x' }),
    );
    const press = async () => {
      const answer = run.slack.workspace.channels
        .get(channel)!
        .messages.findLast(({ user }) => user === run.slack.bot.userId)!;
      await run.slack.people.press({ channel, ts: answer.ts, user: 'U0BOB', actionId: 'answer:compare' });
      await settle();
      await run.pass(30_000);
    };
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(30_000);
    await press();
    const told = () => readMessage(run.slack.workspace.channels.get(channel)!.ephemerals.at(-1)!).text;
    expect(told()).toContain('no earlier good file');
    // There may be one by the next press.
    await press();
    expect(told()).toContain('no earlier good file');
    const likely = run.service.deep;
    run.service.deep = () => envelope(200, { verdict: 'INCONCLUSIVE', answer: 'Nothing is wrong.' });
    await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'calm.log', bytes: `${log}calm\n` }] });
    await run.pass(30_000);
    run.service.deep = likely;
    await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name: 'next.log', bytes: `${log}next\n` }] });
    await run.pass(30_000);
    await press();
    expect(run.posts().at(-1)?.text).toContain('compared with calm.log');
    const { length } = run.posts();
    const next = run.slack.workspace.channels
      .get(channel)!
      .messages.filter(({ user }) => user === run.slack.bot.userId)
      .at(-2)!;
    await run.slack.people.press({ channel, ts: next.ts, user: 'U0BOB', actionId: 'answer:compare' });
    await settle();
    await run.pass(30_000);
    expect(told()).toContain('already asked here');
    expect(run.posts()).toHaveLength(length);
  });
});

describe('App Home', () => {
  it('tries a failed file again and shows what comes of it', async () => {
    using run = await start();
    run.service.intercept = (request) =>
      request.url.endsWith('/deep') ? Response.json({ message: 'no' }, { status: 422 }) : undefined;
    await run.slack.people.say({ channel, user: 'U0ADA', files: [file] });
    await run.pass(60_000);
    await run.slack.people.openHome({ user: 'U0ADA' });
    await run.pass(5_000);
    run.service.intercept = () => undefined;
    await run.slack.people.pressInView({ user: 'U0ADA', actionId: 'home:retry', home: true });
    await run.pass(30_000);
    expect(run.posts().at(-1)?.text).toContain('Answer to: What went wrong');
    expect(JSON.stringify(run.slack.views.homeOf('U0ADA')?.blocks)).not.toContain('Try again');
  });
});
