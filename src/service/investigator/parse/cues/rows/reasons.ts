import { nameOfReason } from '../../../facts/reason.ts';
import { compile } from '../../../run/conditions.ts';
import type { Shape } from './rows.ts';

/** Why: what lines for it say, of each or of most. */
export const reasons: Shape = ({ where, schema, told: { cues } }) => {
  const { asks, order, isOfEach } = cues;
  if (!asks.has('why') || where.length === 0) return undefined;
  const isMeant = compile(where, schema);
  const reason = schema.columns.find(
    ({ name, isNumber, unit, read }) =>
      // A number may be the code of a reason.
      (!isNumber || unit.name === '') &&
      nameOfReason.test(name) &&
      schema.sample.some((record) => isMeant(record) && read(record) !== undefined),
  );
  if (reason === undefined) return undefined;
  return order === undefined && isOfEach !== true
    ? { take: 'values', of: reason.name, where }
    : { take: 'count', by: reason.name, where, ...(order === undefined ? {} : { order }) };
};
