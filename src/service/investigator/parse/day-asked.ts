import { monthOfWord } from '../../lines/time-words.ts';

/** A day as people say it; what is left out is read from the file. */
export interface DayAsked {
  year?: number;
  /** 1 to 12. */
  month?: number;
  date?: number;
  /** "12/05/2026": day and month, or month and day. */
  isEitherWay?: true;
  /** 0 is Sunday. */
  weekday?: number;
  /** Days before the last one of the file. */
  fromEnd?: number;
}

const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** A month in English, as a named group. */
export const monthPattern = (group: string): string => monthName.replace('(', `(?<${group}>`);
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const month = monthPattern('month');
const year = '(?:,? (?<year>\\d{4})\\b)?';
/** An ISO date beside a clock is read with the clock. */
const forms: readonly RegExp[] = [
  /\b(?:on )?(?<year>\d{4})-(?<number>\d\d)-(?<date>\d\d)\b(?!(?:[T ]+(?:at )?\d{1,2}:\d\d))/i,
  new RegExp(`\\b(?:on )?(?:the )?${month}\\.? (?<date>\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)${year}`, 'i'),
  new RegExp(`\\b(?:on )?(?:the )?(?<date>\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?${month}\\b${year}`, 'i'),
  /\b(?:on )?(?<date>\d{1,2})\.(?<number>\d{1,2})\.(?<year>\d{4})\b/i,
  /\b(?:on )?(?<number>\d{1,2})(?<sign>[/-])(?<date>\d{1,2})\k<sign>(?<year>\d{4})\b/i,
  /\bon the (?<date>\d{1,2})(?:st|nd|rd|th)\b(?! [a-z]*(?:attempt|try|run|floor|time|day)\b)/i,
  /\b(?:on |last |this )?(?<weekday>sun|mon|tues?|wednes|thurs?|fri|satur)day\b/i,
  /\b(?<near>yesterday|today)\b/i,
];

/** "On Nov 20", "3 November", "20.11.2026", "12/05/2026", "on the 3rd", "on Monday", "yesterday". */
export function dayIn(text: string): { label: string; day: DayAsked } | undefined {
  for (const form of forms) {
    const found = form.exec(text);
    if (found !== null) return { label: found[0], day: dayOf(found.groups ?? {}) };
  }
  return undefined;
}

function dayOf(said: Readonly<Record<string, string | undefined>>): DayAsked {
  if (said.near !== undefined) return { fromEnd: /today/i.test(said.near) ? 0 : 1 };
  if (said.weekday !== undefined) return { weekday: weekdays.indexOf(said.weekday.slice(0, 3).toLowerCase()) };
  const named = said.month === undefined ? said.number : monthOfWord(said.month);
  return {
    date: Number(said.date),
    ...(named === undefined ? {} : { month: Number(named) }),
    ...(said.year === undefined ? {} : { year: Number(said.year) }),
    ...(said.sign === undefined ? {} : { isEitherWay: true }),
  };
}

/** Whether the day that begins at `startMs` is the one; `lastMs` is the end of the file. */
export function isSameDay(day: DayAsked, startMs: number, lastMs: number): boolean {
  const at = new Date(startMs);
  if (day.fromEnd !== undefined)
    return Math.floor(lastMs / 86_400_000) - Math.round(startMs / 86_400_000) === day.fromEnd;
  const [ofMonth, date] = [at.getUTCMonth() + 1, at.getUTCDate()];
  const isOfDate = (one: number | undefined, other: number | undefined) =>
    (one === undefined || ofMonth === one) && (other === undefined || date === other);
  return (
    (day.year === undefined || at.getUTCFullYear() === day.year) &&
    (isOfDate(day.month, day.date) || (day.isEitherWay === true && isOfDate(day.date, day.month))) &&
    (day.weekday === undefined || at.getUTCDay() === day.weekday)
  );
}
