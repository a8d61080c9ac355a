import { oppositeOf, states } from '../facts/lexicon.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { isOfStates } from '../facts/state-column.ts';
import { stateIn } from '../facts/state-in.ts';
import { stem } from '../facts/stem.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import { butNeverIn } from './but-never.ts';
import { isColumnNamed, thingCalled } from './columns-called.ts';
import { isCalledTime, numberBeside } from './compared-number.ts';
import { edgesIn, extremesIn } from './extremes.ts';
import { lacksIn } from './lacks-asked.ts';
import type { Parts } from './marks.ts';
import { numberIn } from './named-columns.ts';
import { openNoun } from './noun-asked.ts';
import { partsOf } from './parts.ts';
import { tokensOfPhrase } from './phrase.ts';
import type { Groups, Reading } from './reading.ts';
import { settingsIn } from './settings-asked.ts';
import { timesBetween } from './times-between.ts';
import { clausesIn, stretchesIn } from './two-clauses.ts';
import { valueAt } from './value-at.ts';
import type { TimeRead } from './window.ts';
import { isNounForLines, recordNouns } from './words.ts';

type Add = (uses: string, query: Reading['query'], groups?: Groups, kind?: Reading['kind']) => void;

/** What a question may come to, best first: by its parts in whatever order they stand. */
export function readingsOf(all: string, schema: Schema, times: readonly Pick<TimeRead, 'kind'>[]): Reading[] {
  const isOfMoment = times.some(({ kind }) => kind === 'around');
  const isOfStretches = times.length > 1 && times.every(({ kind }) => kind === 'between');
  const ofFile = aboutFile.find(([pattern]) => pattern.test(all));
  if (ofFile !== undefined) return [{ query: ofFile[1], groups: {}, kind: 'parts', unread: [], all }];
  const isOfStates = partsOf(all, schema, { isOfStates: true, isOfMoment });
  const plain = partsOf(all, schema, { isOfStates: false });
  const ways = [...(isOfStates.state === undefined ? [] : [isOfStates]), plain];
  // "Ended in 502 or 503" sets nothing against the other.
  if (plain.sides !== undefined && / or /i.test(all))
    ways.push(partsOf(all, schema, { isOfStates: false, isOfSides: false }));
  const whole: Reading[] = [
    ...settingsIn(all, times),
    ...timesBetween(all),
    ...extremesIn(all, schema),
    ...edgesIn(all, schema),
    ...(isOfMoment && times.length === 1 ? valueAt(all, schema) : []),
    ...lacksIn(all, schema),
    ...butNeverIn(all),
    ...(isOfStretches ? stretchesIn(all) : []),
    ...clausesIn(all),
  ].map((one) => ({ kind: 'parts', ...one, unread: [], all }));
  const found = ways.flatMap((parts) => decide(parts, schema, all));
  // How many lines say so comes before how often it came to be so.
  const isLate = ({ query }: Reading) =>
    (query.take === 'state' && asksState.test(all)) ||
    (isOfRecords.test(all) && query.state !== undefined && /^(?:episodes|count)$/.test(query.take)) ||
    (query.take === 'episodes' &&
      query.expects === undefined &&
      // "Joined" twice in a row is two times, though it was one time that lasted.
      (query.state === 'running' ||
        stateIn(schema, query.state ?? '')?.words.learnt !== undefined ||
        /^how many (?!times\b)|\bcount\b/i.test(all)));
  return [...whole, ...found.filter((one) => !isLate(one)), ...valuesIn(all), ...found.filter(isLate)];
}

/** Lines are counted, and not how often something came to be so: "fault readings". */
const isOfRecords =
  /\b(?:number of|how many|count|by|per) .*\b(?:readings|lines|entries|rows|records|samples)\b|\b(?:readings|lines|entries|rows|records|samples) (?:by|per)\b/i;

const values: readonly RegExp[] = [
  /^(?:(?:what|which) (?:is|was|are|were) )?(?:the )?(?<of>(?!number\b|count\b)[\w.#/-]+(?: [\w.-]+)?) (?:of|for) (?<where>.+)$/i,
  /^(?:which|what) (?:is|was|are|were) (?:the )?(?<of>.+)$/i,
  /^(?:which|what) (?<of>[\w.-]+ [\w.-]+) (?<where>.+)$/i,
  /^(?:which|what) (?<of>[\w.-]+) (?<where>.+)$/i,
];

/** "Status of build 12", "which limit was exceeded": what a field says. */
const valuesIn = (all: string): Reading[] =>
  values.flatMap((pattern) => {
    const groups = pattern.exec(all)?.groups;
    return groups === undefined ? [] : [{ query: { take: 'values' }, groups, kind: 'values', unread: [], all }];
  });

/** Of the file itself, whatever its lines say. */
const aboutFile: readonly (readonly [RegExp, Reading['query']])[] = [
  [
    /^how long (?:is|(?:does|do|did)) (?:the|this) (?:log|file)s?(?: (?:last|run|go))?$|^(?:how (?:long|much time)|(?:what|which) (?:time ?)?(?:period|time|range|span)).*\b(?:cover|span)(?:s|ed|ning)?\b/i,
    { take: 'span' },
  ],
  [/^how (?:long|big|large) is (?:the|this) (?:log|file) in lines$/i, { take: 'count', of: 'lines' }],
  [/^when (?:does|did|do) (?:the|this) (?:log|file|recording|entries) (?:start|begin)s?$/i, { take: 'first' }],
  [/^when (?:does|did|do) (?:the|this) (?:log|file|recording|entries) (?:end|stop)s?$/i, { take: 'last' }],
];

/** "What was the longest gap": it asks, and for no state or value. */
const bareAsking = /^ *what (?:is|was|are|were) *$/i;

/** What the parts come to; several where the file decides between them. */
function decide(parts: Parts, schema: Schema, all: string): Reading[] {
  const { rest, every, order, extreme, sides } = parts;
  const found: Reading[] = [];
  const add: Add = (uses, query, groups = { where: rest }, kind = 'parts') => {
    const used = ['many', 'total', 'ever', 'ends', ...uses.split(' ')];
    const unread = parts.taken
      .filter(({ kind: one, text }) => !used.includes(one) && !bareAsking.test(text))
      .map(({ text }) => text.trim());
    if (isNounLeft(parts, query, groups)) unread.push(parts.noun ?? '');
    const limit = parts.limit === undefined || query.order === undefined ? {} : { limit: parts.limit };
    found.push({ query: { ...query, ...limit }, groups, kind, unread, all });
  };
  const rank = order ?? (extreme === 'min' ? 'least' : 'most');
  const paid = parts.isMuch === true ? paidOn(rest, schema) : undefined;
  if (paid !== undefined) parts.isTotal = true;
  const number = numberText(parts, schema) ?? paid;
  if (parts.asks === 'many' && parts.atEdge === 'last' && parts.state !== undefined && schema.clock !== undefined)
    add(
      'ends',
      { take: 'count', state: parts.state, atMs: schema.clock.lastMs },
      { where: `${parts.noun ?? ''} ${rest}` },
    );
  else if (parts.asks === 'many' && parts.atEdge !== undefined && !/\bstill\b/i.test(all))
    add('', { take: parts.atEdge }, { of: `${parts.noun ?? ''} ${rest}` });
  const amount = amountOf.exec(all)?.groups;
  if (amount !== undefined) add('every statistic order extreme distinct together', { take: 'sum' }, amount, 'sum');
  // The noun at the head says what is counted, where nothing else does.
  const isBare = tokensOfPhrase(rest).every((word) => recordNouns.has(word.toLowerCase()));
  const lines = { where: parts.isHeadNoun === true && isBare ? `${parts.noun} ${rest}` : rest };
  // A state that was taken out of the words is none of what these count.
  const isOfLines = parts.state === undefined;
  if (parts.isStreak) ofStreak(parts, rank, add);
  else if (parts.isOfGap) {
    if (isOfLines) add('gap long when', { take: 'gap' }, lines);
  } else if (every !== undefined) {
    if (!isOfLines) return found;
    const everyMs = { second: 1e3, minute: 6e4, hour: 36e5, day: 864e5 }[every.toLowerCase()]!;
    // "The busiest hour by requests": what is counted stands where elsewhere rows are named.
    const counted = { where: `${parts.noun ?? ''} ${rest}` };
    if (order !== undefined || extreme !== undefined)
      add('every order extreme when list', { take: 'count', everyMs, order: rank }, counted);
    else add('every statistic', { take: 'rate', everyMs }, lines);
  } else if (sides !== undefined) besides(parts, sides, number, add);
  else if (parts.state !== undefined) ofState(parts, parts.state, rank, add, all);
  else {
    // What something was doing is no number that it came to.
    if (parts.isOfValue && !(parts.isOfDoing && columnNamed(schema, newValue)?.isNumber)) ofValue(parts, rank, add);
    if (parts.isOfDoing || (parts.isOfValue && asksState.test(all))) statedState(parts, schema, add);
    if (parts.isOfValue && asksState.test(all)) ofAnyState(parts, schema, add);
    if (parts.isTogether && number !== undefined && order !== undefined)
      add('together order extreme', { take: order === 'least' ? 'min' : 'max' }, { of: number });
    if (parts.isTogether) add('together order extreme', { take: 'overlap', state: 'running' });
    if (parts.isOfDoing) add('value edge ends', { take: 'doing' });
    if (parts.isShare && parts.isPerNoun !== true) ofShare(parts, add, all);
    if (parts.noun !== undefined) rankedBy(parts, parts.noun, number, rank, add, schema, all);
    else measured(parts, number, rank, add);
    singled(parts, number, add);
  }
  return found;
}

/** "Did it fail, and on which host": the rows that are asked for stand in no part of the reading. */
function isNounLeft({ noun, isPerNoun, asks }: Parts, { by }: Reading['query'], groups: Groups): boolean {
  if (noun === undefined || noun === openNoun || isPerNoun === true || asks !== 'yes' || by !== undefined) return false;
  return !Object.values(groups).some((text) => text?.includes(noun) === true);
}

/** "How much was refunded": the money that the lines meant state, or an amount without a currency. */
function paidOn(rest: string, schema: Schema): string | undefined {
  const words = tokensOfPhrase(rest);
  const money =
    numberBeside(words, schema, ({ unit }) => unit.dimension === 'money') ??
    numberBeside(words, schema, ({ name, unit }) => unit.name === '' && /(?:^|[._])amount$/i.test(name));
  return money === undefined ? undefined : `${money.name} ${rest}`;
}

/** Of two names beside each other. */
function besides(parts: Parts, [where, against]: [string, string], number: string | undefined, add: Add): void {
  const { order, extreme, statistic, state, expects, noun } = parts;
  const edge = parts.edge ?? (earlier.test(parts.rest) ? 'first' : undefined);
  const rest = (noun === undefined ? parts.rest : `${noun} ${parts.rest}`).replace(earlier, ' ');
  const toward = expects === undefined ? {} : { expects };
  const groups = { where, against, of: rest };
  const isRanked = order !== undefined || extreme !== undefined;
  if (parts.isTogether || (state !== undefined && !isRanked && edge === undefined)) {
    const query = { take: 'overlap' as const, state: state ?? 'running' };
    add('together long when', query, { where: `${rest} ${where}`, against });
  } else if (edge !== undefined && state === undefined) add('edge', { take: 'order' }, groups);
  else if (state !== undefined && order !== undefined) add('order', { take: 'compare', state, ...toward }, groups);
  else if (number !== undefined && (extreme !== undefined || statistic !== undefined))
    add('extreme statistic order', { take: 'compare', ...toward }, { ...groups, of: number });
  else if (isRanked) add('order extreme', { take: 'compare', ...toward }, groups);
}

const earlier = /\b(?:earlier|sooner)\b/i;

/** Of a state things are in for a time. */
function ofState(parts: Parts, state: string, order: 'most' | 'least', add: Add, all: string): void {
  const { rest: where, noun: by, asks, statistic, extreme, edge, isTotal } = parts;
  if (parts.isTogether) add('together order extreme', { take: 'overlap', state }, { where });
  const isOfTime = asks === 'long' || parts.measure === 'time';
  if (asks === 'many' && parts.isOfMoment === true) {
    add('', { take: 'count', state }, { where: `${by ?? ''} ${where}` });
    return;
  }
  if (by !== undefined) {
    const groups = { by, where };
    if (parts.isNever) add('never', { take: 'never', state }, groups);
    else if (parts.isAlways) add('always', { take: 'never', state: oppositeOf(state) }, groups);
    else if (extreme !== undefined || (parts.order !== undefined && isOfTime))
      add(
        'extreme order long',
        { take: isTotal || (asks === 'long' && extreme === undefined) ? 'duration' : 'longest', state, order },
        groups,
      );
    else if (parts.order !== undefined) add('order', { take: 'count', state, order }, groups);
    else if (edge !== undefined) add('edge', { take: edge, state }, groups);
    else if (parts.isPerNoun) add('', { take: isOfTime ? 'duration' : 'count', state }, groups);
    else if (parts.isEver || wentInto.test(all)) add('', { take: 'count', state, order: 'most' }, groups);
    else if (asks !== 'many') add('', { take: 'state', state }, groups);
    return;
  }
  if (asks === 'yes' && (parts.isEver || parts.isNever))
    add('never', { take: 'episodes', state, expects: parts.isNever ? 'none' : 'any' });
  if (parts.isAlways && asks === 'yes') add('always', { take: 'episodes', state: oppositeOf(state), expects: 'none' });
  if (statistic !== undefined) add('statistic long', { ...statistic, state });
  else if (extreme !== undefined) add('extreme long', { take: 'longest', state, order });
  else if (asks === 'long' || ((isTotal || isOfTime) && asks === undefined)) {
    if (edge !== undefined) add('long edge', { take: 'duration', state, only: edge });
    add('long', { take: 'duration', state });
  } else if (asks === 'many') add('', { take: 'episodes', state });
  else if (asks === 'when') add('when edge', { take: edge ?? 'first', state });
  else if (asks === 'yes' && !parts.isNever) add('', { take: 'state', state });
  else if (edge !== undefined) add('edge', { take: edge, state });
}

/** At any time, and not how it is now. */
const wentInto = /\b(?:went|goes|gone|fell|dropped|turned|became|got)\b|\bat (?:some|any) (?:point|time)\b/i;

/** Which state or value something has, had, or had longest. */
function ofValue({ rest: where, order, extreme, asks, edge, atEdge }: Parts, rank: 'most' | 'least', add: Add): void {
  if (order !== undefined || extreme !== undefined)
    add('value order extreme long', { take: 'duration', by: newValue, order: rank }, { where });
  else if ((edge ?? atEdge) === 'first') add('value edge', { take: 'first', by: oldValue }, { where }, 'turned');
  else if (asks === undefined || asks === 'when')
    add('value edge when', { take: 'last', by: newValue }, { where }, 'turned');
}

const asksState = /\b(?:state|status)\b(?! (?:codes?|numbers?)\b)/i;

/** "What was it doing", "what state was it in": what a field for it said last. */
function statedState({ rest: where, order, extreme, edge, atEdge }: Parts, schema: Schema, add: Add): void {
  if (order !== undefined || extreme !== undefined) return;
  const take = (edge ?? atEdge) === 'first' ? 'first' : 'last';
  for (const column of schema.columns)
    if (isOfStates(schema, column)) add('value edge', { take, by: column.name }, { where }, 'turned');
}

/** "What state was it in": of those that things are in for a time the one that lines tell of it. */
function ofAnyState({ rest: where, order, extreme }: Parts, schema: Schema, add: Add): void {
  if (order !== undefined || extreme !== undefined) return;
  for (const { state } of states)
    if (state !== 'running' && stateIn(schema, state) !== undefined)
      add('value edge', { take: 'state', state }, { where });
}

/** The most in a row that are so: "failed jobs in a row", and whose row was the longest. */
function ofStreak({ noun = '', isPerNoun, rest, asks, state }: Parts, rank: 'most' | 'least', add: Add): void {
  if (state !== undefined || asks === 'yes' || asks === 'when' || asks === 'list') return;
  const uses = 'streak order extreme long value';
  if (noun !== '')
    add(uses, { take: 'streak', ...(isPerNoun === true ? {} : { order: rank }) }, { by: noun, where: rest });
  add(uses, { take: 'streak' }, { where: `${noun} ${rest}` });
}

/** Which of some lines are so: "of the packets was dropped", "of jobs with a retry". */
function ofShare({ rest }: Parts, add: Add, all: string): void {
  const rated = rateOf.exec(all)?.groups;
  if (rated !== undefined) add('share', { take: 'share' }, { ...rated });
  const isSaid = partOf.test(rest);
  // "Builds on main succeeded": the verb at the end is said of all before it.
  const behind = /\b[a-z]{3,}ed$/i.test(rest) ? [partLast, partBehind] : [partBehind, partFirst, partLast];
  const sides = (isSaid ? [partOf] : behind).flatMap((pattern) => {
    const groups: Groups | undefined = pattern.exec(rest)?.groups;
    if (groups === undefined) return [];
    const { where = '', against = '' } = groups;
    // "Share of declined payments": the noun is the whole.
    return [
      pattern === partLast && /^ *[a-z]+ed$/i.test(where) && !/ed *$/i.test(against)
        ? { where: against, against: where }
        : { ...groups },
    ];
  });
  if (isSaid) for (const one of sides) add('share', { take: 'share' }, one);
  add('share', { take: 'share' });
  if (!isSaid) for (const one of sides) add('share', { take: 'share' }, one);
}
/** "Success rate of main": what stands behind it is the whole. */
const rateOf = /\b(?<against>[\w.-]+) rate (?:of|for|on|in|at) (?:the )?(?<where>(?!per ?cent|%|total).+)$/i;
const partOf =
  /^(?<where>(?:the )?(?!the\b)\S.*?) (?:that |which )?(?:is|are|was|were|has|have|had|did|does|do|used?|uses|returned|return|got|gets?|failed with|ended?s?(?: (?:in|with|up))?|came from|comes? from|went to|goes? to|belong(?:s|ed)? to|took|takes?|mentions?|contain(?:s|ed)?|fell on) (?<against>.+)$/i;
/** "Failovers to node-2": what stands behind the noun. */
const partBehind = /^(?<where>.+) (?:with|to|via|by|for|at|on) (?:the )?(?<against>.+)$/i;
/** "Passes lost lock": what is said of things stands behind their noun. */
const partFirst = /^(?<where>[a-z]{3,}s) (?<against>(?!(?:of|in|on|at|by|for|from|to|with)\b)[a-z]+ .+)$/i;
/** "Jobs failed". */
const partLast = /^(?<where>.+) (?<against>\S+)$/i;

/** Rows of a table: which of them has the most, the highest, none. */
function rankedBy(
  parts: Parts,
  by: string,
  number: string | undefined,
  rank: 'most' | 'least',
  add: Add,
  schema: Schema,
  all: string,
): void {
  const { rest: where, asks, statistic, extreme, measure, order, edge, isTotal, isPerNoun } = parts;
  const own = numberIn(by, schema)?.column;
  // "Fewest workers" of a number of workers is its lowest.
  const isOfAmount = parts.taken.some(
    ({ kind, text }) => kind === 'order' && /^(?:the )?(?:most|fewest|least)$/i.test(text.trim()),
  );
  const isText = schema.columns.some(({ name, isNumber }) => !isNumber && name.toLowerCase() === by.toLowerCase());
  if (
    own?.isNumber === true &&
    !isText &&
    isOfAmount &&
    order !== undefined &&
    parts.isHeadNoun === true &&
    asks === undefined
  )
    add('order', { take: order === 'least' ? 'min' : 'max' }, { of: `${by} ${where}` });
  if (parts.isShare && (isPerNoun === true || order !== undefined || extreme !== undefined)) {
    const ranking = order === undefined && extreme === undefined ? {} : { order: rank };
    add('share order extreme', { take: 'share', ...ranking }, { by, where });
  }
  const isAmount = own?.isNumber === true && own.isLabel !== true && parts.isHeadNoun === true;
  if (isAmount && isTotal && asks === 'many' && !parts.isDistinct) add('', { take: 'sum' }, { of: `${by} ${where}` });
  if (parts.isDistinct) add('distinct', { take: 'distinct' }, { of: by, where });
  else if (asks === 'many' && parts.isHeadNoun && (/^how many\b/i.test(all) || where.trim() === ''))
    add('', { take: 'distinct' }, { of: by, where }, 'things');
  const ended = parts.isNever ? finishing.exec(where.trim())?.groups?.verb : undefined;
  const endState = ended === undefined ? undefined : valueTurnedInto(ended, schema);
  if (endState !== undefined) add('never', { take: 'never', state: endState }, { by });
  else if (ended !== undefined) add('never', { take: 'episodes', state: 'running', expects: 'none' }, { by });
  if (parts.isNever) add('never', { take: 'never' }, { by, where });
  if (extreme !== undefined) {
    const taken = statistic ?? { take: isTotal ? ('sum' as const) : extreme };
    if (isBehindExtreme(parts, by, all) && numberIn(where, schema) !== undefined)
      add('extreme', { take: extreme }, { of: `${by} ${where}` });
    if (number !== undefined) add('extreme statistic', { ...taken, order: rank }, { by, of: number });
    const times = { take: isTotal ? ('duration' as const) : ('longest' as const), state: 'running', order: rank };
    if (measure === 'time') add('extreme long', times, { by, where });
    if (isOfSize(parts) && ofMany.test(where)) add('extreme', { take: 'count', order: rank }, { by, where });
  }
  if (order !== undefined) {
    if (asks === 'long') add('order long', { take: 'duration', state: 'running', order }, { by, where });
    // "The most scrap" of a number called so is its sum, and no count of lines.
    const { column } = (number === undefined ? undefined : numberIn(number, schema)) ?? {};
    const [, most = '', next = ''] = mostOf.exec(all) ?? [];
    const isNamed = most.toLowerCase() === column?.name.toLowerCase() && !isNounForLines(next, schema);
    if (isNamed) add('order', { take: 'sum', order }, { by, of: number });
    add('order list', { take: 'count', order }, { by, where });
    if (number !== undefined) add('order', { take: 'sum', order }, { by, of: number });
  }
  if (edge !== undefined) add('edge', { take: edge }, { by, where });
  // Per thing of which each line tells one: over all of them.
  if (number !== undefined && statistic !== undefined)
    add('statistic', statistic, { ...(own?.isSerial === true || isSerialNoun(by, schema) ? {} : { by }), of: number });
  if (number !== undefined && isPerNoun && isTotal) add('', { take: 'sum' }, { by, of: number });
  if (isPerNoun) add('', { take: 'count' }, { by, where });
  else if (asks === undefined || asks === 'list') add('list', { take: 'values' }, { of: by, where });
  // "Top queue depth of mail": of the one queue that is named the number is meant.
  const isRanked = extreme !== undefined || order !== undefined;
  const end = extreme ?? (order === 'least' ? 'min' : 'max');
  if (isRanked && !/\b(?:which|where|who|whose)\b/i.test(all) && numberIn(where, schema) !== undefined)
    add('extreme order list value', { take: end }, { of: `${by} ${where}` });
}

const mostOf = /\b(?:most|fewest|least) ([\w.-]+)(?: ([a-z]+))?/i;

/** To an end: what never did is still at it. */
const finishing =
  /^(?:(?:did|has|have|had) )?(?<verb>finish(?:ed)?|complete[d]?|end(?:ed)?|stop(?:ped)?|come back|recover(?:ed)?)$/i;

/** "Which services did not stop", where lines tell of things a state called so. */
function valueTurnedInto(verb: string, schema: Schema): string | undefined {
  const told = schema.columns.filter((one) => one.name === newValue || isOfStates(schema, one));
  return told
    .flatMap(({ values }) => [...values.keys()])
    .find((value) => stem(value) === stem(verb) && stateIn(schema, value) !== undefined);
}

/** The highest pass is one, and no number of passes. */
const ofMany = /s\b|^ *$|\b(?:count|number|rate|traffic|load|volume|amount)\b/i;

/** "The largest" may be of what is counted; "the driest" is of one thing alone. */
const isOfSize = ({ taken }: Parts): boolean =>
  taken.some(
    ({ kind, text }) =>
      kind === 'extreme' && /\b(?:high|low|larg|big|great|small|max|min|peak|worst|best|most|least|number)/i.test(text),
  );

/** "Maximum snapshot size", and not "job with the highest size". */
function isBehindExtreme({ taken, isHeadNoun }: Parts, noun: string, all: string): boolean {
  const text = taken.find(({ kind }) => kind === 'extreme')?.text.trim();
  return isHeadNoun === true && text !== undefined && all.includes(`${text} ${noun}`);
}

const isSerialNoun = (noun: string, schema: Schema): boolean => thingCalled(schema, noun)?.isSerial === true;

/** A number over all lines that are meant. */
function measured(parts: Parts, number: string | undefined, order: 'most' | 'least', add: Add): void {
  const { rest, asks, statistic, extreme, measure, isTotal } = parts;
  const isOfTime = asks === 'long' || measure === 'time';
  const addSum = () => {
    if (number !== undefined) add('long', { take: 'sum' }, { of: number });
  };
  if (parts.isDistinct) add('distinct', { take: 'distinct' }, { of: rest });
  if (statistic !== undefined) {
    if (number !== undefined) add('statistic long extreme when', statistic, { of: number });
    if (isOfTime) add('statistic long', { ...statistic, state: 'running' });
  } else if (extreme !== undefined) {
    if (number !== undefined) add('extreme long when', { take: extreme }, { of: number });
    if (measure === 'time') add('extreme long', { take: 'longest', state: 'running', order });
  } else if (asks === 'long') {
    // "In total" adds up what the lines state, where they do.
    if (isTotal === true) addSum();
    add('long', { take: 'duration', state: 'running' });
    if (isTotal !== true) addSum();
  } else if (isTotal && number !== undefined) add('', { take: 'sum' }, { of: number });
  else if (parts.order !== undefined && number !== undefined)
    add('order', { take: parts.order === 'most' ? 'max' : 'min' }, { of: number });
  const edge = parts.edge ?? parts.atEdge;
  if (edge !== undefined && asks !== 'when' && asks !== 'yes') add('edge value', { take: edge }, { of: rest });
}

/** What is counted, looked for or placed in time. */
function singled(parts: Parts, number: string | undefined, add: Add): void {
  const { asks, noun, isTotal, edge } = parts;
  if (asks === 'when') add('when edge', { take: edge ?? parts.atEdge ?? 'first' });
  // The noun at the head says what is counted; that of the rows is never dropped.
  if (asks === 'many' && parts.isPerNoun !== true)
    add('', { take: 'count' }, { where: `${parts.isHeadNoun === true ? noun : ''} ${parts.rest}` });
  if (asks === 'yes') add('never', { take: 'exists', ...(parts.isNever ? { expects: 'none' } : {}) });
  if (asks === 'list') add('list', { take: 'list' });
  if (asks === undefined && noun === undefined) {
    if (isTotal && number === undefined) add('', { take: 'count' });
    if (edge !== undefined) add('edge', { take: edge });
  }
}
const amountOf =
  /^how (?:much|many) (?<of>.+?) (?:was|were|is|are|has been|have been|did|does) (?<where>.+?)(?: (?:in total|altogether|overall|all together|combined|in all))?$/i;

/** "Longest" is of times. */
const isMeasuredBy = (column: Column, measure: string | undefined): boolean =>
  measure === undefined ||
  column.unit.dimension === measure ||
  (column.unit.dimension === 'money' && measure === 'size') ||
  (column.unit.dimension === 'plain' && (measure === 'size' || (measure === 'time' && isCalledTime(column))));

/** The words with the number that is measured, where the file has it. */
export function numberText(
  { rest, measure, asks, statistic, extreme, isTotal }: Parts,
  schema: Schema,
): string | undefined {
  const isOfMany = statistic !== undefined || extreme !== undefined;
  const isOfTime = measure === 'time' || (asks === 'long' && statistic !== undefined);
  const timed =
    measure === 'time'
      ? numberBeside(tokensOfPhrase(rest), schema, ({ unit }) => unit.dimension === 'time')
      : undefined;
  if (timed !== undefined) return `${timed.name} ${rest}`;
  const named = numberIn(rest, schema)?.column;
  if (
    named !== undefined &&
    (!isOfTime ||
      isMeasuredBy(named, 'time') ||
      (named.unit.name === '' &&
        (isCalledTime(named) || (isColumnNamed(named, rest) && numberIn('time', schema) === undefined))) ||
      /\b(?:len|length|distance)\b/i.test(rest))
  )
    return rest;
  const meant = measure ?? (asks === 'long' && (isOfMany || isTotal === true) ? 'time' : undefined);
  // What a word of messages says it is of stays.
  if (meant !== undefined && numberIn(meant, schema) !== undefined) return `${meant} of ${rest}`;
  if (!isOfMany && (isTotal !== true || asks === 'many')) return undefined;
  const beside = numberBeside(tokensOfPhrase(rest), schema, (one) => isMeasuredBy(one, measure));
  return beside === undefined ? undefined : `${beside.name} ${rest}`;
}
