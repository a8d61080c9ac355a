import { numberedIn } from '../numbered.ts';
import { rowsBy, type Way } from './about-lines.ts';

/** When, or which of them in the order of lines. */
export const placed: Way = (about) => {
  const { cues, lines, where, schema } = about;
  const { edges, nth, asks, which } = cues;
  const [edge, second] = edges;
  if (second !== undefined || asks.has('count')) return undefined;
  if (edge === undefined && nth === undefined && !asks.has('when')) return undefined;
  const isOfNumber =
    asks.has('id') || (edge !== undefined && asks.size === 0 && which === undefined && lines.operation !== undefined);
  const by = isOfNumber
    ? (lines.operation ?? numberedIn(where, schema))
    : rowsBy(which ?? (asks.has('who') ? 'who' : undefined), about);
  if (by === undefined && (which !== undefined || isOfNumber)) return undefined;
  return {
    take: edge ?? 'first',
    ...(nth === undefined ? {} : { nth }),
    where: [...where],
    ...(by === undefined ? {} : { by: by.name }),
  };
};
