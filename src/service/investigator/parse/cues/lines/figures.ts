import type { Column } from '../../../facts/schema.ts';
import type { Query } from '../../../query/query.ts';
import { counted } from '../../counted.ts';
import { numberOf } from '../../number-stated.ts';
import { type Asked, timeOf } from '../../operation-meant.ts';
import { boundOn } from '../../said-in-forms.ts';
import type { Cues } from '../cues.ts';
import { type AboutLines, isNounOf, rowsBy, type Way } from './about-lines.ts';

/** How long they took, or what else they state a number of. */
export const figures: Way = (about) => {
  const { cues, lines, where } = about;
  const { bound, which, per } = cues;
  const column = numberMeant(about);
  if (column === undefined) return ofSpans(about);
  if (bound !== undefined) return beyond(bound, column, about);
  const figure = figureAsked(about);
  if (figure === undefined) return undefined;
  const noun = which ?? per;
  const isOfThem =
    noun === undefined
      ? cues.asks.has('id') || cues.isOfThing === true || cues.limit !== undefined
      : isNounOf(noun, lines);
  const by = isOfThem ? lines.operation : rowsBy(noun, about);
  if (noun !== undefined && by === undefined) return undefined;
  // Per thing of which each line tells one: over all of them.
  const isOfAll = which === undefined && by?.isSerial === true && !isOfThem;
  const order = which === undefined && !isOfThem ? {} : { order: cues.order ?? ('most' as const) };
  const apart = by === undefined || isOfAll ? {} : { by: by.name, ...order };
  return { ...figure, of: column.name, where: [...where], ...apart };
};

function numberMeant({ cues: { asks, bound }, lines, figure, schema }: AboutLines): Column | undefined {
  if (figure !== undefined) return figure;
  const isOfTime =
    asks.has('long') ||
    (bound !== undefined && /^\d[\d.]*(?:ms|s|sec|seconds?|m|min|minutes?|h|hours?)$/i.test(bound.value));
  if (!isOfTime) return undefined;
  return lines.operation === undefined ? numberOf('time', lines, schema)?.column : timeOf(lines.operation, schema);
}

/** Those of which the number is higher, or lower. */
function beyond(
  bound: NonNullable<Cues['bound']>,
  column: Column,
  { cues: { asks }, lines, where }: AboutLines,
): Query | undefined {
  const isBeyond = boundOn(column, bound);
  if (asks.has('share')) return { take: 'share', ...counted(lines), where: [...where], against: [isBeyond] };
  if (asks.has('exists')) return { take: 'exists', where: [...where, isBeyond] };
  return { take: 'count', ...counted(lines), where: [...where, isBeyond] };
}

/** What is taken of their numbers. */
function figureAsked({ cues, lines, figure, isOfOne }: AboutLines): Asked | undefined {
  const { asks, stat, order, which } = cues;
  if (stat !== undefined) return stat;
  const greatest: Asked = { take: order === 'least' ? 'min' : 'max' };
  const isRanked = order !== undefined && which !== undefined;
  if (isRanked && asks.has('long')) return greatest;
  if (isOfOne && (asks.has('long') || figure !== undefined)) return { take: 'max' };
  if (!isRanked || figure === undefined) return undefined;
  return isNounOf(which, lines) ? greatest : { take: 'sum' };
}

/** Of what no line tells how long it took: from the first line to the last. */
function ofSpans({ cues, lines, where }: AboutLines): Query | undefined {
  const { asks, stat, order, bound, which, per } = cues;
  const isOfThem = cues.isOfThing === true || (which !== undefined && isNounOf(which, lines));
  if (lines.operation === undefined || !asks.has('long') || !isOfThem || bound !== undefined || per !== undefined)
    return undefined;
  if (stat?.take !== 'max' && stat?.take !== 'min') return undefined;
  const byNumber = stat.take === 'min' ? 'least' : 'most';
  return { take: 'longest', state: 'running', where: [...where], order: order ?? byNumber };
}
