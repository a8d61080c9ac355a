import { hourWords, numberOf } from './number-words.ts';

const hour = `(?:${hourWords.join('|')}|[01]?\\d|2[0-4])`;
const partsOfHour: Record<string, number> = { quarter: 15, half: 30 };
const partOfDay = String.raw`(?:in the |this |that )?(?<day>morning|afternoon|evening)|(?:at |in the )(?<night>night)|(?<half>am|pm)\b|(?<letter>[ap])\.m\.`;

/** "1,000 ms" after a lead word is no hour: an hour is at most 24. */
const hourOf = (text: string): number => numberOf(text) ?? Number.NaN;

const pad = (value: number): string => String(value).padStart(2, '0');

type Said = (whole: string, ...groups: string[]) => string;

const said: readonly (readonly [RegExp, string | Said])[] = [
  [/\b(?:noon|midday)\b/gi, '12:00'],
  [/\bmidnight\b/gi, '00:00'],
  [/\bhalf an hour\b/gi, '30 minutes'],
  [
    new RegExp(
      `\\b(half|quarter|five|ten|twenty|twenty-five|[1-5]?\\d)(?: minutes?)? (past|after|to|before) (${hour})\\b(?!:)`,
      'gi',
    ),
    (whole, amount: string, side: string, at: string) => {
      const isWordless = /^\d+$/.test(amount);
      if (isWordless && (/after|before/i.test(side) || /^\d/.test(at))) return whole;
      const minutes = partsOfHour[amount.toLowerCase()] ?? hourOf(amount);
      const isPast = /past|after/i.test(side);
      const base = hourOf(at) - (isPast ? 0 : 1);
      return `${(base + 12) % 12 || 12}:${pad(isPast ? minutes : 60 - minutes)}`;
    },
  ],
  [
    new RegExp(`\\b(?<at>${hour})(?<minutes>:[0-5]\\d)?(?: ?o'?clock)? ?(?:${partOfDay})`, 'gi'),
    (whole, ...found) => {
      const {
        at = '',
        minutes = '',
        day,
        night,
        half,
        letter,
      }: Record<string, string | undefined> = Object(found.at(-1));
      const value = hourOf(at);
      if (value > 12) return whole.replace(/ ?(?:am|pm)\b/i, '');
      const isLate =
        half === undefined && letter === undefined
          ? night === undefined
            ? !/morning/i.test(day ?? '')
            : value >= 6 && value < 12
          : /^p/i.test(half ?? letter ?? '');
      return `${value}${minutes} ${isLate ? 'pm' : 'am'}`;
    },
  ],
  [new RegExp(`\\b(${hour}) ?o'?clock\\b`, 'gi'), (_, at: string) => `${hourOf(at)}:00`],
  [
    new RegExp(
      `\\b(between|from) (${hour}) (and|to|until|till) (\\d{1,2}(?::[0-5]\\d)? ?(am|pm)|\\d{1,2}:[0-5]\\d)`,
      'gi',
    ),
    (_, word: string, at: string, joiner: string, end: string, half?: string) =>
      `${word} ${hourOf(at)}${half === undefined ? ':00' : ` ${half}`} ${joiner} ${end}`,
  ],
];

/**
 * Rewrites times said in words to clock times: "half past two" to "2:30", "six in the evening" to "6 pm". What is no
 * time is left as it is.
 */
export const spellOutTimes = (text: string): string =>
  said.reduce(
    (left, [pattern, clock]) =>
      typeof clock === 'string' ? left.replace(pattern, clock) : left.replace(pattern, clock),
    text,
  );
