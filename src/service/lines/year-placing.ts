import type { ClockHints } from './line-clock.ts';

const dayMs = 86_400_000;

/** Gives the year of one stamp after another that names none, counted on over the turns of the year. */
export function createYearPlacing(hints: ClockHints): (month: number, day: number) => number {
  let year = 0;
  let previousMonthDay = 0;
  return (month, day) => {
    const monthDay = month * 31 + day;
    if (year === 0) year = firstYear(hints, month, day);
    else if (previousMonthDay - monthDay > 62 && Date.UTC(year + 1, month - 1, day) <= hints.notAfterMs + dayMs) year++;
    else if (monthDay - previousMonthDay > 310) year--;
    previousMonthDay = monthDay;
    return year;
  };
}

/** The latest in which the document's last stamp is not later than it may be. */
function firstYear(hints: ClockHints, month: number, day: number): number {
  const last = hints.lastMonthDay ?? { month, day };
  const limit = new Date(hints.notAfterMs + dayMs);
  let lastYear = limit.getUTCFullYear();
  if (Date.UTC(lastYear, last.month - 1, last.day) > limit.getTime()) lastYear--;
  return month * 31 + day > last.month * 31 + last.day ? lastYear - 1 : lastYear;
}
