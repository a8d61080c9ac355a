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
    .replace(/\b(?:did|do|does|has|have|had|were|was|is|are) not (?:pass|succeed|work)(?:ed)?\b/gi, 'failed')
    .replace(/\b(?:was|were|is|are) not successful\b/gi, 'unsuccessful')
    // Whatever else is so.
    .replace(/^(?<asked>(?:is|are|was|were|did|does|do|has|have)\b.*?),? (?:too|as well|also)(?=[?.! ]*$)/i, '$<asked>')
    .replace(inUnit, '')
    .replace(/\b(before and after) (?:the )?(\d{1,2}:\d\d(?::\d\d)?) ([a-z]{3,20})\b/gi, '$1 the $3 at $2')
    .replace(
      /^something (?:went wrong|happened|was wrong) (?:with|to) (?<what>\S+) (?:at|around) (?:about |roughly |around |approximately )?(?<when>.+?)[;,:.] ?what was (?:it|that)(?=[?. ]*$)/i,
      'what happened to $<what> around $<when>',
    )
    .replace(/\bnon-(?=\w)/gi, 'not ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:show|say|give|find out|check)(?:[,:]| whether| if| to me| for me)? +(?=(?:how|what|which|who|when|why|whether|if|is|are|was|were|did|does|has|have|at|in|between|from)\b)/i,
      '',
    )
    .replace(/^(?:whether|if) (?<subject>.+?) (?<aux>is|are|was|were|has|have|had|did|does) /i, '$<aux> $<subject> ')
    .replace(/(\d{1,2}:\d\d(?::\d\d)?|\b(?:noon|midnight|midday)):(?=\s)/gi, '$1,')
    .replace(/\b(from|between) (\d[\d:.]*) (?:until|till|up to) (?=\d|noon|midnight|midday)/gi, '$1 $2 to ')
    .replace(
      /\b(?:up to|up until|until|till|prior to|earlier than) (?=(?:about )?\d{1,2}(?::\d|\s?[ap]m))/gi,
      'before ',
    )
    .replace(
      /\b(?:later than|starting (?:at|from)|from) (\d{1,2}:\d\d(?::\d\d)?) (?:on|onwards)\b(?! \w)|^later than (?=\d)/gi,
      'after $1',
    )
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
