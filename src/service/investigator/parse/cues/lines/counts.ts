import { hasAny } from '../../../query/query.ts';
import { counted } from '../../counted.ts';
import type { LinesMeant } from '../../lines-meant.ts';
import { isOutcome, type Way } from './about-lines.ts';

/** How many of them are under way at a moment, or which. */
export const underWay: Way = ({ cues: { asks }, lines: { operation, where }, own, isAt }) => {
  if (operation === undefined || !isAt || !asks.has('running') || own.length > 0 || where.some(isOutcome))
    return undefined;
  return asks.has('count')
    ? { take: 'count', state: 'running', where: [hasAny(operation.name)] }
    : { take: 'state', state: 'running', where: [], by: operation.name };
};

/** How many, whether any, or which. */
export const counts: Way = ({ cues, lines, where }) => {
  const { asks } = cues;
  if (asks.has('count')) return { take: 'count', ...counted(lines), where: [...where] };
  if (asks.has('exists') && lines.isOfWords !== true && isBare(lines)) return undefined;
  if (asks.has('exists'))
    return { take: 'exists', where: [...where], ...(asks.has('never') ? { expects: 'none' } : {}) };
  return undefined;
};

/** By their names alone nothing is said of them. */
const isBare = ({ where }: LinesMeant): boolean =>
  !where.some(({ field, is }) => /^(?:words|text|outcome|level)$/.test(field) || /[<>]/.test(is));
