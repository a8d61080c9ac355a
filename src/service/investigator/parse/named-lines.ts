import type { Condition } from '../query/query.ts';
import { eventNoun } from './refusals.ts';
import { requestNouns } from './words.ts';

/**
 * "How many deliveries ended with status=sent": the noun is the asker's own for lines that are named by what they state.
 * Undefined where no such noun is among the conditions, or nothing else names the lines.
 */
export function withoutNounsForLines(
  where: readonly Condition[],
): { where: Condition[]; left: readonly string[] } | undefined {
  const left: string[] = [];
  const kept = where.flatMap((one): Condition[] => {
    if (one.field !== 'words' || one.is !== 'has') return [one];
    const words = Map.groupBy(
      one.value.split(' '),
      (word) => requestNouns.has(word.toLowerCase()) || eventNoun.test(word),
    );
    left.push(...(words.get(true) ?? []));
    const value = (words.get(false) ?? []).join(' ');
    return value === '' ? [] : [{ ...one, value }];
  });
  const isNamed = kept.some(({ field, is }) => is === '=' && !/^(?:outcome|level)$/.test(field));
  return left.length > 0 && isNamed ? { where: kept, left } : undefined;
}
