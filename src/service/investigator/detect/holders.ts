import type { Survey } from '../survey/survey.ts';
import { number, say, words } from '../wording/say.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { Observation } from './observation.ts';

const fewestTold = 5;

/** Who holds what many wait for, where the lines say so: the holder and not the victims. */
export function observeHolders(survey: Survey): Observation[] {
  const ranked = [...survey.holders].sort((a, b) => b[1].count - a[1].count);
  const [top] = ranked;
  const all = ranked.reduce((sum, [, one]) => sum + one.count, 0);
  if (top === undefined || top[1].count < fewestTold || top[1].count < all * 0.5) return [];
  const [name, { count, first, last }] = top;
  const document = survey.info.name;
  const line = (at: number) => ({ document, lineStart: at, lineEnd: at });
  const times = timeWordsOf(survey.info, survey.isZoned);
  const span =
    first.timeMs === undefined || last.timeMs === undefined ? '' : `, ${times.span(first.timeMs, last.timeMs)}`;
  return [
    {
      rule: 'lock.holder',
      kind: 'trend',
      title: say`${name} holds what others wait for, told in ${words(`${number(count)} of ${number(all)} lines${span}`)}`,
      details: [
        { text: words('The first and the last line that tells of it'), ranges: [line(first.line), line(last.line)] },
      ],
      severity: 'error',
      role: 'cause',
      certainty: 'likely',
      count,
      document,
      firstLine: first.line,
      ...(first.timeMs === undefined ? {} : { firstTimeMs: first.timeMs }),
      ...(last.timeMs === undefined ? {} : { lastTimeMs: last.timeMs }),
      evidence: [line(first.line), line(last.line)],
      signature: 'lock held',
      owner: name,
      subjects: `${name} lock holder held holds waiting wait blocked blocks hung hang stuck slow timeout`.toLowerCase(),
      next: [
        'Look at what the holder was doing then: its own lines, its open transaction, its statement; end it if it is idle.',
      ],
      weight: 58 + Math.min(12, Math.log2(count)),
    },
  ];
}
