import type { Claim } from '../detect/observation.ts';
import { amountOf, type Unit } from '../facts/amount.ts';
import type { Interval } from '../facts/intervals.ts';
import { otherState } from '../facts/lexicon.ts';
import type { Query, Window } from '../query/query.ts';
import type { Verdict } from '../report.ts';
import type { GroupRow, Place, Result } from '../run/result.ts';
import { join, number, plural, say, type Text, words } from '../wording/say.ts';
import { durationWords, type TimeWords } from '../wording/times.ts';
import { saidOf } from './said-of.ts';

/** A result in words: the plain sentence first, then what proves it. */
export interface Told {
  verdict: Verdict;
  headline: Text;
  more: Text[];
  proof: Claim[];
  table?: { head: string[]; rows: string[][] };
}

type Shape<S extends Result['shape']> = Extract<Result, { shape: S }>;

/** One renderer for each shape of result. */
export function tellResult(query: Query, result: Result, times: TimeWords): Told {
  switch (result.shape) {
    case 'number':
      return tellNumber(query, result);
    case 'amount':
      return tellAmount(query, result, times);
    case 'share':
      return tellShare(query, result);
    case 'groups':
      return tellGroups(query, result);
    case 'times':
      return tellTimes(query, result, times);
    case 'rate':
      return tellRate(query, result);
    case 'exists':
      return tellExists(query, result);
    case 'moment':
      return tellMoment(query, result, times);
    case 'kinds':
      return tellKinds(query, result);
    case 'lines':
      return tellLines(query, result, times);
    case 'trend':
    case 'change':
      return tellDirection(query, result);
    case 'order':
      return tellOrder(query, result, times);
    case 'compare':
      return tellCompare(query, result, times);
    case 'state':
      return tellState(query, result, times);
    case 'episodes':
      return tellEpisodes(query, result, times);
    case 'overlap':
      return tellOverlap(query, result, times);
    case 'gap':
      return tellGap(result, times);
    case 'span':
      return told(
        say`${words(times.span(result.firstMs, result.lastMs))}, ${words(durationWords(result.lastMs - result.firstMs))} in ${plural(result.lines, 'line')}`,
      );
    case 'several':
      return tellSeveral(result, times);
    case 'nothing':
      return cannot(say`${words(result.why)}`);
  }
}

function told(headline: Text, places: readonly Place[] = [], more: Text[] = []): Told {
  return { verdict: 'CONFIRMED', headline, more, proof: claimsOf(places) };
}

const cannot = (why: Text): Told => ({
  ...told(say`I cannot answer that from this file: ${why}`),
  verdict: 'INCONCLUSIVE',
});

/** Lines of a block that are quoted below its first. */
const mostQuoted = 11;

export function claimsOf(places: readonly Place[]): Claim[] {
  return places.slice(0, 5).map(({ document, line, lastLine = line }) => ({
    // A quote that speaks for itself stands alone.
    text: { md: '', plain: `line ${number(line)}` },
    ranges: [{ document, lineStart: line, lineEnd: Math.min(lastLine, line + mostQuoted) }],
  }));
}

const capital = (text: Text): Text => ({
  md: text.md.charAt(0).toUpperCase() + text.md.slice(1),
  plain: text.plain.charAt(0).toUpperCase() + text.plain.slice(1),
});

function tellNumber(query: Query, { value, places, lines, records, names }: Shape<'number'>): Told {
  if (query.state !== undefined && query.atMs !== undefined)
    return told(say`${value} of ${records} ${words(value === 1 ? 'was' : 'were')} ${words(query.state)} then`, places);
  if (query.take === 'distinct' && value === 0)
    return cannot(say`no ${saidOf(query, '', 'line')} has a value for ${words(query.of ?? 'this')}`);
  if (query.take === 'distinct') {
    const told_ = say`${plural(value, 'value', 'different values')} of ${words(query.of ?? '')}${saidOf(query, ' on ')}`;
    const which =
      names === undefined
        ? []
        : [
            join(
              names.map((one) => say`${one}`),
              ', ',
            ),
          ];
    return told(told_, places, [...which, ...(lines === undefined ? [] : [say`On ${plural(lines, 'line')}`])]);
  }
  if (value === 0) return told(say`None: no ${saidOf(query, '', countedOf(query, 1))}`);
  return told(say`${value} ${saidOf(query, '', countedOf(query, value))}`, places);
}

/** What is counted: lines, or the things a column numbers. */
export function countedOf({ take, of }: Query, count: number): string {
  const isOfThings = of !== undefined && of !== 'lines' && /^(?:count|share)$/.test(take);
  const one = isOfThings ? of.replace(/[._ -]?(?:id|uuid|no|nr|number)$/i, '').replace(/[^\w .-]/g, '') || of : 'line';
  return count === 1
    ? one
    : /(?:[sx]|ch|sh)$/.test(one)
      ? `${one}es`
      : /[^aeiou]y$/.test(one)
        ? `${one.slice(0, -1)}ies`
        : `${one}s`;
}

/** As people call a number that lines name by a verb. */
export const shownName = (name: string): string => (name === 'took' ? 'time taken' : name);

const statisticNames: Partial<Record<Query['take'], string>> = {
  sum: 'total',
  mean: 'average',
  median: 'median',
  max: 'highest',
  min: 'lowest',
  range: 'difference between the highest and the lowest',
};

const statisticsOfTimes: Partial<Record<Query['take'], string>> = { max: 'longest', min: 'shortest' };

export function statisticName({ take, percent, state }: Query): string {
  if (state !== undefined && statisticsOfTimes[take] !== undefined) return statisticsOfTimes[take]!;
  return take === 'percentile' ? `${percent ?? 95}th percentile of` : (statisticNames[take] ?? take);
}

function amountText(value: number, unit: Unit | undefined): Text {
  if (unit === undefined) return say`${value}`;
  const shown = amountOf(value, unit);
  const inUnit = value / unit.factor;
  const exact = `${number(Math.abs(inUnit) >= 1000 || Number.isInteger(inUnit) ? Number(inUnit.toFixed(2)) : Number(inUnit.toPrecision(6)))}${unit.name === '' ? '' : ` ${unit.name}`}`;
  if (unit.dimension === 'time') return words(Math.abs(value) >= 60_000 ? exactDuration(value) : exact);
  return words(exact === shown || unit.dimension !== 'size' ? exact : `${exact} (${shown})`);
}

function tellAmount(query: Query, { value, unit, count, places, beside }: Shape<'amount'>, times: TimeWords): Told {
  const [place] = places;
  if (beside !== undefined)
    return told(
      say`${beside} ${words(query.beside ?? '')}, where ${words(shownName(query.of ?? ''))} is ${words(statisticName(query))}: ${amountText(value, unit)}${words(place?.timeMs === undefined ? '' : `, at ${times.at(place.timeMs)}`)}`,
      places,
    );
  const at =
    /^(?:max|min|first|last)$/.test(query.take) && place?.timeMs !== undefined
      ? words(`, at ${times.at(place.timeMs)}`)
      : words('');
  if (query.of === undefined && query.state === undefined)
    return told(
      say`${amountText(value, unit)} is the ${words(statisticName(query))} time from ${saidOf(query, '', 'a line')} to ${saidOf({ ...query, where: query.against ?? [] }, '', 'one')}`,
      places,
      [say`Based on ${plural(count, 'time')}`],
    );
  const what = query.of === undefined ? `time ${query.state ?? ''}` : shownName(query.of);
  return told(
    query.state === undefined
      ? say`${amountText(value, unit)} is the ${words(statisticName(query))} ${words(what)}${saidOf(query, ' of ')}${at}`
      : say`${amountText(value, unit)} is the ${words(statisticName(query))} ${words(what)}${saidOf(query, ' with ', '')}${at}`,
    places,
    [
      query.state === undefined
        ? say`Based on ${plural(count, 'line')}`
        : say`Based on ${plural(count, 'time')} that began and ended`,
    ],
  );
}

function tellShare(query: Query, { part, whole, places }: Shape<'share'>): Told {
  if (whole === 0) return cannot(say`there are no ${saidOf(query, '', countedOf(query, 2))}`);
  if ((query.against ?? []).length === 0)
    return {
      ...told(
        say`There are ${whole} ${saidOf(query, '', countedOf(query, whole))}, but the question names no part of them`,
      ),
      verdict: 'INCONCLUSIVE',
    };
  const percent = (100 * part) / whole;
  const shown = Number(percent.toFixed(percent < 1 || percent > 99 ? 3 : 2));
  return told(
    say`${words(String(shown))} %: ${part} of ${whole} ${saidOf(query, '', countedOf(query, whole))} have ${saidOf({ ...query, where: query.against ?? [] }, '', '')}`,
    places,
  );
}

const mostNamed = 20;
/** So many may share the first place and be told. */
const mostTied = 5;
const keysOf = (rows: readonly GroupRow[]): Text =>
  join(
    rows.map(({ key }) => say`${key}`),
    ', ',
  );

function tellGroups(query: Query, result: Shape<'groups'>): Told {
  const { rows, unit, total, missing } = result;
  const by = query.by ?? query.of ?? '';
  if (query.take === 'never') return tellNever(query, rows, by);
  if (rows.length === 0) return cannot(say`no ${saidOf(query, '', 'line')} has a value for ${words(by)}`);
  const value = (row: GroupRow): Text =>
    unit === undefined
      ? say`${row.value}`
      : unit.dimension === 'time' && (query.state !== undefined || query.take === 'duration')
        ? words(exactDuration(row.value))
        : amountText(row.value, unit);
  const table = {
    head: [by, unit === undefined ? countedOf(query, 2) : statisticName(query)],
    rows: rows.slice(0, mostNamed).map((row) => [row.key, value(row).plain]),
  };
  const places = rows.slice(0, 3).flatMap(({ first }) => (first === undefined ? [] : [first]));
  if (query.take === 'values') {
    const listed = keysOf(rows.slice(0, mostNamed));
    const more = rows.length > mostNamed ? say` and ${rows.length - mostNamed} more` : words('');
    return {
      ...told(say`${listed}${more}`, places, [
        say`${plural(rows.length, 'value')} of ${words(by)}${saidOf(query, ' on ')}`,
      ]),
      table,
    };
  }
  if (query.order === undefined) {
    const listed = join(
      rows.slice(0, mostNamed).map((row) => say`${row.key}: ${value(row)}`),
      '; ',
    );
    const rest = rows.length > mostNamed ? say`; ${rows.length - mostNamed} more` : words('');
    const without =
      missing > 0
        ? [say`${plural(missing, 'line')} have no ${words(by)}; ${plural(total + missing, 'line')} in all`]
        : [];
    return { ...told(say`${listed}${rest}`, places, without), table };
  }
  const limit = query.limit ?? 1;
  if (rows.length > mostTied && rows.every((row) => row.value === rows[0]?.value))
    return { ...told(say`None stands out: all ${rows.length} have ${value(rows[0]!)}`), verdict: 'LIKELY' };
  const last = rows[Math.min(limit, rows.length) - 1]!;
  const best = rows.filter((row, index) => index < limit || row.value === last.value).slice(0, mostNamed);
  const tied = rows.filter((row) => row.value === rows[0]?.value).length;
  if (limit === 1 && tied > mostTied)
    return {
      ...told(say`None stands out: ${tied} of ${rows.length} have ${value(rows[0]!)}`),
      verdict: 'INCONCLUSIVE',
    };
  const [counted, rank] = measureOf(query, unit, best[0]!.value);
  const listed =
    limit > 1
      ? join(
          best.map((row) => say`${row.key} (${value(row)})`),
          ', ',
        )
      : say`${join(
          best.map((row) => say`${row.key}`),
          ' and ',
        )}: ${value(best[0]!)}${counted}${words(best.length > 1 ? ' each' : '')}`;
  return { ...told(say`${listed}, ${words(rank)} of ${rows.length}`, places), table };
}

/** What stands behind the number of the first row, and which rank it has. */
function measureOf(query: Query, unit: Unit | undefined, value: number): [Text, string] {
  const isLeast = query.order === 'least';
  if (query.take === 'duration')
    return [words(query.state === undefined ? '' : ` ${query.state} in all`), isLeast ? 'the shortest' : 'the longest'];
  const rank = isLeast ? 'the least' : 'the most';
  if (query.state !== undefined) return [words(` ${value === 1 ? 'time' : 'times'} ${query.state}`), rank];
  if (unit === undefined) return [say` ${saidOf(query, '', countedOf(query, value))}`, rank];
  const what = say` ${words(statisticName(query))} ${words(shownName(query.of ?? ''))}${saidOf(query, ' of ')}`;
  return [query.take === 'share' ? words('') : what, isLeast ? 'the lowest' : 'the highest'];
}

function tellNever(query: Query, rows: readonly GroupRow[], by: string): Told {
  const what = saidOf(query, '', 'line');
  if (query.state !== undefined && rows.length > 0)
    return told(
      say`${keysOf(rows.slice(0, mostNamed))} ${words(rows.length === 1 ? 'was' : 'were')} never ${words(query.state)}`,
    );
  if (rows.length === 0 && query.state !== undefined)
    return told(say`None: each one was ${words(query.state)} at some time`);
  if (rows.length === 0) return told(say`None: each ${words(by)} has a ${what}`);
  const listed = keysOf(rows.slice(0, mostNamed));
  return told(say`${listed}: no ${what}`);
}

const everyWord = (everyMs: number): string =>
  ({ 1000: 'second', 60000: 'minute', 3600000: 'hour', 86400000: 'day' })[everyMs] ?? durationWords(everyMs);

function tellTimes(query: Query, { rows, everyMs }: Shape<'times'>, times: TimeWords): Told {
  const [best] = rows;
  if (best === undefined) return told(say`None: no ${saidOf(query, '', 'line')}`);
  const table = {
    head: [everyWord(everyMs), 'lines'],
    rows: rows.slice(0, mostNamed).map(({ key, value }) => [times.at(Number(key)), number(value)]),
  };
  const places = best.first === undefined ? [] : [best.first];
  if (query.order === undefined)
    return {
      ...told(
        say`${join(
          rows.slice(0, 12).map((row) => say`${words(times.at(Number(row.key)))}: ${row.value}`),
          '; ',
        )}`,
        places,
      ),
      table,
    };
  return {
    ...told(
      say`${words(times.at(Number(best.key)))}, with ${best.value} ${saidOf(query, '', best.value === 1 ? 'line' : 'lines')} in that ${words(everyWord(everyMs))}`,
      places,
    ),
    table,
  };
}

function tellRate(query: Query, { count, spanMs, everyMs, places }: Shape<'rate'>): Told {
  if (spanMs <= 0) return cannot(say`it covers no time`);
  const rate = (count * everyMs) / spanMs;
  return told(
    say`${words(String(Number(rate.toPrecision(4))))} per ${words(everyWord(everyMs))} on average: ${count} ${saidOf(query, '')} in ${words(durationWords(spanMs))}`,
    places,
  );
}

function tellExists(query: Query, { count, places, records }: Shape<'exists'>): Told {
  const isNever = query.expects === 'none';
  if (count > 0)
    return told(
      say`${words(isNever ? 'No' : 'Yes')}: ${count} ${saidOf(query, '', count === 1 ? 'line' : 'lines')}`,
      places,
    );
  return told(
    say`${words(isNever ? 'Yes, never' : 'No')}: none of ${plural(records, 'line')} has ${saidOf(query, '', '')}`,
  );
}

function tellMoment(query: Query, { place, isLast, count, key, was }: Shape<'moment'>, times: TimeWords): Told {
  if (place === undefined) return told(say`None: no ${saidOf(query, '', 'line')}`);
  if (key !== undefined)
    return told(
      say`${key}${words(place.timeMs === undefined ? '' : `, at ${times.at(place.timeMs)}`)}, is the ${words(isLast ? 'last' : 'first')}${was === undefined ? words('') : say`; before that it was ${was}`}`,
      [place],
    );
  if (place.timeMs === undefined)
    return told(say`Line ${place.line} is the ${words(isLast ? 'last' : 'first')}; it has no time`, [place]);
  return told(
    count === 1
      ? say`${words(times.at(place.timeMs))}, line ${words(String(place.line))}: the only line${saidOf(query, ' with ', '')}`
      : say`${words(times.at(place.timeMs))}, line ${words(String(place.line))}: the ${words(isLast ? 'last' : 'first')} of ${plural(count, 'line')}${saidOf(query, ' with ', '')}`,
    [place],
    [say`${place.text.slice(0, 300)}`],
  );
}

/** Which one is meant only the asker knows. */
function tellSeveral({ count, places }: Shape<'several'>, times: TimeWords): Told {
  const [first, last] = [places.at(0), places.at(-1)].map((place) =>
    place?.timeMs === undefined ? undefined : times.at(place.timeMs),
  );
  const when = first === undefined || last === undefined ? '' : `, first at ${first} and last at ${last}`;
  const headline = say`There are ${count} of them${words(when)}; say which one you mean`;
  return { ...told(headline, places), verdict: 'INCONCLUSIVE' };
}

function tellLines(query: Query, { places, count }: Shape<'lines'>, times: TimeWords): Told {
  const [first] = places;
  if (first === undefined) return told(say`None: no ${saidOf(query, '', 'line')}`);
  if (query.take === 'doing') {
    const at = first.timeMs === undefined ? words('') : words(`, at ${times.at(first.timeMs)}`);
    return told(say`${first.text.trim().slice(0, 240)} is its last line by then${at}`, places);
  }
  return told(say`${count} ${saidOf(query, '', count === 1 ? 'line' : 'lines')}`, places);
}

/** What lines say, the most frequent first; each kind is quoted once. */
function tellKinds(query: Query, { kinds, count }: Shape<'kinds'>): Told {
  if (kinds.length === 0) return told(say`None: no ${saidOf(query, '', 'line')}`);
  const listed = kinds
    .slice(0, 8)
    .map(({ message, count: times }) => say`${message.slice(0, 200)} (${plural(times, 'time')})`);
  const rest = kinds.length > 8 ? [say`${kinds.length - 8} more kinds`] : [];
  const head = say`${count} ${saidOf(query, '', count === 1 ? 'line' : 'lines')}, of ${plural(kinds.length, 'kind')}`;
  return told(
    head,
    kinds.map(({ place }) => place),
    [...listed, ...rest],
  );
}

function tellDirection(query: Query, result: Shape<'trend'> | Shape<'change'>): Told {
  const [from, to] = result.shape === 'trend' ? [result.early, result.late] : [result.before, result.after];
  const isCounted = query.of === undefined;
  const change = from === 0 ? (to === 0 ? 0 : 1) : (to - from) / Math.abs(from);
  const isExact = result.shape === 'change';
  const limit = isExact ? 0.02 : 0.1;
  const spread = result.shape === 'trend' ? result.spread : undefined;
  // A battery that loses a twentieth of its voltage without a break has fallen.
  const isSteady = spread !== undefined && spread > 0 && Math.abs(to - from) > spread;
  const isMoved = Math.abs(change) > limit || isSteady;
  const way = !isMoved ? 'flat' : change > 0 ? 'up' : 'down';
  const verb = { up: 'is rising', down: 'is falling', flat: 'stays the same' }[way];
  const yes = query.expects === undefined || query.expects === 'any' ? '' : query.expects === way ? 'Yes: ' : 'No: ';
  const unit = result.unit;
  const value = (one: number) => (isCounted ? words(String(Number(one.toPrecision(3)))) : amountText(one, unit));
  const periods = result.shape === 'trend' ? ['in the first third', 'in the last third'] : ['before', 'after'];
  const per = result.shape === 'change' && result.isRate ? ' a minute' : '';
  const what = isCounted
    ? say`the number of ${saidOf(query, '')}`
    : say`the average ${words(query.of ?? '')}${saidOf(query, ' of ')}`;
  const sentence = say`${what} ${words(verb)}: ${value(from)}${words(per)} ${words(periods[0]!)}, ${value(to)}${words(per)} ${words(periods[1]!)}`;
  const isSure = way === 'flat' ? Math.abs(change) < 0.05 : Math.abs(change) > 0.25;
  return {
    ...told(yes === '' ? capital(sentence) : say`${words(yes)}${sentence}`, result.places),
    verdict: isSure && result.shape === 'change' ? 'CONFIRMED' : 'LIKELY',
  };
}

function tellOrder(query: Query, { first, second }: Shape<'order'>, times: TimeWords): Told {
  const names = [saidOf(query, '', 'line'), saidOf({ ...query, where: query.against ?? [] }, '', 'line')] as const;
  if (first === undefined || second === undefined) {
    const missing = first === undefined ? names[0] : names[1];
    return cannot(say`there is no ${missing}`);
  }
  const isBefore =
    (first.timeMs ?? first.line) < (second.timeMs ?? second.line) ||
    (first.timeMs === second.timeMs && first.line < second.line);
  const at = (place: Place) => words(place.timeMs === undefined ? `line ${place.line}` : times.at(place.timeMs));
  const yes = query.expects === undefined ? '' : (query.expects === 'before') === isBefore ? 'Yes: ' : 'No: ';
  const [early, late] = isBefore ? [0, 1] : [1, 0];
  const places = [first, second];
  const sentence = say`the first ${names[early]!} came first, at ${at(places[early]!)}; the first ${names[late]!} came at ${at(places[late]!)}`;
  return told(yes === '' ? capital(sentence) : say`${words(yes)}${sentence}`, places);
}

function tellCompare(query: Query, { left, right, unit, places }: Shape<'compare'>, times: TimeWords): Told {
  const sides: [Text, Text] =
    query.than === undefined ? sideNames(query) : [stretchOf(query.window, times), stretchOf(query.than, times)];
  if (left === undefined || right === undefined)
    return cannot(say`no line has a value for ${left === undefined ? sides[0] : sides[1]}`);
  const value = (one: number) => (unit === undefined ? say`${one}` : amountText(one, unit));
  const isMore = left > right;
  if (query.expects === 'more' || query.expects === 'fewer') {
    const isYes = query.expects === 'more' ? isMore : left < right;
    if (query.than !== undefined)
      return told(say`${words(isYes ? 'Yes' : 'No')}: ${value(left)} ${sides[0]}, ${value(right)} ${sides[1]}`, places);
    return told(
      say`${words(isYes ? 'Yes' : 'No')}: ${sides[0]} has ${value(left)}, ${sides[1]} ${value(right)}`,
      places,
    );
  }
  if (left === right) return told(say`Neither: both have ${value(left)}`, places);
  const [best, other] = isMore ? [0, 1] : [1, 0];
  const values = [left, right];
  const difference = say`${sides[best]!}, by ${value(Math.abs(left - right))}: ${value(values[best]!)} against ${value(values[other]!)} for ${sides[other]!}`;
  return told(difference, places);
}

const stretchOf = ({ fromMs, toMs }: Window = {}, times: TimeWords): Text => {
  if (fromMs === undefined) return words(toMs === undefined ? 'in all' : `before ${times.at(toMs)}`);
  return words(toMs === undefined ? `from ${times.at(fromMs)}` : `from ${times.span(fromMs, toMs)}`);
};

/** The conditions in which the sides differ. */
export function sideNames({ where, against = [] }: Query): [Text, Text] {
  const key = (one: Query['where'][number]) => JSON.stringify(one);
  const others = new Set(against.map(key));
  const own = new Set(where.map(key));
  const name = (some: Query['where']) =>
    join(
      some.map(({ value }) => say`${value}`),
      ' ',
    );
  return [name(where.filter((one) => !others.has(key(one)))), name(against.filter((one) => !own.has(key(one))))];
}

function tellState(query: Query, { unit, isIn, rows, since }: Shape<'state'>, times: TimeWords): Told {
  const asked = query.state ?? 'running';
  const state = words(asked);
  if (rows !== undefined) {
    const inIt = rows.filter((row) => row.isIn);
    if (inIt.length === 0) return told(say`None of ${rows.length} was ${state}`);
    return told(
      say`${join(
        inIt.map((row) => say`${row.unit}`),
        ', ',
      )} ${words(inIt.length === 1 ? 'was' : 'were')} ${state}`,
    );
  }
  if (isIn === undefined) return cannot(say`no line shows whether it was ${state} then`);
  const at = since?.timeMs === undefined ? words('') : words(`: it last changed at ${times.at(since.timeMs)}`);
  const name = unit === '' ? words('it') : say`${unit}`;
  return {
    ...told(
      say`${words(isIn ? 'Yes' : 'No')}, ${name} was ${words(isIn ? asked : otherState(asked))} then${at}`,
      since === undefined ? [] : [since],
    ),
    verdict: since === undefined ? 'LIKELY' : 'CONFIRMED',
  };
}

const lengthOf = ({ startMs, endMs }: Interval, lastMs: number): number =>
  startMs === undefined ? 0 : (endMs ?? lastMs) - startMs;

function tellEpisodes(query: Query, result: Shape<'episodes'>, times: TimeWords): Told {
  if (result.isOfLines === true) {
    const told_ = tellTimesIn(query, result, times, 'from its first line to its last');
    return { ...told_, verdict: 'LIKELY' };
  }
  const isBetweenLines = query.state === undefined && query.against !== undefined;
  return tellTimesIn(query, result, times, isBetweenLines ? 'from one to the other' : (query.state ?? 'running'));
}

function tellTimesIn(
  query: Query,
  { intervals, totalMs, endMs }: Shape<'episodes'>,
  times: TimeWords,
  state: string,
): Told {
  const places = intervals
    .slice(0, 3)
    .flatMap(({ start, end }) => [start, end])
    .flatMap((one) => (one === undefined ? [] : [one as Place]));
  const when = (i: Interval) =>
    words(
      i.startMs === undefined
        ? `until ${times.at(i.endMs ?? endMs)}`
        : i.endMs === undefined
          ? `from ${times.at(i.startMs)} to the end`
          : `from ${times.span(i.startMs, i.endMs)}`,
    );
  if (query.expects === 'any' || (query.expects === 'none' && query.by === undefined)) {
    const [first] = intervals;
    const isYes = (first !== undefined) === (query.expects === 'any');
    const was = say`${words(isYes ? 'Yes' : 'No')}, ${subjectOf(query)} was`;
    if (first === undefined) return told(say`${was} never ${words(state)}`);
    const more = words(intervals.length > 1 ? `, ${intervals.length} times in all` : '');
    return told(say`${was} ${words(state)} ${when(first)}${more}`, places);
  }
  if (query.expects === 'none') {
    const open = intervals.filter(({ endMs: ended }) => ended === undefined);
    if (open.length === 0) return told(say`None: each one ended`, places);
    return told(
      join(
        open.map(({ unit }) => say`${unit}`),
        ', ',
      ),
      open.flatMap(({ start }) => (start === undefined ? [] : [start as Place])),
    );
  }
  if (intervals.length === 0) return told(say`None: it was never ${words(state)}`);
  if (query.take === 'longest') {
    const [best] = intervals;
    return told(
      say`${best!.unit === '' ? words('') : say`${best!.unit}: `}${words(exactDuration(lengthOf(best!, endMs)))} ${words(state)}, ${when(best!)}`,
      places,
    );
  }
  if (query.take === 'episodes')
    return told(
      say`${plural(intervals.length, 'time')} ${words(state)}: ${join(
        intervals.slice(0, 5).map((i) => say`${when(i)}`),
        '; ',
      )}`,
      places,
    );
  const isOpen = intervals.some(({ startMs, endMs: ended }) => startMs === undefined || ended === undefined);
  return {
    ...told(
      say`${words(exactDuration(totalMs))} ${words(state)}, ${words(intervals.length === 1 ? 'once' : `${intervals.length} times`)}: ${join(intervals.slice(0, 5).map(when), '; ')}`,
      places,
    ),
    verdict: isOpen ? 'LIKELY' : 'CONFIRMED',
  };
}

const subjectOf = ({ where: [first] }: Query): Text => (first === undefined ? words('it') : say`${first.value}`);

/** To the second, since a total is checked by adding up. */
function exactDuration(ms: number): string {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(3))} s`;
  const seconds = Math.round(ms / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(' ');
}

function tellOverlap(query: Query, { spans, totalMs, places, most }: Shape<'overlap'>, times: TimeWords): Told {
  if (query.against === undefined || most !== undefined) {
    if (most === undefined) return told(words('None at once'));
    return told(
      say`${most.count} at once, at ${words(times.at(most.timeMs))}: ${join(
        most.units.slice(0, 12).map((unit) => say`${unit}`),
        ', ',
      )}`,
    );
  }
  if (spans.length === 0) return told(words('No: never at the same time'));
  const listed = spans.slice(0, 4).map(({ fromMs, toMs }) => words(times.span(fromMs, toMs)));
  return told(say`Yes: for ${words(exactDuration(totalMs))}, ${join(listed, '; ')}`, places as Place[]);
}

function tellGap({ before, after, durationMs }: Shape<'gap'>, times: TimeWords): Told {
  const places = [before, after].filter((one) => one !== undefined);
  return told(
    say`${words(exactDuration(durationMs))}, from ${words(before?.timeMs === undefined || after?.timeMs === undefined ? '' : times.span(before.timeMs, after.timeMs))}`,
    places,
  );
}
