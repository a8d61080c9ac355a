import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/bot/cases/messages.ts';
import { checkOutgoing } from '../../../src/bot/slack/check-outgoing.ts';
import { renderForSlack, type SlackContent } from '../../../src/bot/slack/render/render-message.ts';
import { checkBlocks } from '../../../src/sandbox/slack/check-blocks.ts';
import { readFallback, readMessage } from '../../../src/sandbox/slack/message-reading.ts';
import { hostileLine, sampleAnswer } from '../../support/sample-answer.ts';

type Posted = Extract<SlackContent, { kind: 'message' }>;

function render(answer: Answer, takesFiles = true) {
  return renderForSlack(answer, { takesFiles });
}

function message(content: SlackContent | undefined): Posted {
  if (content?.kind !== 'message') throw new Error('not a message');
  expect(checkBlocks(content.blocks)).toBeUndefined();
  checkOutgoing(content);
  return content;
}

const long = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    file: 'big.log',
    lineStart: index + 1,
    lineEnd: index + 1,
    excerpt: `line ${index} ${'x'.repeat(300)}`,
  }));

describe('an answer in Slack', () => {
  it('reads verdict, cause, what happened, proof, next', () => {
    const parts = render(sampleAnswer);
    expect(parts).toHaveLength(1);
    expect(readMessage(message(parts[0]?.content)).text).toMatchInlineSnapshot(`
      "CONFIRMED: NULL pointer dereference in foo_drv_irq, 3 ms after foo_drv was unbound
      bugreport-1142.zip, bundle, 21.3 MB, asked: why did it reboot?
      The interrupt handler foo_drv_irq ran on a device whose data had been freed.
      unbound by the update service
      never released
      Proof
      dmesg.txt:18211
      [   12.5] foo_drv 2-0048: unbinding, <freeing> drvdata & more
      dmesg.txt:18219-18220
      [   12.6] Call Trace:
      [   12.6]  foo_drv_irq+0x1c/0x90
      Not the cause
      The 212 i2c timeout lines start after the crash.

      Next
      Free the interrupt before the data.
      Same file: PROJ-88
      2 quotes looked up in the file, sha256 abababababab, signature null-deref:foo_drv_irq, engine builtin, 2.1 s"
    `);
  });

  it('leaves to the page behind it what few readers need, and says five lines of proof', () => {
    const proof = Array.from({ length: 9 }, (_, n) => ({
      file: 'a.log',
      lineStart: n,
      lineEnd: n,
      excerpt: `line ${n}`,
    }));
    const also = 'a disk that fills';
    const read = (page: Pick<Answer, 'page'>) =>
      readMessage(message(render({ ...sampleAnswer, proof, also, ...page })[0]?.content)).text;
    const short = read({ page: 'https://triage.example/cases/1' });
    expect(short.match(/^line \d$/gm)).toHaveLength(5);
    expect(short).not.toMatch(/sha256|signature|engine|a disk that fills/);
    expect(read({}).match(/^line \d$/gm)).toHaveLength(9);
    expect(read({})).toMatch(/a disk that fills[\s\S]*sha256/);
  });

  it('shows quotes letter by letter', () => {
    const { text } = readMessage(message(render(sampleAnswer)[0]?.content));
    for (const { excerpt } of sampleAnswer.proof) expect(text).toContain(excerpt);
  });

  it('lets nothing of a log mention, link or format, in blocks and in the notification', () => {
    const hostile: Answer = {
      ...sampleAnswer,
      file: { ...sampleAnswer.file, name: hostileLine },
      question: hostileLine,
      cause: hostileLine,
      explanation: hostileLine,
      notTheCause: [hostileLine],
      next: [hostileLine],
      signature: hostileLine,
      proof: [{ file: hostileLine, lineStart: 1, lineEnd: 1, excerpt: hostileLine }],
      otherPlaces: [],
    };
    const posted = message(render(hostile)[0]?.content);
    for (const reading of [readMessage(posted), readFallback({ ...posted, mrkdwn: false })]) {
      expect(reading).toMatchObject({ mentions: [], formatted: [] });
      expect(reading.links).toEqual([]);
    }
    expect(readMessage(posted).text).toContain(hostileLine);
  });

  it('attaches what does not fit, and keeps whole quotes in the message', () => {
    const parts = render({ ...sampleAnswer, proof: long(60) });
    expect(parts).toHaveLength(2);
    const shown = readMessage(message(parts[0]?.content)).text;
    expect(shown).toContain('line 0 ');
    expect(shown).toContain('answer.md');
    const file = parts[1]?.content;
    expect(file).toMatchObject({ kind: 'file', name: 'answer.md' });
    for (const { excerpt } of long(60)) expect(file?.kind === 'file' && file.body.includes(excerpt)).toBe(true);
  });

  it('goes on in numbered parts where files are refused, without repeating the finding', () => {
    const parts = render({ ...sampleAnswer, proof: long(90), explanation: 'word '.repeat(8_000) });
    const texts = (parts[1]?.otherwise ?? []).map((content) => readMessage(message(content)).text);
    expect(texts.length).toBeGreaterThan(1);
    expect(texts[0]).toMatch(/\(1\/\d+\)$/);
    expect(texts.join('\n')).not.toContain(sampleAnswer.cause);
    const everything = [readMessage(message(parts[0]?.content)).text, ...texts].join('\n');
    for (const { excerpt } of long(90)) expect(everything).toContain(excerpt);
    expect(everything.match(/\bword\b/g)).toHaveLength(8_000);
  });

  it('attaches no file where one person alone sees it', () => {
    const parts = render({ ...sampleAnswer, proof: long(60) }, false);
    expect(parts.length).toBeGreaterThan(1);
    for (const { content } of parts) message(content);
  });

  it('moves a quote that is too long for a message into the file, uncut', () => {
    const excerpt = `start ${'y'.repeat(20_000)} end`;
    const parts = render({ ...sampleAnswer, proof: [{ file: 'a', lineStart: 1, lineEnd: 1, excerpt }] });
    message(parts[0]?.content);
    const file = parts[1]?.content;
    expect(file?.kind === 'file' && file.body).toContain(excerpt);
    for (const content of parts[1]?.otherwise ?? []) message(content);
  });

  it('makes control characters visible and survives broken text', () => {
    const posted = message(render({ ...sampleAnswer, cause: 'a\u001b[31mb\u0000\ud800' })[0]?.content);
    expect(readMessage(posted).text).toContain('CONFIRMED: a␛[31mb␀\ufffd');
  });

  it('says so where the quotes could not be checked', () => {
    const posted = message(render({ ...sampleAnswer, evidence: { state: 'unchecked', dropped: 0 } })[0]?.content);
    expect(readMessage(posted).text).toContain('unchecked');
  });
});

describe('short messages in Slack', () => {
  it('are paragraphs and lists', () => {
    const notice = renderForSlack(
      { kind: 'notice', tone: 'info', paragraphs: ['One <b>.', 'Two.'], links: [] },
      { takesFiles: true },
    );
    expect(readMessage(message(notice[0]?.content)).text).toBe('One <b>.\n\nTwo.');
    const files = [
      { name: 'a.log', verdict: 'skipped' as const, reason: 'is empty.' },
      { name: 'b.log', verdict: 'failed' as const, reason: 'is encrypted.' },
    ];
    const verdicts = renderForSlack({ kind: 'verdicts', files, links: [] }, { takesFiles: true });
    expect(readMessage(message(verdicts[0]?.content)).text).toBe('a.log is empty.\nb.log is encrypted.');
  });
});
