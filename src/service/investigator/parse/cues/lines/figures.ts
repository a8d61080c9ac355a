import type { Column } from '../../../facts/schema.ts';
import { counted } from '../../counted.ts';
import { numberOf } from '../../number-stated.ts';
import { type Asked, timeOf } from '../../operation-meant.ts';
import { boundOn } from '../../said-in-forms.ts';
import { type AboutLines, rowsBy, type Way } from './about-lines.ts';

/** How long they took, or what else they state a number of. */
export const figures: Way = (about) => {
  const { cues, lines, where } = about;
  const { bound, which, per } = cues;
  const column = numberMeant(about);
  if (column === undefined) return undefined;
  if (bound !== undefined) return { take: 'count', ...counted(lines), where: [...where, boundOn(column, bound)] };
  const figure = figureAsked(about);
  if (figure === undefined) return undefined;
  const noun = which ?? per;
  const isOfThem = noun === undefined && (cues.asks.has('id') || cues.isOfThing === true);
  const by = isOfThem ? lines.operation : rowsBy(noun, about);
  if (noun !== undefined && by === undefined) return undefined;
  const order = which === undefined && !isOfThem ? {} : { order: cues.order ?? ('most' as const) };
  const apart = by === undefined ? {} : { by: by.name, ...order };
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

/** What is taken of their numbers. */
const figureAsked = ({ cues: { asks, stat }, figure, isOfOne }: AboutLines): Asked | undefined =>
  stat ?? (isOfOne && (asks.has('long') || figure !== undefined) ? { take: 'max' } : undefined);
