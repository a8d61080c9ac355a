import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/sandbox/slack/message-reading.ts';
import type { SlackMessage } from '../../src/sandbox/slack/workspace.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { settle } from '../support/settle.ts';

const log = '09:00:01 start\n09:00:02 ERROR disk is full\n';
const day = 86_400_000;

/** One file that failed on the way and one with a cause, told by a digest. */
async function startDigest() {
  const run = await startBot();
  const finding = { verdict: 'LIKELY', root_cause: 'The disk ran full', signature: 'enospc: data', answer: 'Full.' };
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data: finding });
  await share(run, 'good.log');
  run.service.intercept = (request) =>
    request.url.endsWith('/deep') ? Response.json({ message: 'no' }, { status: 422 }) : undefined;
  await share(run, 'bad.log');
  run.service.intercept = () => undefined;
  await digestNow(run);
  return run;
}

async function share(run: BotUnderTest, name: string): Promise<void> {
  await run.slack.people.say({ channel, user: 'U0ADA', files: [{ name, bytes: `${log}${name}` }] });
  await run.pass(60_000);
}

async function digestNow(run: BotUnderTest): Promise<void> {
  await run.slack.people.command({ channel, user: 'U0ADA', text: 'digest now' });
  await run.pass(5_000);
}

const posts = (run: BotUnderTest): SlackMessage[] =>
  run.slack.workspace.channels.get(channel)!.messages.filter(({ user }) => user === run.slack.bot.userId);
const answersToBad = (run: BotUnderTest) =>
  posts(run).filter(
    ({ text, thread_ts }) => thread_ts && text?.includes('The disk ran full') && text.includes('bad.log'),
  );
const digests = (run: BotUnderTest) => posts(run).filter(({ text }) => text?.startsWith('#bringup, '));
const wordsOf = (run: BotUnderTest, index = -1) => readMessage(digests(run).at(index)!).text;

interface Row {
  type: string;
  block_id: string;
  elements: { text: { text: string }; value?: string; url?: string }[];
}
const rowsOf = (run: BotUnderTest) => (digests(run).at(-1)!.blocks as Row[]).filter(({ type }) => type === 'actions');

async function press(run: BotUnderTest, row: number, name: string, user = 'U0BOB') {
  const { block_id: blockId } = rowsOf(run)[row]!;
  const { ts } = digests(run).at(-1)!;
  const act = { channel, ts, user, actionId: `digest:${name}`, blockId };
  expect((await run.slack.people.press(act)).status).toBe(200);
  await settle();
  await run.pass(40_000);
}

const toldTo = (run: BotUnderTest, user: string) =>
  run.slack.workspace.channels
    .get(channel)!
    .ephemerals.filter((shown) => shown.user === user)
    .map((shown) => readMessage(shown).text);

describe('a digest’s lines', () => {
  it('have buttons to open what they tell of, to try failed work again, and to dismiss them', async () => {
    using run = await startDigest();
    expect(rowsOf(run).map(({ elements }) => elements.map(({ text }) => text.text))).toEqual([
      ['Open', 'Dismiss'],
      ['Open', 'Try again', 'Dismiss'],
    ]);
    expect(rowsOf(run)[0]?.elements[0]?.url).toContain('http');
    expect(run.slack.unexpected).toEqual([]);
  });

  it('try failed work again, and say so; pressed once more it is done already', async () => {
    using run = await startDigest();
    const before = digests(run).at(-1)!;
    await press(run, 1, 'retry');
    expect(toldTo(run, 'U0BOB')).toEqual([expect.stringContaining('bad.log is processed again')]);
    expect(answersToBad(run)).toHaveLength(1);
    expect(wordsOf(run)).toContain('tried again');
    expect(rowsOf(run)).toHaveLength(1);
    expect(digests(run).at(-1)?.ts).toBe(before.ts);
  });

  it('are dismissed for the channel, over restarts, until something changes', async () => {
    using run = await startDigest();
    await press(run, 1, 'dismiss');
    expect(toldTo(run, 'U0BOB')).toEqual([expect.stringContaining('Dismissed')]);
    expect(wordsOf(run)).toContain('bad.log');
    expect(wordsOf(run)).toContain('dismissed');
    await run.restart();
    await press(run, 0, 'dismiss', 'U0ADA');
    await digestNow(run);
    expect(wordsOf(run)).not.toMatch(/failed: |new: /);
    await share(run, 'other.log');
    await digestNow(run);
    expect(wordsOf(run)).toMatch(/new: |again: |rising: /);
    expect(wordsOf(run)).not.toContain('failed: ');
  });

  it('act for those who may ask here alone, and then still for others', async () => {
    using run = await startDigest();
    run.slack.workspace.addUser({ id: 'U0GUEST', name: 'guest', isGuest: true });
    run.slack.workspace.channels.get(channel)!.members.add('U0GUEST');
    await press(run, 1, 'retry', 'U0GUEST');
    expect(toldTo(run, 'U0GUEST')).toEqual([expect.stringContaining('guests')]);
    expect(rowsOf(run)).toHaveLength(2);
    await press(run, 1, 'retry', 'U0BOB');
    expect(rowsOf(run)).toHaveLength(1);
  });

  it('are pressed by two at the same moment, and acted on once', async () => {
    using run = await startDigest();
    const { block_id: blockId } = rowsOf(run)[1]!;
    const { ts } = digests(run).at(-1)!;
    for (const user of ['U0ADA', 'U0BOB']) {
      await run.slack.people.press({ channel, ts, user, actionId: 'digest:retry', blockId });
    }
    await run.pass(day / 24, 60_000);
    expect(answersToBad(run)).toHaveLength(1);
  });
});
