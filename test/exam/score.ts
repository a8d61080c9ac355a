import type { Verdict } from '#service/investigator/report.ts';
import { type Item, type Mark, marks } from './item.ts';
import type { Told } from './subject.ts';

export interface Graded {
  item: Item;
  told: Told;
  mark: Mark;
  reason: string;
  value?: string;
}

export const verdicts: readonly Verdict[] = ['CONFIRMED', 'LIKELY', 'INCONCLUSIVE'];

export interface Tally {
  total: number;
  marks: Record<Mark, number>;
  byVerdict: Record<Verdict, Record<Mark, number>>;
}

export function tallyOf(graded: readonly Graded[]): Tally {
  const none = () => ({ right: 0, partly: 0, wrong: 0, admitted: 0 });
  const tally: Tally = {
    total: graded.length,
    marks: none(),
    byVerdict: { CONFIRMED: none(), LIKELY: none(), INCONCLUSIVE: none() },
  };
  for (const { mark, told } of graded) {
    tally.marks[mark]++;
    tally.byVerdict[told.verdict][mark]++;
  }
  return tally;
}

/** The share of uses of a verdict that were right; undefined where it was not used. */
export function precisionOf(tally: Tally, verdict: Verdict): number | undefined {
  const used = marks.reduce((sum, mark) => sum + tally.byVerdict[verdict][mark], 0);
  return used === 0 ? undefined : tally.byVerdict[verdict].right / used;
}

/** The share of questions whose wordings all got the same value and the same mark. */
export function agreementOf(graded: readonly Graded[]): number | undefined {
  const groups = Map.groupBy(
    graded.filter(({ item }) => item.group !== undefined),
    ({ item }) => item.group,
  );
  const asked = [...groups.values()].filter(({ length }) => length > 1);
  if (asked.length === 0) return undefined;
  const agreed = asked.filter(
    (group) => new Set(group.map(({ value, mark }) => `${value}/${mark === 'admitted'}`)).size === 1,
  );
  return agreed.length / asked.length;
}
