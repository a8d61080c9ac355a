import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/bot/cases/messages.ts';
import { ticketPlace } from '../../src/bot/cases/ports.ts';
import { createJiraDestination } from '../../src/bot/jira/jira-destination.ts';
import { createJiraTracker } from '../../src/bot/jira/jira-tracker.ts';
import { renderForJira } from '../../src/bot/jira/render/render-comment.ts';
import { defaultPolicy } from '../../src/core/policy.ts';
import { checkAdf, textToAdf } from '../../src/sandbox/jira/check-adf.ts';
import { adfErrors } from '../support/adf-schema.ts';
import { hostileLine, sampleAnswer } from '../support/sample-answer.ts';
import { createTestClock } from '../support/test-clock.ts';
import { downloaderOf, jiraClientOf, startJira } from '../support/vendors.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content });

describe("Atlassian's schema of documents", () => {
  it('takes every comment the bot writes, whatever the log says', async () => {
    const clock = createTestClock();
    const jira = startJira(clock);
    const client = jiraClientOf(jira);
    const tracker = createJiraTracker({ client, downloader: downloaderOf(jira), clock });
    const { key } = await jira.people.createIssue({ project: 'PROJ', user: 'ada', summary: 's' });
    const fetched = await tracker.ticket(key);
    if (fetched.status !== 'found') throw new Error('no ticket');
    const place = ticketPlace(fetched.value);
    for (const answer of [sampleAnswer, { ...sampleAnswer, cause: hostileLine, text: hostileLine.repeat(40) }]) {
      const parts = createJiraDestination({ client }).render(place, answer, 'a1b2c3d4');
      expect(parts.length).toBeGreaterThan(0);
      for (const { content } of parts) {
        if (content.kind === 'comment') expect(adfErrors(content.doc)).toBe('');
      }
    }
  });

  const link = { kind: 'ticket' as const, label: hostileLine, url: 'http://jira.test/browse/PROJ-1' };
  const quote = { file: hostileLine, lineStart: 1, lineEnd: 2, excerpt: `${hostileLine}\n\n` };
  const chart = { kind: 'line' as const, title: hostileLine, categories: ['1'], series: [{ name: 's', values: [1] }] };
  const messages: Message[] = [
    { kind: 'notice', tone: 'waiting', paragraphs: [hostileLine, '', 'a\nb'], links: [link] },
    { kind: 'verdicts', files: [{ name: hostileLine, verdict: 'failed', reason: 'is empty.' }], links: [link] },
    {
      kind: 'verdicts',
      files: Array.from({ length: 400 }, () => ({
        name: hostileLine,
        verdict: 'failed' as const,
        reason: hostileLine,
      })),
      links: [],
    },
    { kind: 'lines', title: hostileLine, quotes: [quote, { ...quote, excerpt: '' }] },
    { kind: 'settings', projectKey: 'PROJ', policy: defaultPolicy },
    { kind: 'status', words: hostileLine, questionId: 'q' },
    {
      ...sampleAnswer,
      cause: '',
      explanation: '',
      next: [],
      notTheCause: [],
      proof: [quote, { ...quote, excerpt: '' }],
      charts: [chart, chart],
      history: { sentences: [hostileLine], links: [link] },
      otherPlaces: [link],
    },
    { ...sampleAnswer, explanation: '`a`\n\n- \n- **b**\n\n```\n\n```\n\n1. c', next: ['', '`x`', hostileLine] },
    { ...sampleAnswer, explanation: `${hostileLine}\n`.repeat(2_000), proof: Array.from({ length: 60 }, () => quote) },
  ];

  it.each(messages.map((message) => [message.kind, message] as const))(
    'takes a message of the kind %s',
    (_, message) => {
      const parts = renderForJira(message, false, 'a1b2c3d4', true);
      expect(parts.length).toBeGreaterThan(0);
      for (const { content, otherwise = [] } of parts) {
        for (const each of [content, ...otherwise]) {
          if (each.kind === 'comment') expect([adfErrors(each.doc), checkAdf(each.doc)]).toEqual(['', undefined]);
        }
      }
    },
  );

  it.each([
    ['a list', doc({ type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('x')] }] })],
    ['code', doc({ type: 'codeBlock', attrs: { language: 'text' }, content: [{ type: 'text', text: 'x' }] })],
    ['a panel', doc({ type: 'panel', attrs: { panelType: 'warning' }, content: [paragraph('x')] })],
    [
      'a table',
      doc({
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: {}, content: [paragraph('x')] }] }],
      }),
    ],
    ['a folded part', doc({ type: 'expand', attrs: { title: 'more' }, content: [paragraph('x')] })],
    ['plain text', textToAdf('one\n\ntwo')],
  ])('and the stand-in both take %s', (_, document) => {
    expect([checkAdf(document), adfErrors(document)]).toEqual([undefined, '']);
  });

  it.each([
    ['an unknown node', doc({ type: 'sparkles' })],
    ['a paragraph in a paragraph', doc({ type: 'paragraph', content: [paragraph('x')] })],
    ['an empty text', doc({ type: 'paragraph', content: [{ type: 'text', text: '' }] })],
    ['an unknown panel', doc({ type: 'panel', attrs: { panelType: 'pink' }, content: [paragraph('x')] })],
    ['a list without items', doc({ type: 'bulletList', content: [] })],
    [
      'a table in a panel',
      doc({ type: 'panel', attrs: { panelType: 'info' }, content: [{ type: 'table', content: [] }] }),
    ],
    [
      'a link without an address',
      doc({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: {} }] }] }),
    ],
    ['a heading of level 9', doc({ type: 'heading', attrs: { level: 9 }, content: [] })],
  ])('and the stand-in both refuse %s', (_, document) => {
    expect(adfErrors(document)).not.toBe('');
    expect(checkAdf(document)).toBeDefined();
  });
});
