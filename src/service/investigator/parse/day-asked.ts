import { monthOfWord } from '../../lines/time-words.ts';

/** A day as people say it; what is left out is read from the file. */
export interface DayAsked {
  year?: number;
  /** 1 to 12. */
  month?: number;
  date?: number;
  /** 0 is Sunday. */
  weekday?: number;
  /** Days before the last one of the file. */
  fromEnd?: number;
  /** "12/05/2026": day and month, or month and day, as the lines that hold it tell. */
  written?: string;
}

const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** A month in English, as a named group. */
export const monthPattern = (group: string): string => monthName.replace('(', `(?<${group}>`);
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/**
 * "On Nov 20", "3 November", "20.11.2026", "12/05/2026", "on the 3rd", "in April", "on Monday", "yesterday". An ISO date
 * beside a clock is read with the clock.
 */
export function dayIn(text: string): { label: string; day: DayAsked } | undefined {
  const iso = /\b(?:on )?(\d{4})-(\d\d)-(\d\d)\b(?!(?:[T ]+(?:at )?\d{1,2}:\d\d))/i.exec(text);
  if (iso !== null)
    return { label: iso[0], day: { year: Number(iso[1]), month: Number(iso[2]), date: Number(iso[3]) } };
  const named =
    new RegExp(`\\b(?:on )?(?:the )?${monthName}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,? (\\d{4})\\b)?`, 'i').exec(
      text,
    ) ?? undefined;
  if (named !== undefined) return { label: named[0], day: dayOf(named[3], monthOfWord(named[1]!), named[2]!) };
  const turned = new RegExp(
    `\\b(?:on )?(?:the )?(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?${monthName}\\b(?:,? (\\d{4})\\b)?`,
    'i',
  ).exec(text);
  if (turned !== null) return { label: turned[0], day: dayOf(turned[3], monthOfWord(turned[2]!), turned[1]!) };
  const dotted = /(?<![\d.])(?:\b(?:on |am ))?(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?(?![\d.])/i.exec(text);
  if (dotted !== null && Number(dotted[1]) <= 31 && Number(dotted[2]) <= 12 && Number(dotted[2]) >= 1) {
    const year = dotted[3] === undefined ? undefined : dotted[3].padStart(4, '20');
    return { label: dotted[0], day: dayOf(year, Number(dotted[2]), dotted[1]!) };
  }
  const slashed = /\b(?:on )?((\d{1,2})([/-])(\d{1,2})\3(\d{4}))\b/i.exec(text);
  if (slashed !== null) {
    const [label, written, first, , second, year] = slashed;
    // A number above twelve is the day; else month and day, unless the lines tell.
    const [month, date] = Number(first) > 12 ? [second, first!] : [first, second!];
    if (Number(month) <= 12 && Number(date) <= 31)
      return { label, day: { ...dayOf(year, Number(month), date), written: written! } };
  }
  const ofMonth = /\bon the (\d{1,2})(?:st|nd|rd|th)\b(?! [a-z]*(?:attempt|try|run|floor|time|day)\b)/i.exec(text);
  if (ofMonth !== null && Number(ofMonth[1]) <= 31) return { label: ofMonth[0], day: { date: Number(ofMonth[1]) } };
  const month = new RegExp(
    `\\b(?:in|during|throughout|for|of) (?:all of )?${monthName}\\b(?! \\d{1,2}\\b)(?: (\\d{4})\\b)?`,
    'i',
  ).exec(text);
  if (month !== null)
    return {
      label: month[0],
      day: { month: monthOfWord(month[1]!), ...(month[2] === undefined ? {} : { year: Number(month[2]) }) },
    };
  const weekday = /\b(?:on |last |this )?(sun|mon|tues?|wednes|thurs?|fri|satur)day\b/i.exec(text);
  if (weekday !== null)
    return { label: weekday[0], day: { weekday: weekdays.indexOf(weekday[1]!.slice(0, 3).toLowerCase()) } };
  const near = /\b(yesterday|today)\b/i.exec(text);
  if (near !== null) return { label: near[0], day: { fromEnd: /today/i.test(near[0]) ? 0 : 1 } };
  return undefined;
}

/** Whether the day that begins at `startMs` is the one; `lastMs` is the end of the file. */
export function isSameDay(day: DayAsked, startMs: number, lastMs: number): boolean {
  const at = new Date(startMs);
  if (day.fromEnd !== undefined)
    return Math.floor(lastMs / 86_400_000) - Math.round(startMs / 86_400_000) === day.fromEnd;
  return (
    (day.year === undefined || at.getUTCFullYear() === day.year) &&
    (day.month === undefined || at.getUTCMonth() + 1 === day.month) &&
    (day.date === undefined || at.getUTCDate() === day.date) &&
    (day.weekday === undefined || at.getUTCDay() === day.weekday)
  );
}

function dayOf(year: string | undefined, month: number, date: string): DayAsked {
  return { month, date: Number(date), ...(year === undefined ? {} : { year: Number(year) }) };
}
