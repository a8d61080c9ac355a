import { hourWords, numberOf } from './number-words.ts';

const hour = `(?:${hourWords.join('|')}|[01]?\\d|2[0-4])`;
const lead = String.raw`(?:at|around|about|near|circa|ca\.?|since|after|before|until|till|by|from|between|and|to|um|gegen|ab|seit|vor|nach|bis)`;
const partsOfHour: Record<string, number> = { quarter: 15, half: 30 };
const partOfDay = String.raw`(?:in the |this |that )?(morning|afternoon|evening)|(?:at |in the )(night)|(am|pm)\b|(a)\.m\.|(p)\.m\.`;

/** "1,000 ms" after a lead word is no hour: an hour is at most 24. */
const hourOf = (text: string): number => numberOf(text) ?? Number.NaN;

const pad = (value: number): string => String(value).padStart(2, '0');

type Said = (whole: string, ...groups: string[]) => string;

const said: readonly (readonly [RegExp, string | Said])[] = [
  [
    /\b(?:in |during )?the (\d{1,2})(?:[:.]00)? ?(?:o'? ?clock |am |pm )?hour (vs\.?|versus|against|compared (?:to|with)|and|with|to|than)(?: in)? the (?:hour before|previous hour|one before)/gi,
    (_, at: string, joiner: string) =>
      `from ${at}:00 to ${Number(at) + 1}:00 ${joiner} from ${Number(at) - 1}:00 to ${at}:00`,
  ],
  [/\b(?:noon|midday|mittags?)\b/gi, '12:00'],
  [/\b(?:midnight|mitternacht)\b/gi, '00:00'],
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
    new RegExp(`\\b(${hour})(:[0-5]\\d)?(?: ?o'?clock)? ?(?:${partOfDay})`, 'gi'),
    (whole, at: string, minutes: string | undefined, day?: string, night?: string, half?: string, a?: string) => {
      const value = hourOf(at);
      if (value > 12) return whole.replace(/ ?(?:am|pm)\b/i, '');
      if (!/\d/.test(at) && day === undefined && night === undefined && half === undefined && a === undefined)
        return `${value}${minutes ?? ''} pm`;
      const isLate =
        half?.toLowerCase() === 'pm' ||
        (day !== undefined && !/morning/i.test(day)) ||
        (night !== undefined && value >= 6 && value < 12) ||
        (half === undefined && a === undefined && day === undefined && night === undefined);
      return `${value}${minutes ?? ''} ${isLate ? 'pm' : 'am'}`;
    },
  ],
  [new RegExp(`\\b(${hour}) ?o'?clock\\b`, 'gi'), (_, at: string) => `${hourOf(at)}:00`],
  [
    /\b(between|from) ([01]?\d|2[0-3]) (and|to|until|till) ([01]?\d|2[0-4])(?= (?:last night|at night|tonight|this (?:morning|afternoon|evening)|in the (?:morning|afternoon|evening)|yesterday|today)\b)/gi,
    (_, word: string, from: string, joiner: string, to: string) => `${word} ${from}:00 ${joiner} ${to}:00`,
  ],
  [/\b([01]?\d|2[0-3])(?:[.:]([0-5]\d))? ?uhr\b/gi, (_, at: string, minutes = '00') => `${at}:${minutes}`],
  [
    new RegExp(`\\b(${lead}) ([01]?\\d|2[0-3])h([0-5]\\d)?\\b`, 'gi'),
    (_, word: string, at: string, minutes = '00') => `${word} ${at}:${minutes}`,
  ],
  [
    /\b(at|around|about|since|after|before|until|between|and) (0\d|1\d|2[0-3])([0-5]\d)(?: ?(?:hours|hrs|h)\b|(?=\s*[,.?!]|\s*$|\s+and\b))/gi,
    (whole, word: string, at: string, minutes: string) =>
      /^(?:19|20)/.test(at) && !/h/i.test(whole.slice(-5)) ? whole : `${word} ${at}:${minutes}`,
  ],
  [
    new RegExp(
      `\\b(between|from) (${hour}) (and|to|until|till) (\\d{1,2}(?::[0-5]\\d)? ?(am|pm)|\\d{1,2}:[0-5]\\d)`,
      'gi',
    ),
    (_, word: string, at: string, joiner: string, end: string, half?: string) =>
      `${word} ${hourOf(at)}${half === undefined ? ':00' : ` ${half}`} ${joiner} ${end}`,
  ],
  [
    new RegExp(`\\b((?:between|from) \\d{1,2}:[0-5]\\d (?:and|to|until|till)) (${hour})\\b(?! ?(?::|am|pm))`, 'gi'),
    (_, start: string, end: string) => `${start} ${hourOf(end)}:00`,
  ],
  [
    new RegExp(
      `\\b(at|around|about|since|until|till|by|circa|before|after) (${hourWords.join('|')}|[01]?\\d|2[0-3])(?=\\s*(?:[,?!;]|\\.(?!\\d)|$)|\\s+(?:and|then|today|yesterday|tonight)\\b)`,
      'gi',
    ),
    (_, word: string, at: string) => `${word} ${hourOf(at)}:00`,
  ],
];

/**
 * Rewrites times said in words to clock times: "half past two" to "2:30", "six in the evening" to "6 pm", "14h" to
 * "14:00". What is no time is left as it is.
 */
export const spellOutTimes = (text: string): string =>
  said.reduce(
    (left, [pattern, clock]) =>
      typeof clock === 'string' ? left.replace(pattern, clock) : left.replace(pattern, clock),
    text,
  );

const hours: readonly RegExp[] = [
  /\b(?:in|during|within) (?:the )?(\d{1,2}):00 ?[-–] ?\1:59 hour\b/gi,
  /\b(?:in|during|within) the hour (?:starting|beginning|from|after)(?: at)? (\d{1,2}):00/gi,
];

/** What is said around times, and tells no time. */
const spans: readonly (readonly [RegExp, string])[] = [
  [/(\d:\d\d):(?=\s)/g, '$1,'],
  [
    /\b(?:in|during|for|within|over) the (\d{1,2}:\d\d) (?:to|till|until|-|–) (\d{1,2}:\d\d) (?:slot|window|interval|period|span)\b/gi,
    'from $1 to $2',
  ],
  [/\b(?:in|during|for|within|over) the (?:slot|window|interval|period|span|time) (?=(?:from|between) \d)/gi, ''],
  [
    /^(\S+(?: \S+)?) (?:was|went|got|fell|is) [^,;:–\d-]{2,40}? at (\d{1,2}:\d\d(?::\d\d)?)\s*[,;:–-]+ (?:and )?when (?:did|was|is) it (?:come |get |been )?(?:back|over|recover|recovered|up|running)(?: again)?\b/i,
    'when did $1 come back after $2',
  ],
  [/\bup (?:to|until|till) (?=\d{1,2}:\d)/gi, 'until '],
  [/\blater than (?=\d{1,2}:\d)/gi, 'after '],
  [/\bearlier than (?=\d{1,2}:\d)/gi, 'before '],
  [
    /(?<!\b(?:and|or) )\b(?:after|following|with) the (?:change (?:at|of) (\d{1,2}:\d\d(?::\d\d)?)|(\d{1,2}:\d\d(?::\d\d)?) change)\b/gi,
    'at $1$2',
  ],
  [/\bhalf an hour\b/gi, '30 minutes'],
  [/\bpre-(?=\d{1,2}:\d)/gi, 'before '],
  [/\bpost-(?=\d{1,2}:\d)/gi, 'after '],
];

/** "In the 18:00 to 19:30 slot" is from 18:00 to 19:30. */
export const inPlainSpans = (text: string): string =>
  spans.reduce((left, [span, plain]) => left.replace(span, plain), text);

/** "In the 19:00-19:59 hour" is between 19:00 and 20:00. */
export const spellOutHours = (text: string): string =>
  hours.reduce(
    (left, hour) => left.replace(hour, (_, at: string) => `between ${at}:00 and ${Number(at) + 1}:00`),
    text,
  );
