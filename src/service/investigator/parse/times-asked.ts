import { zoneMinutesOfWord } from '../../lines/time-words.ts';
import { type DayAsked, dayIn } from './day-asked.ts';
import { amountWord, numberOf } from './number-words.ts';
import { offsetsIn, unitMs } from './offsets-asked.ts';
import type { TimeAsked } from './time-asked.ts';
import { spellOutTimes } from './time-phrases.ts';

const clock = String.raw`(?<![\d.:,/-])(\d{1,2})(?::(\d\d))?(?::(\d\d))?(?:[.,]\d+)?(?![\d:])\s?(am|pm)?`;
const day = String.raw`(?:(\d{4})-(\d\d)-(\d\d)[T ]+(?:at\s+)?)?`;
// Behind a bare time "-10:00" is the end of a range; behind a date it is a zone.
const utcOffset = String.raw`\+\d\d:?\d\d|-\d{4}|(?<=\d{4}-\d\d-\d\d[T ].{0,20})-\d\d:\d\d`;
const zone = String.raw`(?:\s?(utc|gmt|z|cet|cest|bst|est|edt|cst|cdt|mst|mdt|pst|pdt|ist|jst|${utcOffset})\b)?`;
const moment = `${day}${clock}${zone}`;
/** Right behind the dash of a range, which behind a date would begin a zone. */
const dash = String.raw`(?<!\d{4}-\d\d-\d\d[T ][\d:.,]{4,15})-`;
const end = moment.replace('[\\d.:,/-]', '[\\d.:,/]');
const minute = 60_000;
const hour = 60 * minute;

interface TimesFound {
  times: TimeAsked[];
  /** The question without the words that told the times: those are never looked for in the file. */
  rest: string;
}

/** What is found on the way through a question; what was taken is no word of it any more. */
interface Search {
  found: TimeAsked[];
  rest: string;
  dayPart: { day?: DayAsked };
  take(label: string): string;
}

/** Times and windows a question names. */
export function timesIn(text: string): TimesFound {
  const search: Search = {
    found: [],
    rest: spellOutTimes(text),
    dayPart: {},
    take(label) {
      search.rest = search.rest.replace(label, ' ');
      return label.trim();
    },
  };
  const { found, take } = search;
  const onDay = dayIn(search.rest);
  if (onDay !== undefined) {
    search.rest = search.rest.replace(onDay.label, ' ');
    search.dayPart = { day: onDay.day };
  }
  // "Yesterday with today": two days by themselves, where no clock is told.
  const otherDay = onDay === undefined ? undefined : dayIn(search.rest);
  takeRanges(search);
  takeMoments(search);
  for (const offset of offsetsIn(search.rest)) found.push({ ...offset, label: take(offset.label) });
  takeEdge(search);
  takePartOfDay(search);
  if (found.length === 0 && onDay !== undefined) {
    for (const one of otherDay === undefined ? [onDay] : [onDay, otherDay]) {
      const isVague = one.day.fromEnd !== undefined;
      const label = one === onDay ? one.label.trim() : take(one.label);
      const common = { label, from: 0, to: 24 * hour, isAbsolute: false, day: one.day };
      found.push({ ...common, kind: 'on', ...(isVague ? { isVague } : {}) });
    }
  }
  return { times: found.slice(0, 4), rest: search.rest.replace(/\s+/g, ' ').trim() };
}

function takeRanges(search: Search): void {
  for (const match of [...search.rest.matchAll(range)]) {
    const parts = match.slice(1);
    const offset = parts.slice(0, 8).some((part) => part !== undefined) ? 0 : 16;
    const from = momentOf(parts.slice(offset, offset + 8));
    const to = momentOf(parts.slice(offset + 8, offset + 16));
    if (from === undefined || to === undefined || !isClock(match[0])) continue;
    const { ms, ...first } = from;
    const toMs = from.isAbsolute && !to.isAbsolute ? Math.floor(ms / (24 * hour)) * 24 * hour + to.ms : to.ms;
    // "Between noon and 1": the end is after the start.
    const isHalfLater = to.isTwelveHour && !from.isAbsolute && toMs <= ms && toMs + 12 * hour > ms;
    search.found.push({
      label: search.take(match[0]),
      kind: 'between',
      ...(to.zoneMinutes === undefined ? {} : { zoneMinutes: to.zoneMinutes }),
      ...first,
      ...search.dayPart,
      from: ms,
      to: isHalfLater ? toMs + 12 * hour : toMs,
      isTwelveHour: from.isTwelveHour && to.isTwelveHour && !isHalfLater,
    });
  }
}
const range = new RegExp(
  `(?:between|from)\\s+${moment}\\s+(?:and|to|until|till)\\s+${moment}|(?:(?:between|from)\\s+)?${moment}(?:\\s?(?:–|to|until)\\s?|\\s-\\s?|${dash})${end}`,
  'gi',
);

function takeMoments(search: Search): void {
  for (const match of [...search.rest.matchAll(single)]) {
    const moment = momentOf(match.slice(2, 10));
    if (moment === undefined || !isClock(match[0])) continue;
    const { ms, ...at } = moment;
    const word = (match[1] ?? 'around').toLowerCase();
    // "Around 3 am" leaves more room than "at 03:14".
    const isExact = /:/.test(match[0]) && (ms % hour !== 0 || !/around|about|circa|ca/i.test(match[0]));
    const room = (isExact ? 5 : 15) * minute;
    const common = { label: search.take(match[0]), ...at, ...search.dayPart };
    if (/since|after|from/.test(word)) {
      const early = /(?:about|around|circa) /i.test(common.label.slice(word.length)) ? 10 * minute : 0;
      search.found.push({ ...common, kind: 'after', from: ms - early, to: ms });
    } else if (/before|until|by/.test(word)) search.found.push({ ...common, kind: 'before', from: ms, to: ms });
    else search.found.push({ ...common, kind: 'around', from: ms - room, to: ms + room });
  }
}
const single = new RegExp(
  `(?:\\b(just before|right before|shortly before|around|about|near|at|circa|ca\\.?|since|after|from|before|until|by)\\s+)?(?:the\\s+|about\\s+|around\\s+)?${moment}`,
  'gi',
);

/** "In the last ten minutes". */
function takeEdge(search: Search): void {
  const edge = lastPart.exec(search.rest);
  if (edge !== null) {
    const size = sizeOf(edge[2]) * unitMs(edge[3]!);
    const kind = /first/i.test(edge[1]!) ? 'first' : 'last';
    search.found.push({ label: search.take(edge[0]), kind, from: size, to: size, isAbsolute: false });
  }
}

const lastPart = new RegExp(
  String.raw`\b(?:(?:in|during|over|within|for) )?(?:the )?(last|final|first|past)\s+(?:(half(?: an)?|quarter(?: of an)?|\d{1,4}|${amountWord}|few|couple of)\s+)?(seconds?|secs?|minutes?|mins?|hours?|hrs?|days?)\b`,
  'i',
);

/** "In the morning", "in the afternoon than in the morning". */
function takePartOfDay(search: Search): void {
  const isBeside = search.found.length > 0;
  for (const part of [...search.rest.matchAll(partOfDay)]) {
    const [from, to] = partsOfDay[part[1]!.toLowerCase()]!;
    const label = search.take(part[0]);
    if (isBeside) return;
    const common = { label, from: from * hour, to: to * hour, isAbsolute: false, isVague: true as const };
    search.found.push({ ...common, kind: 'between', ...search.dayPart });
  }
}
const partOfDay =
  /\b(?:(?:in|during|over|throughout|through)\s+)?(?:the |this |that |last |yesterday )?(?:early |late )?(morning|afternoon|evening|night|overnight|tonight)\b(?! (?:mode|rate|tariff|lamp|light|plan|program|programme|price)s?\b)/gi;

const night = [21, 6] as const;
const partsOfDay: Record<string, readonly [number, number]> = {
  morning: [5, 12],
  afternoon: [12, 18],
  evening: [17, 24],
  night,
  overnight: night,
  tonight: night,
};

interface Moment extends Pick<TimeAsked, 'isAbsolute' | 'zoneMinutes'> {
  ms: number;
  isTwelveHour: boolean;
}

function momentOf(parts: readonly (string | undefined)[]): Moment | undefined {
  const [year, month, date, hourText, minuteText, secondText, half, zoneText] = parts;
  if (hourText === undefined || (minuteText === undefined && half === undefined)) return undefined;
  let at = Number(hourText);
  if (half !== undefined) at = (at % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (at > 24 || Number(minuteText ?? 0) > 59) return undefined;
  const ofDay = at * hour + Number(minuteText ?? 0) * minute + Number(secondText ?? 0) * 1000;
  const isAbsolute = year !== undefined;
  const ms = isAbsolute ? Date.UTC(Number(year), Number(month) - 1, Number(date)) + ofDay : ofDay;
  const zoneMinutes =
    zoneText === undefined ? undefined : (offsetOf(zoneText) ?? zoneMinutesOfWord(zoneText.toUpperCase()));
  // "2:30" may be the afternoon where the file has no such night; "02:30" is not.
  const isTwelveHour = half === undefined && !isAbsolute && hourText.length === 1 && at >= 1;
  return { ms, isAbsolute, isTwelveHour, ...(zoneMinutes === undefined ? {} : { zoneMinutes }) };
}

/** "+02:00", in minutes. */
export function offsetOf(text: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  return sign === undefined ? undefined : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** "60 %" and "12 errors" are no times. */
function isClock(text: string): boolean {
  return /\d:\d\d|\d\s?[ap]m\b/i.test(text);
}

function sizeOf(text = ''): number {
  const word = text.toLowerCase();
  if (/^(?:half|quarter)/.test(word)) return word.startsWith('half') ? 0.5 : 0.25;
  if (word === 'few') return 5;
  return word === 'couple of' ? 2 : (numberOf(word) ?? 1);
}
