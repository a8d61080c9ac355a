import { testsOf } from '../facts/test-results.ts';
import { isOfAny, type Query } from '../query/query.ts';
import type { GroupRow, Result } from '../run/result.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import { durationWords, type TimeWords } from '../wording/times.ts';
import { amountText, atTime, everyWord, shownName, stateShown, statisticName } from './figure-words.ts';
import { boundSaid, countedSaid, linesSaid, saidOf } from './said-of.ts';
import { cannot, noLine, type Teller, type Told, told } from './told.ts';

const often = (times: number): string => (times === 0 ? 'Never' : times === 1 ? 'Once' : `${times} times`);

/** Of how many the figure is as the bound says. */
function tellBeyond(
  query: Query,
  bound: NonNullable<Query['bound']>,
  { value, places, names }: Result<'number'>,
): Told {
  if (query.take === 'gap')
    return told(say`${words(often(value))} ${boundSaid(bound)} between ${linesSaid(query, 2)}`, places);
  const of = query.of ?? 'thing';
  const those = value === 0 ? say`None: no ${words(of)}` : plural(value, of);
  const have = say`${those} ${words(value > 1 ? 'have' : 'has')} ${boundSaid(bound)} ${linesSaid(query, 2)}`;
  return told(have, places, names === undefined || value === 0 ? [] : [join(names)]);
}

export const tellNumber: Teller<'number'> = (query, result) => {
  const { value, places, lines, among, names } = result;
  if (query.bound !== undefined) return tellBeyond(query, query.bound, result);
  if (among !== undefined) {
    const were = words(`${value === 1 ? 'was' : 'were'} ${stateShown(query.state ?? '')}`);
    return told(say`${value} of ${among} ${were} then`, places);
  }
  if (query.take !== 'distinct') {
    const counted = countedSaid(query, value === 0 ? 1 : value);
    return value === 0 ? told(say`None: no ${counted}`) : told(say`${value} ${counted}`, places);
  }
  const of = words(query.of ?? 'this');
  if (value === 0) return cannot(say`no ${linesSaid(query, 1)} has a value for ${of}`);
  return told(say`${plural(value, 'value', 'different values')} of ${of}${saidOf(query, ' on ')}`, places, [
    ...(names === undefined ? [] : [join(names)]),
    ...(lines === undefined ? [] : [say`On ${plural(lines, 'line')}`]),
  ]);
};

export const tellAmount: Teller<'amount'> = (query, { value, unit, count, places, beside }, times) => {
  const { of, state, take } = query;
  const statistic = words(statisticName(query));
  const amount = amountText(value, unit, !/^(?:mean|median|sum)$/.test(take));
  if (beside !== undefined) {
    const at = atTime(places[0], times);
    const what = words(shownName(of ?? ''));
    return told(say`${beside} ${words(query.beside ?? '')}, where ${what} is ${statistic}: ${amount}${at}`, places);
  }
  if (of === undefined && state === undefined) {
    const [from, to] = [saidOf(query, '', 'a line'), saidOf({ where: query.against ?? [] }, '', 'one')];
    const basis = say`Based on ${plural(count, 'time')}`;
    return told(say`${amount} is the ${statistic} time from ${from} to ${to}`, places, [basis]);
  }
  const at = /^(?:max|min|first|last)$/.test(take) ? atTime(places[0], times) : words('');
  const stated = testsStated(query, value);
  if (stated !== undefined) return told(say`${amount} ${words(stated)}`, places);
  const what = words(of === undefined ? `time ${state ?? ''}` : shownName(of));
  const narrowed = state === undefined ? saidOf(query, ' of ') : saidOf(query, ' with ', '');
  const counted = state === undefined ? plural(count, 'line') : say`${plural(count, 'time')} that began and ended`;
  // One line states the first or last of them, as it is written there.
  const [line] = /^(?:first|last)$/.test(take) ? places : [];
  const basis = line === undefined ? say`Based on ${counted}` : say`${line.text.slice(0, 300)}`;
  return told(say`${amount} is the ${statistic} ${what}${narrowed}${at}`, places, [basis]);
};

/** "3 tests passed", as the line says that adds them up. */
const testsStated = ({ take, of }: Query, value: number): string | undefined =>
  take === 'last' && Object.values(testsOf).some((name) => name === of)
    ? of?.replace('tests', value === 1 ? 'test' : 'tests')
    : undefined;

export const tellShare: Teller<'share'> = (query, { part, whole, places }) => {
  const { against = [] } = query;
  const counted = countedSaid(query, whole === 0 ? 2 : whole);
  if (whole === 0) return cannot(say`there are no ${counted}`);
  const unnamed = say`There are ${whole} ${counted}, but the question names no part of them`;
  if (against.length === 0) return { ...told(unnamed), verdict: 'INCONCLUSIVE' };
  const percent = (100 * part) / whole;
  const shown = words(String(Number(percent.toFixed(percent < 1 || percent > 99 ? 3 : 2))));
  const have = saidOf({ where: against }, '', '');
  return told(say`${shown} %: ${part} of ${whole} ${counted} have ${have}`, places);
};

/** Of the lines that are meant those that make the part. */
export const partOf = ({ where, against = [] }: Query): Pick<Query, 'where'> => ({
  where: [...against, ...where.filter((one) => !isOfAny(one))],
});

export const tellStreak: Teller<'streak'> = (query, { count, fromMs, toMs, places }, times) => {
  if (count === 0) return noLine(partOf(query));
  const when = fromMs === undefined || toMs === undefined ? '' : `, ${times.span(fromMs, toMs)}`;
  return told(say`${count} ${linesSaid(partOf(query), count)} in a row${words(when)}`, places);
};

export const tellRate: Teller<'rate'> = (query, { count, spanMs, everyMs, places, rows }, times) => {
  if (count === 0) return noLine(query);
  if (spanMs <= 0) return cannot(say`it covers no time`);
  // From less than one hour no rate of an hour is known.
  const [every, span] = [words(everyWord(everyMs)), words(durationWords(spanMs))];
  const all = say`${count} ${linesSaid(query, count)} in ${span}`;
  if (spanMs < everyMs) return told(say`${all}, which is less than one ${every}`, places);
  const rate = words(String(Number(((count * everyMs) / spanMs).toPrecision(4))));
  const more = rows.length < 2 || rows.length > mostStretches ? [] : [say`In each: ${stretches(rows, times)}`];
  return told(say`${rate} per ${every} on average: ${all}`, places, more);
};
const mostStretches = 24;

/** "08:00: 2; 09:00: 4"; with the day where there are several. */
function stretches(rows: readonly GroupRow[], times: TimeWords): Text {
  const told = rows.map(({ key, value }) => ({ at: times.at(Number(key)).replace(/:00(?=$| )/, ''), value }));
  const days = new Set(told.map(({ at }) => at.split(' ')[0]));
  const short = (at: string) => (days.size === 1 ? at.slice(at.indexOf(' ') + 1) : at);
  return join(
    told.map(({ at, value }) => say`${words(short(at))}: ${value}`),
    '; ',
  );
}
