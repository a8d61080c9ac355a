import { levelNamed } from '../../lines/level-words.ts';
import type { Schema } from '../facts/schema.ts';
import { isToldOf } from './told-words.ts';
import { isOfQuestions, singular } from './words.ts';

/** Introductions, said before a question and no part of it. */
const openings: readonly RegExp[] = [
  /^(?:please|pls|plz|so|and|ok|okay|well|now|also|then|hm+|sorry|question|quick (?:one|question)|just (?:wondering|curious|asking)|any idea|btw|by the way|fyi|oh|ah)(?: please)?(?:\s*[,!:.-]+\s*|\s+)/i,
  /^(?:can|could|would|will) (?:you|someone|anyone|anybody) (?:please |kindly |also |quickly )*(?:tell|check|confirm|verify|look up|find out|help|look|(?:take|have) a (?:quick )?look)(?: at| into)?(?: this| that| it)?(?: (?:for )?(?:me|us))?[\s,:?!.]+/i,
  /^(?:do|does|would) (?:you|anyone|someone|we) (?:happen to )?know[\s,:]+/i,
  /^(?:i|we)(?:'d| would| was| am| were| are|'m)? (?:(?:like|want|need|wish|have) to (?:know|find out|learn)|wonder(?:ing)?)[\s,:]+/i,
  /^(?:please )?(?:tell|let) (?:me|us)(?: know)?[\s,:]+/i,
  /^(?:(?:the|a|my|our) )?\w+ (?:asks?|asked|wants to know|would like to know|is asking|wonders)[\s,:]+/i,
  /^for (?:the|my|our|an?) [\w -]{0,30}(?:report|review|ticket|summary|post-?mortem|records?|notes|audit|meeting|handover)\s*[:,]\s*/i,
];
const closings =
  /[\s,.!?;:-]+(?:please|pls|plz|(?:many )?(?:thanks|thank you)(?: [a-z]+){0,3}|thx|for (?:me|us)|cheers|urgent|asap|kind regards|best)[\s.!?]*$/i;
const ofTheFile =
  /,? (?:in|within|from|over|throughout|across|during|for|by|of|according to|judging by) (?:this|the|these|my|that) (?:whole |entire |complete |full |attached )?(?:log|file|logfile|log file)s?(?= |\W*$)/gi;
const ofTheFileFirst = /^(?:in|from|looking at|according to) (?:this|the|my) (?:log|file|logfile|log file)s?,? /i;

const greeting =
  /^(?:(?:good )?(?:morning|afternoon|evening|day)|hey|hi|hello|one more(?: thing)?)(?: (?:there|all|team|everyone))?\s?[!,.:–-]+\s*(?=\S.{8,})/i;
/** "As input for the meeting, I have one question. …": of people who ask, and of nothing in a file. */
const clause = /^(?<said>[^:.?!\d"`]{3,110}?)(?::|!|\.(?= )| [–-] )\s*(?=\S.{8,})/;
const ofPeople =
  /\b(?:i|we|us|me|my|our|nobody|everybody|everyone|someone|somebody|anyone|team|customers?|boss|manager|colleagues?|meeting|question)\b/i;
const asksOrCounts =
  /\b(?:which|what|who|when|how|where|why|most|least|fewest|\w{3,}est|max|min|peak|averag\w*|avg|mean|median|total|sum|share|percent\w*|first|last|number|count|any|list|name|each|every|per|reason)\b|\d/i;
const trouble =
  /\b(?:fail|error|crash|panic|cannot|can't|unable|stuck|hang|freez|broken|breaks?|broke|problem|issue|lost|down|die[ds]?|reboot|restart|kill|wrong|corrupt|abort)\w*|n't\b/i;

/** The question without what tells why it is asked, and of no trouble. */
export function withoutTalk(text: string): string {
  const found = clause.exec(text);
  const said = found?.groups?.said ?? '';
  const isTalk = ofPeople.test(said) && !trouble.test(said) && !asksOrCounts.test(said);
  const rest = found !== null && isTalk ? text.slice(found[0].length).trim() : text;
  const plain = rest
    .replace(greeting, '')
    .replace(/(?<=^|[\s(])(?:#|nr\.?|no\.|num) of\b/gi, 'number of')
    .replace(/^(?:please )?count (?:every|each)\b/i, 'count all')
    .replace(nounCount, 'how many $<noun>')
    .replace(ofNamed, '$<verb> $<name>$<rest>');
  return withoutClosing(plain);
}
/** "J-214 - did it fail?": did J-214 fail? */
const ofNamed =
  /^(?<name>[^\s,:]*\d[^\s,:]*)\s?[-–:,]\s+(?<verb>was|did|is|has|were|does)(?: it true(?: that)?)? (?:it|that one|this one|that)\b(?<rest>.*)/i;
/** "Cap jam count". */
const nounCount =
  /^(?!.*\b(?:max|min|peak|average|avg|mean|median|p\d\d|highest|lowest|total|first|last|what|which|by|per|of|for)\b)(?<noun>(?!lines?\b|word\b)[a-z]+(?:[ -][a-z]+){0,3}) count[?. ]*$/i;

/** The mark of the question stays. */
function withoutClosing(text: string): string {
  const rest = text.replace(closings, (end) => (end.includes('?') ? '?' : ''));
  return /\p{L}{2}/u.test(rest) ? rest : text;
}

/** The question without what politeness puts around it. */
export function withoutPoliteness(text: string): string {
  // In quotes it may be what lines say.
  let left = /["'`“]/.test(text) ? text.trim() : text.replace(/(?<=\S)[\s,]+(?:pls|plz|thx)\b(?!\.\w)/gi, '').trim();
  for (let before = ''; before !== left; ) {
    before = left;
    for (const opening of openings) {
      const rest = left.replace(opening, '');
      if (/\p{L}{2}/u.test(rest)) left = rest;
    }
    left = withoutClosing(left);
  }
  return left;
}

/** Neither does it say anything that the question is about this file, unless its begin or end is meant. */
export function withoutTheFile(text: string): string {
  return text
    .replace(ofTheFileFirst, '')
    .replace(ofTheFile, (all, offset: number) =>
      !/^,? (?:according|judging)/i.test(all) &&
      !/\b(?:log|file|recording)\b/i.test(text.slice(0, offset)) &&
      /(?:end|start|beginning|begin|top|bottom|first|last|length|duration|part|half)$/i.test(text.slice(0, offset))
        ? all
        : '',
    );
}

const shortClause = /^(?<said>[^,:;.?!]{2,50}?)(?:[,:;!] | ?[–-] |\. )(?=\S.{8,})/;
/** "Boss is asking: …", "trying to write this up. …": what is said first and of which the file has no word. */
export function withoutStrangeTalk(text: string, schema: Schema): string {
  const said = shortClause.exec(text)?.groups?.said ?? '';
  const isTalk =
    said !== '' &&
    !asksOrCounts.test(said) &&
    said
      .split(' ')
      .every(
        (word) =>
          isOfQuestions(word) ||
          (!/[A-Z\d]/.test(word.slice(1)) && !isToldOf(schema, word) && levelNamed(singular(word)) === undefined),
      );
  return isTalk ? text.slice(said.length).replace(/^[\s,:;.!–-]+/, '') : text;
}
