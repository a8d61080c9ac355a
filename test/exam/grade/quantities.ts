export interface Quantity {
  value: number;
  unit: string;
  /** Half of the last digit shown. */
  slack: number;
  isPercent: boolean;
  index: number;
}

const unitNames =
  /^(?:%|percent|[kmgt]?i?b(?:ytes?)?|bytes?|(?:milli|micro)?seconds?|minutes?|hours?|days?|ms|us|µs|ns|s|secs?|mins?|m|h|hrs?|d|°?c|°?f|v|a|w|kw|kwh|rpm|bar|hz|mbit\/s|x|times)$/i;

/** The numbers of a sentence that are values: not those inside names, addresses, times of day and dates. */
export function quantitiesIn(sentence: string): Quantity[] {
  const text = maskTimes(sentence).replace(/(\d)[,\u202f\u2009](?=\d{3}(?:\D|$))/g, '$1');
  const found: Quantity[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    const token = match[0].replace(/^[("'[~≈+]+|[)"'\],;:.?!]+$/g, '');
    const parts = /^(-?\d+(?:\.\d+)?)([a-zµ°%][\w/%µ°]*)?$/i.exec(token);
    if (parts === null) continue;
    const [, digits = '', glued = ''] = parts;
    if (glued !== '' && !unitNames.test(glued)) continue;
    const following =
      /^\s*(\S+)/.exec(text.slice(match.index + match[0].length))?.[1]?.replace(/[),;:.?!]+$/, '') ?? '';
    const unit = glued || (unitNames.test(following) ? following : '');
    const decimals = digits.split('.')[1]?.length ?? 0;
    found.push({
      value: Number(digits),
      unit: unit.toLowerCase(),
      slack: decimals === 0 ? 0 : 0.5 * 10 ** -decimals,
      isPercent: unit === '%' || unit.toLowerCase() === 'percent',
      index: match.index,
    });
  }
  return found;
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const timeOfDay = /(?<![\d.:-])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?!\d|:)\s*(am|pm)?/gi;
const date = new RegExp(
  `\\b\\d{4}[-/]\\d{2}[-/]\\d{2}(?:T(?=\\d))?|\\b\\d{1,2}[./]\\d{1,2}[./]\\d{4}\\b|\\b${month} {1,2}\\d{1,2}(?:,? \\d{4})?\\b|\\b\\d{1,2}[ /]${month}[ /]\\d{4}:?|\\b\\d{1,2} ${month}\\b`,
  'g',
);

/** Times of day and dates become blanks of the same length. */
export function maskTimes(text: string): string {
  const blank = (match: string) => ' '.repeat(match.length);
  return text
    .replace(date, blank)
    .replace(timeOfDay, blank)
    .replace(/(?<=\s{6})(?:[+-]\d{2}:?\d{2}|Z|UTC)/g, blank);
}

export interface ShownTime {
  /** Since midnight. */
  ms: number;
  /** The length of what was shown: a minute, a second, less. */
  precisionMs: number;
  index: number;
}

export function timesIn(text: string): ShownTime[] {
  return Array.from(text.replace(/(\d{4}-\d{2}-\d{2})T/g, '$1 ').matchAll(timeOfDay), (match) => {
    const [, hour = '0', minute = '0', second, fraction, half] = match;
    const shift = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
    const ms = Number(`0.${fraction ?? 0}`) * 1000;
    return {
      ms: shift * 3_600_000 + Number(minute) * 60_000 + Number(second ?? 0) * 1000 + ms,
      precisionMs:
        second === undefined ? 60_000 : fraction === undefined ? 1000 : 10 ** (3 - Math.min(3, fraction.length)),
      index: match.index,
    };
  });
}

const unitMs: [RegExp, number][] = [
  [/^(?:d|days?)$/i, 86_400_000],
  [/^(?:h|hrs?|hours?)$/i, 3_600_000],
  [/^(?:m|mins?|minutes?)$/i, 60_000],
  [/^(?:s|secs?|seconds?)$/i, 1000],
  [/^(?:ms|milliseconds?)$/i, 1],
  [/^(?:us|µs|microseconds?)$/i, 0.001],
];

export function msPerUnit(unit: string): number | undefined {
  return unitMs.find(([pattern]) => pattern.test(unit))?.[1];
}

export interface ShownDuration {
  ms: number;
  slackMs: number;
}

/** "1 h 2 min 3.5 s", "90s", "12m1s", "2 minutes and 5 seconds", "took 00:05:30". */
export function durationsIn(sentence: string): ShownDuration[] {
  const clocks = Array.from(
    sentence.matchAll(/\b(?:took|lasted|for|duration|total(?: of)?)\s+(\d+):(\d\d):(\d\d)(?:\.(\d+))?/gi),
    (match) => ({
      ms: Number(match[1]) * 3_600_000 + Number(match[2]) * 60_000 + Number(match[3]) * 1000,
      slackMs: 1000,
    }),
  );
  return [...clocks, ...spokenDurations(apart(maskTimes(sentence)))];
}

/** "12m1s" becomes "12m 1s". */
function apart(text: string): string {
  return text.replace(/(?<![\w.-])(?:\d+[dhm])+\d+(?:\.\d+)?[hms](?!\w)/gi, (span) =>
    span.replace(/[dhm](?=\d)/gi, '$& '),
  );
}

const oneDuration =
  /(?<![\w.-])(\d+(?:\.\d+)?)\s?(days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|milliseconds?|ms|µs|us)(?![\w/])/gi;

/** A smaller unit right behind a larger one belongs to it; the same unit again is another duration. */
function spokenDurations(text: string): ShownDuration[] {
  const found: ShownDuration[] = [];
  let before = { unitMs: 0, end: -1 };
  for (const match of text.matchAll(oneDuration)) {
    const [whole, digits = '', unit = ''] = match;
    const unitMs = msPerUnit(unit) ?? 0;
    const ms = Number(digits) * unitMs;
    const slackMs = unitMs * (unitMs >= 60_000 ? 1 : 0.5) * 10 ** -(digits.split('.')[1]?.length ?? 0);
    const isPart = unitMs < before.unitMs && /^(?:,? (?:and )?| ?)$/.test(text.slice(before.end, match.index));
    const last = found.at(-1);
    if (isPart && last !== undefined) found[found.length - 1] = { ms: last.ms + ms, slackMs };
    else found.push({ ms, slackMs });
    before = { unitMs, end: match.index + whole.length };
  }
  return found;
}
