import { unitNamed } from '../facts/amount.ts';
import { hourWords, numberOf } from './number-words.ts';

const hoursInWords = new RegExp(
  `\\b(?:from|between) (?<from>${hourWords.join('|')}) (?:to|till|until|and) (?<to>${hourWords.join('|')})(?: (?:in the |at )?(?<part>morning|afternoon|evening|night))?\\b(?! o'?clock)`,
  'gi',
);

/** "From nine to two in the afternoon": what is said of the second hour holds of the first where that lies before it. */
const withHours = (text: string): string =>
  text.replace(hoursInWords, (...found) => {
    const { from, to, part }: Record<string, string | undefined> = found.at(-1);
    const [first, last] = [from, to].map((one) => numberOf(one) ?? 0) as [number, number];
    const isLate = /^(?:afternoon|evening|night)$/i.test(part ?? '');
    const end = isLate && last < 12 ? last + 12 : last;
    const begin = isLate && first < last && first < 12 ? first + 12 : first;
    return `between ${begin}:00 and ${end}:00`;
  });

const clock = '(?:[01]?\\d|2[0-3])\\.[0-5]\\d';
const dotted = new RegExp(
  String.raw`\b(?<lead>(?:at|around|about|by|since|until|till|before|after|from|between)) (?<from>${clock})(?: (?<join>and|to|until|till) (?<to>${clock}))?(?![\d.])(?<next> ?[a-zµ°%]+\b)?`,
  'gi',
);

/** "Between 14.00 and 16.00": with a unit behind it, it is an amount. */
const withDots = (text: string): string =>
  text.replace(dotted, (all, ...found) => {
    const { lead, from, join, to, next = '' }: Record<string, string | undefined> = found.at(-1);
    if (unitNamed(next.trim()) !== undefined) return all;
    const times = [from, to].flatMap((one) => (one === undefined ? [] : [one.replace('.', ':')]));
    return `${lead} ${times.join(` ${join} `)}${next}`;
  });

/** Times of the clock as they are read, however people write them. */
export const withClockTimes = (text: string): string => withHours(withDots(text));
