import { type ReadingNamed, readingNamed } from '../facts/readings-of.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';
import { noun, part, type Slots } from './operation-meant.ts';
import { inUnitOf, isLeast, kindOn, takeOf, when } from './said-in-forms.ts';

const preposition = /\b(?:of|for|in|on|at|by|among|across|with|from|to|and|or|per|during|between)\b/i;
/** A sentence, or what has a number of its own. */
const noName =
  /^(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would|which|what|who|whose|how|when|where|why|any|every|each|all|tell|list|show|no|not)\b|\d|\b(?:is|are|was|were|did|that|it|not|never|ever)\b/i;
/** What is said of whatever is read. */
const ofReadings = /(?: (?:readings?|values?|measurements?|samples?|level))+$/i;

function named(said: string, schema: Schema): ReadingNamed | undefined {
  const plain = said.replace(ofReadings, '').replace(/ in use$/i, '');
  if (noName.test(plain) || preposition.test(plain)) return undefined;
  return readingNamed(plain.toLowerCase().split(' '), schema);
}

/** "Of osprey-2": whose reading it is, in the column of its lines that has the name. */
function ofThing(
  name: string,
  { column }: ReadingNamed['reading'],
  { columns, sample }: Schema,
): Condition | undefined {
  const low = name.toLowerCase();
  const stating = sample.filter((record) => column.read(record) !== undefined);
  const own = columns.find(
    (one) => one.values.has(low) && stating.some((record) => one.read(record)?.toLowerCase() === low),
  );
  return own && { field: own.name, is: '=', value: own.values.get(low)?.shown ?? name };
}

/** A query about the reading that the slots name, of one thing where they name one. */
function about(
  { R = '', V, When }: Slots,
  schema: Schema,
  query: Pick<Query, 'take'> & Partial<Query>,
): QueryAt | undefined {
  const found = named(R, schema);
  if (found === undefined) return undefined;
  const { reading, taken } = found;
  const thing = V === undefined ? undefined : ofThing(V, reading, schema);
  if (V !== undefined && thing === undefined) return undefined;
  const where = [...reading.where, ...(thing === undefined ? [] : [thing]), ...(query.where ?? [])];
  return { query: { of: reading.column.name, ...query, where }, at: When?.trim() ?? '', taken, isSure: true };
}

const figure: Frame['plain'] = (slots, _, schema) => about(slots, schema, takeOf(slots.Stat));
const edge: Frame['plain'] = (slots, _, schema) =>
  about(slots, schema, { take: /^(?:first|earliest|initial)/i.test(slots.Which ?? '') ? 'first' : 'last' });
const atTime: Frame['plain'] = ({ T = '', ...slots }, _, schema) =>
  /\d/.test(T) ? about({ ...slots, When: T }, schema, { take: 'last' }) : undefined;
const net =
  (expects?: 'up' | 'down'): Frame['plain'] =>
  (slots, _, schema) =>
    about(slots, schema, { take: 'net', ...(expects === undefined ? {} : { expects }) });
const jump: Frame['plain'] = (slots, _, schema) => about(slots, schema, { take: 'jump' });
const before: Frame['plain'] = (slots, _, schema) => about(slots, schema, { take: 'last' });

type Sign = '>' | '<';

/** Those beyond a bound. */
function thoseBeyond(sign: Sign, slots: Slots, schema: Schema, take: Query['take']): QueryAt | undefined {
  const asked = about(slots, schema, { take });
  if (asked === undefined) return undefined;
  const { of = '', ...query } = asked.query;
  const value = inUnitOf(columnNamed(schema, of), slots.X ?? '');
  return { ...asked, query: { ...query, where: [...query.where, { field: of, is: sign, value }] } };
}
const beyond =
  (take: Query['take']) =>
  (sign: Sign): Frame['plain'] =>
  (slots, _, schema) =>
    thoseBeyond(sign, slots, schema, take);

/** Which part of the readings is beyond a bound. */
const shareBeyond =
  (sign: Sign): Frame['plain'] =>
  (slots, _, schema) => {
    const asked = thoseBeyond(sign, slots, schema, 'share');
    if (asked === undefined) return undefined;
    const against = asked.query.where.slice(-1);
    const [{ field } = { field: '' }] = against;
    const where = [...asked.query.where.slice(0, -1), { field, is: 'has' as const, value: '*' }];
    return { ...asked, query: { ...asked.query, where, against } };
  };
const times: Frame['plain'] = (slots, _, schema) => {
  const asked = about(slots, schema, { take: 'count' });
  if (asked === undefined) return undefined;
  const { of = '', ...query } = asked.query;
  return { ...asked, query: { ...query, where: [...query.where, { field: of, is: 'has', value: '*' }] } };
};

/** Which of them has the greatest or the least. */
const whose: Frame['plain'] = (slots, _, schema) => {
  const { Noun = '', End = '', Stat } = slots;
  const isOfLeast = isLeast(End);
  const take = Stat === undefined ? (isOfLeast ? { take: 'min' as const } : { take: 'max' as const }) : takeOf(Stat);
  const asked = about(slots, schema, take);
  const stating = columnNamed(schema, asked?.query.of);
  const by = asked && kindOn(Noun, schema, (record) => stating?.read(record) !== undefined);
  return asked && by && { ...asked, query: { ...asked.query, by: by.name, order: isOfLeast ? 'least' : 'most' } };
};

const stat =
  '(?<Stat>max(?:imum)?|min(?:imum)?|highest|lowest|largest|smallest|biggest|greatest|peak|average|avg|mean|median|p\\d\\d|\\d\\d(?:th)? percentile)';
const end = '(?<End>highest|lowest|largest|smallest|biggest|greatest|max(?:imum)?|min(?:imum)?)';
const over = '(?:over|above|more than|greater than|higher than|beyond|past|exceeding)';
const under = '(?:under|below|less than|lower than|smaller than)';
const what = '(?:what (?:is|was|were) )?(?:the )?';
const of = '(?: (?:of|in|at|for|on) (?:the )?(?:[a-z]+ )??{V})?';
const which = '(?<Which>first|last|latest|earliest|most recent|final|initial)';
/** A slot that is left out needs forms of its own. */
const withThing = (text: string, plain: Frame['plain']): (readonly [string, Frame['plain']])[] => [
  [text.replace('{of}', of.replace(/^\(\?:|\)\?$/g, '')), plain],
  [text.replace('{of}', ''), plain],
];

/** How forms say that a number goes beyond a bound, to either side. */
const toSides: readonly (readonly [Sign, Readonly<Record<string, string>>])[] = [
  ['>', { bound: over, exceed: 'exceed|pass', go: '(?:go|rise)', went: '(?:go|rise|exceed)' }],
  ['<', { bound: under, exceed: '(?!)', go: '(?:go|fall|drop)', went: '(?:go|fall|drop)' }],
];
const withBound = (text: string, plain: (sign: Sign) => Frame['plain']): (readonly [string, Frame['plain']])[] =>
  toSides.flatMap(([sign, said]) =>
    withThing(
      text.replace(/\{([a-z]{2,})\}/g, (all, name: string) => (name === 'of' ? all : (said[name] ?? all))),
      plain(sign),
    ),
  );

/** Forms that ask for a number that is read again and again. */
export const framesOfReadings: readonly Frame[] = (
  [
    ...withThing(`${what}${stat}(?: of)?(?: the)? {R}{of}(?: readings?)?${when}`, figure),
    ...withThing(`${what}{R}{of}'?s? ${stat}${when}`, figure),
    ...withThing(
      `(?:when|at what time|at which time) (?:was|were|did) (?:the )?{R}{of} (?:at (?:its|the) |the |its )?${stat}`,
      figure,
    ),
    ...withThing(`(?:the )?time of (?:the )?${stat} {R}{of}`, figure),
    ...withThing(
      `by how much did (?:the )?{R}{of} (?:change|rise|fall|grow|shrink|drop|move|go up|go down)(?: (?:in total|overall|from the first to the last(?: reading)?|from (?:the )?(?:start|beginning) to (?:the )?end|over the (?:log|file)))?`,
      net(),
    ),
    ...withThing(`${what}(?:difference|change) between (?:the )?first and (?:the )?last {R}{of}(?: readings?)?`, net()),
    ...withThing(`${what}(?:net|total|overall) change (?:of|in) (?:the )?{R}{of}`, net()),
    ...withThing(
      `(?:was|is|did) (?:the )?{R}{of} (?:end up )?(?:higher|larger|bigger|above|more) (?:at the end|in the end|where it (?:began|started))(?: than (?:at the (?:start|beginning)|in the beginning)| of the log)*`,
      net('up'),
    ),
    ...withThing(
      `(?:was|is|did) (?:the )?{R}{of} (?:end up )?(?:lower|smaller|below|less) (?:at the end|in the end|where it (?:began|started))(?: than (?:at the (?:start|beginning)|in the beginning)| of the log)*`,
      net('down'),
    ),
    ...withThing(`did (?:the )?{R}{of} end up (?:above|higher than) where it (?:began|started)`, net('up')),
    ...withThing(`did (?:the )?{R}{of} end up (?:below|lower than) where it (?:began|started)`, net('down')),
    ...withThing(
      `${what}(?:biggest|largest|greatest) (?:single )?(?:jump|change|step|swing)(?: \\(.*\\))? (?:of|in) (?:the )?{R}{of}(?: (?:between|from) .*)?`,
      jump,
    ),
    ...withThing(`${what}${which} {R}{of}(?: readings?)?${when}`, edge),
    ...withThing(`${what}{R}{of} at the (?<Which>start|beginning|end)(?: of the (?:log|file))?`, (slots, _, schema) =>
      about(slots, schema, { take: slots.Which === 'end' ? 'last' : 'first' }),
    ),
    ...withThing(
      `${what}(?:last|latest|most recent) (?:value of (?:the )?)?{R}{of}(?: reading)?(?<When> (?:before|prior to) .+)`,
      before,
    ),
    ...withBound(
      '(?:how many|number of|count(?: of)?) (?:readings of (?:the )?)?{R}{of}(?: readings?)? (?:were |are |was |is |went )?{bound} {X}',
      beyond('count'),
    ),
    ...withBound(
      `${part} (?:the )?readings (?:with|of|where) (?:the )?{R}{of} (?:was |is |were )?{bound} {X}`,
      shareBeyond,
    ),
    ...withThing(
      '(?:how many|number of) times (?:was )?(?:the )?{R}{of} (?:was |is |were )?(?:reported|logged|read|measured|recorded|printed)',
      times,
    ),
    ...withThing(
      '(?:how many|number of) {R}{of} (?:readings|measurements|samples)(?: are there| were there| do we have)?',
      times,
    ),
    ...withThing(`${what}{R}{of}(?: readings?)? (?:at|around) {T}`, atTime),
    ...withBound(
      '(?:did|has|was|were) (?:the )?{R}{of} (?:ever )?(?:{exceed}|{go} {bound}|get {bound}|(?:ever )?{bound}) {X}(?: at any (?:time|point))?(?: ever)?',
      beyond('exists'),
    ),
    ...withBound(
      '(?:when (?:did|was)|first (?:time|reading) (?:with|of|when|that)) (?:the )?{R}{of} (?:first )?(?:{went} |get |was |were )*{bound} {X}(?:[:,]? when)?(?: for the first time)?',
      beyond('first'),
    ),
    ...withThing(
      `how (?:high|large|big|hot|long|full|loaded) did (?:the )?{R}{of} (?:go|get|rise|climb)(?: at most)?${when}`,
      (slots, _, schema) => about(slots, schema, { take: 'max' }),
    ),
    ...withThing(
      `how (?:low|small|cold|empty) did (?:the )?{R}{of} (?:go|get|fall|drop|sink)(?: at least)?${when}`,
      (slots, _, schema) => about(slots, schema, { take: 'min' }),
    ),
    ...withThing(`how (?:high|large|big) was (?:the )?{R}{of} at most${when}`, (slots, _, schema) =>
      about(slots, schema, { take: 'max' }),
    ),
    ...withThing(`${what}{R}{of} on (?:average|avg)${when}`, (slots, _, schema) =>
      about(slots, schema, { take: 'mean' }),
    ),
    ...withThing(`(?:when|at what time|what time) did (?:the )?{R}{of} peak`, (slots, _, schema) =>
      about(slots, schema, { take: 'max' }),
    ),
    ...withBound(
      '(?:what )?(?:share|percentage|percent|%) of (?:the )?{R}{of} readings (?:was |is |were )?{bound} {X}',
      shareBeyond,
    ),
    [`(?:which|what) ${noun} (?:had|has|saw|reported|shows?|showed) the ${end} (?:average |mean )?{R}`, whose],
    [`(?:which|what) ${noun} (?:had|has|saw|reported|shows?|showed) the ${end} ${stat} {R}`, whose],
    [
      `${stat} {R}[:,] (?:which|what) ${noun}`,
      ({ Stat = '', ...slots }, events, schema) => whose({ ...slots, End: Stat }, events, schema),
    ],
    [`{R} per ${noun}[:,] whose ${stat} is (?:the )?${end}`, whose],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
