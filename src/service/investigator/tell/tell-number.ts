import type { Query } from '../query/query.ts';
import { join, plural, say, words } from '../wording/say.ts';
import { durationWords } from '../wording/times.ts';
import { amountText, atTime, countedOf, everyWord, shownName, stateShown, statisticName } from './figure-words.ts';
import { linesSaid, saidOf } from './said-of.ts';
import { cannot, noLine, type Teller, told } from './told.ts';

export const tellNumber: Teller<'number'> = (query, { value, places, lines, among, names }) => {
  if (among !== undefined)
    return told(
      say`${value} of ${among} ${words(value === 1 ? 'was' : 'were')} ${words(stateShown(query.state ?? ''))} then`,
      places,
    );
  if (query.take !== 'distinct') {
    const counted = saidOf(query, '', countedOf(query, value === 0 ? 1 : value));
    return value === 0 ? told(say`None: no ${counted}`) : told(say`${value} ${counted}`, places);
  }
  const of = words(query.of ?? 'this');
  if (value === 0) return cannot(say`no ${saidOf(query, '', 'line')} has a value for ${of}`);
  return told(say`${plural(value, 'value', 'different values')} of ${of}${saidOf(query, ' on ')}`, places, [
    ...(names === undefined ? [] : [join(names)]),
    ...(lines === undefined ? [] : [say`On ${plural(lines, 'line')}`]),
  ]);
};

export const tellAmount: Teller<'amount'> = (query, { value, unit, count, places, beside }, times) => {
  const [place] = places;
  const { of, state } = query;
  const statistic = words(statisticName(query));
  const amount = amountText(value, unit, !/^(?:mean|median|sum)$/.test(query.take));
  if (beside !== undefined)
    return told(
      say`${beside} ${words(query.beside ?? '')}, where ${words(shownName(of ?? ''))} is ${statistic}: ${amount}${atTime(place, times)}`,
      places,
    );
  if (of === undefined && state === undefined)
    return told(
      say`${amount} is the ${statistic} time from ${saidOf(query, '', 'a line')} to ${saidOf({ where: query.against ?? [] }, '', 'one')}`,
      places,
      [say`Based on ${plural(count, 'time')}`],
    );
  const at = /^(?:max|min|first|last)$/.test(query.take) ? atTime(place, times) : words('');
  const what = words(of === undefined ? `time ${state ?? ''}` : shownName(of));
  const narrowed = state === undefined ? saidOf(query, ' of ') : saidOf(query, ' with ', '');
  const basis =
    state === undefined
      ? say`Based on ${plural(count, 'line')}`
      : say`Based on ${plural(count, 'time')} that began and ended`;
  return told(say`${amount} is the ${statistic} ${what}${narrowed}${at}`, places, [basis]);
};

export const tellShare: Teller<'share'> = (query, { part, whole, places }) => {
  const { against = [] } = query;
  const counted = saidOf(query, '', countedOf(query, whole === 0 ? 2 : whole));
  if (whole === 0) return cannot(say`there are no ${counted}`);
  if (against.length === 0)
    return {
      ...told(say`There are ${whole} ${counted}, but the question names no part of them`),
      verdict: 'INCONCLUSIVE',
    };
  const percent = (100 * part) / whole;
  const shown = Number(percent.toFixed(percent < 1 || percent > 99 ? 3 : 2));
  return told(
    say`${words(String(shown))} %: ${part} of ${whole} ${counted} have ${saidOf({ where: against }, '', '')}`,
    places,
  );
};

/** Of the lines that are meant those that make the part. */
export const partOf = ({ where, against = [] }: Query): Pick<Query, 'where'> => ({
  where: [...against, ...where.filter(({ is, value }) => is !== 'has' || value !== '*')],
});

export const tellStreak: Teller<'streak'> = (query, { count, fromMs, toMs, places }, times) => {
  if (count === 0) return noLine(partOf(query));
  const when = fromMs === undefined || toMs === undefined ? '' : `, ${times.span(fromMs, toMs)}`;
  return told(say`${count} ${linesSaid(partOf(query), count)} in a row${words(when)}`, places);
};

export const tellRate: Teller<'rate'> = (query, { count, spanMs, everyMs, places }) => {
  if (spanMs <= 0) return cannot(say`it covers no time`);
  const rate = (count * everyMs) / spanMs;
  return told(
    say`${words(String(Number(rate.toPrecision(4))))} per ${words(everyWord(everyMs))} on average: ${count} ${saidOf(query, '')} in ${words(durationWords(spanMs))}`,
    places,
  );
};
