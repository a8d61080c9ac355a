import { expect, it } from 'vitest';
import type { Draft } from '#service/investigator/answer/draft.ts';
import { lookUp } from '#service/investigator/answer/look-up.ts';
import { join, say } from '#service/investigator/answer/say.ts';
import { withShortHeadline } from '#service/investigator/answer/short-headline.ts';
import { shorten } from '#service/investigator/detect/shorten.ts';

function shortened(cause: Draft['cause']): { head: string; rest: string[] } {
  const { cause: head, explanation } = withShortHeadline(lookUp({ cause, proof: [] }));
  return { head: head.plain, rest: explanation.map(({ text }) => text.md) };
}

const long = (n: number) => say`statement ${n} about ${`file; of ${'x'.repeat(40)}`} with figures`;

it('keeps what fits of several statements in the headline and tells the others behind it', () => {
  const { head, rest } = shortened(join([long(1), long(2), long(3)], '; '));
  expect(head).toBe(
    `statement 1 about file; of ${'x'.repeat(40)} with figures; statement 2 about file; of ${'x'.repeat(40)} with figures`,
  );
  expect(rest).toEqual([`Statement 3 about \`file; of ${'x'.repeat(40)}\` with figures`]);
});

it('drops the window of a failure before it drops with what it begins', () => {
  const failure = say`${'billing-agent.service: Failed to load environment files: No such file or directory'}, 5 times, only 2026-11-19 06:25:35 to 06:25:47`;
  const { head, rest } = shortened(
    join([failure, say`it begins 1 s after ${'Upgraded: billing-agent:amd64 (3.1.7, 3.2.0)'}`], '; '),
  );
  expect(head).toBe(
    'billing-agent.service: Failed to load environment files: No such file or directory, 5 times; it begins 1 s after Upgraded: billing-agent:amd64 (3.1.7, 3.2.0)',
  );
  expect(rest).toEqual([]);
});

it('does not tell twice with what it begins', () => {
  const story = { text: say`What came first: ${'the clock was set'} at 10:00; 2 s after that it begins`, ranges: [] };
  const cause = join([long(1), long(2), say`it begins 2 s after ${'the clock was set'} by a long way`], '; ');
  const { explanation } = withShortHeadline(lookUp({ cause, proof: [], explanation: [story] }));
  expect(explanation).toEqual([story]);
});

it('leaves a headline alone that is short, or is one statement', () => {
  expect(shortened(say`a; b; c`).rest).toEqual([]);
  const one = say`${'y '.repeat(120)} stands alone`;
  expect(shortened(one)).toEqual({ head: one.plain, rest: [] });
});

it('leaves the time in front of a line out of a headline, in whatever form it stands there', () => {
  for (const stamp of [
    '2026-11-15 02:56:11,123 ',
    '[20:41:12] ',
    '15.11.2026|02:56:11|',
    'Nov 12 14:16:03.123: ',
    '1794884413: ',
    '2026-11-15T02:56:11.5Z ',
  ])
    expect(shorten(`${stamp}pump failed`, 80)).toBe('pump failed');
  expect(shorten('12 pumps failed at 10:00', 80)).toBe('12 pumps failed at 10:00');
});
