import { type Condition, hasAny } from '../../../query/query.ts';
import { type AboutLines, isOutcome, type Way } from './about-lines.ts';

/** How many are under way then, or which when the file ends. */
export const underWay: Way = (about) => {
  const { cues, lines, own, isAt, schema } = about;
  const { asks } = cues;
  if (lines.operation === undefined) return undefined;
  const has: Condition = hasAny(lines.operation.name);
  if (asks.has('together')) return atOnce(has, about);
  const isOfEnd = asks.has('open') && !isAt;
  if (!isOfEnd && !(asks.has('running') && isAt)) return undefined;
  if (own.length > 0 || lines.where.some(isOutcome)) return undefined;
  const lastMs = schema.clock?.lastMs;
  if (isOfEnd && lastMs === undefined) return undefined;
  const at = isOfEnd ? { atMs: lastMs } : {};
  return asks.has('count')
    ? { take: 'count', state: 'running', where: [has], ...at }
    : { take: 'state', state: 'running', where: [], by: has.field, ...at };
};

/** Two of them, or as many as there were. */
function atOnce(has: Condition, { own, names }: AboutLines): ReturnType<Way> {
  const [one, other, more] = names([]);
  if (one !== undefined && other !== undefined && more === undefined && one.field === has.field)
    return { take: 'overlap', state: 'running', where: [one], against: [other] };
  return own.length === 0 ? { take: 'overlap', state: 'running', where: [has] } : undefined;
}
