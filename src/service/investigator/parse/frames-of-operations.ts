import { start } from '../facts/begins.ts';
import { participantCalled } from '../facts/participants.ts';
import { isMeasure } from '../facts/readings-of.ts';
import { nameOfReason } from '../facts/reason.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { timeTaken } from '../facts/time-taken.ts';
import { isTry, tries } from '../facts/tries.ts';
import type { Condition, Query } from '../query/query.ts';
import { columnsCalled } from './columns-called.ts';
import { type EventSaid, type Frame, forms, type QueryAt } from './frame.ts';
import { isOfKind } from './frames-of-events.ts';
import { readPhrase } from './read-phrase.ts';
import { singular } from './words.ts';

/** Those that the event is about, as conditions; undefined where it is of nothing that the program numbers. */
function meant(event: EventSaid | undefined, schema: Schema): { operation: Column; where: Condition[] } | undefined {
  const { operation, outcome, rest = '' } = event ?? {};
  if (operation === undefined) return undefined;
  const { where, unread, absent } = rest === '' ? { where: [], unread: [], absent: [] } : readPhrase(rest, schema);
  if (unread.length + absent.length > 0) return undefined;
  const came: Condition[] = outcome === undefined ? [] : [{ field: 'outcome', is: '=', value: outcome }];
  return { operation, where: [{ field: operation.name, is: 'has', value: '*' }, ...came, ...where] };
}

/** Where the lines tell how long each took, by a number of their own or by their times. */
function timeOf(operation: Column, { columns, sample }: Schema): Column | undefined {
  const told = columns.find(({ name }) => name === timeTaken);
  const isOfThem = ({ read }: Column) =>
    sample.some((record) => operation.read(record) !== undefined && read(record) !== undefined);
  if (told !== undefined && isOfThem(told)) return told;
  const [stated, second] = columns.filter(
    (one) => one.isNumber && one.unit.dimension === 'time' && one !== told && isOfThem(one),
  );
  return second === undefined ? stated : undefined;
}

type Asked = Pick<Query, 'take'> & Partial<Query>;

type Slots = Readonly<Record<string, string>>;

/** A figure of how long they took. */
function ofTimes(event: EventSaid | undefined, schema: Schema, query: Asked): QueryAt | undefined {
  const about = meant(event, schema);
  const time = about && timeOf(about.operation, schema);
  return about && time && { query: { of: time.name, where: about.where, ...query }, isSure: true };
}

/** How many of them, or which part, meet something more. */
function ofThem(
  event: EventSaid | undefined,
  schema: Schema,
  more: (operation: Column) => Condition | undefined,
  take: 'count' | 'share' = 'count',
): QueryAt | undefined {
  const about = meant(event, schema);
  const condition = about && more(about.operation);
  if (about === undefined || condition === undefined) return undefined;
  const { operation, where } = about;
  const query: Query =
    take === 'share'
      ? { take, of: operation.name, where, against: [condition] }
      : { take, of: operation.name, where: [...where, condition] };
  return { query, isSure: true };
}

const isShort = (word = ''): boolean => /^(?:quick|fast|short|min|least|low)/i.test(word);
const takes: readonly (readonly [RegExp, Pick<Query, 'take' | 'percent'>])[] = [
  [/^(?:average|avg|mean)/i, { take: 'mean' }],
  [/^median/i, { take: 'median' }],
  [/^(?:total|sum)/i, { take: 'sum' }],
];
function takeOf(stat = ''): Pick<Query, 'take' | 'percent'> {
  const percent = /\d{1,2}/.exec(stat)?.[0];
  if (percent !== undefined) return { take: 'percentile', percent: Number(percent) };
  return takes.find(([word]) => word.test(stat))?.[1] ?? { take: isShort(stat) ? 'min' : 'max' };
}

const figure: Frame['plain'] = ({ Stat }, [event], schema) => ofTimes(event, schema, takeOf(Stat));
const mean: Frame['plain'] = (_, [event], schema) => ofTimes(event, schema, { take: 'mean' });
const total: Frame['plain'] = (_, [event], schema) => ofTimes(event, schema, { take: 'sum' });
const which: Frame['plain'] = ({ Sup }, [event], schema) =>
  event?.operation === undefined || isOfKind(event.said, { ...schema, operation: event.operation })
    ? undefined
    : ofTimes(event, schema, {
        take: isShort(Sup) ? 'min' : 'max',
        by: event.operation.name,
        order: isShort(Sup) ? 'least' : 'most',
      });

/** A number that lines of theirs state, by words of its name or its unit; where they state one alone, by any name. */
function numberOf(
  said: string,
  operation: Column,
  { columns, sample }: Schema,
): { column: Column; taken: readonly string[] } | undefined {
  if (/^(?:number|count|amount|total)s?$/i.test(said)) return undefined;
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
  const isOfTime = /^(?:duration|time|runtime|length)$/.test(words.at(-1) ?? '');
  return best === undefined && only !== undefined && more === undefined && !isOfTime && words.length <= 3
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
        take: isShort(slots.Sup) ? 'min' : 'max',
        by: event.operation.name,
        order: isShort(slots.Sup) ? 'least' : 'most',
      });
const whoHas: Frame['plain'] = ({ Noun = '', Total, ...slots }, [event], schema) => {
  const by = event?.operation && kindOf(Noun, schema, event.operation);
  const isLeast = isShort(slots.Sup);
  const take = Total === undefined ? (isLeast ? 'min' : 'max') : /^tot/i.test(Total) ? 'sum' : 'mean';
  return by && ofNumbers(slots, event, schema, { take, by: by.name, order: isLeast ? 'least' : 'most' });
};
const above =
  (is: '>' | '<'): Frame['plain'] =>
  ({ X = '', ...slots }, [event], schema) => {
    const asked = ofNumbers(slots, event, schema, { take: 'count' });
    if (asked === undefined || !/^\d/.test(X)) return undefined;
    const { of = '', ...query } = asked.query;
    const isBare = schema.columns.find(({ name }) => name === of)?.unit.name === '';
    const value = isBare ? X.replace(/ ?[a-z%°/]+$/i, '') : bound(X);
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
/** Most of them at the same time. */
const atOnce: Frame['plain'] = (_, [event], schema) => {
  const about = event?.outcome === undefined ? meant(event, schema) : undefined;
  return about && { query: { take: 'overlap', state: 'running', where: about.where } };
};
const otherReason: Frame['plain'] = ({ Why = '' }, [event], schema) => {
  const reason = schema.columns.find(({ name, isNumber }) => !isNumber && nameOfReason.test(name));
  if (reason === undefined) return undefined;
  return ofThem(event, schema, () => ({ field: reason.name, is: '!=', value: Why }));
};

/** "6 seconds", "1.5 min". */
const bound = (said = ''): string => said.replace(/ /g, '');
const beyond =
  (sign: '>' | '<', take: 'count' | 'share' = 'count'): Frame['plain'] =>
  ({ X }, [event], schema) =>
    /^[\d.]+ ?[a-z]+$/i.test(X ?? '')
      ? ofThem(
          event,
          schema,
          (operation) => {
            const time = timeOf(operation, schema);
            return time && { field: time.name, is: sign, value: bound(X) };
          },
          take,
        )
      : undefined;

/** What of theirs is told apart by the noun: of which each line names one. */
function kindOf(noun: string, schema: Schema, operation: Column): Column | undefined {
  const one = singular(noun.toLowerCase());
  return [...columnsCalled(schema, one.split(' ')), participantCalled(one, schema)].find(
    (column) =>
      column !== undefined &&
      !column.isNumber &&
      column !== operation &&
      schema.sample.some((record) => operation.read(record) !== undefined && column.read(record) !== undefined),
  );
}
const whose: Frame['plain'] = ({ Noun = '', Sup, Stat }, [event], schema) => {
  const by = event?.operation && kindOf(Noun, schema, event.operation);
  const isLeast = isShort(Sup);
  return (
    by &&
    ofTimes(event, schema, {
      ...(Stat === undefined ? { take: isLeast ? ('min' as const) : ('max' as const) } : takeOf(Stat)),
      by: by.name,
      order: isLeast ? 'least' : 'most',
    })
  );
};

const hasOutcome: Condition = { field: 'outcome', is: 'has', value: '*' };
const isOf = (event: EventSaid | undefined): Condition => ({
  field: 'outcome',
  is: '=',
  value: event?.outcome ?? 'failed',
});

/** "Rejected ones out of rejected and acknowledged ones" is the share of those that failed, of each where a noun says whose. */
const share: Frame['plain'] = ({ Noun }, [part, ...all], schema) => {
  const outcomes = new Set(all.map((one) => one.outcome));
  const isWhole = all.length === 0 || (outcomes.size === 2 && !outcomes.has(undefined));
  const about = meant(part, schema);
  if (!isWhole || about === undefined || part?.outcome === undefined) return undefined;
  const by = Noun === undefined ? undefined : kindOf(Noun, schema, about.operation);
  if (Noun !== undefined && by === undefined) return undefined;
  const where = about.where.map((one) => (one.field === 'outcome' ? hasOutcome : one));
  const query: Query = { take: 'share', of: about.operation.name, where, against: [isOf(part)] };
  return { query: by === undefined ? query : { ...query, by: by.name, order: 'most' }, isSure: true };
};
const shareOfEnded: Frame['plain'] = (slots, [all, part], schema) =>
  all?.outcome === undefined && part !== undefined ? share(slots, [part], schema) : undefined;

/** One after another, with none that came out otherwise between them. */
const inARow: Frame['plain'] = (_, [event, other], schema) => {
  const about = meant(event, schema);
  if (about === undefined || event?.outcome === undefined || other?.outcome === event.outcome) return undefined;
  const where = about.where.map((one) => (one.field === 'outcome' ? hasOutcome : one));
  return { query: { take: 'streak', where, against: [isOf(event)] }, isSure: true };
};

/** Those of which no line tells how they came out. */
const open =
  (take: 'count' | 'state'): Frame['plain'] =>
  (_, [event], schema) => {
    const about = event?.outcome === undefined ? meant(event, schema) : undefined;
    const atMs = schema.clock?.lastMs;
    if (about === undefined || atMs === undefined || about.where.length > 1) return undefined;
    const query: Query =
      take === 'count'
        ? { take, state: 'running', where: about.where, atMs }
        : { take, state: 'running', where: [], by: about.operation.name, atMs };
    return { query };
  };

/** That were tried again, or were not. */
const tried =
  (is: '>=' | '<'): Frame['plain'] =>
  ({ Try = '' }, [event], schema) => {
    const words = Try.toLowerCase().split(' ');
    const isAsked = isTry(words.at(-1) ?? '') || isTry(words.slice(-2).join(' '));
    return isAsked && columnNamed(schema, tries) !== undefined
      ? ofThem(event, schema, () => ({ field: tries, is, value: '1' }))
      : undefined;
  };
const triesOfOne: Frame['plain'] = ({ Try = '', I = '' }, _, schema) => {
  const { operation } = schema;
  if (operation === undefined || !isTry(Try.split(' ').at(-1) ?? '') || columnNamed(schema, tries) === undefined)
    return undefined;
  return { query: { take: 'max', of: tries, where: [{ field: operation.name, is: '=', value: I }] }, isSure: true };
};

const when: (take: 'first' | 'last') => Frame['plain'] =
  (take) =>
  ({ I = '' }, _, { operation }) =>
    operation && { query: { take, where: [{ field: operation.name, is: '=', value: I }] }, isSure: true };

/** Counted by the lines on which they began. */
const begun: Frame['plain'] = ({ When }, [event], schema) => {
  if (event?.outcome !== undefined || columnNamed(schema, start) === undefined) return undefined;
  const asked = ofThem(event, schema, () => ({ field: start, is: 'has', value: '*' }));
  return asked && { ...asked, at: When?.trim() ?? '' };
};
const begunAt =
  (take: 'first' | 'last'): Frame['plain'] =>
  (slots, events, schema) => {
    const asked = begun(slots, events, schema);
    if (asked === undefined || typeof asked === 'string') return undefined;
    const { of: _, ...query } = asked.query;
    return { ...asked, query: { ...query, take } };
  };

const what = '(?:what (?:is|was) )?(?:the )?';
const sup = '(?<Sup>quickest|fastest|shortest|slowest|longest)';
const stat =
  '(?<Stat>average|avg|mean|median|p\\d\\d|\\d\\d(?:th)? percentile|max(?:imum)?|min(?:imum)?|longest|shortest|highest|lowest|total)';
const length = '(?:duration|run ?time|length|time taken|time)';
const them = '(?:all |the |all the )?{E}';
const among = '(?:of|for|among|in|over|across)';
const longer = '(?:longer than|more than|over|above|slower than|exceeding)';
const shorter = '(?:less than|under|below|faster than|within|quicker than|shorter than)';
const doing = '(?:that |which )?(?:took|take|lasted|needed|ran|were|was|with a duration|finished in|completed in)';
const count = '(?:how many|number of|count(?: of)?)';
const part = '(?:what )?(?:share|percentage|percent|%|part|fraction) of';
const noun = '(?<Noun>[a-z][a-z-]*(?: [a-z-]+)?)';
const figureSlot = '(?<Figure>[a-z][a-z-]*(?: [a-z-]+){0,2}?)';
const extreme = '(?<Sup>highest|largest|biggest|greatest|max(?:imum)?|lowest|smallest|min(?:imum)?|longest|shortest)';
const atEnd = '(?: (?:when|as) the (?:log|file) (?:stops|ends)| at the (?:very )?end(?: of the (?:log|file))?)?';
const remark = '(?: ?\\(.*\\))?';
const tryWords = '(?<Try>[a-z-]+(?: [a-z-]+){0,3}?)';
const started =
  '(?:started|begun|initiated|launched|opened|queued|requested|created|submitted|initially sent|initial|new)';
const inTime = '(?<When> (?:between|from|since|before|after|until|during|past|prior to) .*\\d.*)?';
const least = '(?:at least one|one or more|some|any|an?)';

/** Forms that ask for what the program numbers and does: how long, how often again, how many in a row. */
export const framesOfOperations: readonly Frame[] = (
  [
    [`${what}${stat} ${length} ${among} ${them}`, figure],
    [`${what}${stat}(?: of)? ${them} (?:duration|run ?time)`, figure],
    [`(?:on average,? )?how long (?:do|does|did) ${them} take(?: on average)?`, mean],
    [
      `how long (?:do|does|did) the ${sup}(?: of| among)? ${them} (?:take|last|run)`,
      ({ Sup, ...slots }, events, schema) => figure({ ...slots, Stat: Sup ?? '' }, events, schema),
    ],
    [
      `how (?:fast|quick|slow|long) was the ${sup}(?: of| among)? ${them}`,
      ({ Sup, ...slots }, events, schema) => figure({ ...slots, Stat: Sup ?? '' }, events, schema),
    ],
    [
      `what did the ${sup} ${them} take`,
      ({ Sup, ...slots }, events, schema) => figure({ ...slots, Stat: Sup ?? '' }, events, schema),
    ],
    [`${what}id of (?:the )?${sup} (?:(?:of|among|one of|one among) )?${them}`, which],
    [`${what}id of ${them} with the ${sup} ${length}`, which],
    [`which(?: one)? of ${them} (?:took|ran|lasted|was) (?:the )?${sup}`, which],
    [`which ${them} (?:took|ran|lasted) (?:the )?${sup}(?: time)?`, which],
    [
      `which ${noun} is (?:the )?${sup} on average for ${them}`,
      (slots, events, schema) => whose({ ...slots, Stat: 'mean' }, events, schema),
    ],
    [
      `which ${noun} (?:has|had) the (?<Sup>highest|longest|largest|lowest|shortest) ${stat} ${length} ${among} ${them}`,
      whose,
    ],
    [
      `(?<Sup>highest|longest|largest|lowest|shortest) ${stat} ${length} ${among} ${them}[:,] (?:which|what) ${noun}`,
      whose,
    ],
    [
      `${what}(?:total|overall) (?:time|duration) (?:spent )?(?:in|on|of|for) ${them}(?:, all durations added up)?`,
      total,
    ],
    [`${what}sum of (?:the |all )*(?:durations|times|lengths) of ${them}`, total],
    [`${count} ${them} ${doing} ${longer} {X}`, beyond('>')],
    [`${count} ${them} ${longer} {X}`, beyond('>')],
    [`${them} (?:${doing} )?${longer} {X}[:,]? (?:how many|count)`, beyond('>')],
    [`${count} ${them} (?:${doing} )?${shorter} {X}`, beyond('<')],
    [`${them} (?:${doing} )?${shorter} {X}[:,]? (?:how many|count)`, beyond('<')],
    [`${part} ${them} (?:${doing} )?${longer} {X}`, beyond('>', 'share')],
    [`${part} ${them} (?:${doing} )?${shorter} {X}`, beyond('<', 'share')],
    [`(?:failure rate:? )?{Ea} out of {Eb} (?:\\+|and|plus) {Ec}(?:,? (?:in|as) (?:percent|%|a percentage))?`, share],
    [
      `of (?:the )?{Eall} with an (?:outcome|end|result)${remark},? what (?:percentage|share|percent|part|%) (?:were|was|are) {Ea}`,
      shareOfEnded,
    ],
    [
      `which ${noun} (?:has|had) the (?:highest|largest|worst|biggest) (?:share|percentage|rate|part) of {Ea}(?: ?\\(out of {Eb} (?:\\+|and|plus) {Ec}\\))?`,
      share,
    ],
    [`which ${noun} (?:has|had) the (?:highest|largest|worst|biggest) (?:share|percentage|rate|part) of {Ea}`, share],
    [
      `${what}(?:longest|biggest|largest) (?:run|streak|series) of {Ea} in a row with none of (?:the )?{Eb} in between`,
      inARow,
    ],
    [`${what}(?:longest|biggest|largest) (?:run|streak|series) of {Ea} in a row`, inARow],
    [
      `(?:which|what|ids of|list) ${them} (?:are |were )?(?:(?:have|had|has) no outcome|still open|never ended|without (?:any|an) outcome)(?: logged)?${remark}${atEnd}`,
      open('state'),
    ],
    [
      `${them} (?:without (?:any|an) outcome|(?:that are |that were )?still open)(?: logged)?${atEnd}[:,]? how many`,
      open('count'),
    ],
    [
      `${count} ${them} (?:were |are |had |have )?(?:without (?:any|an) outcome|still open|no outcome)(?: logged)?${remark}${atEnd}`,
      open('count'),
    ],
    [
      `${count} ${them} (?:had|have|needed|saw|took|went through|with) ${least} ${tryWords}(?: first| before(?:hand)?)?`,
      tried('>='),
    ],
    [`${count} ${them} (?:had|have|needed|saw|with) (?:no|not a single|zero) ${tryWords}(?: at all)?`, tried('<')],
    [`${count} ${them} without (?:a single |any |an? )?${tryWords}`, tried('<')],
    [`${them} without (?:a single |any |an? )?${tryWords}[:,]? how many`, tried('<')],
    [`how many ${tryWords} did (?:[a-z]+ )*{I} (?:have|need|take|see|go through)`, triesOfOne],
    [`(?:number of )${tryWords} (?:for|of) (?:[a-z]+ )*{I}`, triesOfOne],
    [`${count} ${started} {E}(?: (?:are|were) there| did we have| do we see)?${inTime}`, begun],
    [`${started} {E}${inTime}[:,]? (?:-+ )?how many`, begun],
    [`(?:when (?:was|is)|time of) the first ${started} {E}`, begunAt('first')],
    [`(?:when (?:was|is)|time of) the (?:last|latest|most recent) ${started} {E}`, begunAt('last')],
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
    [
      `${what}(?:peak|max(?:imum)?|highest|largest)(?: number| count)? of (?:concurrent|simultaneous|parallel) {E}`,
      atOnce,
    ],
    [`${what}(?:peak|max(?:imum)?|highest) (?:number of )?(?:concurrent|simultaneous|parallel) {E}`, atOnce],
    [
      `how many {E} (?:overlapped|(?:were |was )?(?:running|open|active|in progress|under way)(?: at once| at the same time| in parallel| concurrently)) at (?:most|peak)`,
      atOnce,
    ],
    [`how many {E} (?:were |ran )?(?:at once|at the same time|in parallel|concurrently) at (?:most|peak)`, atOnce],
    [`${count} {E} (?:had|have|with) (?:an? |another )?(?:reason|cause) other than "(?<Why>[^"]+)"`, otherReason],
    [`(?:when|at what time) was (?:[a-z]+ )*{I} (?:done|finished|completed|over|through)`, when('last')],
    [`${what}start(?:ing)? time of (?:[a-z]+ )*{I}`, when('first')],
    [`(?:when|at what time) did (?:[a-z]+ )*{I} (?:start|begin)`, when('first')],
    [`${what}end(?:ing)? time of (?:[a-z]+ )*{I}`, when('last')],
    [`(?:when|at what time) did (?:[a-z]+ )*{I} (?:end|finish|complete|stop)`, when('last')],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
