import { type Column, columnNamed, isStatus, type Schema } from '../../facts/schema.ts';
import { stem } from '../../facts/stem.ts';
import type { Query } from '../../query/query.ts';
import { columnsCalled } from '../columns-called.ts';
import { outcomeSaid } from '../event-asked.ts';
import { nounOf } from '../named-columns.ts';
import { isStrange } from '../operations-asked.ts';
import { recordNouns, requestNouns } from '../words.ts';
import type { Ask, Cues } from './cues.ts';
import { isOfLevel } from './extremes.ts';
import { phraseOf } from './subject.ts';

/** "Which water volume": the noun is of what is told, or of what the program numbers. */
export function isOfNoun(
  { take, of, by, beside, where, everyMs }: Query,
  nounAsked: readonly string[],
  schema: Schema,
): boolean {
  const called = nounAsked.flatMap((_, at) => columnsCalled(schema, nounAsked.slice(at)));
  const named = called.length === 0 ? schema.operations : called;
  if (
    take === 'compare' ||
    take === 'order' ||
    everyMs !== undefined ||
    where.some(({ field }) => /^(?:outcome|level)$/.test(field))
  )
    return true;
  // What is told apart is what was asked for, or the number is.
  const figure = /^(?:max|min|mean|median|sum)$/.test(take) ? of : undefined;
  const apart = [beside, by, figure].filter((one) => one !== undefined);
  if (apart.length > 0) return named.some(({ name }) => apart.includes(name));
  const told = [of, by, ...where.map(({ field }) => field)];
  return named.some(({ name }) => told.includes(name)) || told.includes('words');
}

/** What has not ended at a time is under way then, and how much something was then is one number. */
export function thenRunning(isAt: boolean, cues: Cues): Cues {
  const { stat, ...others } = cues;
  if (isAt && stat?.take === 'sum' && /^(?:is|was|were)\b/i.test(cues.rest)) return others;
  if (!isAt || !cues.asks.has('open')) return cues;
  return { ...cues, asks: new Set([...cues.asks].map((one) => (one === 'open' ? 'running' : one))) };
}

/** "Good parts", where lines state a number `good`: the noun only says of what, and so many of them are added up. */
export function ofAmounts(cues: Cues, schema: Schema): Cues {
  for (const [said, word = '', noun = ''] of cues.rest.matchAll(/\b([a-z]+) (?=([a-z]{3,}s)\b)/gi)) {
    const column = columnNamed(schema, word.toLowerCase());
    const isOfNumber = column?.isNumber === true && column.isPlace !== true && column.isLabel !== true;
    if (!isOfNumber || recordNouns.has(noun.toLowerCase()) || !isStrange(noun.toLowerCase(), schema)) continue;
    const asks = cues.asks.has('count') ? new Set([...cues.asks, 'total' as const]) : cues.asks;
    return { ...cues, asks, rest: cues.rest.replace(`${said}${noun}`, word) };
  }
  return cues;
}

const trouble = /^(?:errors?|warnings?|faults?|failures?|problems?|issues?|alerts?)$/i;

/** "Most frequent error", "how often each error": they are told apart by what their lines say. */
export function inKinds(cues: Cues, schema: Schema): Cues {
  const { which, per, rest, asks, order, stat, isOfEach } = cues;
  // "Errors by count".
  const each = /^(?:count|frequency|number)$/i.test(per ?? '') ? undefined : per;
  const noun = which ?? each ?? phraseOf(rest);
  if (!trouble.test(noun) || nounOf(noun, schema) !== undefined) return cues;
  const { which: _, per: __, ...others } = cues;
  const said = noun === which || noun === per ? `${noun} ${rest}` : rest;
  if (asks.has('distinct')) return { ...others, rest: said };
  if (per !== undefined || isOfEach === true) return { ...others, rest: said, per: 'message' };
  if (order !== undefined && stat === undefined && !asks.has('more'))
    return { ...others, rest: said, which: 'message' };
  return which === undefined || asks.size > 0 ? cues : { ...others, rest: said, asks: new Set(['list']) };
}

/** "Which pod", where lines have `kind=Pod name=cart-7f`: the kind says of which lines, and the name tells them apart. */
export function byNameOfKind(cues: Cues, { columns }: Schema): Cues[] {
  const noun = (cues.which ?? cues.per ?? '').toLowerCase();
  const isOfKinds = columns.some(({ name, values }) => ofKinds.test(name) && values.has(noun));
  if (!isOfKinds || !columns.some(({ name, isPlace }) => name === 'name' && isPlace !== true)) return [];
  const told = { ...cues, rest: `${noun} ${cues.rest}` };
  return [cues.which === undefined ? { ...told, per: 'name' } : { ...told, which: 'name' }];
}
const ofKinds = /^(?:kind|type|class|category|object|resource)$/i;

/** "Which discharged bags": both words say what is told apart, the last or the first alone, or none. */
export function waysToRead(cues: Cues, asked: string, schema: Schema): Cues[] {
  const { asks, stat, which, per, rest } = cues;
  const ways = (some: Cues): Cues[] => waysToRead(some, asked, schema);
  const pace = cues.isOfPace === true ? atSpeed(cues, schema) : undefined;
  if (pace !== undefined) return ways(pace);
  // "Total volume" is added up, where lines state a volume, and "total uploads" are counted.
  if (asks.has('total') && asks.has('count') && stat === undefined) {
    const others = new Set([...asks].filter((one) => one !== 'count' && one !== 'total'));
    const added = ways({ ...cues, asks: others, stat: { take: 'sum' } });
    const counted = ways({ ...cues, asks: new Set([...others, 'count']) });
    if (/\btime\b/i.test(rest)) return added;
    // "How many pauses in total": they are many, however long each was, and no levels are added up.
    const many = /\bhow many (?<of>[a-z%]+(?: [a-z%]+)?)/i.exec(asked)?.groups?.of ?? '';
    const isNoAmount = many
      .split(' ')
      .flatMap((word) => columnsCalled(schema, [word]))
      .some((column) => column.isNumber && (column.unit.dimension === 'time' || isOfLevel(column)));
    return isNoAmount ? [...counted, ...added] : [...added, ...counted];
  }
  // "Average order total": of a number that is called so.
  if (asks.has('total') && stat !== undefined && stat.take !== 'sum') {
    const others = new Set([...asks].filter((one) => one !== 'count' && one !== 'total'));
    const isStated = columnNamed(schema, 'total')?.isNumber === true;
    return isStated ? [...ways({ ...cues, asks: others, measure: 'total' }), cues] : [cues];
  }
  // "The top lag", "the top host": a number, or how many.
  if (cues.isTop === true && stat === undefined) {
    if (which !== undefined) return [...ways({ ...cues, stat: { take: 'max' } }), ...ways({ ...cues, isTop: false })];
    const [, head = '', behind = ''] = /^(.+?)( (?:of|with|by|in|on|at|from|for)\b.*)?$/i.exec(rest) ?? [];
    if (isNameCalled(head, schema)) return ways({ ...cues, isTop: false, which: head, rest: behind.trim() });
  }
  // "In how many faults was it above 4": those are counted.
  if (asks.has('distinct') && cues.bound !== undefined && which !== undefined) {
    const { which: _, ...unnamed } = cues;
    const counting = new Set<Ask>([...asks].map((one) => (one === 'distinct' ? 'count' : one)));
    return [{ ...unnamed, asks: counting, rest: `${which} ${rest}` }];
  }
  // "The overdraft maximum was changed": a part of what is set.
  if (/^(?:max|min)$/.test(stat?.take ?? '') && /\bchanged\b/i.test(rest) && (asks.has('when') || asks.has('who'))) {
    const { stat: _, order: __, ...plain } = cues;
    return [cues, plain];
  }
  // "Freed by GC": what did it, where that is no name of the file.
  if (which === undefined && per !== undefined) {
    const { per: _, ...others } = cues;
    const isOther = /\bby\b/i.test(asked) && nounOf(per, schema)?.rest !== '';
    return isOther ? [cues, { ...others, rest: `${rest} by ${per}` }] : [cues];
  }
  if (which !== undefined) return waysOfNoun(cues, which, schema);
  // "Slowest endpoint": one of several things is asked for.
  const thing = cues.isOfThing === true && cues.order !== undefined ? phraseOf(rest) : '';
  return isToldApart(thing, schema) ? [{ ...cues, which: thing, rest: '' }, cues] : [cues];
}

/** No number, or one that is a name, as that of a port is. */
function isNameCalled(noun: string, schema: Schema): boolean {
  const [column] = columnsCalled(schema, noun.split(' '));
  return column !== undefined && (!column.isNumber || column.isLabel === true) && !isStatus(column);
}

const speed = stem('speed');

/** "Who drove fastest", where lines state a speed and no time that anything took. */
function atSpeed({ isOfPace: _, stat, order, ...cues }: Cues, { columns }: Schema): Cues | undefined {
  const isSpeed = ({ isNumber, stems, aliases }: Column) => isNumber && (stems.has(speed) || aliases.has(speed));
  const isTime = ({ isNumber, unit }: Column) => isNumber && unit.dimension === 'time';
  if (!columns.some(isSpeed) || columns.some(isTime)) return undefined;
  const asks = new Set([...cues.asks].filter((one) => one !== 'long'));
  const isFast = stat?.take === 'min';
  return { ...cues, asks, stat: { take: isFast ? 'max' : 'min' }, order: isFast ? 'most' : 'least', measure: 'speed' };
}

const isToldApart = (noun: string, schema: Schema): boolean =>
  noun !== '' && !recordNouns.has(noun) && !requestNouns.has(noun) && isNameCalled(noun, schema);

function waysOfNoun(cues: Cues, which: string, schema: Schema): Cues[] {
  const { which: _, rest, ...others } = cues;
  const [first = '', ...more] = which.split(' ');
  // "Which successful write": how it came out, and what it is called.
  if (more.length > 0 && outcomeSaid(first, schema) !== undefined)
    return [{ ...cues, which: more.join(' '), rest: `${first} ${more.join(' ')} ${rest}` }];
  const plain: Cues = { ...others, rest: `${which} ${rest}`, asks: new Set([...cues.asks, 'id']) };
  // "Which water volume was recorded": a measure, and none of several things.
  const measured: Cues = { ...others, rest: `what ${which} ${rest}` };
  const last = { ...cues, which: more.join(' '), rest: `${first} ${rest}` };
  const head = { ...cues, which: first, rest: `${more.join(' ')} ${rest}` };
  // "Test site": its head is the last word, where the file has such.
  const isLast = nounOf(last.which, schema)?.rest === '';
  return [cues, ...(more.length === 0 ? [] : isLast ? [last, head] : [head, last]), plain, measured];
}
