import type { Column, Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';
import { aboutLines } from './frames-of-places.ts';
import { type LinesMeant, linesMeant } from './lines-meant.ts';
import type { Slots } from './operation-meant.ts';
import { isLeast, kindOn, when } from './said-in-forms.ts';

/** What such lines name one of each, by the noun of the question. */
function thingOn(noun: string, { where, operation }: LinesMeant, schema: Schema): Column | undefined {
  const isMeant = compile(where, schema);
  const held = schema.sample.filter(isMeant);
  const column = kindOn(noun, schema, isMeant, operation);
  const named = held.filter((record) => column?.read(record) !== undefined).length;
  return named >= held.length * nearlyAll ? column : undefined;
}
/** What a few of the lines name is not what they are of. */
const nearlyAll = 0.8;

/** The name as lines write it, in the column of such lines that has it. */
function named(name: string, { where }: LinesMeant, schema: Schema): Condition | undefined {
  const low = name.toLowerCase();
  const { columns, sample } = schema;
  const isOn = compile(where, schema);
  const own =
    columns.find(
      (one) =>
        !one.isNumber &&
        one.values.has(low) &&
        sample.some((record) => one.read(record)?.toLowerCase() === low && isOn(record)),
    ) ?? columns.find((one) => !one.isNumber && one.values.has(low));
  return own && { field: own.name, is: '=', value: own.values.get(low)?.shown ?? name };
}

type Asked = Pick<Query, 'take'> & Partial<Query>;

/** Of lines of one kind. */
const ofLines =
  (query: (slots: Slots, lines: LinesMeant, schema: Schema) => Asked | undefined): Frame['plain'] =>
  (slots, _, schema): QueryAt | undefined => {
    const lines = linesMeant(slots.Lines ?? '', schema);
    const asked = lines && query(slots, lines, schema);
    return lines && asked && aboutLines(lines, slots, asked);
  };

/** What lines of two kinds name, or of the one and not of the other. */
const ofBoth =
  (isWithout: boolean): Frame['plain'] =>
  ({ Noun = '', Lines = '', Lines2 = '', When }, _, schema) => {
    const [one, other] = [linesMeant(Lines, schema), linesMeant(Lines2, schema)];
    const [of, by] = [one, other].map((lines) => lines && thingOn(Noun, lines, schema));
    if (one === undefined || other === undefined || of === undefined || by === undefined) return undefined;
    const taken = [...one.taken, ...other.taken];
    const lines = { where: isWithout ? other.where : one.where, taken, isSure: one.isSure && other.isSure };
    return isWithout
      ? aboutLines(lines, { When: When ?? '' }, { take: 'never', of: by.name, by: of.name, against: [...one.where] })
      : aboutLines(
          lines,
          { When: When ?? '' },
          { take: 'values', of: of.name, by: by.name, against: [...other.where] },
        );
  };

const countBeyond = (is: '>=' | '>'): Frame['plain'] =>
  ofLines(({ Noun = '', X = '' }, lines, schema) => {
    const of = thingOn(Noun, lines, schema);
    return of && { take: 'distinct', of: of.name, bound: { is, value: X } };
  });

/** How many lines tell of one thing or another. */
const ofTwo = ofLines(({ V = '', V2 = '' }, lines, schema) => {
  const [one, other] = [named(V, lines, schema), named(V2, lines, schema)];
  if (one === undefined || other === undefined || one.field !== other.field) return undefined;
  return { take: 'count', where: [{ ...one, or: [other.value] }] };
});
const except = ofLines(({ V = '' }, lines, schema) => {
  const one = named(V, lines, schema);
  return one && { take: 'count', where: [{ ...one, is: '!=' }] };
});
const moreOf: Frame['plain'] = ({ Lines = '', V = '', V2 = '', When }, _, schema) => {
  const lines = linesMeant(Lines, schema);
  const sides = [V, V2].map((name) => lines && named(name, lines, schema));
  const [one, other] = sides;
  if (lines === undefined || one === undefined || other === undefined) return undefined;
  const query: Asked = { take: 'compare', where: [one], against: [...lines.where, other] };
  return aboutLines(lines, { When: When ?? '' }, query);
};
const halves = ofLines(() => ({ take: 'compare', window: { half: 'first' }, than: { half: 'second' } }));
const mostOf = ofLines(({ Noun = '', End }, lines, schema) => {
  const by = thingOn(Noun, lines, schema);
  return by && { take: 'count', by: by.name, order: isLeast(End) ? 'least' : 'most' };
});
const edgeOf = ofLines(({ Noun = '', Which }, lines, schema) => {
  const by = thingOn(Noun, lines, schema);
  return by && { take: /^(?:last|latest|final)/i.test(Which ?? '') ? 'last' : 'first', by: by.name };
});
/** How great a part of them is of one. */
const shareOf = ofLines(({ V = '' }, lines, schema) => {
  const one = named(V, lines, schema);
  const { operation } = lines;
  return one && { take: 'share', ...(operation === undefined ? {} : { of: operation.name }), against: [one] };
});
/** Of one that the program numbers: what its lines name. */
const whatOf: Frame['plain'] = ({ Noun = '', I = '' }, _, schema) => {
  const operation = schema.operations.find(({ values }) => values.has(I.toLowerCase()));
  const where: Condition[] = operation === undefined ? [] : [{ field: operation.name, is: '=', value: I }];
  const of = operation && kindOn(Noun, schema, (record) => operation.read(record) !== undefined, operation);
  return of && { query: { take: 'values', of: of.name, where }, isSure: true };
};
const each = ofLines(({ Noun = '' }, lines, schema) => {
  const of = thingOn(Noun, lines, schema);
  return of && { take: 'values', of: of.name };
});
const howMany = ofLines(({ Noun = '' }, lines, schema) => {
  const of = thingOn(Noun, lines, schema);
  return of && { take: 'distinct', of: of.name };
});
/** What lines say in these words is counted as any question is. */
const count = ofLines((_, { operation, isOfWords }) =>
  isOfWords === true ? undefined : { take: 'count', ...(operation === undefined ? {} : { of: operation.name }) },
);

const noun = '(?<Noun>[a-z][a-z-]*(?: [a-z-]+){0,2}?)';
const lines = '(?<Lines>[a-z][^,:;?]{2,80}?)';
const others = '(?<Lines2>[a-z][^,:;?]{2,80}?)';
const have = '(?:have|had|has|got|get|saw|see|show|showed|report(?:ed)?|with|experienced)';
const any = '(?:any |an? |at least one |one |some )?';
const named2 = '(?:[a-z]+ )?{V} (?:or|and|vs\\.?|versus|against) (?:[a-z]+ )?{V2}';
/** "The most errors" are no errors of their own. */
const noRank =
  '(?!(?:the )?(?:most|more|fewest|fewer|least|less|highest|lowest|longest|shortest|largest|smallest|biggest|first|last|only|same)\\b|(?:no|both|any other|at least)\\b)';
const less =
  '(?:not counting|excluding|except(?: for)?|without(?: counting)?|ignoring|leaving out|other than|apart from|but not)';

/** Forms that ask which names lines have, together or in turn, and set one against another. */
export const framesOfSets: readonly Frame[] = (
  [
    [
      `how many ${lines} did the (?<End>worst|busiest|top|leading) ${noun} (?:get|have|see|cause|report)(?: ?\\(.*\\))?`,
      mostOf,
    ],
    [
      `(?:the )?${noun} with the (?<End>most|fewest|least) ${lines}(?:(?:[:,]| -+) how many (?:did it have|does it have|are those|was that|were there))?`,
      mostOf,
    ],
    [
      `(?:what )?(?:share|percentage|percent|%|part|fraction) of (?:the |all |all the )?${lines} (?:was|were|is|are|came|come) (?:of|from|on|in|at|by|for|to) (?:[a-z]+ ){0,2}?{V}`,
      shareOf,
    ],
    [`(?:[a-z]+ ){1,3}{I}[:,] (?:which|what) ${noun}(?: was (?:it|that))?`, whatOf],
    [
      `(?:which|what) ${noun} (?:does|did|do|was|is|has|had|handled|processed|ran|got) (?:[a-z]+ ){1,3}{I}(?: (?:belong to|go to|come from|run on|use|for|on|at|from|in|to|about))?`,
      whatOf,
    ],
    [
      `(?:give me |show me |show |list )?(?:every|each|all) ${noun} (?:with|having|that ${have}) ${any}${lines}${when}`,
      each,
    ],
    [
      `(?:which|what|list(?: the| all)?) ${noun} (?:that )?(?:${have} )?both ${any}${lines} and ${any}${others}`,
      ofBoth(false),
    ],
    [
      `(?:which|what|list(?: the| all)?) ${noun} (?:that )?(?:show up|appear|occur|are named|turn up|are) in (?:both )?${lines} (?:as well as|and(?: also)?) in ${others}`,
      ofBoth(false),
    ],
    [
      `(?:which|what|list(?: the| all)?) ${noun} (?:that )?${have} ${any}${lines} (?:as well as|and also) ${any}${others}`,
      ofBoth(false),
    ],
    [
      `(?:which|what|list(?: the| all)?) ${noun} (?:that )?${have} ${any}${lines}(?:,)? (?:but|and|yet) (?:no|never(?: had)?(?: an?| any)?|not(?: an?| any)?|without(?: an?| any)?) ${others}`,
      ofBoth(true),
    ],
    [
      `(?:are there |were there |is there )?any ${noun} with(?: initially)? ${lines} (?:yet|but|and) (?:never|no|without)(?: an?| any)? ${others}(?:\\? which(?: ones?)?)?`,
      ofBoth(true),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${noun} (?:that )?${have} (?:at least )?(?<X>\\d+) or more ${lines}${when}`,
      countBeyond('>='),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${noun} (?:that )?${have} (?:at least|no (?:less|fewer) than|>=) (?<X>\\d+) ${lines}${when}`,
      countBeyond('>='),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${noun} (?:that )?${have} (?:more than|over) (?<X>\\d+) ${lines}${when}`,
      countBeyond('>'),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${lines} (?:of|for|from|by|on|in|at|to|with) ${named2}(?: together| combined| in total| taken together)?${when}`,
      ofTwo,
    ],
    [`${named2}(?: together| combined| taken together)?[:,] how many ${lines}${when}`, ofTwo],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${lines},? ${less} (?:the ones (?:of|for|from|by|on|in|at|to) |those (?:of|for|from|by|on|in|at|to) |(?:of|for|from|by|on|in|at|to) )?(?:[a-z]+ ){0,2}{V}`,
      except,
    ],
    [
      `${lines} ${less} (?:the ones (?:of|for|from|by|on|in|at|to) |those (?:of|for|from|by|on|in|at|to) )?(?:[a-z]+ ){0,2}{V}[:,] how many`,
      except,
    ],
    [`(?:which|who) (?:[a-z]+ )?(?:had|has|saw|got|shows|showed) (?:the )?more ${lines}[,:]? ${named2}`, moreOf],
    [
      `${named2}(?: \\([a-z ]+\\))?[:,] (?:which|who)(?: of (?:the two|them))?(?: one)? (?:had|has|saw|got) (?:the )?more ${lines}`,
      moreOf,
    ],
    [`(?:who|which) (?:had|has) more ${lines}[,:] ${named2}`, moreOf],
    [`(?:compare )?${named2} by (?:number|count) of ${lines}`, moreOf],
    [`(?:in )?which half of the (?:log|file|period|time)[a-z ]* (?:had|has|saw|contains|holds) more ${lines}`, halves],
    [`(?:are|were) there more ${lines} in the first (?:half )?or (?:in )?(?:the )?second half.*`, halves],
    [`${lines}[:,] (?:first|1st) half or second half (?:heavier|busier|has more|had more|more)`, halves],
    [`(?:did|do) more ${lines} (?:happen|occur|fall) in the first or (?:in )?the second half.*`, halves],
    [`(?:which|what) ${noun} (?:leads|ranks first|comes first|tops the list|is (?:top|first)) in ${lines}`, mostOf],
    [`(?:the )?top ${noun} by (?:number|count) of ${lines}`, mostOf],
    [
      `(?:the )?(?:very )?(?<Which>first|last|latest|earliest|final) ${lines}[:,] (?:which|what) ${noun}(?: was it)?`,
      edgeOf,
    ],
    [
      `(?:list (?:all |the |every )*|(?:which|what) )${noun} (?:that )?(?:are|were|is|was|get|got) (?:affected|hit|involved|concerned) (?:by|in|with) (?:the )?${lines}${when}`,
      each,
    ],
    [`list (?:all |the |every )*${noun} (?:with|having|that ${have}) ${any}${lines}${when}`, each],
    [`(?:which|what) ${noun} ${have} ${any}${lines}${when}[?.]? list(?: them)?(?: all)?`, each],
    [
      `(?:across|over|among) (?:the |all |all the )?${lines}[:,] (?:how many|number of) (?:unique|different|distinct) ${noun}`,
      howMany,
    ],
    [
      `(?:how many|number of) (?:unique|different|distinct) ${noun} (?:are |were )?(?:affected|involved|named|seen|have|had|show up|appear|occur)(?: by| in| with| on| at| for)? (?:the )?${lines}${when}`,
      howMany,
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?|total(?: number)? of) ${lines}(?: did we (?:have|see|get)| are there| were there| do we have| happened| occurred)?(?: in total| overall| altogether)?${when}(?:,? (?:were|are) there)?`,
      count,
    ],
    [
      `(?:between|from) (?<T>.*\\d.*?),? how many ${lines} (?:were|are) there`,
      (slots, events, schema) =>
        count({ ...slots, When: ` from ${slots.T}`.replace(/^ from (.*) and /, ' between $1 and ') }, events, schema),
    ],
    [
      `(?:which|what) (?!(?:is|are|was|were|do|does|did|has|had|value|time|level|version|the)\\b)${noun} (?!with )${have} ${noRank}${any}${lines}${when}`,
      each,
    ],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
