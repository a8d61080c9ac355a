import { describe, expect, it } from 'vitest';
import type { DigestCase } from '../../../src/bot/digest/channel-cases.ts';
import { composeDigest } from '../../../src/bot/digest/compose-digest.ts';
import { renderForSlack } from '../../../src/bot/slack/render/render-message.ts';
import { checkBlocks } from '../../../src/sandbox/slack/check-blocks.ts';
import { readMessage } from '../../../src/sandbox/slack/message-reading.ts';
import { hostileLine } from '../../support/sample-answer.ts';

const hour = 3_600_000;
const untilMs = Date.parse('2026-11-19T17:00:00Z');
const period = { fromMs: untilMs - 24 * hour, untilMs, zone: 'Europe/Berlin' };

function file(changes: Partial<DigestCase> & { hoursAgo: number }): DigestCase {
  const { hoursAgo, ...rest } = changes;
  const createdAtMs = untilMs - hoursAgo * hour;
  const cause = rest.cause ?? rest.causeKey;
  return {
    id: 'case-1',
    name: 'a.log',
    state: 'answered',
    detail: undefined,
    createdAtMs,
    updatedAtMs: createdAtMs,
    causeKey: undefined,
    verdict: 'LIKELY',
    ticket: undefined,
    page: undefined,
    ...rest,
    cause,
  };
}

function text(cases: DigestCase[]): string {
  const digest = composeDigest(cases, { channelName: 'bringup', period });
  if (!digest) return 'nothing';
  const [part] = renderForSlack(digest, { takesFiles: true });
  if (part?.content.kind !== 'message') throw new Error('no message');
  expect(checkBlocks(part.content.blocks)).toBeUndefined();
  return readMessage(part.content).text;
}

describe('a digest', () => {
  it('tells new causes, those that are back with their change, and what is stuck, failed or waits', () => {
    const ticket = { label: 'PROJ-140', url: 'http://jira.test/browse/PROJ-140' };
    expect(
      text([
        file({ hoursAgo: 2, causeKey: 'KASAN: use-after-free Read in bar_poll' }),
        file({ hoursAgo: 8, causeKey: 'KASAN: use-after-free Read in bar_poll', ticket }),
        file({ hoursAgo: 3, causeKey: 'watchdog: foo' }),
        file({ hoursAgo: 24 * 16, causeKey: 'watchdog: foo' }),
        file({ hoursAgo: 4, causeKey: 'cache miss storm' }),
        file({ hoursAgo: 5, causeKey: 'cache miss storm' }),
        file({ hoursAgo: 30, causeKey: 'cache miss storm' }),
        file({ hoursAgo: 2, name: 'trace-7.pftrace', state: 'waiting_for_service', detail: 'service busy' }),
        file({ hoursAgo: 0.5, name: 'late.log', state: 'analysing' }),
        file({ hoursAgo: 6, name: 'core.7z', state: 'failed', detail: 'it is encrypted.' }),
        file({ hoursAgo: 7, name: 'odd.log', verdict: 'INCONCLUSIVE', causeKey: 'nothing explains it' }),
      ]),
    ).toMatchInlineSnapshot(`
      "#bringup, Thursday: 1 new cause, 1 is back, 1 rising, 1 file stuck, 1 failed
      new: KASAN: use-after-free Read in bar_poll 2 files, first today 10:00, PROJ-140
      Open
      Dismiss
      rising: cache miss storm 2 files, was 1 the period before
      Dismiss
      back: watchdog: foo 1 file, last seen 3 Nov
      Dismiss
      stuck: trace-7.pftrace since 2 h: service busy
      Try again
      Dismiss
      failed: core.7z it is encrypted.
      Try again
      Dismiss
      not answered yet: late.log for 30 min
      Dismiss
      no cause found: odd.log 7 h ago
      Dismiss"
    `);
  });

  it('is not sent where no file is new or changed', () => {
    expect(text([])).toBe('nothing');
    expect(text([file({ hoursAgo: 30, causeKey: 'x' }), file({ hoursAgo: 40, state: 'analysing' })])).toBe('nothing');
    expect(text([file({ hoursAgo: 30, updatedAtMs: untilMs - hour, causeKey: 'x' })])).not.toBe('nothing');
  });

  it('stays one message, and nothing in it mentions, links or formats', () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      file({ hoursAgo: 1, causeKey: `${index} ${hostileLine}`, name: hostileLine }),
    );
    const digest = composeDigest(many, { channelName: 'bringup', period });
    const parts = renderForSlack(digest!, { takesFiles: true });
    expect(parts).toHaveLength(1);
    const content = parts[0]!.content;
    expect(content.kind === 'message' && readMessage(content)).toMatchObject({
      mentions: [],
      links: [],
      formatted: [],
    });
    expect(text(many)).toContain('and 292 more new');
  });
});
