import { isOfWriters } from '../facts/aliases.ts';
import { participantCalled } from '../facts/participants.ts';
import { type ReadingNamed, readingNamed } from '../facts/readings-of.ts';
import type { Column, Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { columnsCalled } from './columns-called.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';
import { isStrange } from './operations-asked.ts';
import { singular } from './words.ts';

type Slots = Readonly<Record<string, string>>;

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

const takes: readonly (readonly [RegExp, Pick<Query, 'take' | 'percent'>])[] = [
  [/^(?:max|high|large|big|peak|top|great)/i, { take: 'max' }],
  [/^(?:min|low|small|least)/i, { take: 'min' }],
  [/^(?:average|avg|mean)/i, { take: 'mean' }],
  [/^median/i, { take: 'median' }],
];

function takeOf(stat = ''): Pick<Query, 'take' | 'percent'> {
  const percent = /\d{1,2}/.exec(stat)?.[0];
  if (percent !== undefined) return { take: 'percentile', percent: Number(percent) };
  return takes.find(([word]) => word.test(stat))?.[1] ?? { take: 'max' };
}

const figure: Frame['plain'] = (slots, _, schema) => about(slots, schema, takeOf(slots.Stat));
const edge: Frame['plain'] = (slots, _, schema) =>
  about(slots, schema, { take: /^(?:first|earliest|initial)/i.test(slots.Which ?? '') ? 'first' : 'last' });
const atTime: Frame['plain'] = ({ T = '', ...slots }, _, schema) =>
  /\d/.test(T) ? about({ ...slots, When: T }, schema, { take: 'last' }) : undefined;
const before: Frame['plain'] = (slots, _, schema) => about(slots, schema, { take: 'last' });

function beyond(sign: '>' | '<'): Frame['plain'] {
  return (slots, _, schema) => {
    const asked = about(slots, schema, { take: 'count' });
    if (asked === undefined) return undefined;
    const { of, ...query } = asked.query;
    const { X = '' } = slots;
    const unit = schema.columns.find(({ name }) => name === of)?.unit.name;
    // "44 MB/s", where lines state a bare number.
    const value = unit === '' ? X.replace(/ ?[a-z%°/]+$/i, '') : X;
    return { ...asked, query: { ...query, where: [...query.where, { field: of ?? '', is: sign, value }] } };
  };
}

const ever =
  (sign: '>' | '<'): Frame['plain'] =>
  (slots, events, schema) => {
    const asked = beyond(sign)(slots, events, schema);
    return asked === undefined || typeof asked === 'string'
      ? undefined
      : { ...asked, query: { ...asked.query, take: 'exists' } };
  };
const firstBeyond =
  (sign: '>' | '<'): Frame['plain'] =>
  (slots, events, schema) => {
    const asked = beyond(sign)(slots, events, schema);
    return asked === undefined || typeof asked === 'string'
      ? undefined
      : { ...asked, query: { ...asked.query, take: 'first' } };
  };

/** Which part of the readings is beyond a bound. */
const shareBeyond =
  (sign: '>' | '<'): Frame['plain'] =>
  (slots, events, schema) => {
    const asked = beyond(sign)(slots, events, schema);
    if (asked === undefined || typeof asked === 'string') return undefined;
    const against = asked.query.where.slice(-1);
    const [{ field } = { field: '' }] = against;
    const where = [...asked.query.where.slice(0, -1), { field, is: 'has' as const, value: '*' }];
    return { ...asked, query: { ...asked.query, take: 'share', where, against } };
  };
const times: Frame['plain'] = (slots, _, schema) => {
  const asked = about(slots, schema, { take: 'count' });
  if (asked === undefined) return undefined;
  const { of = '', ...query } = asked.query;
  return { ...asked, query: { ...query, where: [...query.where, { field: of, is: 'has', value: '*' }] } };
};

const noThing = /^(?:level|outcome|message|msg|ts|time|timestamp|thread|source|new value|old value)$/i;

/** What has the readings: in a column of their lines, by its name or the noun of its trade. */
function kindOf(noun: string, of: string | undefined, schema: Schema): Column | undefined {
  const stating = schema.columns.find(({ name }) => name === of);
  const isBeside = (column: Column | undefined): column is Column =>
    column !== undefined &&
    !column.isNumber &&
    schema.sample.some((record) => stating?.read(record) !== undefined && column.read(record) !== undefined);
  const one = singular(noun.toLowerCase());
  const named = [...columnsCalled(schema, one.split(' ')), participantCalled(one, schema)].find(isBeside);
  if (named !== undefined || !isStrange(one, schema)) return named;
  // By the noun of its trade, where the lines name one thing.
  const [only, second] = schema.columns.filter(
    (column) => isBeside(column) && !isOfWriters(column) && column.values.size > 1 && !noThing.test(column.name),
  );
  return second === undefined ? only : undefined;
}

/** Which of them has the greatest or the least. */
const whose: Frame['plain'] = (slots, _, schema) => {
  const { Noun = '', End = '', Stat } = slots;
  const isLeast = /^(?:low|small|least|min)/i.test(End);
  const take = Stat === undefined ? (isLeast ? { take: 'min' as const } : { take: 'max' as const }) : takeOf(Stat);
  const asked = about(slots, schema, take);
  const by = asked && kindOf(Noun, asked.query.of, schema);
  return asked && by && { ...asked, query: { ...asked.query, by: by.name, order: isLeast ? 'least' : 'most' } };
};

const stat =
  '(?<Stat>max(?:imum)?|min(?:imum)?|highest|lowest|largest|smallest|biggest|greatest|peak|average|avg|mean|median|p\\d\\d|\\d\\d(?:th)? percentile)';
const end = '(?<End>highest|lowest|largest|smallest|biggest|greatest|max(?:imum)?|min(?:imum)?)';
const over = '(?:over|above|more than|greater than|higher than|beyond|past|exceeding)';
const under = '(?:under|below|less than|lower than|smaller than)';
const what = '(?:what (?:is|was|were) )?(?:the )?';
const of = '(?: (?:of|in|at|for|on) (?:the )?(?:[a-z]+ )??{V})?';
const when = '(?<When> (?:between|from|since|before|after|until|during|prior to|past) .*\\d.*)?';
const noun = '(?<Noun>[a-z][a-z-]*(?: [a-z-]+)?)';
const which = '(?<Which>first|last|latest|earliest|most recent|final|initial)';
/** A slot that is left out needs forms of its own. */
const withThing = (text: string, plain: Frame['plain']): (readonly [string, Frame['plain']])[] => [
  [text.replace('{of}', of.replace(/^\(\?:|\)\?$/g, '')), plain],
  [text.replace('{of}', ''), plain],
];

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
    ...withThing(`${what}${which} {R}{of}(?: readings?)?${when}`, edge),
    ...withThing(`${what}{R}{of} at the (?<Which>start|beginning|end)(?: of the (?:log|file))?`, (slots, _, schema) =>
      about(slots, schema, { take: slots.Which === 'end' ? 'last' : 'first' }),
    ),
    ...withThing(
      `${what}(?:last|latest|most recent) (?:value of (?:the )?)?{R}{of}(?: reading)?(?<When> (?:before|prior to) .+)`,
      before,
    ),
    ...withThing(
      `(?:how many|number of|count(?: of)?) (?:readings of (?:the )?)?{R}{of}(?: readings?)? (?:were |are |was |is |went )?${over} {X}`,
      beyond('>'),
    ),
    ...withThing(
      `(?:how many|number of|count(?: of)?) (?:readings of (?:the )?)?{R}{of}(?: readings?)? (?:were |are |was |is |went )?${under} {X}`,
      beyond('<'),
    ),
    ...withThing(
      `(?:what )?(?:share|percentage|percent|%|part|fraction) of (?:the )?readings (?:with|of|where) (?:the )?{R}{of} (?:was |is |were )?${over} {X}`,
      shareBeyond('>'),
    ),
    ...withThing(
      `(?:what )?(?:share|percentage|percent|%|part|fraction) of (?:the )?readings (?:with|of|where) (?:the )?{R}{of} (?:was |is |were )?${under} {X}`,
      shareBeyond('<'),
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
    ...withThing(
      `(?:did|has|was|were) (?:the )?{R}{of} (?:ever )?(?:exceed|pass|go ${over}|rise ${over}|get ${over}|(?:ever )?${over}) {X}(?: at any (?:time|point))?(?: ever)?`,
      ever('>'),
    ),
    ...withThing(
      `(?:did|has|was|were) (?:the )?{R}{of} (?:ever )?(?:go ${under}|fall ${under}|drop ${under}|get ${under}|(?:ever )?${under}) {X}(?: at any (?:time|point))?(?: ever)?`,
      ever('<'),
    ),
    ...withThing(
      `(?:when (?:did|was)|first (?:time|reading) (?:with|of|when|that)) (?:the )?{R}{of} (?:first )?(?:go |rise |get |exceed |was |were )*${over} {X}(?:[:,]? when)?(?: for the first time)?`,
      firstBeyond('>'),
    ),
    ...withThing(
      `(?:when (?:did|was)|first (?:time|reading) (?:with|of|when|that)) (?:the )?{R}{of} (?:first )?(?:go |fall |drop |get |was |were )*${under} {X}(?:[:,]? when)?(?: for the first time)?`,
      firstBeyond('<'),
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
    ...withThing(
      `(?:what )?(?:share|percentage|percent|%) of (?:the )?{R}{of} readings (?:was |is |were )?${over} {X}`,
      shareBeyond('>'),
    ),
    ...withThing(
      `(?:what )?(?:share|percentage|percent|%) of (?:the )?{R}{of} readings (?:was |is |were )?${under} {X}`,
      shareBeyond('<'),
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
