import type { CauseTruth, Grade } from '../item.ts';
import type { Told } from '../subject.ts';

/** As far as a reader gets who wants the cause at once. */
const leadLength = 500;

/** As an outside reader grades: the cause is named in the lead, or it is not told. */
export function gradeCause({ answer, verdict }: Told, { must, partly, wrong }: CauseTruth): Grade {
  const headline = answer.split('\n').find((line) => line.trim() !== '') ?? '';
  const lead = answer.slice(0, leadLength);
  const misled = wrong.find((pattern) => isIn(headline, pattern));
  const missing = must.filter((group) => !group.some((pattern) => isIn(lead, pattern)));
  if (missing.length === 0 && misled === undefined) return { mark: 'right', reason: 'the lead names it' };
  const isThere = (groups: CauseTruth['must']) =>
    groups.length > 0 && groups.every((group) => group.some((pattern) => isIn(answer, pattern)));
  const reason =
    misled === undefined
      ? `missing in the lead: ${missing.map((group) => group.join('|')).join(' and ')}`
      : `the headline names ${misled}`;
  if (verdict === 'INCONCLUSIVE') return { mark: 'admitted', reason };
  return { mark: misled === undefined && (isThere(must) || isThere(partly)) ? 'partly' : 'wrong', reason };
}

function isIn(text: string, pattern: string): boolean {
  return new RegExp(pattern, 'i').test(text);
}
