import { oppositeOf } from '../facts/lexicon.ts';
import { asksWhy } from './asks-why.ts';
import { quoteMark } from './phrase.ts';
import { withoutPoliteness } from './politeness.ts';

/** The answer states its unit, whichever is asked for. */
const inUnit =
  /,? (?:in |\()(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|bytes|[kmgt]i?b|(?:kilo|mega|giga)bytes|[kmg]?wh|per ?cent|%|degrees(?: celsius)?|celsius)\)?(?= today\b|[?!.\s]*$)/i;

/** A question without what politeness and signs put around it; quoted texts stand in it as one sign each. */
export function plainQuestion(text: string): { plain: string; quotes: string[] } {
  const quotes: string[] = [];
  const plain = withoutPoliteness(text)
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(
      /"([^"]{1,200})"|`([^`]{1,200})`|(?<=^|\s)'([^']{2,200})'(?=[\s?.,!]|$)/g,
      (_, a?: string, b?: string, c?: string) => {
        quotes.push(a ?? b ?? c ?? '');
        return ` ${quoteMark(quotes.length - 1)} `;
      },
    )
    .replace(/\b(what|who|when|where|how|there|it|that|which)'s\b/gi, '$1 is')
    .replace(/\bcan't\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not')
    .replace(
      /\b(?:not|no longer) (ready|available|reachable|responding|connected|running|healthy|online|enabled|open|locked)\b/gi,
      (all, state: string) => (asksWhy.test(text) ? all : oppositeOf(state)),
    )
    .replace(
      /\b(?:did|do|does|has|have|had|were|was|is|are) not (?:(?:pass|succeed|work)(?:ed)?|successful)\b/gi,
      'failed',
    )
    // Whatever else is so.
    .replace(/^(?<asked>(?:is|are|was|were|did|does|do|has|have)\b.*?),? (?:too|as well|also)(?=[?.! ]*$)/i, '$<asked>')
    .replace(inUnit, '')
    .replace(/\bnon-(?=\w)/gi, 'not ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:whether|if) (?<subject>.+?) (?<aux>is|are|was|were|has|have|had|did|does) /i, '$<aux> $<subject> ')
    .replace(/\b(from|between) (\d[\d:.]*) (?:until|till|up to) (?=\d|noon|midnight|midday)/gi, '$1 $2 to ')
    .replace(
      /\b(?:up to|up until|until|till|prior to|earlier than) (?=(?:about )?\d{1,2}(?::\d|\s?[ap]m))/gi,
      'before ',
    )
    .replace(/\bfrom (\d{1,2}:\d\d(?::\d\d)?) (?:on|onwards)\b(?! \w)|\blater than (?=\d{1,2}:\d)/gi, 'after $1')
    .replace(/(\d:\d\d):(?=\s)/g, '$1,')
    .replace(/[?!.\s]+$/, '');
  return { plain: withoutRanges(plain), quotes };
}

const amountRange =
  /\b(?<lead>(?:took|takes?|taking|lasted|lasting|with|of|in|by|is|was|were|are|level|size|duration|latency|time|delay|temperature|load|length|value)\b[^?]{0,30}? )(?:(?:between|from) )?(?<from>\d+(?:\.\d+)?) ?(?<unit>[a-zµ%°]{0,12}) (?:and|to) (?<to>\d+(?:\.\d+)?) ?(?<unit2>ms|[µmn]?s|milliseconds?|seconds?|minutes?|[kmgt]i?b|bytes|%|percent|degrees|°?c|v|a|w|kg)(?![\w:])/i;

/** "Took between 1 and 2 seconds" is a range of amounts, not of times of the clock. */
const withoutRanges = (text: string): string =>
  text.replace(amountRange, (_, ...found) => {
    const { lead, from, unit, to, unit2 }: Record<string, string> = found.at(-1);
    return `${lead}at least ${from} ${unit || unit2} and at most ${to} ${unit2}`;
  });
