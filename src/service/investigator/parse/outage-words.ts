import { oncePer } from '#core/once-per.ts';
import { learnOutage } from '../facts/learn-outage.ts';
import type { Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';

/** How people say that a thing is out of reach or out of order. */
const downAdjective =
  'down|offline|unreachable|unhealthy|unavailable|dead|disconnected|interrupted|out of (?:service|order|action|reach|use)|stopped by a fault|not mounted|lost|gone|out|closed|shut(?: down)?|dark|silent|blocked|suspended|read-only|halted|stopped|at a standstill|not (?:reachable|available|connected|responding|reporting|working|running|open|in service)|without (?:an? |the )?(?:link|contact|connection|signal|service|network)';
const adjective = new RegExp(`^(?:${downAdjective})$`, 'i');

/** What such times are called. */
const noun =
  /^(?:outage|downtime|stoppage|disconnect(?:ion)?|interruption|break-?down|drop-?out|blackout|closure|shutdown|standstill|withdrawal(?: from service)?|(?:contact|link|connection|signal|service) (?:loss|drop|cut|failure)|loss of (?:contact|connection|signal|link|service))(?:s|es)?$/i;
/** "Read-only period", "closed spell". */
const span = / (?:period|phase|spell|stretch|interval|episode|time)s?$/i;
const negated = /^(?:not|no|no longer|without|never)\b/i;

/** The words of this file for an outage, beside those that people have for any. */
export interface OutageWords {
  isDown(phrase: string): boolean;
  isOutage(phrase: string): boolean;
}

const none: OutageWords = { isDown: () => false, isOutage: () => false };

/** Of a file whose lines tell of no outage no word is one for it. */
export const outageWords = oncePer((schema: Schema): OutageWords => {
  const outage = learnOutage(schema);
  if (outage === undefined) return none;
  const { begins, ends } = outage.words;
  const said = new Set(
    schema.kinds
      .filter(({ stems }) => [...begins, ...ends].some((word) => stems.has(word)))
      .flatMap(({ example }) => [...stemsOf(example)]),
  );
  const isBegin = (word: string): boolean => begins.includes(stem(word)) || begins.some((one) => isFormOf(word, one));
  const isDown = (phrase: string): boolean => {
    const words = phrase.toLowerCase().split(' ');
    if (
      words.length > 5 ||
      !words.every((word) => /^[a-z-]+$/.test(word) && !/^(?:and|or|ever|which|first|last|again)$/.test(word))
    )
      return false;
    if (adjective.test(phrase) || /^down\b/i.test(phrase)) return true;
    return negated.test(phrase)
      ? words.some((word) => said.has(stem(word)))
      : isBegin(words.at(-1) ?? '') || isBegin(words[0] ?? '');
  };
  const isOutage = (phrase: string): boolean =>
    noun.test(phrase) ||
    (span.test(phrase) && isDown(phrase.replace(span, ''))) ||
    (phrase.split(' ').length <= 2 && isBegin(phrase.split(' ').at(-1) ?? ''));
  return { isDown, isOutage };
});

/** "Withdrawals" where lines say "withdrawn", "trips" of "tripped". */
const isFormOf = (word: string, begun: string): boolean =>
  begun.length >= 4 && word.toLowerCase().startsWith(begun) && word.length <= begun.length + 5;
