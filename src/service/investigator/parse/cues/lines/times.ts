import { start } from '../../../facts/begins.ts';
import { columnNamed } from '../../../facts/schema.ts';
import { type Condition, hasAny } from '../../../query/query.ts';
import { numberedIn } from '../numbered.ts';
import { isNounOf, rowsBy, type Way } from './about-lines.ts';

const ofBegin = /\b(?:start(?:ed|ing)?|beg[aiu]n(?:ning)?|opened|initiated|launched)\b/i;
const ofEnd = /\b(?:end(?:ed|ing)?|over|finish(?:ed)?|completed?|done|through|closed?|stop(?:ped)?)\b/i;
const hasBegun: Condition = hasAny(start);

/** From the first of them to the last, or the longest time with none. */
export const between: Way = ({ cues, where }) =>
  cues.asks.has('gap')
    ? { take: 'gap', where: [...where] }
    : cues.asks.has('between') || (cues.edges.size === 2 && cues.asks.has('long'))
      ? { take: 'span', where: [...where] }
      : undefined;

/** When one of them began, or came to its end. */
export const edgeOfOne: Way = ({ cues, own, isOfOne }) => {
  const { asks, rest } = cues;
  const isOfTime = asks.has('when') || /\b(?:time|timestamp)\b/i.test(rest);
  const [one, second] = own;
  if (!isOfOne || one === undefined || second !== undefined || !isOfTime || asks.size > 1) return undefined;
  const take = ofBegin.test(rest) ? 'first' : ofEnd.test(rest) ? 'last' : undefined;
  return take && { take, where: [one] };
};

/** When, or which of them in the order of lines. */
export const placed: Way = (about) => {
  const { cues, lines, where, schema } = about;
  const { edges, nth, asks, which } = cues;
  const [edge, second] = edges;
  if (second !== undefined || asks.has('count')) return undefined;
  if (edge === undefined && nth === undefined && !asks.has('when')) return undefined;
  const isOfOne = edge !== undefined && asks.size === 0 && which === undefined && lines.operation !== undefined;
  const isOfNumber = isOfOne || asks.has('id') || (which !== undefined && isNounOf(which, lines));
  const by = isOfNumber
    ? (lines.operation ?? numberedIn(where, schema))
    : rowsBy(which ?? (asks.has('who') ? 'who' : undefined), about);
  if (by === undefined && (which !== undefined || isOfNumber)) return undefined;
  // "When did the last one start": its later lines tell of other things.
  const isOfBegin = lines.operation !== undefined && edge === 'last' && asks.has('when') && ofBegin.test(cues.rest);
  const begins = isOfBegin && columnNamed(schema, start) !== undefined ? [hasBegun] : [];
  return {
    take: edge ?? 'first',
    ...(nth === undefined ? {} : { nth }),
    where: [...where, ...begins],
    ...(by === undefined ? {} : { by: by.name }),
  };
};
