import { oncePer } from '#core/once-per.ts';
import { learnOutage } from '../facts/learn-outage.ts';
import type { Schema } from '../facts/schema.ts';
import { stem, stemsOf } from '../facts/stem.ts';
import { columnsCalled } from './columns-called.ts';
import { isOfQuestions } from './words.ts';

/** How people say that a thing is out of reach or out of order. */
const downAdjective =
  'down|offline|unreachable|unhealthy|unavailable|dead|disconnected|interrupted|out of (?:service|order|action|reach|use)|stopped by a fault|not mounted|lost|gone|away|broken|out|closed|shut(?: down)?|dark|silent|blocked|suspended|read-only|halted|stopped|at a standstill|not (?:reachable|available|connected|responding|reporting|working|running|open|in service)|without (?:an? |the )?(?:link|contact|connection|signal|service|network)';
const adjective = new RegExp(`^(?:${downAdjective})$`, 'i');

/** What such times are called. */
const noun =
  /^(?:outage|downtime|stoppage|disconnect(?:ion)?|interruption|break-?down|drop-?out|blackout|closure|shutdown|standstill|withdrawal(?: from service)?|(?:contact|link|connection|signal|service) (?:loss|drop|cut|failure)|loss of (?:contact|connection|signal|link|service))(?:s|es)?$/i;
const negated = /^(?:not|no|no longer|without|never)\b/i;

/** The words of this file for an outage, beside those that people have for any. */
interface OutageWords {
  isDown(phrase: string): boolean;
  isOutage(phrase: string): boolean;
  /** Stems of what the lines say that begin one or end one. */
  said: ReadonlySet<string>;
}

const none: OutageWords = { isDown: () => false, isOutage: () => false, said: new Set() };

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
  const isBegin = (word: string): boolean => begins.includes(stem(word));
  const isDown = (phrase: string): boolean => {
    const sides = phrase.split(' or ');
    if (sides.length > 1) return sides.every(isDown);
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
    noun.test(phrase) || (phrase.split(' ').length <= 2 && isBegin(phrase.split(' ').at(-1) ?? ''));
  return { isDown, isOutage, said };
});

/** What such times may be called where the words before it are of their lines, or of nothing else in the file. */
const anyTrouble =
  /^(?:loss|losse|drop|failure|fault|trip|stop|crash|crashe|halt|period|spell|problem|incident|unavailability|absence|error)s?$/;

const isWordIn = (text: string, word: string): boolean => text.split(/[^a-z\d-]+/).includes(word);

/**
 * Words of a name for outages that no line has, "wifi" of "wifi dropout"; undefined where the name is of something else,
 * such as what other lines tell of.
 */
export function outageCalled(phrase: string, schema: Schema): readonly string[] | undefined {
  const outage = learnOutage(schema);
  const words = outageWords(schema);
  const low = phrase.toLowerCase().replace(/ (?:at|of|on|in) (?:all|any).*$/, '');
  if (outage === undefined || !/^[a-z][a-z-]*(?: [a-z][a-z-]*){0,4}$/.test(low)) return undefined;
  if (words.isOutage(low)) return [];
  const parts = low.split(' ');
  const isName = (one: string) =>
    outage?.column.values.has(one) === true ||
    (/[-_.\d]/.test(one) && schema.columns.some(({ values }) => values.has(one)));
  if (parts.some(isName)) return undefined;
  const [head = ''] = parts.slice(-1);
  const before = parts.slice(0, -1).flatMap((word) => word.split('-'));
  const isSaid = (word: string) => words.said.has(stem(word)) || columnsCalled(schema, [word])[0] === outage.column;
  if (before.some((word) => isOfQuestions(word) && !isSaid(word))) return undefined;
  const strange = before.filter((word) => !isSaid(word));
  const isNamed = before.length === 0 ? words.isOutage(head) : before.some(isSaid);
  if (!(words.isOutage(head) || (anyTrouble.test(head) && isNamed))) return undefined;
  const ofOthers = (word: string) =>
    !/^(?:of|the|single)$/.test(word) && schema.kinds.some(({ example }) => isWordIn(example.toLowerCase(), word));
  return strange.some(ofOthers) ? undefined : [phrase];
}
