import { isMeasure } from '../facts/readings-of.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import type { Condition } from '../query/query.ts';
import { type EventSaid, type Frame, forms, type QueryAt } from './frame.ts';
import { type Asked, bound, count, kindOf, meant, noun, type Slots, stat, them, what } from './operation-meant.ts';
import { inUnitOf, isLeast, takeOf } from './said-in-forms.ts';

/** A number that lines of theirs state, by words of its name or its unit; where they state one alone, by any name. */
function numberOf(
  said: string,
  operation: Column,
  schema: Schema,
): { column: Column; taken: readonly string[] } | undefined {
  const { columns, sample } = schema;
  if (/^(?:number|count|total)s?$/i.test(said)) return undefined;
  const words = said.toLowerCase().split(' ');
  const own = sample.filter((record) => operation.read(record) !== undefined);
  const numbers = columns.filter((one) => isMeasure(one) && own.some((record) => one.read(record) !== undefined));
  const stemsOfNumber = (one: Column) => new Set([...one.stems, ...stemsOf(`${one.name} ${one.unit.name}`)]);
  const known = (one: Column, of: readonly string[]) => of.filter((word) => stemsOfNumber(one).has(stem(word)));
  const [best, second] = numbers
    .map((column) => ({ column, known: known(column, words) }))
    .filter((one) => one.known.length > 0)
    .sort((a, b) => b.known.length - a.known.length);
  if (best !== undefined && second?.known.length !== best.known.length)
    return { column: best.column, taken: words.filter((word) => !best.known.includes(word)) };
  const [only, more] = numbers;
  const isOther =
    /^(?:duration|time|runtime|length)$/.test(words.at(-1) ?? '') ||
    words.some((word) =>
      columns.some(
        (one) => !one.isNumber && one !== operation && (one.stems.has(stem(word)) || one.aliases.has(stem(word))),
      ),
    );
  return best === undefined && only !== undefined && more === undefined && !isOther && words.length <= 3
    ? { column: only, taken: words }
    : undefined;
}

/** What they state a number of. */
function ofNumbers(
  { Figure = '', When }: Slots,
  event: EventSaid | undefined,
  schema: Schema,
  query: Asked,
): QueryAt | undefined {
  const about = meant(event, schema);
  const number = about && numberOf(Figure, about.operation, schema);
  if (about === undefined || number === undefined) return undefined;
  const { column, taken } = number;
  return {
    query: { of: column.name, ...query, where: [...about.where, ...(query.where ?? [])] },
    at: When?.trim() ?? '',
    taken,
    isSure: true,
  };
}
const amount: Frame['plain'] = (slots, [event], schema) => ofNumbers(slots, event, schema, takeOf(slots.Stat));
const sum: Frame['plain'] = (slots, [event], schema) => ofNumbers(slots, event, schema, { take: 'sum' });
const whichHas: Frame['plain'] = (slots, [event], schema) =>
  event?.operation === undefined
    ? undefined
    : ofNumbers(slots, event, schema, {
        take: isLeast(slots.Sup) ? 'min' : 'max',
        by: event.operation.name,
        order: isLeast(slots.Sup) ? 'least' : 'most',
      });
const whoHas: Frame['plain'] = ({ Noun = '', Total, ...slots }, [event], schema) => {
  const by = event?.operation && kindOf(Noun, schema, event.operation);
  const isOfLeast = isLeast(slots.Sup);
  const take = Total === undefined ? (isOfLeast ? 'min' : 'max') : /^tot/i.test(Total) ? 'sum' : 'mean';
  return by && ofNumbers(slots, event, schema, { take, by: by.name, order: isOfLeast ? 'least' : 'most' });
};
const above =
  (is: '>' | '<'): Frame['plain'] =>
  ({ X = '', ...slots }, [event], schema) => {
    const asked = ofNumbers(slots, event, schema, { take: 'count' });
    if (asked === undefined || !/^\d/.test(X)) return undefined;
    const { of = '', ...query } = asked.query;
    const value = inUnitOf(columnNamed(schema, of), bound(X));
    return {
      ...asked,
      query: { ...query, of: event?.operation?.name, where: [...query.where, { field: of, is, value }] },
    };
  };
const ofOne: Frame['plain'] = ({ Figure = '', I = '' }, _, schema) => {
  const { operation } = schema;
  const number = operation && numberOf(Figure, operation, schema);
  if (operation === undefined || number === undefined) return undefined;
  const where: Condition[] = [{ field: operation.name, is: '=', value: I }];
  return { query: { take: 'max', of: number.column.name, where }, taken: number.taken, isSure: true };
};
const figureSlot = '(?<Figure>[a-z][a-z-]*(?: [a-z-]+){0,2}?)';
const extreme = '(?<Sup>highest|largest|biggest|greatest|max(?:imum)?|lowest|smallest|min(?:imum)?|longest|shortest)';

/** Forms that ask for what each of those states a number of. */
export const framesOfFigures: readonly Frame[] = (
  [
    [
      `${what}${stat} ${figureSlot}(?: seen)? (?:of|for|among|in|over|across|from) (?:any |an? |single )?${them}`,
      amount,
    ],
    [`(?:when|at what time) was (?:the )?${figureSlot} of (?:any |an? )?${them} (?:at its |the )?${stat}`, amount],
    [`${what}(?:total|overall|sum of (?:the )?) ?${figureSlot} (?:of|for|over|in|across|from) ${them}`, sum],
    [
      `(?:adding(?: up)?|sum(?:ming)?(?: up)?|add(?: up)?) the ${figureSlot} of (?:every |each |all (?:the )?|the )?{E}(?:,.*)?`,
      sum,
    ],
    [`which ${them} had the ${extreme} ${figureSlot}`, whichHas],
    [`${what}id of ${them} with the ${extreme} ${figureSlot}`, whichHas],
    [
      `which ${noun} (?:has|had) the ${extreme} (?:(?<Total>total|average|mean) )?${figureSlot} (?:over|of|in|across|for|among) (?:its |their |the |all )*{E}`,
      whoHas,
    ],
    [
      `(?:the )?${extreme} (?:(?<Total>total|average|mean) )?${figureSlot} among (?:the )?{E}[:,] which ${noun}(?: was it)?`,
      whoHas,
    ],
    [`which ${noun} had the {E} with the ${extreme} ${figureSlot}`, whoHas],
    [
      `${count} {E} (?:with|had|have|having) (?:an? )?${figureSlot} (?:of )?(?:above|over|more than|greater than|higher than|>|exceeding) {X}`,
      above('>'),
    ],
    [
      `${count} {E} (?:with|had|have|having) (?:an? )?${figureSlot} (?:of )?(?:below|under|less than|smaller than|lower than|<) {X}`,
      above('<'),
    ],
    [`{E} (?:with|and) ${figureSlot} > ?{X}[:,]? how many`, above('>')],
    [`${what}${figureSlot} (?:of|for) (?:[a-z]+ ){0,2}{I}`, ofOne],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
