import { shareOf } from '../facts/amount.ts';
import type { Place } from '../facts/place.ts';
import { apartFrom, type Query, type Window } from '../query/query.ts';
import type { Result } from '../run/result.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { amountText, atTime } from './figure-words.ts';
import { linesSaid, saidOf } from './said-of.ts';
import { answered, cannot, type Teller, type Told, told } from './told.ts';

type Way = 'up' | 'down' | 'flat';

export const tellTrend: Teller<'trend'> = (query, result) => {
  const { early, late, spread = 0, ends, unit } = result;
  // A battery that loses a twentieth of its voltage without a break has fallen.
  const isSteady = spread > 0 && Math.abs(late - early) > spread;
  const way = Math.abs(changeOf(early, late)) > 0.1 || isSteady ? wayOf(early, late) : 'flat';
  const sentence = tellWay(query, result, way, [early, ' in the first third'], [late, ' in the last third']);
  // Of one thing each value counts, and not only how high they are.
  const isOfOne = ends !== undefined && query.where.some(({ is, field }) => is === '=' && field !== 'outcome');
  if (!isOfOne) return { ...sentence, verdict: 'LIKELY' };
  const [first, last] = [amountText(ends.first, unit), amountText(ends.last, unit)];
  if (query.expects !== undefined)
    return { ...sentence, headline: say`${sentence.headline} (${first} at first, ${last} at last)`, verdict: 'LIKELY' };
  const moved = ends.last - ends.first;
  const by = amountText(Math.abs(moved), unit);
  const toward = moved === 0 ? say`Unchanged at` : say`${words(moved > 0 ? 'Up' : 'Down')} by ${by}, from ${first} to`;
  return { ...sentence, headline: say`${toward} ${last}; ${sentence.headline}`, verdict: 'LIKELY' };
};

/** So much of what it was is no drift. */
const leastMoved = 0.1;

export const tellTrends: Teller<'trends'> = (query, { rows }, times) => {
  const { by = '', order } = query;
  const each = rows.map(({ key, trend }) => {
    const where = [...query.where, { field: by, is: '=' as const, value: key }];
    const told = tellTrend({ ...query, where }, trend, times);
    return { ...told, headline: say`${key}: ${told.headline}` };
  });
  const [first, ...others] = each;
  if (first === undefined) return cannot(say`too few lines say which ${words(by)} it is of`);
  if ((rows[0]?.moved ?? 0) > leastMoved) return { ...first, more: others.map(({ headline }) => headline) };
  const none = say`None: no ${words(by)} keeps ${words(order === 'least' ? 'falling' : 'growing')}`;
  return { ...first, headline: none, more: each.map(({ headline }) => headline) };
};

export const tellChange: Teller<'change'> = (query, result) => {
  const { before, after, isRate } = result;
  const size = Math.abs(changeOf(before, after));
  const way = size > 0.02 ? wayOf(before, after) : 'flat';
  const per = isRate ? ' a minute' : '';
  const sentence = tellWay(query, result, way, [before, `${per} before`], [after, `${per} after`]);
  return { ...sentence, verdict: size > 0.25 || way === 'flat' ? 'CONFIRMED' : 'LIKELY' };
};

/** By how much it moved, and from what to what. */
export const tellStep: Teller<'step'> = (query, { from, to, steps, unit, places }, times) => {
  const moved = to - from;
  const [before, after] = places.map((place) => atTime(place, times));
  const toward = say`${words(moved > 0 ? 'Up' : 'Down')} by ${amountText(Math.abs(moved), unit)}`;
  const ends = say`from ${amountText(from, unit)}${before ?? words('')} to ${amountText(to, unit)}${after ?? words('')}`;
  const way = moved === 0 ? say`Unchanged: ${ends}` : say`${toward}, ${ends}`;
  if (query.take === 'jump') return told(say`${way}: the largest of ${steps} steps`, places);
  // The number may be called otherwise in the question.
  if (query.expects === undefined)
    return told(query.of === undefined ? way : say`${way}: ${words(query.of)}${saidOf(query, ' of ')}`, places);
  return told(answered(moved !== 0 && wayOf(from, to) === query.expects, ends), places);
};

const wayOf = (from: number, to: number): Way => (to > from ? 'up' : 'down');

function changeOf(from: number, to: number): number {
  if (from === 0) return to === 0 ? 0 : 1;
  return (to - from) / Math.abs(from);
}

type Side = [value: number, when: string];

function tellWay(query: Query, { unit, places }: Result<'trend' | 'change'>, way: Way, from: Side, to: Side): Told {
  const { of, expects } = query;
  const value = (one: number) => (of === undefined ? words(String(Number(one.toPrecision(3)))) : amountText(one, unit));
  const what =
    of === undefined ? say`the number of ${saidOf(query, '')}` : say`the average ${words(of)}${saidOf(query, ' of ')}`;
  const [early, late] = [from, to].map(([one, when]) => say`${value(one)}${words(when)}`);
  const isYes = expects === undefined || expects === 'any' ? undefined : expects === way;
  // The way first: what goes so may be called by a word for another.
  const sentence =
    way === 'flat'
      ? say`unchanged, ${early!} and ${late!}: ${what}`
      : say`${words(way === 'up' ? 'rising' : 'falling')} from ${early!} to ${late!}: ${what}`;
  return told(answered(isYes, sentence), places);
}

export const tellOrder: Teller<'order'> = (query, { first, second }, times) => {
  const [one, other] = [linesSaid(query, 1), linesSaid({ where: query.against ?? [] }, 1)];
  if (first === undefined || second === undefined) return cannot(say`there is no ${first === undefined ? one : other}`);
  const timeOf = ({ timeMs, line }: Place) => timeMs ?? line;
  const isBefore = timeOf(first) < timeOf(second) || (first.timeMs === second.timeMs && first.line < second.line);
  const at = (place: Place) => words(place.timeMs === undefined ? `line ${place.line}` : times.at(place.timeMs));
  const [early, late] = isBefore ? [one, other] : [other, one];
  const [from, to] = isBefore ? [first, second] : [second, first];
  const sentence = say`the first ${early} came first, at ${at(from)}; the first ${late} came at ${at(to)}`;
  const isYes = query.expects === undefined ? undefined : (query.expects === 'before') === isBefore;
  return told(answered(isYes, sentence), [first, second]);
};

export const tellCompare: Teller<'compare'> = (query, { left, right, unit, places, among }, times) => {
  const { expects, window, than } = query;
  const [one, other] = than === undefined ? sideNames(query) : [stretchOf(window, times), stretchOf(than, times)];
  if (left === undefined || right === undefined)
    return cannot(say`no line has a value for ${left === undefined ? one : other}`);
  const [value, otherValue] = [amountText(left, unit), amountText(right, unit)];
  if (expects === 'more' || expects === 'fewer') {
    const isYes = expects === 'more' ? left > right : left < right;
    const sentence = [say`${one} has ${value}, ${other} ${otherValue}`, say`${value} ${one}, ${otherValue} ${other}`];
    return told(answered(isYes, sentence[than === undefined ? 0 : 1]!), places);
  }
  if (left === right && left === 0) return cannot(say`no line is of ${one} or ${other}`);
  if (left === right) return told(say`Neither: both have ${value}`, places);
  // "In the first half" is a place, and no name.
  const asName = (name: Text, of?: Window) => (of?.half === undefined ? name : words(`the ${of.half} half`));
  const [first, second] = [asName(one, window), asName(other, than)];
  const by = amountText(Math.abs(left - right), unit);
  const [more, most, less, least] =
    left > right ? [first, value, second, otherValue] : [second, otherValue, first, value];
  const sizes = sharesSaid([left, right], among, [one, other]);
  return told(say`${more}, by ${by}: ${most} against ${least} for ${less}`, places, sizes);
};

function sharesSaid(
  [left, right]: [number, number],
  among: [number, number] | undefined,
  [one, other]: [Text, Text],
): Text[] {
  if (among === undefined) return [];
  const [share, otherShare] = [words(shareOf(left, among[0])), words(shareOf(right, among[1]))];
  return [say`That is ${share} of ${plural(among[0], 'line')} of ${one} and ${otherShare} of ${among[1]} of ${other}`];
}

export const stretchOf = ({ fromMs, toMs, half }: Window = {}, times: TimeWords): Text => {
  if (half !== undefined) return words(`in the ${half} half`);
  if (fromMs === undefined) return words(toMs === undefined ? 'in all' : `before ${times.at(toMs + 1)}`);
  // Up to the second that begins behind its last millisecond.
  const end = toMs !== undefined && toMs % 1000 === 999 ? toMs + 1 : toMs;
  return words(end === undefined ? `from ${times.at(fromMs)}` : `from ${times.span(fromMs, end)}`);
};

/** The conditions in which the sides differ. */
export function sideNames({ where, against = [] }: Query): [Text, Text] {
  const own = (some: Query['where'], others: Query['where']) =>
    join(
      apartFrom(some, others).map(({ value }) => value),
      ' ',
    );
  return [own(where, against), own(against, where)];
}
