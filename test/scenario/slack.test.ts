import { describe, expect, it } from 'vitest';
import { readFallback, readMessage } from '../../src/sandbox/slack/message-reading.ts';
import { type BotUnderTest, channel, startBot } from '../support/bot-under-test.ts';
import { hostileLine } from '../support/sample-answer.ts';

const log = `09:00:01 start\n09:00:02 ERROR ${hostileLine}\n09:00:03 stop\n`;
const quote = { file: 'app.log', line_start: 2, line_end: 2, excerpt: `09:00:02 ERROR ${hostileLine}` };

function answerWith(run: BotUnderTest, data: Record<string, unknown>): void {
  run.service.deep = () => Response.json({ code: 200, message: 'ok', data });
}

function botMessages(run: BotUnderTest) {
  const { messages } = run.slack.workspace.channels.get(channel)!;
  return messages.filter(({ user }) => user === run.slack.bot.userId);
}

const share = (run: BotUnderTest, text = '') =>
  run.slack.people.say({ channel, user: 'U0ADA', text, files: [{ name: 'app.log', bytes: log }] });

describe('a file in a channel', () => {
  it('is answered so that nothing of its log mentions, links or formats, and its quotes are verbatim', async () => {
    using run = await startBot();
    answerWith(run, {
      verdict: 'CONFIRMED',
      root_cause: `It says ${hostileLine}`,
      answer: `It says ${hostileLine}\n\nand ${hostileLine}`,
      citations: [quote],
    });
    await share(run);
    await run.pass(30_000);
    const [message] = botMessages(run);
    expect(botMessages(run)).toHaveLength(1);
    expect(readMessage(message!)).toMatchObject({ mentions: [], links: [], formatted: [] });
    expect(readFallback(message!)).toMatchObject({ mentions: [], links: [], formatted: [] });
    expect(readMessage(message!).text).toContain(quote.excerpt);
  });

  it('long answers vanish: gets one message where the answer fits, and a file beside it where it does not', async () => {
    using run = await startBot();
    const words = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} of a long story about the disk.`);
    answerWith(run, {
      verdict: 'LIKELY',
      root_cause: 'The disk ran full',
      answer: words.join('\n\n'),
      citations: [quote],
    });
    const said = await share(run);
    await run.pass(60_000);
    const messages = botMessages(run);
    expect(messages.map(({ subtype }) => subtype)).toEqual([undefined, 'file_share']);
    expect(messages.every(({ thread_ts }) => thread_ts === said.message.ts)).toBe(true);
    const attached = [...run.slack.workspace.files.values()].at(-1);
    const body = new TextDecoder().decode(attached?.bytes);
    for (const word of words) expect(body).toContain(word);
  });

  it('goes on in numbered parts where files are refused', async () => {
    using run = await startBot();
    run.slack.bot.scopes.delete('files:write');
    const words = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} of a long story about the disk.`);
    answerWith(run, { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: words.join('\n\n'), citations: [] });
    await share(run);
    await run.pass(60_000);
    const texts = botMessages(run).map((message) => readMessage(message).text);
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.slice(1).every((text) => /\(\d\/\d\)$/.test(text))).toBe(true);
    expect(texts.filter((text) => text.includes('LIKELY'))).toHaveLength(1);
    for (const word of words) expect(texts.join('\n')).toContain(word);
  });

  it.each([
    ['500 after it was stored', { kind: 'status', status: 500, after: true }],
    ['500 before', { kind: 'status', status: 500 }],
    ['a lost connection', { kind: 'reset' }],
    ['a rate limit', { kind: 'rate-limited', retryAfterS: 3 }],
  ] as const)('is answered once although posting met %s', async (_, fault) => {
    using run = await startBot();
    answerWith(run, { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'x', citations: [quote] });
    run.slack.faults.add('chat.postMessage', fault);
    await share(run);
    await run.pass(90_000);
    expect(botMessages(run)).toHaveLength(1);
  });

  it('is told of the missing permission where Slack sends its sign-in page', async () => {
    using run = await startBot();
    run.slack.bot.scopes.delete('files:read');
    const said = await share(run, 'please look');
    await run.pass(30_000);
    const texts = botMessages(run).map((message) => readMessage(message).text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('files:read');
    expect(botMessages(run)[0]?.thread_ts).toBe(said.message.ts);
    expect(run.service.files).toEqual([]);
  });

  it('is one of several, and each gets its verdict', async () => {
    using run = await startBot();
    answerWith(run, { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'x', citations: [quote] });
    await run.slack.people.say({
      channel,
      user: 'U0ADA',
      files: [
        { name: 'app.log', bytes: log },
        { name: 'linked.doc', bytes: '', mode: 'external' },
        { name: 'gone.log', bytes: '', mode: 'tombstone' },
      ],
    });
    await run.pass(30_000);
    const text = botMessages(run)
      .map((message) => readMessage(message).text)
      .join('\n');
    expect(text).toContain('The disk ran full');
    expect(text).toContain('linked.doc');
  });

  it('can be asked about again in the thread of its answer, and others talk there undisturbed', async () => {
    using run = await startBot();
    answerWith(run, { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'x', citations: [quote] });
    const { message } = await share(run);
    await run.pass(30_000);
    answerWith(run, { verdict: 'CONFIRMED', root_cause: 'It began at 09:00:02', answer: 'y', citations: [] });
    await run.slack.people.say({ channel, user: 'U0BOB', text: 'when did it begin?', threadTs: message.ts });
    await run.pass(30_000);
    const texts = botMessages(run).map((posted) => readMessage(posted).text);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain('It began at 09:00:02');
    expect(texts[1]).toContain('asked: when did it begin?');
    expect(run.slack.unexpected).toEqual([]);
  });

  it('is answered in a direct message too', async () => {
    using run = await startBot();
    const members = ['U0ADA', run.slack.bot.userId];
    run.slack.workspace.addChannel({ id: 'D0ADA', name: 'ada', kind: 'im', members });
    answerWith(run, { verdict: 'LIKELY', root_cause: 'The disk ran full', answer: 'x', citations: [quote] });
    await run.slack.people.say({ channel: 'D0ADA', user: 'U0ADA', files: [{ name: 'app.log', bytes: log }] });
    await run.pass(30_000);
    expect(run.posts('D0ADA')).toHaveLength(1);
  });
});
