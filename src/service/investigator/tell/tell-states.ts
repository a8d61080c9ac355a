import type { Interval } from '../facts/intervals.ts';
import { otherState } from '../facts/lexicon.ts';
import type { Place } from '../facts/place.ts';
import type { Query } from '../query/query.ts';
import type { Result } from '../run/result.ts';
import { edgesOf, lengthOf } from '../run/states/course-result.ts';
import { inOrder, isOfWell } from '../run/states/well.ts';
import { join, plural, say, type Text, words } from '../wording/say.ts';
import { exactDuration, type TimeWords } from '../wording/times.ts';
import { stateShown } from './figure-words.ts';
import { boundSaid } from './said-of.ts';
import { stretchOf } from './tell-direction.ts';
import { cannot, type Teller, type Told, told } from './told.ts';

const mostListed = 5;

export const tellState: Teller<'state'> = (query, result, times) => {
  const { isIn, rows, since } = result;
  const asked = isOfWell(query.state) ? wellShown(query.state) : (query.state ?? 'running');
  const state = words(stateShown(asked));
  if (rows !== undefined) return tellEach(query, rows, state);
  if (isIn === undefined) return cannot(say`no line shows whether it was ${state} then`);
  if (isOfWell(query.state) && since?.timeMs !== undefined) return tellWell(asked, result, times.at(since.timeMs));
  const at = words(since?.timeMs === undefined ? '' : `: it last changed at ${times.at(since.timeMs)}`);
  const name = result.unit === '' ? words('it') : say`${result.unit}`;
  const sentence = say`${words(isIn ? 'Yes' : 'No')}, ${name} was ${words(statedAs(asked, result))} then${at}`;
  return since === undefined ? { ...told(sentence), verdict: 'LIKELY' } : told(sentence, [since]);
};

function tellEach({ state: asked }: Query, rows: readonly { unit: string; isIn: boolean }[], state: Text): Told {
  const inIt = rows.filter((row) => row.isIn).map(({ unit }) => unit);
  if (inIt.length === 0) return told(say`None of ${rows.length} was ${state}`);
  const sentence = say`${join(inIt)} ${words(wereOf(inIt))} ${state}`;
  if (!isOfWell(asked)) return told(sentence);
  const others = rows.filter((row) => !row.isIn).map(({ unit }) => unit);
  if (others.length === 0) return told(say`Yes: ${sentence}`);
  return told(say`No: ${sentence}, ${join(others)} ${words(wereOf(others))} not`);
}

const wereOf = (units: readonly string[]): string => (units.length === 1 ? 'was' : 'were');

const wellShown = (state: string | undefined): string => (state === inOrder ? 'ok' : 'failing');

/** How it was at last, and what says so. */
function tellWell(asked: string, { unit, isIn, since }: Result<'state'>, at: string): Told {
  const name = unit === '' ? words('it') : say`${unit}`;
  const was = words(`${isIn === true ? '' : 'not '}${asked} at the end: since ${at}`);
  const said = since === undefined ? [] : [since];
  const lines = said.map(({ text }) => say`${text.slice(0, 300)}`);
  return told(say`${words(isIn === true ? 'Yes' : 'No')}, ${name} was ${was}`, said, lines);
}

/** What it was, also in the word of the line where that is another. */
function statedAs(asked: string, { isIn, stateTold }: Result<'state'>): string {
  const own = stateTold === asked ? undefined : stateTold;
  if (isIn !== true) return own ?? otherState(asked);
  return own === undefined ? asked : `${asked}, ${own},`;
}

const mostSilent = 12;

/** Whose lines stopped, and when each was heard of last. */
export const tellSilent: Teller<'silent'> = ({ where: [one], window, expects }, { rows, of, among }, times) => {
  const kind = words(of.replace(/[^\w .-]/g, ''));
  const [yes, no] = expects === 'none' ? ['No: ', 'Yes'] : expects === 'any' ? ['Yes: ', 'No'] : ['', 'None'];
  if (rows.length === 0) {
    const goOn = one === undefined ? say`all ${among} of ${kind} go on` : say`${kind} ${one.value} goes on`;
    const end = window?.fromMs === undefined ? 'to the end' : `after ${times.at(window.fromMs)}`;
    return told(say`${words(no)}: ${goOn} ${words(end)}`);
  }
  const heard = (at: number | undefined) => words(at === undefined ? '' : `, last heard of at ${times.at(at)}`);
  const listed = rows.slice(0, mostSilent).map(({ key, first }) => say`${kind} ${key}${heard(first?.timeMs)}`);
  const places = rows.flatMap(({ first }) => first ?? []);
  const share = say`${rows.length} of ${among} fell silent while the others go on`;
  return told(say`${words(yes)}${join(listed, '; ')}`, places, one === undefined ? [share] : []);
};

export const tellEpisodes: Teller<'episodes'> = (query, result, times) => {
  const told = tellIntervals(query, result, times, words(whatLasted(query, result)));
  return result.isOfLines === true ? { ...told, verdict: 'LIKELY' } : told;
};

function whatLasted({ state, against }: Query, { isOfLines }: Result<'episodes'>): string {
  if (isOfLines === true) return 'from its first line to its last';
  return state === undefined && against !== undefined ? 'from one to the other' : stateShown(state ?? 'running');
}

function tellIntervals(query: Query, result: Result<'episodes'>, times: TimeWords, state: Text): Told {
  const { intervals, endMs } = result;
  const { expects, by, take } = query;
  const places = intervals.slice(0, 3).flatMap(edgesOf);
  const when = (one: Interval) => words(whenWords(one, endMs, times));
  const [first] = intervals;
  if (expects === 'none' && by !== undefined) return tellOpen(intervals, places);
  const isWhether = expects === 'any' || expects === 'none';
  const isYes = (first !== undefined) === (expects === 'any');
  const was = isWhether ? say`${words(isYes ? 'Yes' : 'No')}, ${subjectOf(query)} was` : words('None: it was');
  if (first === undefined) return told(say`${was} never ${state}${inWindow(query.window, times)}`);
  const more = words(intervals.length > 1 ? `, ${intervals.length} times in all` : '');
  if (isWhether) return told(say`${was} ${state} ${when(first)}${more}`, places);
  if (take === 'longest') {
    const name = first.unit === '' ? words('') : say`${first.unit}: `;
    return told(say`${name}${words(exactDuration(lengthOf(first, endMs)))} ${state}, ${when(first)}`, places);
  }
  const listed = listedWith(result, when);
  const longer = query.bound === undefined ? words('') : say` for ${boundSaid(query.bound)}`;
  const total = intervals.length === 1 ? [] : [say`${words(exactDuration(result.totalMs))} in all`];
  if (take === 'episodes')
    return told(say`${plural(intervals.length, 'time')} ${state}${longer}: ${listed}`, places, total);
  return tellTotal(result, say`${state}, ${often(intervals.length)}: ${listed}`, places);
}

/** Each of several with how long it was. */
const listedWith = ({ intervals, endMs }: Result<'episodes'>, when: (one: Interval) => Text): Text => {
  const long = (one: Interval) => words(intervals.length === 1 ? '' : ` (${exactDuration(lengthOf(one, endMs))})`);
  return join(
    intervals.slice(0, mostListed).map((one) => say`${when(one)}${long(one)}`),
    '; ',
  );
};

const often = (times: number): Text => words(times === 1 ? 'once' : `${times} times`);

function tellTotal({ intervals, totalMs }: Result<'episodes'>, sentence: Text, places: readonly Place[]): Told {
  const total = told(say`${words(exactDuration(totalMs))} ${sentence}`, places);
  return intervals.some(isOpen) ? { ...total, verdict: 'LIKELY' } : total;
}

const isOpen = ({ startMs, endMs }: Interval): boolean => startMs === undefined || endMs === undefined;

const subjectOf = ({ where: [one] }: Pick<Query, 'where'>): Text =>
  one === undefined ? words('it') : say`${one.value}`;

function inWindow(window: Query['window'], times: TimeWords): Text {
  const { during } = window ?? {};
  if (during !== undefined) return say` while ${subjectOf(during)} was ${words(stateShown(during.state))}`;
  const isNarrowed = window?.fromMs !== undefined || window?.toMs !== undefined;
  return isNarrowed ? say` ${stretchOf(window, times)}` : words('');
}

function tellOpen(intervals: readonly Interval[], places: readonly Place[]): Told {
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

export const tellOverlap: Teller<'overlap'> = (query, { spans, totalMs, places, most }, times) => {
  if (most !== undefined)
    return told(say`${most.count} at once, at ${words(times.at(most.timeMs))}: ${join(most.units.slice(0, 12))}`);
  if (query.against === undefined) return told(words('None at once'));
  if (spans.length === 0) return told(words('No: never at the same time'));
  const listed = spans.slice(0, 4).map(({ fromMs, toMs }) => words(times.span(fromMs, toMs)));
  return told(say`Yes: for ${words(exactDuration(totalMs))}, ${join(listed, '; ')}`, places);
};
