import { type Condition, isOfAny } from '../query/query.ts';
import { requestNouns } from './words.ts';

/**
 * "How many deliveries ended with status=sent": the noun is the asker's own for lines that are named by what they state.
 * Undefined where no such noun is among the conditions, or nothing else names the lines.
 */
export function withoutNounsForLines(
  where: readonly Condition[],
): { where: Condition[]; left: readonly string[] } | undefined {
  const left: string[] = [];
  // "Antenna Punta".
  const names = new Set(where.flatMap(({ field, is }) => (is === '=' ? [field.toLowerCase()] : [])));
  const kept = where.flatMap((one): Condition[] => {
    // "Tags from Smatrics", of lines that name those they are from and no tag.
    if (isOfAny(one)) left.push(one.field);
    if (one.field !== 'words' || one.is !== 'has') return isOfAny(one) ? [] : [one];
    const words = Map.groupBy(
      one.value.split(' '),
      (word) => requestNouns.has(word.toLowerCase()) || nounOfEvent.test(word) || names.has(word.toLowerCase()),
    );
    left.push(...(words.get(true) ?? []));
    const value = (words.get(false) ?? []).join(' ');
    return value === '' ? [] : [{ ...one, value }];
  });
  const isNamed = kept.some(({ field, is }) => is === '=' && !/^(?:outcome|level)$/.test(field));
  return left.length > 0 && isNamed ? { where: kept, left } : undefined;
}

/** What happened, by a noun of its own. */
export const nounOfEvent =
  /^(?:quer(?:y|ies)|requests?|faults?|errors?|calls?|look-?ups?|logins?|alerts?|alarms?|transfers?|downloads?|uploads?|payments?|rebalances?|crashes|restarts?|retries|failures?|timeouts?|connections?|transactions?|commits?|deploys?|deployments?|messages?|(?:authentic|authoriz|registr|invoc|alloc|reconnec|disconnec|rejec|submis|execu|opera)[a-z]{0,3}ions?|attempts?|deliver(?:y|ies)|rejections?|rejects?)$/i;
