import { nameOfReason } from '../../../facts/reason.ts';
import type { Condition } from '../../../query/query.ts';
import { compile } from '../../../run/conditions.ts';
import { reasonOn } from '../../reasons-given.ts';
import { isOutcome, type Way } from './about-lines.ts';

const hasFailed: Condition = { field: 'outcome', is: '=', value: 'failed' };

/** Why: of each, or of most. */
export const reasons: Way = ({ cues, lines, own, where, schema, isOfOne }) => {
  const { asks, order, per } = cues;
  // "Whose cause was a timeout": the reason is said, and not asked.
  if (!asks.has('why') || own.some(({ field }) => nameOfReason.test(field))) return undefined;
  const failed = [...where.filter((one) => !isOutcome(one)), hasFailed];
  const held = isOfOne && !schema.sample.some(compile([...where], schema)) ? [own] : [where, failed];
  for (const some of held) {
    const reason = reasonOn({ ...lines, where: some }, schema);
    if (reason === undefined) continue;
    const asked = { where: [...some] };
    if (cues.isOfEach === true) return { ...asked, take: 'count', by: reason.name };
    if (asks.has('distinct') || asks.has('count')) return { ...asked, take: 'distinct', of: reason.name };
    if (order !== undefined) return { ...asked, take: 'count', by: reason.name, order };
    return per === undefined
      ? { ...asked, take: 'values', of: reason.name }
      : { ...asked, take: 'count', by: reason.name };
  }
  return undefined;
};
