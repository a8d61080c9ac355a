import { describe, expect, it } from 'vitest';
import { type Truth, describe as told } from '../../exam/grade/truth.ts';
import { gradeValue } from '../../exam/grade/value.ts';

type Verdict = 'CONFIRMED' | 'LIKELY' | 'INCONCLUSIVE';

function markOf(truth: Truth, headline: string, question = 'asked?', verdict: Verdict = 'CONFIRMED'): string {
  const answer = `**${verdict}: ${headline}**\n\n\`app.log\`, 340 lines\n\n**Proof**\n\n- 99 lines\n`;
  return gradeValue({ verdict, answer, readAs: undefined, elapsedMs: 1 }, question, truth).mark;
}

const seven: Truth = { kind: 'number', low: 7, high: 7 };

describe('a number', () => {
  it.each([
    ['7', 'right'],
    ['7 lines with `status` 500 (2.1 % of 340), from 14:05 to 15:00', 'right'],
    ['gw-7: 12 times', 'wrong'],
    ['In 3 services, 7 errors', 'partly'],
    ['17', 'wrong'],
    ['v1.7.0 was deployed at 07:07:07', 'wrong'],
  ])('in "%s" is %s', (headline, mark) => expect(markOf(seven, headline)).toBe(mark));

  it('that the question brought along is not the answer', () => {
    expect(markOf(seven, '7 of the 502s', 'how many 502s are there?')).toBe('right');
    expect(markOf(seven, '502: 7 lines', 'how many 502 are there?')).toBe('right');
    expect(markOf({ kind: 'number', low: 0, high: 0 }, 'None of the 340 lines')).toBe('right');
  });

  it('may come in another unit, as exact as it is shown', () => {
    const latency: Truth = { kind: 'number', low: 1240, high: 1240, unit: 'ms' };
    expect(markOf(latency, '1.24 s, by `/cart`')).toBe('right');
    expect(markOf(latency, '1,240 ms')).toBe('right');
    expect(markOf(latency, '1.3 s')).toBe('wrong');
  });
});

describe('yes and no', () => {
  const up: Truth = { kind: 'yes', isYes: false, yesWords: ['up'], noWords: ['down'] };
  it.each([
    ['No: down since 14:05:00', 'right'],
    ['`gw-3` was down', 'right'],
    ['Yes, since 14:05:00', 'wrong'],
    ['`gw-3` went up and down 10 times', 'wrong'],
    ['9 lines with `gw-3`', 'wrong'],
  ])('"%s" is %s', (headline, mark) => expect(markOf(up, headline)).toBe(mark));

  it('a no that merely found nothing is a no', () => {
    const ever: Truth = { kind: 'yes', isYes: true };
    expect(markOf(ever, 'No: `ever` stands in none of the lines', 'was it ever?', 'LIKELY')).toBe('wrong');
    expect(markOf(ever, 'I cannot answer that from this file', 'was it ever?', 'LIKELY')).toBe('admitted');
  });
});

describe('a no since there is no such thing', () => {
  const ran: Truth = { kind: 'yes', isYes: false, isAbsent: true };
  it.each([
    ['No: none of 76 lines has agent `agent-teal`', 'right'],
    ['`agent-teal` is not in this file', 'right'],
    ['Yes: 3 lines with `agent-teal`', 'wrong'],
    ['76 lines with build', 'wrong'],
  ])('"%s" is %s', (headline, mark) => expect(markOf(ran, headline, 'did agent-teal run?')).toBe(mark));

  it('is not said of something that is there', () => {
    const passed: Truth = { kind: 'yes', isYes: false };
    expect(markOf(passed, 'build 4711 is not in this file')).toBe('wrong');
  });
});

describe("a reason in the log's words", () => {
  const full: Truth = { kind: 'words', words: ['target full'], others: ['lock held by another process'] };
  it.each([
    ['`Snapshot 0457 of vol-c failed: target full` at 13:50:49', 'right'],
    ['`target full` or `lock held by another process`', 'wrong'],
    ['1 line with snapshot `0457`', 'wrong'],
  ])('in "%s" is %s', (headline, mark) => expect(markOf(full, headline)).toBe(mark));

  it('behind the headline is partly told', () => {
    const answer = '**CONFIRMED: 1 line with snapshot `0457`**\n\nIt says: target full\n\n**Proof**\n';
    expect(gradeValue({ verdict: 'CONFIRMED', answer, readAs: undefined, elapsedMs: 1 }, 'why?', full).mark).toBe(
      'partly',
    );
  });
});

describe('a name', () => {
  const top: Truth = { kind: 'names', names: ['gw-3'], others: ['gw-1', 'gw-2'] };
  it.each([
    ['`gw-3`, 9 times; then `gw-1` 4 times', 'right'],
    ['`gw-1` 4 times, `gw-3` 9 times', 'partly'],
    ['gw-30', 'wrong'],
    ['`WARN monitor: gw-3 went down`, 9 times', 'partly'],
  ])('in "%s" is %s', (headline, mark) => expect(markOf(top, headline)).toBe(mark));

  it('of several must be with the others, and alone', () => {
    const both: Truth = { kind: 'names', names: ['gw-2', 'gw-3'], others: ['gw-1'] };
    expect(markOf(both, '`gw-3` and `gw-2`')).toBe('right');
    expect(markOf(both, '`gw-3`')).toBe('wrong');
    expect(markOf(both, '`gw-3`, `gw-2` and `gw-1`')).toBe('partly');
    expect(markOf({ kind: 'names', names: [], others: ['gw-1'] }, 'None: each was down at least once')).toBe('right');
  });
});

describe('times and durations', () => {
  const timeMs = Date.UTC(2026, 4, 12, 14, 5, 7, 320);
  const time: Truth = { kind: 'time', timeMs, offsetMinutes: 120 };
  it.each([
    ['2026-05-12 16:05:07', 'right'],
    ['14:05:07 UTC', 'right'],
    ['at 16:05', 'right'],
    ['from 15:00:00 to 16:05:07', 'partly'],
    ['16:06:07', 'wrong'],
  ])('the time in "%s" is %s', (headline, mark) => expect(markOf(time, headline)).toBe(mark));

  it.each([
    ['2 min 5 s, from 14:00:00 to 14:02:05', 'right'],
    ['125 s', 'right'],
    ['`2m5s`', 'right'],
    ['`2m50s`', 'wrong'],
    ['`0h2m5s`', 'right'],
    ['3 times: 40 s, 45 s and 40 s; all together 2 min 5 s', 'partly'],
    ['2 min 50 s', 'wrong'],
  ])('the duration in "%s" is %s', (headline, mark) =>
    expect(markOf({ kind: 'duration', ms: 125_000 }, headline)).toBe(mark),
  );
});

describe('what cannot be known', () => {
  it('is right where it is said, with the name of what is not there', () => {
    const absent: Truth = { kind: 'nothing', why: 'absent' };
    const question = 'is gw-99 up?';
    expect(markOf(absent, '`gw-99` is not in this file', question)).toBe('right');
    expect(markOf(absent, 'No', question)).toBe('wrong');
    expect(markOf(absent, 'Nothing stands out', question, 'INCONCLUSIVE')).toBe('admitted');
    expect(markOf({ kind: 'nothing', why: 'not told' }, 'I cannot answer that from this file', 'who is on call?')).toBe(
      'right',
    );
  });
});

it('tells what it expects', () => {
  expect(told({ kind: 'share', part: 1, whole: 8 })).toBe('12.50 % (1 of 8)');
});
