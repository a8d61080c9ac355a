import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/bot/cases/messages.ts';
import type { JiraContent } from '../../../src/bot/jira/render/comment-parts.ts';
import { renderForJira } from '../../../src/bot/jira/render/render-comment.ts';
import { checkOutgoing } from '../../../src/bot/slack/check-outgoing.ts';
import { renderForSlack, type SlackContent } from '../../../src/bot/slack/render/render-message.ts';
import { checkAdf, readAdf } from '../../../src/sandbox/jira/check-adf.ts';
import { checkBlocks } from '../../../src/sandbox/slack/check-blocks.ts';
import { readFallback, readMessage } from '../../../src/sandbox/slack/message-reading.ts';
import { hostileLine, sampleAnswer } from '../../support/sample-answer.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    hostileLine,
    '"\\"\\'.repeat(50),
    '\u0000\u001b[31m',
    '\ud800',
    '😀'.repeat(20),
    '\r\n\r\n',
    '```\n',
    '- item\n',
    '1. one\n',
    '# head\n',
    '    code\n',
    '|a|b|\n',
    '> quote\n',
    '\t',
  ),
);
const text = (maxLength: number) => fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));
const sized = fc.oneof(
  text(5),
  text(5),
  text(200),
  fc.integer({ min: 1, max: 40_000 }).map((length) => '"x '.repeat(length / 3 + 1)),
);

const answer: fc.Arbitrary<Answer> = fc
  .record({
    cause: sized,
    explanation: sized,
    proof: fc.array(fc.record({ file: text(2), lineStart: fc.nat(), lineEnd: fc.nat(), excerpt: sized }), {
      maxLength: 25,
    }),
    notTheCause: fc.array(sized, { maxLength: 4 }),
    next: fc.array(sized, { maxLength: 4 }),
    name: text(3),
    question: sized,
  })
  .map(({ name, ...parts }) => ({ ...sampleAnswer, ...parts, file: { ...sampleAnswer.file, name }, otherPlaces: [] }));

function slackContents(parts: ReturnType<typeof renderForSlack>): SlackContent[] {
  return parts.flatMap(({ content, otherwise = [] }) => [content, ...otherwise]);
}

function jiraContents(parts: ReturnType<typeof renderForJira>): JiraContent[] {
  return parts.flatMap(({ content, otherwise = [] }) => [content, ...otherwise]);
}

const runs = { numRuns: 150 };

describe('any answer whatever', () => {
  it('is taken by Slack, and mentions, links and formats nothing', () => {
    fc.assert(
      fc.property(answer, fc.boolean(), (any, takesFiles) => {
        for (const content of slackContents(renderForSlack(any, { takesFiles }))) {
          if (content.kind === 'file') continue;
          checkOutgoing(content);
          expect(checkBlocks(content.blocks)).toBeUndefined();
          const harmless = { mentions: [], links: [], formatted: [] };
          expect(readMessage(content)).toMatchObject(harmless);
          expect(readFallback({ ...content, mrkdwn: false })).toMatchObject(harmless);
        }
      }),
      runs,
    );
  });

  it('is taken by Jira, public or internal', () => {
    fc.assert(
      fc.property(answer, fc.boolean(), (any, isServiceDesk) => {
        for (const content of jiraContents(renderForJira(any, isServiceDesk, 'a1b2c3d4', true))) {
          if (content.kind === 'file' || content.kind === 'picture') continue;
          if (content.kind === 'internal') {
            expect(content.text.length).toBeLessThan(32_000);
            continue;
          }
          expect(checkAdf(content.doc)).toBeUndefined();
          expect(JSON.stringify(content.doc).length).toBeLessThan(32_000);
          expect(readAdf(content.doc)).toMatchObject({ mentions: [], links: [] });
        }
      }),
      runs,
    );
  });

  it('loses no quote on the way', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z ]{1,400}$/), { minLength: 1, maxLength: 60 }), (lines) => {
        const proof = lines.map((excerpt, index) => ({
          file: 'a',
          lineStart: index,
          lineEnd: index,
          excerpt: `${index}:${excerpt}`,
        }));
        const parts = renderForSlack({ ...sampleAnswer, proof }, { takesFiles: true });
        const first = parts[0]?.content;
        const file = parts[1]?.content;
        const everything = `${first?.kind === 'message' ? readMessage(first).text : ''}${file?.kind === 'file' ? file.body : ''}`;
        for (const { excerpt } of proof) expect(everything).toContain(excerpt);
      }),
      { numRuns: 50 },
    );
  });
});
