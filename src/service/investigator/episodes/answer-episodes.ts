import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, number, plural, say, type Text, words } from '../answer/say.ts';
import { durationWords, type TimeWords } from '../answer/times.ts';
import { documentsOf } from '../calculate/pass.ts';
import { claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import type { TimeAsked } from '../question/question.ts';
import { timesIn, windowIn } from '../question/times-asked.ts';
import { stateAsked } from '../states/state-asked.ts';
import { duringEpisode } from './during-episode.ts';
import { type EpisodeAsked, episodeAsked } from './episode-asked.ts';
import { intervalBetween } from './event-interval.ts';
import { lengthWords } from './length-words.ts';
import type { Episode } from './link-episodes.ts';
import { type EpisodesRead, readEpisodes } from './read-episodes.ts';
import { readTurns } from './read-turns.ts';
import { stateAt } from './state-at.ts';

const mostTold = 6;
const mostRows = 30;

/** How long something was in a state, how often, until when, whether at a time: from the lines that begin and end it. */
export async function answerEpisodes(run: Investigation): Promise<Draft | undefined> {
  const { question } = run;
  const other = run.files.length === 1 ? ((await duringEpisode(run)) ?? (await intervalBetween(run))) : undefined;
  if (other !== undefined) return other;
  if (run.files.length !== 1 || documentsOf(run).length !== 1 || question.phrases.length > 0) return undefined;
  const found = timesIn(question.text);
  const moment = question.times.find(({ kind }) => kind === 'around');
  const asked = episodeAsked(found.rest, question.isYesNo, moment !== undefined);
  if (asked === undefined) return undefined;
  // "Is it ok again": of whatever went wrong, which no words tell.
  if (stateAsked(question)?.subjects.length === 0) return undefined;
  const read = await episodesMeant(run, asked, found.rest);
  if (read === undefined) return undefined;
  const times = await timesOf(run);
  const told = { run, asked, read, times };
  const draft =
    asked.wants === 'state' || asked.wants === 'open'
      ? stateAt(told, moment === undefined ? undefined : momentMs(moment, run))
      : tellEpisodes({ ...told, read: inWindows(read, question.times, run) });
  if (draft !== undefined)
    run.step('episodes', { of: asked.subject.join(' '), state: read.name }, draft.cause.plain.slice(0, 200));
  return draft;
}

export interface ToldOf {
  run: Investigation;
  asked: EpisodeAsked;
  read: EpisodesRead;
  times: TimeWords;
}

const surely = 0.9;

/** By the words that usually tell of such a state; where those do not take turns, by the lines that do. */
async function episodesMeant(run: Investigation, asked: EpisodeAsked, text: string): Promise<EpisodesRead | undefined> {
  const told = asked.meant.length === 0 ? undefined : await readEpisodes(run, asked);
  const known = told !== undefined && isSure(told, asked) ? told : undefined;
  const turns = asked.wants === 'count' || asked.isAtAnyTime ? undefined : await readTurns(run, asked, text);
  const isPlain = known?.isTold === true && known.quality >= surely && turns?.isTransition !== true;
  return isPlain ? known : (turns ?? known);
}

/** Words that merely look like a beginning and an end do not take turns. */
function isSure({ quality, isTold, episodes }: EpisodesRead, asked: EpisodeAsked): boolean {
  if (asked.wants === 'state' || asked.wants === 'open') return episodes.length > 0;
  if (!isTold) return quality >= 0.7 && asked.subject.length > 0;
  return quality >= (asked.wants === 'count' ? 0.7 : 0.4);
}

function momentMs(asked: TimeAsked, run: Investigation): number | undefined {
  const [info] = documentsOf(run);
  const window = info === undefined ? undefined : windowIn(asked, info);
  return window === undefined ? undefined : (window.fromMs + window.toMs) / 2;
}

function inWindows(read: EpisodesRead, asked: readonly TimeAsked[], run: Investigation): EpisodesRead {
  const [info] = documentsOf(run);
  const windows = asked.flatMap((one) => (info === undefined ? [] : (windowIn(one, info) ?? [])));
  if (windows.length === 0) return read;
  const begun = read.episodes.filter(({ start }) =>
    windows.some(({ fromMs, toMs }) => start.timeMs >= fromMs && start.timeMs <= toMs),
  );
  if (begun.length > 0) return { ...read, episodes: begun };
  const inside = read.episodes.filter(({ start, end }) =>
    windows.some(({ fromMs, toMs }) => start.timeMs <= toMs && (end === undefined || end.timeMs >= fromMs)),
  );
  return { ...read, episodes: inside };
}

function tellEpisodes(told: ToldOf): Draft | undefined {
  const { asked, read } = told;
  const { episodes } = read;
  const ended = episodes.filter((one) => one.lengthMs !== undefined);
  if (episodes.length === 0) return undefined;
  const { pick } = asked;
  if (asked.wants === 'count') return tellAll(told, ended);
  if (pick === 'longest' || pick === 'shortest') {
    if (ended.length === 0) return undefined;
    const sign = pick === 'longest' ? -1 : 1;
    const ranked = [...ended].sort((a, b) => sign * (a.lengthMs! - b.lengthMs!));
    return tellOne(
      told,
      ranked[0]!,
      words(ended.length === 1 ? '' : `${pick === 'longest' ? 'Longest' : 'Shortest'} of ${number(ended.length)}: `),
      ranked,
    );
  }
  if (typeof pick === 'number' || pick === 'last') {
    const one = pick === 'last' ? episodes.at(-1) : episodes[pick - 1];
    if (one === undefined)
      return lookUp({
        cause: say`There are only ${plural(episodes.length, 'time')} in this file`,
        proof: claims(told, episodes),
      });
    return tellOne(
      told,
      one,
      words(episodes.length === 1 ? '' : `Number ${episodes.indexOf(one) + 1} of ${number(episodes.length)}: `),
      episodes,
    );
  }
  if (episodes.length === 1) return tellOne(told, episodes[0]!, words(''), episodes);
  return tellAll(told, ended);
}

function tellOne(told: ToldOf, one: Episode, lead: Text, all: readonly Episode[]): Draft {
  const { asked, times } = told;
  const unit = one.unit === '' ? words('') : say`${one.unit}: `;
  const begun = times.at(one.start.timeMs);
  const reason = asked.wantsReason ? say`: ${one.start.text.slice(0, 100)}` : words('');
  const cause =
    one.end === undefined
      ? say`${lead}${unit}not over when the file ends: it began at ${words(begun)}`
      : asked.wants === 'end'
        ? say`${lead}${unit}${words(times.at(one.end.timeMs))}, after ${words(lengthWords(one.lengthMs!))}`
        : asked.isCompared
          ? say`${unit}${words(lengthWords(one.lengthMs!))}, ${words(times.span(one.start.timeMs, one.end.timeMs))}${besides(one, all)}`
          : say`${lead}${unit}${words(lengthWords(one.lengthMs!))}, ${words(times.span(one.start.timeMs, one.end.timeMs))}${reason}`;
  return lookUp({
    cause,
    explanation: [saidBy(told), ...statedText(one), ...unendedText(told), ...endedBy(one)],
    ...(all.length > 1 ? { tables: [tableOf(told, all)] } : {}),
    proof: claims(told, [one]),
  });
}

/** What the others take. */
function besides(one: Episode, all: readonly Episode[]): Text {
  const others = all
    .flatMap(({ lengthMs, start }) => (lengthMs === undefined || start === one.start ? [] : [lengthMs]))
    .sort((a, b) => a - b);
  if (others.length === 0) return words('');
  const [low, middle, high] = [others[0]!, others[others.length >> 1]!, others.at(-1)!].map(lengthWords);
  return words(`; the other ${number(others.length)} took ${middle} as a median, ${low} to ${high}`);
}

function tellAll(told: ToldOf, ended: readonly Episode[]): Draft | undefined {
  const { asked, read, times } = told;
  const { episodes } = read;
  const lengths = ended.map((one) => one.lengthMs!).sort((a, b) => a - b);
  const open = episodes.filter((one) => one.end === undefined);
  const count = plural(episodes.length, 'time');
  if (lengths.length === 0) return undefined;
  const sum = lengths.reduce((total, one) => total + one, 0);
  const longest = ended.reduce((high, one) => (one.lengthMs! > high.lengthMs! ? one : high));
  const figures: Record<'mean' | 'sum' | 'median', Text> = {
    mean: say`average ${words(lengthWords(sum / lengths.length))}`,
    sum: say`all together ${words(lengthWords(sum))}`,
    median: say`median ${words(lengthWords(lengths[Math.floor(lengths.length / 2)]!))}`,
  };
  const isFew = episodes.length <= mostTold;
  const lengthsInOrder = ended.map((one) => one.lengthMs!);
  // More than a few with their times would be no headline; the times stand in the table.
  const isShort =
    asked.wants !== 'end' && open.length === 0 && episodes.length > 2 && episodes.every(({ unit }) => unit === '');
  const each = join(
    episodes.map((one) => {
      const unit =
        one.unit === '' || new Set(episodes.map((other) => other.unit)).size === 1 ? words('') : say`${one.unit} `;
      return one.lengthMs === undefined
        ? say`${unit}not over from ${words(times.at(one.start.timeMs))}`
        : say`${unit}${words(lengthWords(one.lengthMs))}${words(asked.wants === 'end' ? ` until ${times.at(one.end!.timeMs)}` : ` from ${times.at(one.start.timeMs)}`)}`;
    }),
    '; ',
  );
  const most = say`longest ${words(lengthWords(longest.lengthMs!))}${longest.unit === '' ? words('') : say` (${longest.unit})`} from ${words(times.at(longest.start.timeMs))}`;
  const last = episodes.at(-1)!;
  const until =
    last.end === undefined ? words('the last is not over') : say`the last ended at ${words(times.at(last.end.timeMs))}`;
  const lead = asked.statistic === undefined ? undefined : figures[asked.statistic];
  const cause =
    lead !== undefined
      ? isFew && asked.statistic === 'sum' && episodes.length > 1
        ? say`${count}, ${lead}: ${each}`
        : say`${words(lead.plain.charAt(0).toUpperCase())}${words(lead.plain.slice(1))}, over ${count}; ${most}`
      : isFew
        ? isShort
          ? say`${count}: ${words(lengthsInOrder.map(lengthWords).join(', '))}; the longest from ${words(times.at(longest.start.timeMs))}`
          : say`${count}: ${each}`
        : say`${count}: ${figures.median}, ${most}; ${until}`;
  return lookUp({
    cause,
    explanation: [
      saidBy(told),
      ...(isFew
        ? [{ text: say`All together ${words(lengthWords(sum))}, ${most}`, ranges: [] }]
        : [{ text: say`All together ${words(lengthWords(sum))}, ${figures.mean}`, ranges: [] }]),
      ...(open.length > 0
        ? [{ text: say`${plural(open.length, 'start')} without an end in this file`, ranges: [] }]
        : []),
    ],
    tables: [tableOf(told, episodes)],
    proof: claims(told, isFew ? episodes : [longest, ...episodes.filter((one) => one !== longest).slice(0, 5)]),
  });
}

/** Which lines are taken for a beginning and an end. */
function saidBy({ read }: ToldOf) {
  const one = read.episodes.find(({ end }) => end !== undefined) ?? read.episodes[0]!;
  const ends = one.end === undefined ? words('') : say` to ${one.end.text.slice(0, 100)}`;
  return { text: say`From ${one.start.text.slice(0, 100)}${ends}`, ranges: [] };
}

function statedText({ end, start, lengthMs }: Episode) {
  if (end?.statedMs === undefined || lengthMs !== end.statedMs) return [];
  const passed = end.timeMs - start.timeMs;
  return Math.abs(passed - end.statedMs) > Math.max(2000, passed * 0.02)
    ? [{ text: say`As its last line states; by the clock ${words(lengthWords(passed))} passed`, ranges: [] }]
    : [];
}

function unendedText({ read: { episodes } }: ToldOf) {
  const open = episodes.filter(({ end }) => end === undefined).length;
  return open === 0 || episodes.length === 1
    ? []
    : [{ text: say`${plural(open, 'start')} without an end in this file`, ranges: [] }];
}

function endedBy({ end, start }: Episode) {
  return end === undefined
    ? []
    : [{ text: say`It began with ${start.text.slice(0, 120)} and ended with ${end.text.slice(0, 120)}`, ranges: [] }];
}

function tableOf({ times, asked, read }: ToldOf, all: readonly Episode[]) {
  const hasUnits = new Set(all.map(({ unit }) => unit)).size > 1;
  const isRanked = asked.pick === 'longest' || asked.pick === 'shortest';
  return {
    head: [
      `${isRanked ? `by length, of ${number(read.episodes.length)}` : 'from'}`,
      ...(hasUnits ? ['of'] : []),
      'until',
      'length',
    ],
    rows: all
      .slice(0, mostRows)
      .map(({ start, end, unit, lengthMs }) => [
        times.at(start.timeMs),
        ...(hasUnits ? [unit] : []),
        end === undefined ? 'not over' : times.at(end.timeMs),
        lengthMs === undefined ? '' : durationWords(lengthMs),
      ]),
  };
}

export function claims({ run, times }: ToldOf, all: readonly Episode[]) {
  return all
    .slice(0, 8)
    .map(({ start, end, unit, lengthMs }) =>
      claimAt(
        run,
        say`${unit === '' ? words('') : say`${unit} `}${words(lengthMs === undefined ? 'not over' : durationWords(lengthMs))} from ${words(times.at(start.timeMs))}`,
        start.place,
        ...(end === undefined ? [] : [end.place]),
      ),
    );
}
