import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { answerForReal } from '../support/answer-for-real.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { envelope } from '../support/hosted-service.ts';

const root = mkdtempSync(join(tmpdir(), 'logtriage-follow-ups-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const line = (minute: number, level: string, msg: string) =>
  `2026-11-20T14:${String(minute).padStart(2, '0')}:00Z level=${level} svc=store msg="${msg}"`;
/** The answer stands on the last of them, line 28. */
const full = new Set([15, 21, 27]);
const bytes = `${Array.from({ length: 30 }, (_, at) =>
  full.has(at)
    ? line(at, 'error', `write of block ${at} failed: No space left on device`)
    : line(at, 'info', `block ${at} written`),
).join('\n')}\n`;

async function start(): Promise<{ run: BotUnderTest; permalink: string; ask(text: string): Promise<string> }> {
  const run = await startBot();
  await answerForReal(run, root);
  const { message, permalink } = await run.slack.people.say({
    channel,
    user: 'U0ADA',
    text: '',
    files: [{ name: 'store.log', bytes }],
  });
  await run.pass(30_000);
  return {
    run,
    permalink,
    async ask(text) {
      await run.slack.people.say({ channel, user: 'U0BOB', text, threadTs: message.ts });
      await run.pass(30_000);
      return run.posts().at(-1)!.text;
    },
  };
}

const titleOf = (text: string) => text.split('\n')[0];

describe('what people say to each other in the thread of an answer', () => {
  it.each([
    'is it the switch again, bob?',
    'did you restart it?',
    'Can you send me the other file?',
    'when are you in the office?',
    'lunch?',
    'who owns this?',
  ])('draws nothing: %s', async (text) => {
    const { run, ask } = await start();
    using _ = run;
    await ask(text);
    expect(run.posts()).toHaveLength(1);
    expect(run.posts()[0]?.text).not.toContain(text);
  });

  it('is answered where the bot is mentioned, or nobody else is there', async () => {
    const { run, ask } = await start();
    using _ = run;
    expect(await ask(`<@${run.slack.bot.userId}> who owns this?`)).toContain('asked: who owns this?');
    const { message } = await run.slack.people.say({
      channel,
      user: 'U0ADA',
      files: [{ name: 'b.log', bytes: `${bytes}${line(40, 'info', 'done')}\n` }],
    });
    await run.pass(30_000);
    await run.slack.people.say({ channel, user: 'U0ADA', text: 'who owns this?', threadTs: message.ts });
    await run.pass(30_000);
    expect(run.posts()).toHaveLength(4);
  });
});

describe('a question that its author edits', () => {
  async function asked(text: string, isSilent = false) {
    const { run } = await start();
    const mention = `<@${run.slack.bot.userId}>`;
    const threadTs = run.slack.workspace.channels.get(channel)!.messages[0]!.ts;
    const said = await run.slack.people.say({ channel, user: 'U0BOB', text: `${mention} ${text}`, threadTs, isSilent });
    if (!isSilent) await run.pass(30_000);
    return {
      run,
      said,
      answers: () =>
        run
          .posts()
          .slice(1)
          .map((post) => /asked: (.*)/.exec(post.text)?.[1]),
      async edit(changed: string) {
        await run.slack.people.edit({ channel, ts: said.message.ts, text: `${mention} ${changed}` });
        await run.pass(30_000);
      },
    };
  }

  it('is answered again where the question changed, once for each change', async () => {
    const { run, edit, answers } = await asked('how often did it happen?');
    using _ = run;
    await edit('how  often did it happen');
    expect(answers()).toEqual(['how often did it happen?']);
    await edit('when did it happen first?');
    await edit('when did it happen first?');
    expect(answers()).toEqual(['how often did it happen?', 'when did it happen first?']);
  });

  it('is not answered again where the edit comes late', async () => {
    const { run, edit, answers } = await asked('how often did it happen?');
    using _ = run;
    await run.pass(6 * 60_000);
    await edit('when did it happen first?');
    expect(answers()).toEqual(['how often did it happen?']);
  });

  /** Asked, and looked for until `release`. */
  async function askedSlowly() {
    const { run } = await start();
    const mention = `<@${run.slack.bot.userId}>`;
    const threadTs = run.slack.workspace.channels.get(channel)!.messages[0]!.ts;
    const { deep } = run.service;
    let state = 'RUNNING';
    run.service.deep = () => envelope(202, { id: 's-1', status: 'RUNNING' });
    run.service.intercept = ({ url }) =>
      url.endsWith('/searches/s-1')
        ? envelope(200, { id: 's-1', status: state, verdict: 'LIKELY', root_cause: 'Asked before', answer: 'So.' })
        : undefined;
    const text = `${mention} how often did it happen?`;
    const { message } = await run.slack.people.say({ channel, user: 'U0BOB', text, threadTs });
    await run.pass(10_000);
    run.service.deep = deep;
    return {
      run,
      message,
      mention,
      async release() {
        await run.pass(10_000);
        state = 'COMPLETED';
        await run.pass(60_000);
        return run.posts().slice(1);
      },
    };
  }

  it('is answered once, as it stands now, where it was edited while the answer was looked for', async () => {
    const { run, message, mention, release } = await askedSlowly();
    using _ = run;
    await run.slack.people.edit({ channel, ts: message.ts, text: `${mention} when did it happen first?` });
    expect(await release()).toEqual([
      expect.objectContaining({ text: expect.stringContaining('asked: when did it happen first?') }),
    ]);
  });

  it('is not answered where it was deleted while the answer was looked for', async () => {
    const { run, message, release } = await askedSlowly();
    using _ = run;
    await run.slack.people.removeMessage(channel, message.ts);
    expect(await release()).toEqual([]);
  });

  it('is answered once, as it stands, where it was edited before it was read', async () => {
    const { run, edit, answers, said } = await asked('how often did it happen?', true);
    using _ = run;
    await edit('when did it happen first?');
    for (const event of said.events) await run.slack.deliveries.event(event);
    await run.pass(30_000);
    expect(answers()).toEqual(['when did it happen first?']);
  });
});

describe('words beside a file', () => {
  it.each(['hi', 'fyi', 'v2', 'bob can you have a look?', 'any idea?', 'hello all, please check', 'board 7 again'])(
    'that ask nothing of it leave its cause to be told: %s',
    async (text) => {
      using run = await startBot();
      await answerForReal(run, root);
      await run.slack.people.say({ channel, user: 'U0ADA', text, files: [{ name: 'store.log', bytes }] });
      await run.pass(30_000);
      expect(run.posts().map((post) => titleOf(post.text))).toEqual([
        expect.stringContaining('No space left on device'),
      ]);
      expect(run.posts()[0]?.text).not.toMatch(/INCONCLUSIVE|not understand|not know/);
    },
  );
});

describe('a follow-up in the thread of an answer', () => {
  it('counts the cause just told, and tells its first and last time', async () => {
    const { run, ask } = await start();
    using _ = run;
    expect(titleOf(run.posts()[0]!.text)).toContain('No space left on device');
    const often = await ask('how often did it happen?');
    expect(titleOf(often)).toMatch(/\b3\b/);
    expect(often).toMatch(/^Read as: count with form=/m);
    expect(titleOf(await ask('when did it happen first?'))).toContain('14:15');
    expect(titleOf(await ask('when did this happen last?'))).toContain('14:27');
    expect(run.posts()).toHaveLength(4);
  });

  it('is told when it began', async () => {
    const { run, ask } = await start();
    using _ = run;
    expect(titleOf(await ask('when did it begin?'))).toContain('14:15:00, line 16');
  });

  it('is given the step for the cause, when asked for the fix', async () => {
    const { run, ask } = await start();
    using _ = run;
    const fix = await ask('what is the fix?');
    expect(titleOf(fix)).toContain('Free space');
    expect(fix).toContain('No space left on device');
    expect(titleOf(await ask('How can we fix it?'))).toBe(titleOf(fix));
  });

  it('shows what stands before it and around it, also after a count', async () => {
    const { run, ask } = await start();
    using _ = run;
    const before = await ask('and before that?');
    expect(titleOf(before)).toContain('Lines 18 to 27');
    expect(before).toContain('block 26 written');
    const around = await ask('show me 20 lines around it');
    expect(titleOf(around)).toContain('Lines 18 to 30');
    expect(around).toContain('block 29 written');
    const written = /^Read as: (.+)$/m.exec(around)![1]!;
    expect(titleOf(await ask(`<@${run.slack.bot.userId}> ${written}`))).toBe(titleOf(around));
  });

  it('is about what was told there, not about what was asked elsewhere', async () => {
    const { run, ask, permalink } = await start();
    using _ = run;
    const other = 'D0ADA';
    run.slack.workspace.addChannel({ id: other, name: 'ada', kind: 'im', members: ['U0ADA', run.slack.bot.userId] });
    await run.slack.people.command({ channel: other, user: 'U0ADA', text: `${permalink} count words=written` });
    await run.pass(30_000);
    expect(run.service.posts.at(-1)?.query).toBe('count words=written');
    expect(titleOf(await ask('how often did it happen?'))).toMatch(/\b3\b/);
    expect(run.service.posts.at(-1)?.query).toContain('No space left on device');
  });
});
