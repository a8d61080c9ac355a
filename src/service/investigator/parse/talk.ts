import { levelNamed } from '../../lines/level-words.ts';
import type { Schema } from '../facts/schema.ts';
import { isToldOf } from './told-words.ts';
import { isOfQuestions, singular } from './words.ts';

/** "As input for the meeting, I have one question. …": of people who ask, and of nothing in a file. */
const clause = /^(?<said>[^:.?!\d"`]{3,110}?)(?:(?:, so)?:|!|\.(?= )| [–-] )\s*(?=\S.{8,})/;
/** "It is for an open ticket.", "(no rush)": what stands last, of the answer and of who waits for it. */
const last =
  /(?:(?<=[^\s.?!][.?!,;]?)\s+|(?<=[.?!])\s*)(?:(?:many )?(?:thanks|thank you|thx|cheers)|(?:that|this|it) (?:would|will|is|'s)|it is for|(?:a|just a|only a) (?:short|quick|brief|rough|one-line) (?:answer|reply)|(?:can|could|would) (?:you|someone|anyone) (?:grep|check|look|pull|dig|find|send|post|tell)|any (?:help|hint)|\(?no (?:rush|hurry)|(?:kind|best) regards|i (?:appreciate|would appreciate|need (?:it|this)|am in))\b(?<said>[^.?!\d"`]{0,60})[.?!)\s]*$/i;
const ofAnswers =
  /^(?:\W*|.*\b(?:help|helps|answer|reply|enough|ticket|team|me|us|advance|much|lot|rush|hurry|urgent|great|nice|report|meeting|today|please|reading|time|hint|appreciated|week|again|everyone|all)\b.*)$/i;
const ofPeople =
  /\b(?:i|we|us|me|my|our|nobody|everybody|everyone|someone|somebody|anyone|team|customers?|boss|manager|colleagues?|meeting|question)\b/i;
const asking = /\b(?:how|what|which|who|whose|when|where|why|list|count) |^(?:is|are|was|were|did|does|has|have|had) /i;
const trouble =
  /\b(?:fail|error|crash|panic|cannot|can't|unable|stuck|hang|freez|broken|breaks?|broke|problem|issue|lost|down|die[ds]?|reboot|restart|kill|wrong|corrupt|abort)\w*|n't\b/i;

/** The question without what tells why it is asked, or how soon, and of no trouble. */
export function withoutTalk(text: string): string {
  const found = clause.exec(text);
  const said = found?.groups?.said ?? '';
  const isTalk =
    said !== '' &&
    (ofPeople.test(said) || isReason.test(found?.[0] ?? '')) &&
    !trouble.test(said) &&
    !asking.test(said);
  const rest = isTalk ? text.slice(found?.[0].length).trim() : text;
  const told = rewordings.reduce((left, [said, plain]) => left.replace(said, plain), rest);
  return withoutLast(told).replace(ofAnyOutcome, '').replace(ofAllReadings, ' overall');
}

/** What is said in another way than most ask it, and as most do. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  // "Morning!": no time of day.
  [
    /^(?:(?:good )?(?:morning|afternoon|evening|day)|hey(?: there)?|hi(?: there| all| team)?|hello(?: there| all| everyone)?|ok,? next|one more(?: thing)?|hm,? and|next|(?:can|could) (?:someone|anyone|you) (?:please )?tell me)\s?[!,.:–-]+\s*(?=\S.{8,})/i,
    '',
  ],
  [/(?<=^|[\s(])(?:#|nr\.?|no\.|num) of\b/gi, 'number of'],
  // "Which of them cannot sign on": those that tried.
  [
    /^(?<lead>(?:which|who|what|how many|how often)\b[^,?]{0,40}?) (?:can ?not|can't|could(?: not|n't)|(?:was|were|is|are) (?:unable|not able) to) (?=[a-z]{3})/i,
    '$<lead> failed to ',
  ],
  [
    /^how (?:long|much later|soon) after (?:the )?(?<one>.{3,60}) (?:was|were|did|had)(?: the)? (?<other>.{3,60})$/i,
    'how long between $<one> and $<other>',
  ],
  [
    /^how long (?<was>(?:was|were|did) .{2,80}?)[?,]? (?:each|every) time(?:,? and(?: in| the)? total)?[?. ]*$/i,
    'how often $<was> and how long each time',
  ],
  [/^between when and when (?=was|were|did)/i, 'when '],
  [/: what comes out\??$/i, ''],
  [/\bone of (?:those|the ones) (?:that|which) (?:were|was|got) /i, ''],
  [
    /^where was the (?<rank>[a-z]+) (?<of>.+?)(?: value)? seen,? (?:i\.?e\.?,? )?(?<which>which [a-z]+(?: [a-z]+)?)\b/i,
    '$<which> had the $<rank> $<of>',
  ],
  // "Highest boiler pressure: at which site?"
  [
    /^(?<of>(?:the )?[^:?]{8,80}): (?:from |at |on |for )?(?<which>which [a-z]+(?: [a-z]+)?)\?*$/i,
    '$<which> had $<of>',
  ],
  [/^(?:please )?count (?:every|each)\b/i, 'count all'],
  [/^(?<noun>[a-z]+(?: [a-z]+)?) counts[?. ]*$/i, 'count per $<noun>'],
  // "Cap jam count"
  [
    /^(?!.*\b(?:max|min|peak|average|avg|mean|median|p\d\d|highest|lowest|total|first|last|what|which|by|per|of|for)\b)(?<noun>(?!lines?\b|word\b)[a-z]+(?:[ -][a-z]+){0,3}) count[?. ]*$/i,
    'how many $<noun>',
  ],
  // "J-214 - did it fail?": "did J-214 fail?"
  [
    /^(?<name>[^\s,:]*\d[^\s,:]*)\s?[-–:,]\s+(?<verb>was|did|is|has|were|does)(?: it true(?: that)?)? (?:it|that one|this one|that)\b(?<rest>.*)/i,
    '$<verb> $<name>$<rest>',
  ],
  // "Hop dose - has Ines touched it?"
  [
    /^(?:the )?(?<name>[a-z][a-z ]{2,30}?)\s?[-–:]\s+(?<verb>was|did|is|has) (?<rest>[^,;:]{2,40}?) (?:it|that)\b[?.! ]*$/i,
    '$<verb> $<rest> $<name>',
  ],
];

/** "Over all readings of every pool": of all together, and of none apart. */
const ofAllReadings =
  / (?:over|across|of|from) (?:all|every|the) (?:readings?|measurements?|values|samples) (?:of|from|by|on|at) (?:every|each|all)(?: the)? [a-z]+s?\b/i;
const isReason = /, so: $/;

/** "Whatever the outcome", "good and bad ones": all of them, as without it. */
const ofAnyOutcome =
  /,? ?\(?\b(?:(?:whatever|no matter|regardless of|irrespective of)(?: its| the| their| what| how)?(?: outcome| result| end| they ended| it ended| they came out)(?: was| is)?|any outcome|good (?:or|and) bad(?: ones| end(?:s)?)?(?: alike| together)?|(?:completed|finished|successful) (?:or|and) failed(?: ones| [a-z]+s)?(?: alike| together))\)?(?=[\s,.?!:)]|$)|,? but at least (?:once|one)\b|\s?\((?:but )?at least (?:once|one)\)|\s?\(of those that (?:occur|occurred|exist|happened)\)|^of everything that has an end,\s*/gi;

function withoutLast(text: string): string {
  const found = last.exec(text);
  const said = found?.groups?.said ?? '';
  const isTalk = found !== null && found.index > 8 && ofAnswers.test(said) && !trouble.test(said);
  return isTalk ? withoutLast(text.slice(0, found.index).trimEnd()) : text;
}

const shortClause = /^(?<said>[^,:;.?!]{2,50}?)(?:[,:;!] | ?[–-] |\. )(?=\S.{8,})/;
const asksOrCounts =
  /\b(?:which|what|who|when|how|where|why|most|least|fewest|\w{3,}est|max|min|peak|averag\w*|avg|mean|median|total|sum|share|percent\w*|first|last|number|count|any|list|name|each|every|per|reason)\b|\d/i;

/** "Boss is asking: …", "trying to write this up. …": what is said first and of which the file has no word. */
export function withoutStrangeTalk(text: string, schema: Schema): string {
  const plain = text.replace(
    /\s*\((?:need|for|just|please|thanks|sorry|i|we|asking|urgent|it|begun|started|opened|only)\b[^()]*\)/gi,
    '',
  );
  const end = plain.replace(
    /(?:[,;]| [–-]+) (?:just|please|thanks?|thank you|cheers|thx|i |we |need|only) ?[^,;?]{0,40}[.!]?$/i,
    '',
  );
  const said = shortClause.exec(end)?.groups?.said ?? '';
  const words = said.split(' ');
  const isTalk =
    said !== '' &&
    !asksOrCounts.test(said) &&
    words.every(
      (word) =>
        isOfQuestions(word) ||
        (!/[A-Z\d]/.test(word.slice(1)) && !isToldOf(schema, word) && levelNamed(singular(word)) === undefined),
    );
  return isTalk ? end.slice(said.length).replace(/^[\s,:;.!–-]+/, '') : end;
}

/** "Ended normally": where no line says so, no more than that it ended. */
const manner =
  /\b(?<=[a-z](?:ed|en|nt|t|ne|m|n) )(?<how>normally|properly|regularly|correctly|cleanly|gracefully|fully|successfully|as (?:usual|planned|expected)|all the way|without (?:a )?(?:trouble|problems?|issues?|any trouble))\b ?/gi;

export const withoutManner = (text: string, schema: Schema): string =>
  text.replace(manner, (all, how: string) => (isToldOf(schema, how) ? all : ''));
