import { isMeasure } from '../facts/readings-of.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { timeTaken } from '../facts/time-taken.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { aboutLines, lines } from './about-lines.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';
import { type LinesMeant, linesMeant } from './lines-meant.ts';
import { type Asked, bound, count, noun, type Slots, stat, what } from './operation-meant.ts';
import { inUnitOf, isLeast, kindOn, takeOf } from './said-in-forms.ts';
import { columnHolding } from './things-named.ts';

/** A number that such lines state, by words of its name or its unit; where they state one alone, by any name. */
export function numberOf(
  said: string,
  lines: LinesMeant,
  schema: Schema,
): { column: Column; taken: readonly string[] } | undefined {
  const { columns, sample } = schema;
  const { where, operation } = lines;
  if (/^(?:number|count|total)s?$/i.test(said)) return undefined;
  const words = said.toLowerCase().split(' ');
  const own = sample.filter(
    operation === undefined ? compile(where, schema) : (one) => operation.read(one) !== undefined,
  );
  const numbers = columns.filter((one) => isMeasure(one) && own.some((record) => one.read(record) !== undefined));
  const [time, otherTime] = /^(?:time|duration|length|time spent|time taken|spent)$/i.test(said)
    ? numbers.filter(({ unit, name }) => unit.dimension === 'time' && name !== timeTaken)
    : [];
  if (time !== undefined && otherTime === undefined) return { column: time, taken: [] };
  const named = numbers.find(({ name }) => name.toLowerCase().replaceAll('_', ' ') === said.toLowerCase());
  if (named !== undefined) return { column: named, taken: [] };
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
  return lines.isOfWords !== true &&
    best === undefined &&
    only !== undefined &&
    more === undefined &&
    !isOther &&
    words.length <= 3
    ? { column: only, taken: words }
    : undefined;
}

/** What they state a number of. */
function ofNumbers(
  slots: Slots,
  schema: Schema,
  query: (lines: LinesMeant, number: Column) => Asked | undefined,
): QueryAt | undefined {
  const { Figure = '', Lines = '', When } = slots;
  const lines = linesMeant(Lines, schema);
  const number = lines && numberOf(Figure, lines, schema);
  const asked = number && query(lines, number.column);
  if (lines === undefined || number === undefined || asked === undefined) return undefined;
  const taken = [...lines.taken, ...number.taken];
  return aboutLines({ ...lines, taken }, { When: When ?? '' }, { of: number.column.name, ...asked });
}
const amount: Frame['plain'] = (slots, _, schema) => ofNumbers(slots, schema, () => takeOf(slots.Stat));
const sum: Frame['plain'] = (slots, _, schema) => ofNumbers(slots, schema, () => ({ take: 'sum' }));
const endOf = (sup?: string): Pick<Query, 'take' | 'order'> =>
  isLeast(sup) ? { take: 'min', order: 'least' } : { take: 'max', order: 'most' };
const whichHas: Frame['plain'] = (slots, _, schema) =>
  ofNumbers(slots, schema, ({ operation }) => operation && { ...endOf(slots.Sup), by: operation.name });
const whoHas: Frame['plain'] = ({ Noun = '', Total, ...slots }, _, schema) =>
  ofNumbers(slots, schema, ({ where, operation }) => {
    const by = kindOn(Noun, schema, compile(where, schema), operation);
    const end = endOf(slots.Sup);
    const take = Total === undefined ? end.take : /^(?:tot|add|sum)/i.test(Total) ? 'sum' : 'mean';
    return by && { ...end, take, by: by.name };
  });
const above =
  (is: '>' | '<'): Frame['plain'] =>
  ({ X = '', ...slots }, _, schema) => {
    if (!/^\d/.test(X)) return undefined;
    return ofNumbers(slots, schema, ({ operation }, number) => ({
      take: 'count',
      of: operation?.name,
      where: [{ field: number.name, is, value: inUnitOf(number, bound(X)) }],
    }));
  };
const ofOne: Frame['plain'] = ({ Figure = '', I = '' }, _, schema) => {
  const operation = columnHolding(I, schema);
  const number = operation && numberOf(Figure, { where: [], taken: [], isSure: true, operation }, schema);
  if (operation === undefined || number === undefined) return undefined;
  const where: Condition[] = [{ field: operation.name, is: '=', value: I }];
  return { query: { take: 'max', of: number.column.name, where }, taken: number.taken, isSure: true };
};
/** "How many MB were received": of several such numbers the one that is called so. */
const moved: Frame['plain'] = ({ Verb = '' }, _, schema) => {
  const number = numberOf(Verb, { where: [], taken: [], isSure: true }, schema);
  return number?.column.unit.dimension === 'size'
    ? { query: { take: 'sum', of: number.column.name, where: [] }, isSure: number.taken.length === 0 }
    : undefined;
};
/** Of all lines that state it: who sent the most data. */
const whoMoved: Frame['plain'] = ({ Noun = '', Verb = '', End }, _, schema) => {
  const number = numberOf(Verb, { where: [], taken: [], isSure: true }, schema);
  const isOn = (record: Schema['sample'][number]) => number?.column.read(record) !== undefined;
  const by = number && kindOn(Noun, schema, isOn);
  if (number === undefined || by === undefined || number.column.unit.dimension !== 'size') return undefined;
  return {
    query: { take: 'sum', of: number.column.name, where: [], by: by.name, order: isLeast(End) ? 'least' : 'most' },
  };
};
/** On which of them it was. */
const whereMost: Frame['plain'] = ({ Figure = '', Noun = '', Sup }, _, schema) => {
  const number = numberOf(Figure, { where: [], taken: [], isSure: true }, schema);
  const by = number && kindOn(Noun, schema, (record) => number.column.read(record) !== undefined);
  if (number === undefined || by === undefined) return undefined;
  return {
    query: { of: number.column.name, where: [], ...endOf(Sup), by: by.name },
    taken: number.taken,
    isSure: true,
  };
};
const figureSlot = '(?<Figure>[a-z][a-z-]*(?: [a-z-]+){0,2}?)';
const extreme = '(?<Sup>highest|largest|biggest|greatest|max(?:imum)?|lowest|smallest|min(?:imum)?|longest|shortest)';

/** Forms that ask for what each of those states a number of. */
export const framesOfFigures: readonly Frame[] = (
  [
    [
      `(?:the )?${extreme} ${figureSlot}(?: of all| reading)? (?:was|came|is|occurred) (?:on|from|at|by|in|for) which ${noun}`,
      whereMost,
    ],
    [
      `${what}${stat} ${figureSlot}(?: seen)? (?:of|for|among|in|over|across|from) (?:any |an? |single |all |the )*${lines}`,
      amount,
    ],
    [
      `(?:when|at what time) was (?:the )?${figureSlot} of (?:any |an? |single |all |the )*${lines} (?:at its |the )?${stat}`,
      amount,
    ],
    [
      `${what}(?:total|overall|sum of (?:the )?) ?${figureSlot} (?:of|for|over|in|across|from) (?:any |an? |single |all |the )*${lines}`,
      sum,
    ],
    [
      `(?:adding(?: up)?|sum(?:ming)?(?: up)?|add(?: up)?) the ${figureSlot} of (?:every |each |all (?:the )?|the )?${lines}(?:,.*)?`,
      sum,
    ],
    [
      `${what}${stat} (?:number of |amount of )?${figureSlot} (?:per|for each|for every|in each|in every) ${lines}`,
      amount,
    ],
    [`which (?:any |an? |single |all |the )*${lines} had the ${extreme} ${figureSlot}`, whichHas],
    [`${what}id of (?:any |an? |single |all |the )*${lines} with the ${extreme} ${figureSlot}`, whichHas],
    [
      `which ${noun} (?:has|had) the ${extreme} (?:(?<Total>total|average|mean) )?${figureSlot} (?:over|of|in|across|for|among) (?:its |their |the |all )*${lines}`,
      whoHas,
    ],
    [
      `(?:the )?${extreme} (?:(?<Total>total|average|mean) )?${figureSlot} among (?:the )?${lines}[:,] which ${noun}(?: was it)?`,
      whoHas,
    ],
    [`which ${noun} had the ${lines} with the ${extreme} ${figureSlot}`, whoHas],
    [
      `${count} ${lines} (?:with|had|have|having) (?:an? )?${figureSlot} (?:of )?(?:above|over|more than|greater than|higher than|>|exceeding) {X}`,
      above('>'),
    ],
    [
      `${count} ${lines} (?:with|had|have|having) (?:an? )?${figureSlot} (?:of )?(?:below|under|less than|smaller than|lower than|<) {X}`,
      above('<'),
    ],
    [
      `how (?:many|much) (?:[kmgt]i?b|bytes|megabytes|gigabytes|data|traffic) (?:(?:were|was|have been|has been) )(?<Verb>[a-z]+(?:ed|en|nt|ad))(?: in total| overall| altogether| in all)?`,
      moved,
    ],
    [
      `(?:which |what |name the |the )?${noun} (?:that )?(?<Verb>received|sent|transferred|uploaded|downloaded|read|wrote|written|used) (?:the )?(?<End>most|least|fewest) (?:data|traffic|bytes|megabytes|gigabytes)(?: in total| overall| altogether)?`,
      whoMoved,
    ],
    [`${lines} (?:with|and) ${figureSlot} > ?{X}[:,]? how many`, above('>')],
    [`what (?:does|do|did) the ${figureSlot} add up to (?:for|of|over|in|across) (?:all |the )*${lines}`, sum],
    [
      `(?<Total>add|sum)(?:m?ing)?(?: up)? (?:the )?${figureSlot} of (?:all |the )*${lines} (?:per|by|for each) ${noun}[:,] (?:who|which|what)(?: one)? (?:comes|is|was|ranks) (?:first|highest|on top)`,
      whoHas,
    ],
    [`${what}${figureSlot} (?:of|for) (?:[a-z]+ ){0,2}{I}`, ofOne],
    [`${what}${figureSlot} (?:of|for) (?:[a-z]+ ){0,2}(?<I>\\S+-\\S+)`, ofOne],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
