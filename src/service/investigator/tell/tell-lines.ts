import type { Place } from '../facts/place.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import { type Condition, type Query, saysTheSame } from '../query/query.ts';
import { isBeyond } from '../run/conditions.ts';
import type { Result } from '../run/result.ts';
import { plural, say, words } from '../wording/say.ts';
import { durationWords, exactDuration, type TimeWords } from '../wording/times.ts';
import { atTime } from './figure-words.ts';
import { countedSaid, linesSaid, saidOf } from './said-of.ts';
import { answered, noLine, type Teller, type Told, told } from './told.ts';

const mostKinds = 8;

export const tellExists: Teller<'exists'> = (query, result) => {
  const { count, places, records, others } = result;
  const isNever = query.expects === 'none';
  if (others !== undefined && count + others.count > 0) return tellOfAll(query, result, others);
  if (query.bound !== undefined) {
    const sentence = say`${count} ${linesSaid(query, count)}`;
    return told(answered(isBeyond(count, query.bound), sentence), places);
  }
  if (count > 0) return told(say`${words(isNever ? 'No' : 'Yes')}: ${count} ${linesSaid(query, count)}`, places);
  const none = words(isNever ? 'Yes, never' : 'No');
  return told(say`${none}: none of ${plural(records, 'line')} has ${saidOf(query, '', '')}`);
};

/** "No: 1 of 5 lines with `backup` has outcome failed": those that came out otherwise are all there is beside them. */
function tellOfAll(
  query: Query,
  { count, places }: Result<'exists'>,
  others: { count: number; places: Place[] },
): Told {
  const { where, against = [], expects } = query;
  const shared = where.filter((one) => against.some((other) => saysTheSame(one, other)));
  const all = count + others.count;
  const [some, said] = count === 0 ? [others, against] : [{ count, places }, where];
  const counted = (of: readonly Condition[]) => countedSaid({ ...query, take: 'count', where: [...of] }, all);
  const own = said.filter((one) => !shared.some((same) => saysTheSame(one, same)));
  const have = say`${words(some.count === 1 ? 'has' : 'have')} ${saidOf({ where: own }, '', '')}`;
  const part = some.count === all ? say`all ${all}` : say`${some.count} of ${all}`;
  const sentence = all === 1 ? say`1 ${counted(said)}` : say`${part} ${counted(shared)} ${have}`;
  return told(answered(count > 0 !== (expects === 'none'), sentence), some.places);
}

export const tellMoment: Teller<'moment'> = (query, result, times) => {
  const { place, isLast, count, key } = result;
  if (place === undefined) return noLine(query);
  const edge = words(
    query.nth === undefined ? (isLast ? 'last' : 'first') : `${ordinal(query.nth)}${isLast ? ' from the end' : ''}`,
  );
  if (key !== undefined && (query.by === newValue || query.by === oldValue))
    return tellSetting(query, key, place, result, times);
  if (key !== undefined) return told(say`${key}${atTime(place, times)}, is the ${edge}`, [place]);
  if (place.timeMs === undefined)
    return { ...told(say`Line ${place.line} is the ${edge}; it has no time`, [place]), verdict: 'INCONCLUSIVE' };
  const which = count === 1 ? words('the only line') : say`the ${edge} of ${plural(count, 'line')}`;
  return told(
    say`${words(times.at(place.timeMs))}, line ${words(String(place.line))}: ${which}${saidOf(query, ' with ', '')}`,
    [place],
    [say`${place.text.slice(0, 300)}`],
  );
};

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
/** "4th". */
const ordinal = (place: number): string => `${place}${endings[ordinals.select(place)] ?? 'th'}`;

/** What something was set to, and since or until when. */
function tellSetting(query: Query, key: string, place: Place, moment: Result<'moment'>, times: TimeWords): Told {
  const { take, by, beside } = query;
  const { isLast, was } = moment;
  // Before the first line that tells of it the first was told, though the last was asked for.
  const side = by === newValue && isLast === (take === 'last') ? 'since' : 'until';
  if (was !== undefined && beside === oldValue) return told(say`From ${was} to ${key}${atTime(place, times)}`, [place]);
  const at = words(place.timeMs === undefined ? '' : `, ${side} ${times.at(place.timeMs)}`);
  return told(say`${key}${at}`, [place], was === undefined ? [] : [say`Before that it was ${was}`]);
}

/** Which one is meant only the asker knows. */
export const tellSeveral: Teller<'several'> = (_query, { count, places }, times) => {
  const [first, last] = [places.at(0)?.timeMs, places.at(-1)?.timeMs];
  const isTimed = first !== undefined && last !== undefined;
  const when = words(isTimed ? `, first at ${times.at(first)} and last at ${times.at(last)}` : '');
  return { ...told(say`There are ${count} of them${when}; say which one you mean`, places), verdict: 'INCONCLUSIVE' };
};

/** The last line by a moment: what something was doing then. */
export const tellLines: Teller<'lines'> = (query, { places }, times) => {
  const [first] = places;
  // The file begins or ends with what is asked about.
  if (first === undefined && query.where.length === 0 && query.atMs !== undefined)
    return told(say`Nothing: no line comes before ${words(times.at(query.atMs))}`);
  const side = words(`${query.expects} the ${query.take}`);
  if (first === undefined)
    return query.expects === undefined
      ? noLine(query)
      : told(say`Nothing: no line comes ${side} ${linesSaid(query, 1)}`);
  if (query.expects !== undefined) {
    return told(
      say`${first.text.trim().slice(0, 240)} stands right ${side} ${linesSaid(query, 1)}${atTime(first, times)}`,
      [first],
    );
  }
  const whose = words(query.where.length === 0 ? 'the' : 'its');
  const sentence = say`${first.text.trim().slice(0, 240)} is ${whose} last line by then${atTime(first, times)}`;
  // What it went on with after that line is not told.
  return { ...told(sentence, places), verdict: 'LIKELY' };
};

/** What lines say, the most frequent first; each kind is quoted once. */
export const tellKinds: Teller<'kinds'> = (query, { kinds, count }, times) => {
  if (kinds.length === 0) return noLine(query);
  const places = kinds.map(({ place }) => place);
  const lines = linesSaid(query, count);
  if (query.only !== undefined)
    return told(
      kinds.length === count && query.only === 'first'
        ? say`${count} ${lines}`
        : say`The ${words(query.only)} ${kinds.length} of ${count} ${lines}`,
      places,
      kinds.map(({ message, place }) => say`${message.slice(0, 200)}${atTime(place, times)}`),
    );
  const [only] = kinds;
  if (count === 1 && only !== undefined)
    return told(say`1 ${lines}: ${only.place.text.trim().slice(0, 300)}${atTime(only.place, times)}`, places);
  const listed = kinds
    .slice(0, mostKinds)
    .map((kind) => say`${kind.message.slice(0, 200)} (${plural(kind.count, 'time')})`);
  const rest = kinds.length > mostKinds ? [say`${kinds.length - mostKinds} more kinds`] : [];
  return told(say`${count} ${lines}, of ${plural(kinds.length, 'kind')}`, places, [...listed, ...rest]);
};

export const tellGap: Teller<'gap'> = (_query, { before, after, durationMs }, times) => {
  const [from, to] = [before?.timeMs, after?.timeMs];
  const when = words(from === undefined || to === undefined ? '' : times.span(from, to));
  const places = [before, after].filter((one) => one !== undefined);
  return told(say`${words(exactDuration(durationMs))}, from ${when}`, places);
};

export const tellSpan: Teller<'span'> = ({ where }, { firstMs, lastMs, lines }, times) =>
  told(
    where.length > 0
      ? say`${words(exactDuration(lastMs - firstMs))}, from ${words(times.span(firstMs, lastMs))}`
      : say`${words(times.span(firstMs, lastMs))}, ${words(durationWords(lastMs - firstMs))} in ${plural(lines, 'line')}`,
  );
