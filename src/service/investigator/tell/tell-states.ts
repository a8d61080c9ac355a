import type { Interval } from '../facts/intervals.ts';
import { otherState } from '../facts/lexicon.ts';
import type { Query } from '../query/query.ts';
import type { Result } from '../run/result.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import type { TimeWords } from '../wording/times.ts';
import { exactDuration, stateShown } from './figure-words.ts';
import { stretchOf } from './tell-direction.ts';
import { cannot, type Teller, type Told, told } from './told.ts';

const mostListed = 5;

export const tellState: Teller<'state'> = (query, { unit, isIn, rows, since, stateTold }, times) => {
  const asked = query.state ?? 'running';
  const state = words(stateShown(asked));
  if (rows !== undefined) {
    const inIt = rows.filter((row) => row.isIn).map((row) => row.unit);
    if (inIt.length === 0) return told(say`None of ${rows.length} was ${state}`);
    return told(say`${join(inIt)} ${words(inIt.length === 1 ? 'was' : 'were')} ${state}`);
  }
  if (isIn === undefined) return cannot(say`no line shows whether it was ${state} then`);
  const at = words(since?.timeMs === undefined ? '' : `: it last changed at ${times.at(since.timeMs)}`);
  const name = unit === '' ? words('it') : say`${unit}`;
  const own = stateTold === asked ? undefined : stateTold;
  const was = isIn ? `${asked}${own === undefined ? '' : `, ${own},`}` : (own ?? otherState(asked));
  return {
    ...told(
      say`${words(isIn ? 'Yes' : 'No')}, ${name} was ${words(was)} then${at}`,
      since === undefined ? [] : [since],
    ),
    verdict: since === undefined ? 'LIKELY' : 'CONFIRMED',
  };
};

export const tellEpisodes: Teller<'episodes'> = (query, result, times) => {
  if (result.isOfLines === true)
    return { ...tellIntervals(query, result, times, words('from its first line to its last')), verdict: 'LIKELY' };
  const isBetweenLines = query.state === undefined && query.against !== undefined;
  return tellIntervals(
    query,
    result,
    times,
    words(isBetweenLines ? 'from one to the other' : stateShown(query.state ?? 'running')),
  );
};

function tellIntervals(
  query: Query,
  { intervals, totalMs, endMs }: Result<'episodes'>,
  times: TimeWords,
  state: Text,
): Told {
  const { expects, by, take } = query;
  const places = intervals.slice(0, 3).flatMap(({ start, end }) => [start ?? [], end ?? []].flat());
  const when = (one: Interval) => words(whenWords(one, endMs, times));
  const listed = join(intervals.slice(0, mostListed).map(when), '; ');
  const [first] = intervals;
  if (expects === 'any' || (expects === 'none' && by === undefined)) {
    const isYes = (first !== undefined) === (expects === 'any');
    const [one] = query.where;
    const was = say`${words(isYes ? 'Yes' : 'No')}, ${one === undefined ? words('it') : one.value} was`;
    if (first === undefined) return told(say`${was} never ${state}${inWindow(query.window, times)}`);
    const more = words(intervals.length > 1 ? `, ${intervals.length} times in all` : '');
    return told(say`${was} ${state} ${when(first)}${more}`, places);
  }
  if (expects === 'none') return tellOpen(intervals, places);
  if (first === undefined) return told(say`None: it was never ${state}${inWindow(query.window, times)}`);
  if (take === 'longest') {
    const name = first.unit === '' ? words('') : say`${first.unit}: `;
    return told(say`${name}${words(exactDuration(lengthOf(first, endMs)))} ${state}, ${when(first)}`, places);
  }
  if (take === 'episodes') return told(say`${plural(intervals.length, 'time')} ${state}: ${listed}`, places);
  const often = words(intervals.length === 1 ? 'once' : `${intervals.length} times`);
  const isOpen = intervals.some((one) => one.startMs === undefined || one.endMs === undefined);
  return {
    ...told(say`${words(exactDuration(totalMs))} ${state}, ${often}: ${listed}`, places),
    verdict: isOpen ? 'LIKELY' : 'CONFIRMED',
  };
}

function inWindow(window: Query['window'], times: TimeWords): Text {
  const { during } = window ?? {};
  if (during !== undefined)
    return say` while ${during.where[0]?.value ?? words('it')} was ${words(stateShown(during.state))}`;
  const isNarrowed = window?.fromMs !== undefined || window?.toMs !== undefined;
  return isNarrowed ? say` ${stretchOf(window, times)}` : words('');
}

function tellOpen(intervals: readonly Interval[], places: Parameters<typeof told>[1]): Told {
  const open = intervals.filter(({ endMs }) => endMs === undefined);
  if (open.length === 0) return told(say`None: each one ended`, places);
  return told(
    join(open.map(({ unit }) => unit)),
    open.flatMap(({ start }) => start ?? []),
  );
}

function whenWords({ startMs, endMs }: Interval, lastMs: number, times: TimeWords): string {
  if (startMs === undefined) return `until ${times.at(endMs ?? lastMs)}`;
  return endMs === undefined ? `from ${times.at(startMs)} to the end` : `from ${times.span(startMs, endMs)}`;
}

const lengthOf = ({ startMs, endMs }: Interval, lastMs: number): number =>
  startMs === undefined ? 0 : (endMs ?? lastMs) - startMs;

export const tellOverlap: Teller<'overlap'> = (query, { spans, totalMs, places, most }, times) => {
  if (most !== undefined)
    return told(say`${most.count} at once, at ${words(times.at(most.timeMs))}: ${join(most.units.slice(0, 12))}`);
  if (query.against === undefined) return told(words('None at once'));
  if (spans.length === 0) return told(words('No: never at the same time'));
  const listed = spans.slice(0, 4).map(({ fromMs, toMs }) => words(times.span(fromMs, toMs)));
  return told(say`Yes: for ${words(exactDuration(totalMs))}, ${join(listed, '; ')}`, places);
};
