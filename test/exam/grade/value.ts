import type { Grade } from '../item.ts';
import type { Told } from '../subject.ts';
import { declines, headlineOf, leadOf, saysAbsent, spokenOf } from './headline.ts';
import { durationsIn, msPerUnit, type Quantity, quantitiesIn, timesIn } from './quantities.ts';
import type { Truth } from './truth.ts';

/** `first` is the value the headline states first, in a form in which two answers can be compared. */
interface Reading {
  mark: 'right' | 'partly' | 'wrong';
  first: string;
}

/** What a question calls by a name, and not by a word. */
export const isNameLike = (word: string): boolean => /[\d_-]|[a-z][A-Z]/.test(word);

/** The value must be the one the headline states; somewhere else in it is partly, another one is wrong. */
export function gradeValue(told: Told, question: string, truth: Truth): Grade & { value: string } {
  const headline = headlineOf(told.answer);
  const isOpen = told.verdict === 'INCONCLUSIVE' || declines(headline);
  if (truth.kind === 'nothing') return gradeRefusal(told, question, truth.why, isOpen);
  const { mark, first } = readingOf(truth, headline, told.answer, question);
  if (mark === 'right') return { mark, reason: first, value: first };
  // "No" and "none" are values; that a name is nowhere to be found is none, unless it is said for certain.
  const isAbsent = saysAbsent(headline) && told.verdict !== 'CONFIRMED' && !/^(?:no|none|never|0)\b/i.test(headline);
  if (isOpen || isAbsent) return { mark: 'admitted', reason: `declined; read ${first}`, value: 'declined' };
  return { mark, reason: `read ${first || 'no value'}`, value: first };
}

/** Where there is nothing to state, any value is wrong, and an absent subject has to be named as such. */
function gradeRefusal(
  told: Told,
  question: string,
  why: 'absent' | 'not told',
  isOpen: boolean,
): Grade & { value: string } {
  const headline = headlineOf(told.answer);
  const isNamed = question
    .split(/[\s?,:]+/)
    .some((word) => word.length > 2 && isNameLike(word) && placeOf(headline, word) >= 0);
  const isSaid =
    saysAbsent(headline) || declines(headline) || /^no(?:ne)?\b[^:]*:.*\b(?:no|none|not)\b/i.test(headline);
  if (isSaid || (why === 'not told' && isOpen) || (isOpen && isNamed))
    return { mark: 'right', reason: 'declined', value: 'nothing' };
  if (isOpen) return { mark: 'admitted', reason: 'declined without naming the subject', value: 'nothing' };
  return { mark: 'wrong', reason: 'states a value', value: headline };
}

function readingOf(
  truth: Exclude<Truth, { kind: 'nothing' }>,
  headline: string,
  answer: string,
  question: string,
): Reading {
  switch (truth.kind) {
    case 'number':
      return ofNumber(truth, headline, question);
    case 'share':
      return ofShare(truth, headline);
    case 'names':
      return ofNames(truth, spokenOf(answer), headline, question);
    case 'table':
      return ofTable(truth.counts, leadOf(answer));
    case 'words':
      return ofWords(truth, headline, answer);
    case 'yes':
      return ofYes(truth, spokenOf(answer));
    case 'time':
      return ofTime(truth, headline, question);
    case 'duration':
      return ofDuration(truth.ms, headline, question);
    case 'direction':
      return ofDirection(truth.way, spokenOf(answer));
  }
}

function firstOf<T>(all: readonly T[], isRight: (one: T) => boolean, show: (one: T) => string): Reading {
  const [first] = all;
  if (first === undefined) return { mark: 'wrong', first: '' };
  return { mark: isRight(first) ? 'right' : all.some(isRight) ? 'partly' : 'wrong', first: show(first) };
}

function ofNumber(
  { low, high, unit }: Extract<Truth, { kind: 'number' }>,
  headline: string,
  question: string,
): Reading {
  if (low === 0 && high === 0 && /^(?:none|no\b|never|nothing|nobody|zero|not once)/i.test(headline)) {
    return { mark: 'right', first: '0' };
  }
  const words: Record<string, string> = { once: '1', twice: '2', 'three times': '3', one: '1', two: '2', three: '3' };
  const spelt = headline.replace(
    /^(once|twice|three times|one|two|three)\b/i,
    (word) => words[word.toLowerCase()] ?? word,
  );
  const isRight = (one: Quantity) => {
    const scale = scaleOf(one.unit, unit ?? '');
    const slack = Math.max(
      one.slack * scale,
      scale === 1 && Number.isInteger(low) && low === high ? 0 : Math.abs(high) * 0.006,
    );
    return one.value * scale >= low - slack - 1e-9 && one.value * scale <= high + slack + 1e-9;
  };
  // Numbers of the question say nothing when they come back, unless nothing else does.
  const asked = new Set(quantitiesIn(question).map(({ value }) => value));
  const all = quantitiesIn(spelt).filter(({ isPercent }) => !isPercent || unit === '%');
  const own = all.filter((one) => !asked.has(one.value));
  return firstOf(own.length > 0 ? own : all, isRight, ({ value }) => `${value}`);
}

const byteUnits: Record<string, number> = {
  b: 1,
  byte: 1,
  bytes: 1,
  kb: 1e3,
  kib: 1024,
  mb: 1e6,
  mib: 1024 ** 2,
  gb: 1e9,
  gib: 1024 ** 3,
};

function scaleOf(shown: string, wanted: string): number {
  const [from, to] = [msPerUnit(shown), msPerUnit(wanted)];
  if (from !== undefined && to !== undefined) return from / to;
  const [bytes, wantedBytes] = [byteUnits[shown], byteUnits[wanted.toLowerCase()]];
  return bytes !== undefined && wantedBytes !== undefined ? bytes / wantedBytes : 1;
}

function ofShare({ part, whole }: Extract<Truth, { kind: 'share' }>, headline: string): Reading {
  const wanted = (100 * part) / whole;
  const percents = quantitiesIn(headline).filter(({ isPercent }) => isPercent);
  if (percents.length > 0) {
    return firstOf(
      percents,
      ({ value, slack }) => Math.abs(value - wanted) <= Math.max(slack, 0.5) + 1e-9,
      ({ value }) => `${value} %`,
    );
  }
  const pair = /(\d+) (?:of|out of) (?:the )?(\d+)/.exec(headline.replace(/(\d),(?=\d{3})/g, '$1'));
  if (pair === null)
    return part === 0 && /^(?:none|no\b|never)/i.test(headline)
      ? { mark: 'right', first: '0 %' }
      : { mark: 'wrong', first: '' };
  const isRight = Number(pair[1]) === part && Number(pair[2]) === whole;
  return { mark: isRight ? 'right' : 'wrong', first: pair[0] };
}

/** A class or logger is named whole, with its package: `org.example.cron` is the cron. */
const inPackage = '(?<![\\w.-])(?:[a-z]\\w{0,30}\\.){0,4}';

function placeOf(text: string, name: string): number {
  const pattern = new RegExp(`${inPackage}${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w]|[.-]\\w)`, 'i');
  return pattern.exec(text)?.index ?? -1;
}

function ofNames(
  { names, others }: Extract<Truth, { kind: 'names' }>,
  headline: string,
  withQuotes: string,
  question: string,
): Reading {
  if (names.length === 0) {
    const isNone = /^(?:none|no\b|nobody|nothing|neither|never)/i.test(headline);
    return { mark: isNone ? 'right' : 'wrong', first: isNone ? 'none' : headline.slice(0, 60) };
  }
  const all = [...names, ...others]
    .map((name) => ({ name, at: placeOf(headline, name) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const isNamed = names.every((name) => placeOf(withQuotes, name) >= 0);
  const leading = all.slice(0, names.length).map(({ name }) => name);
  const isLeading = names.every((name) => leading.includes(name));
  const isAlone =
    names.length === 1 || all.length === names.length || others.some((name) => placeOf(question, name) >= 0);
  return {
    mark: isLeading && isAlone ? 'right' : isNamed ? 'partly' : 'wrong',
    first: (names.length === 1 ? leading : all.map(({ name }) => name)).sort().join(', '),
  };
}

function ofTable(counts: Readonly<Record<string, number>>, lead: string): Reading {
  const text = lead.replace(/(\d),(?=\d{3})/g, '$1');
  const states = ([name, count]: [string, number]) => {
    const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(
      `${inPackage}${quoted}(?![\\w]|[.-]\\w)[^\\n;]{0,12}?(?<![\\w.])${count}(?![\\w]|\\.\\d)|(?<![\\w.])${count}(?: ?[x×]| times| lines| from| by| in| on| for| of|:)? ${quoted}(?![\\w]|[.-]\\w)`,
      'i',
    ).test(text);
  };
  const all = Object.entries(counts);
  const right = all.filter(states).length;
  return {
    mark: right === all.length ? 'right' : right * 2 >= all.length ? 'partly' : 'wrong',
    first: `${right} of ${all.length} rows`,
  };
}

function ofWords({ words, others }: Extract<Truth, { kind: 'words' }>, headline: string, answer: string): Reading {
  const isIn = (text: string) => (word: string) => placeOf(text, word) >= 0;
  const misled = others.find(isIn(headline));
  if (misled !== undefined) return { mark: 'wrong', first: misled };
  if (words.some(isIn(headline))) return { mark: 'right', first: words[0] ?? '' };
  return { mark: words.some(isIn(leadOf(answer))) ? 'partly' : 'wrong', first: headline.slice(0, 60) };
}

function ofYes(
  { isYes, yesWords = [], noWords = [], isAbsent = false }: Extract<Truth, { kind: 'yes' }>,
  headline: string,
): Reading {
  if (isAbsent && saysAbsent(headline)) return { mark: 'right', first: 'no' };
  const said = /^yes\b/i.test(headline)
    ? true
    : /^(?:no|not|none|never|nobody|nothing|neither)\b/i.test(headline)
      ? false
      : saidByState(headline, yesWords, noWords);
  if (said === undefined) return { mark: 'wrong', first: headline.slice(0, 60) };
  return { mark: said === isYes ? 'right' : 'wrong', first: said ? 'yes' : 'no' };
}

/** "gw-3 was down" answers whether it was up; both states in one sentence answer nothing. */
function saidByState(headline: string, yesWords: readonly string[], noWords: readonly string[]): boolean | undefined {
  const has = (words: readonly string[]) => words.some((word) => placeOf(headline, word) >= 0);
  const [yes, no] = [has(yesWords), has(noWords)];
  return yes === no ? undefined : yes;
}

const dayMs = 86_400_000;

function ofTime(
  { timeMs, offsetMinutes, zeroMs }: Extract<Truth, { kind: 'time' }>,
  headline: string,
  question: string,
): Reading {
  if (zeroMs !== undefined) return ofElapsed(timeMs - zeroMs, headline);
  const asked = new Set(timesIn(question).map(({ ms }) => ms));
  const clocks = [timeMs + offsetMinutes * 60_000, timeMs].map((ms) => ((ms % dayMs) + dayMs) % dayMs);
  const isRight = ({ ms, precisionMs }: { ms: number; precisionMs: number }) =>
    clocks.some((clock) => clock >= ms - 1 && clock < ms + precisionMs) ||
    (precisionMs >= 1000 && clocks.some((clock) => Math.abs(clock - ms) <= precisionMs / 2 + 1));
  const all = timesIn(headline);
  const own = all.filter((one) => !asked.has(one.ms) || isRight(one));
  return firstOf(own, isRight, ({ ms }) => new Date(ms).toISOString().slice(11, 23));
}

/** Time since the start of a clock: as seconds, or in hours, minutes and seconds. */
function ofElapsed(elapsedMs: number, headline: string): Reading {
  const inWords = durationsIn(headline).map(({ ms, slackMs }) => ({ ms, slackMs }));
  const bare = quantitiesIn(headline)
    .filter(({ unit }) => unit === '')
    .map(({ value, slack }) => ({ ms: value * 1000, slackMs: slack * 1000 }));
  return firstOf(
    [...inWords, ...bare],
    ({ ms, slackMs }) => Math.abs(ms - elapsedMs) <= slackMs + 501,
    ({ ms }) => `${ms} ms`,
  );
}

function ofDuration(wantedMs: number, headline: string, question: string): Reading {
  const asked = new Set(durationsIn(question).map(({ ms }) => ms));
  const all = durationsIn(headline).filter(({ ms }) => !asked.has(ms));
  if (wantedMs === 0 && all.length === 0 && /^(?:none|no\b|never|not)/i.test(headline))
    return { mark: 'right', first: '0 s' };
  const isRight = ({ ms, slackMs }: { ms: number; slackMs: number }) =>
    Math.abs(ms - wantedMs) <= Math.max(slackMs, 1000, wantedMs * 0.002);
  return firstOf(all, isRight, ({ ms }) => `${Math.round(ms / 1000)} s`);
}

const directions = {
  up: /\b(?:ris(?:es?|ing)|rose|gr[eo]ws?|growing|increas\w+|climb\w*|up|higher|more often|went up|upward|worse|slower)\b/i,
  down: /\b(?:fall(?:s|ing|en)?|fell|drop\w*|decreas\w+|declin\w+|down|lower|shr[aiu]nk\w*|less often|downward|faster|better|sank|sinks?)\b/i,
  flat: /\b(?:flat|steady|stable|same|constant|unchanged|no trend|neither|not? (?:clear )?(?:rise|trend|change)|level|stays?|stayed|hardly)\b/i,
};

function ofDirection(way: 'up' | 'down' | 'flat', headline: string): Reading {
  const places = (['up', 'down', 'flat'] as const)
    .map((one) => ({ one, at: headline.search(directions[one]) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return firstOf(
    places,
    ({ one }) => one === way,
    ({ one }) => one,
  );
}
