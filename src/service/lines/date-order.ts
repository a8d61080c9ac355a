/** How dates of numbers alone are read; of `12.11.2026` and `2026-11-12` the writing itself tells. */
export interface DateOrder {
  /** 03/04/2026 is the third of April. */
  isDayFirst: boolean;
  /** 03/04/26: the year is the last number, not the first. */
  isYearLast: boolean;
}

type Order = 'dmy' | 'mdy' | 'ymd';

const numeric = /(?<![\d.:/-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-]|\.\d)/g;
/** "18/11 06:08:00" */
const withoutYear = /(?<![\d.:/-])(\d{1,2})[-/.](\d{1,2})\.?[ T](?=\d{1,2}[:.]\d\d[:.]\d\d)/g;
const dayMs = 86_400_000;
const mostDates = 5000;

/**
 * The order of a document's numeric dates, from samples of it in their order: the one in which every date exists and
 * lies before `notAfterMs`; of several the one in which the dates lie closest together, as those of a log do.
 */
export function dateOrderOf(samples: readonly string[], notAfterMs: number): DateOrder {
  const long = new Set<string>();
  const short = new Set<string>();
  let separator = '/';
  for (const sample of samples) {
    let seen = 0;
    for (const [, first, mark, second, year] of sample.matchAll(numeric)) {
      if (++seen > mostDates) break;
      if (year!.length === 4) long.add(`${first}/${second}/${year}`);
      else if (first!.length === 2) {
        short.add(`${first}/${second}/${year}`);
        separator = mark!;
      }
    }
  }
  const ofLong = best(long, ['mdy', 'dmy'], notAfterMs);
  const ofShort = best(short, separator === '.' ? ['dmy', 'ymd', 'mdy'] : ['ymd', 'mdy', 'dmy'], notAfterMs);
  const isDayFirst =
    long.size + short.size > 0 ? (long.size > 0 ? ofLong : ofShort) === 'dmy' : samples.some(beginsWithDays);
  return { isDayFirst, isYearLast: ofShort !== 'ymd' };
}

/** No month has so high a number. */
const beginsWithDays = (sample: string): boolean =>
  [...sample.matchAll(withoutYear)].some(([, first, second]) => Number(first) > 12 && Number(second) <= 12);

/** The first of `orders` unless another holds for more of the dates, or puts them much closer together or nearer. */
function best(dates: ReadonlySet<string>, orders: readonly Order[], notAfterMs: number): Order {
  let chosen: { order: Order; wrong: number; spanMs: number; ageMs: number } | undefined;
  for (const order of orders) {
    const read = [...dates].map((date) => timeOf(date, order));
    const times = read.filter((time) => time <= notAfterMs + 2 * dayMs);
    const [first, last] = [Math.min(...times), Math.max(...times)];
    const one = { order, wrong: read.length - times.length, spanMs: last - first, ageMs: notAfterMs - last };
    const isBetter =
      chosen === undefined ||
      one.wrong < chosen.wrong ||
      (one.wrong === chosen.wrong &&
        times.length > 0 &&
        (one.spanMs * 4 < chosen.spanMs || (one.spanMs <= chosen.spanMs && chosen.ageMs - one.ageMs > 500 * dayMs)));
    if (isBetter) chosen = one;
  }
  return chosen!.order;
}

function timeOf(date: string, order: Order): number {
  const parts = date.split('/').map(Number);
  const [day = 0, month = 0, year = 0] =
    order === 'dmy' ? parts : order === 'mdy' ? [parts[1], parts[0], parts[2]] : [...parts].reverse();
  const time = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day);
  return month >= 1 && month <= 12 && new Date(time).getUTCDate() === day ? time : Number.POSITIVE_INFINITY;
}
