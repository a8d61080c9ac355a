import { expect, it } from 'vitest';
import type { DigestLine, DigestMessage } from '../../../src/bot/digest/digest-message.ts';
import { renderForSlack } from '../../../src/bot/slack/render/render-message.ts';
import { checkBlocks } from '../../../src/sandbox/slack/check-blocks.ts';
import { readMessage } from '../../../src/sandbox/slack/message-reading.ts';
import { hostileLine } from '../../support/sample-answer.ts';

const address = (index: number) => `https://chat.example/${'a'.repeat(150)}/p${index}`;

const digest = (count: number, change: (index: number) => Partial<DigestLine> = () => ({})): DigestMessage => ({
  kind: 'digest',
  title: '#bringup, Monday',
  lines: Array.from({ length: count }, (_, index) => ({
    lead: 'failed',
    subject: `file-${index} ${hostileLine.repeat(3)}`,
    detail: 'could not be read',
    thread: address(index),
    page: address(index),
    acts: { about: `case:${index}`, canRetry: true },
    ...change(index),
  })),
  more: ['and 4 more'],
});

const contentsOf = (message: DigestMessage) =>
  renderForSlack(message, { takesFiles: true }).map(({ content }) => {
    if (content.kind !== 'message') throw new Error('no message');
    return content;
  });
const namesIn = (text: string) => [...text.matchAll(/file-\d+/g)].map(([name]) => name);

it.each([
  [1, hostileLine],
  [12, 'short'],
  [40, 'x'.repeat(150)],
  [72, hostileLine.repeat(3)],
])('tells all of %d lines once, each message within Slack’s limits', (count, words) => {
  const contents = contentsOf(digest(count, (index) => ({ subject: `file-${index} ${words}` })));
  for (const { blocks } of contents) {
    expect(checkBlocks(blocks)).toBeUndefined();
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(blocks).length).toBeLessThanOrEqual(13_000);
  }
  const names = contents.flatMap((content) => namesIn(readMessage(content).text));
  expect(names).toEqual(Array.from({ length: count }, (_, index) => `file-${index}`));
  expect(contents.map((content) => readMessage(content).text).join()).toContain('and 4 more');
});

it('stays within the limits whatever the lengths of words and addresses', () => {
  for (const words of [0, 40, 80, 120, 150]) {
    for (const path of [20, 150, 400]) {
      const url = `https://chat.example/${'a'.repeat(path)}`;
      const line = { subject: `file-0 ${'x'.repeat(words)}`, thread: url, page: url };
      const [head] = contentsOf(digest(60, () => line));
      expect(JSON.stringify(head?.blocks).length).toBeLessThanOrEqual(13_000 - 100);
      expect(head?.blocks.filter(({ type }) => type === 'actions').length).toBeGreaterThan(3);
    }
  }
});

it('puts each line where it was, however many of them people are done with', () => {
  const done = { about: 'case:0', canRetry: true, done: 'dismissed' as const };
  const before = contentsOf(digest(40));
  const after = contentsOf(digest(40, (index) => (index < 9 ? { acts: { ...done, about: `case:${index}` } } : {})));
  const layout = (contents: typeof before) => contents.map((content) => namesIn(readMessage(content).text));
  expect(layout(after)).toEqual(layout(before));
  expect(readMessage(after[0]!).text).toContain('dismissed');
});

it('leads to the thread by a button, and by a link where the button is gone', () => {
  const [open] = contentsOf(digest(1));
  expect(readMessage(open!).text).not.toContain('thread');
  const [done] = contentsOf(digest(1, () => ({ acts: { about: 'case:0', canRetry: true, done: 'dismissed' } })));
  expect(readMessage(done!).text).toContain('thread');
});
