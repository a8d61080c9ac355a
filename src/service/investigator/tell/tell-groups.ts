import { amountOf, shareOf, type Unit } from '../facts/amount.ts';
import type { Place } from '../facts/place.ts';
import type { Query } from '../query/query.ts';
import type { GroupRow } from '../run/result.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import { exactDuration, type TimeWords } from '../wording/times.ts';
import { amountText, atTime, everyWord, shownName, stateShown, statisticName } from './figure-words.ts';
import { countedSaid, linesSaid, saidOf } from './said-of.ts';
import { tellBesides } from './tell-besides.ts';
import { partOf } from './tell-number.ts';
import { cannot, noLine, type Teller, type Told, told } from './told.ts';

const mostNamed = 20;
/** So many may share the first place and be told. */
const mostTied = 5;
/** So many were never so, and are told for sure. */
const mostNever = 10;
const mostTimes = 12;

const keysOf = (rows: readonly GroupRow[]): Text => join(rows.slice(0, mostNamed).map(({ key }) => key));

export const tellGroups: Teller<'groups'> = (query, result, times) =>
  query.take === 'besides' ? tellBesides(query, result) : tellFigures(query, result, times);

const tellFigures: Teller<'groups'> = (query, { rows, unit, total = 0, missing = 0 }, times) => {
  const [first, ...others] = rows;
  const by = query.by ?? query.of ?? '';
  if (query.take === 'never') return tellNever(query, rows, by);
  if (first === undefined) return tellNone(query, by);
  const isOfTimes = unit?.dimension === 'time' && (query.state !== undefined || query.take === 'duration');
  const value = (row: GroupRow): Text => (isOfTimes ? words(exactDuration(row.value)) : amountText(row.value, unit));
  const places = rows.slice(0, 3).flatMap((row) => row.first ?? []);
  const left = rows.length - mostNamed;
  if (query.take === 'values')
    return told(say`${keysOf(rows)}${left > 0 ? say` and ${left} more` : words('')}`, places, [
      say`${plural(rows.length, 'value')} of ${words(by)}${saidOf(query, ' on ')}`,
    ]);
  if (query.order !== undefined)
    return (
      tellNoRank(query, [first, ...others]) ??
      whereNamed(query, missing, total, tellRanked(query, [first, ...others], unit, value, { places, times }))
    );
  const listed = rows.slice(0, mostNamed).map((row) => say`${row.key}: ${value(row)}`);
  const without = say`${plural(missing, 'line')} have no ${words(by)}; ${plural(total + missing, 'line')} in all`;
  return told(
    say`${join(listed, '; ')}${left > 0 ? say`; ${left} more` : words('')}`,
    places,
    missing > 0 ? [without] : [],
  );
};

function tellNone(query: Query, by: string): Told {
  // Each line has a message.
  if (by === 'message') return noLine(query);
  if (query.take !== 'values' || query.against === undefined)
    return cannot(say`no ${linesSaid(query, 1)} has a value for ${words(by)}`);
  return told(
    say`None: no ${words(by)} has both, ${linesSaid(query, 2)} and ${linesSaid({ where: query.against }, 2)}`,
  );
}

/** Of one thing alone, or of many with one line each, none comes first. */
function tellNoRank(
  { take, by = '', where, window }: Query,
  rows: readonly [GroupRow, ...GroupRow[]],
): Told | undefined {
  if (take !== 'count' || window !== undefined) return undefined;
  const [first, second] = rows;
  if (second === undefined)
    return where.length === 0 || by === 'source' ? cannot(say`lines name no ${words(by)} but ${first.key}`) : undefined;
  const areAlike = where.length === 0 && rows.length > 2 && rows.every(({ value }) => value === 1);
  return areAlike ? cannot(say`each ${words(by)} stands on one line`) : undefined;
}

/** A share is of all. */
const fewUnnamed = 0.2;
/** What has no name on its line may be of any of them. */
function whereNamed({ take, by, where }: Query, missing: number, total: number, ranks: Told): Told {
  if (!/^(?:count|share)$/.test(take) || where.length === 0 || missing === 0) return ranks;
  if (missing > total * (take === 'share' ? fewUnnamed : 1))
    return cannot(say`${missing} of ${plural(total + missing, 'line')} do not say which ${words(by ?? '')}`);
  return ranks.verdict === 'CONFIRMED' ? { ...ranks, verdict: 'LIKELY' } : ranks;
}

function tellRanked(
  query: Query,
  [first, ...others]: readonly [GroupRow, ...GroupRow[]],
  unit: Unit | undefined,
  shownOf: (row: GroupRow) => Text,
  { places, times }: { places: readonly Place[]; times: TimeWords },
): Told {
  const rows = [first, ...others];
  const limit = query.limit ?? 1;
  // What none of them has makes none of them the first.
  if (query.order === 'most' && first.value === 0 && /^(?:count|streak)$/.test(query.take))
    return cannot(say`${words(query.by ?? '')} is told on no line that counts`);
  const value = shownOf(first);
  const tied = rows.filter((row) => row.value === first.value).length;
  if (tied === rows.length && tied > mostTied)
    // What each has one of tells nothing apart.
    return {
      ...told(say`None stands out: all ${tied} have ${value}`),
      verdict: query.take === 'count' && first.value === 1 ? 'INCONCLUSIVE' : 'LIKELY',
    };
  if (limit === 1 && tied > mostTied)
    return { ...told(say`None stands out: ${tied} of ${rows.length} have ${value}`), verdict: 'INCONCLUSIVE' };
  const last = rows[Math.min(limit, rows.length) - 1];
  const best = rows.filter((row, index) => index < limit || row.value === last?.value).slice(0, mostNamed);
  const [counted, rank] = measureOf(query, unit, first.value);
  const names = best.map(({ key }) => key);
  const listed =
    limit > 1
      ? join(best.map((row) => say`${row.key} (${shownOf(row)})`))
      : say`${join(names, ' and ')}: ${value}${counted}${words(best.length > 1 ? ' each' : '')}`;
  const at = timeOfOne(query, best, times);
  const ofAll = best.length > 1 ? [] : partOfAll(query, rows, unit, counted);
  return told(say`${listed}, ${words(rank)} of ${rows.length}${at}`, places, ofAll);
}

/** The line that states it has a time. */
const timeOfOne = ({ take }: Query, best: readonly GroupRow[], times: TimeWords): Text =>
  best.length === 1 && /^(?:max|min)$/.test(take) ? atTime(best[0]?.first, times) : words('');

/** How much of what all have together is of the first, and which comes next. */
function partOfAll({ take, state }: Query, rows: readonly GroupRow[], unit: Unit | undefined, counted: Text): Text[] {
  const [first, next] = rows;
  const whole = rows.reduce((sum, { value }) => sum + value, 0);
  if (!/^(?:count|sum)$/.test(take) || state !== undefined || first === undefined || next === undefined) return [];
  if (whole <= 0 || rows.some(({ value }) => value < 0)) return [];
  const short = (amount: number) => (unit === undefined ? say`${amount}` : words(amountOf(amount, unit)));
  const part = say`${short(first.value)} of ${short(whole)}${counted}, ${words(shareOf(first.value, whole))}`;
  return [say`${part}; next is ${next.key} with ${short(next.value)}`];
}

/** What stands behind the number of the first row, and which rank it has. */
function measureOf(query: Query, unit: Unit | undefined, value: number): [Text, string] {
  const { take, state } = query;
  const rank = (most: string, least: string) => `the ${query.order === 'least' ? least : most}`;
  const stated = state === undefined ? '' : ` ${stateShown(state)}`;
  if (take === 'duration') return [words(stated && `${stated} in all`), rank('longest', 'shortest')];
  if (state !== undefined) return [words(` ${value === 1 ? 'time' : 'times'}${stated}`), rank('most', 'least')];
  if (take === 'streak') return [say` ${linesSaid(partOf(query), value)} in a row`, rank('most', 'least')];
  if (unit === undefined) return [say` ${countedSaid(query, value)}`, rank('most', 'least')];
  const what = say` ${words(statisticName(query))} ${words(shownName(query.of ?? ''))}${saidOf(query, ' of ')}`;
  return [take === 'share' ? words('') : what, rank('highest', 'lowest')];
}

function tellNever(query: Query, rows: readonly GroupRow[], by: string): Told {
  const what = linesSaid(query, 1);
  const those = query.against === undefined ? words('') : saidOf({ where: query.against }, ', of those with ', '');
  if (query.state === undefined) {
    const sentence =
      rows.length === 0 ? say`None: each ${words(by)} has a ${what}${those}` : say`${keysOf(rows)}: no ${what}${those}`;
    // So many names are hardly those of the things that were asked for.
    return rows.length > mostNever ? { ...told(sentence), verdict: 'LIKELY' } : told(sentence);
  }
  const state = words(stateShown(query.state));
  // What an alarm is called by is not what it is of.
  if (by === '*' && rows.length === 0 && query.state === 'alarm')
    return cannot(say`its lines do not tell what was never ${state}`);
  return told(
    rows.length === 0
      ? say`None: each one was ${state} at some time`
      : say`${keysOf(rows)} ${words(rows.length === 1 ? 'was' : 'were')} never ${state}`,
  );
}

export const tellTimes: Teller<'times'> = (query, { rows, everyMs }, times) => {
  const [best] = rows;
  if (best === undefined) return noLine(query);
  const at = ({ key }: GroupRow) => words(times.at(Number(key)));
  const listed = rows.slice(0, mostTimes).map((row) => say`${at(row)}: ${row.value}`);
  const counted = linesSaid(query, best.value);
  return told(
    query.order === undefined
      ? join(listed, '; ')
      : say`${at(best)}, with ${best.value} ${counted} in that ${words(everyWord(everyMs))}`,
    best.first === undefined ? [] : [best.first],
  );
};
