import type { Schema } from '../facts/schema.ts';
import { isToldOf } from './told-words.ts';
import { isOfQuestions } from './words.ts';

/** "As input for the meeting, I have one question. …": of people who ask, and of nothing in a file. */
const clause = /^(?<said>[^:.?!\d"`]{3,110})(?::|!|\.(?= ))\s*(?=\S.{8,})/;
const ofPeople =
  /\b(?:i|we|us|me|my|our|nobody|everybody|everyone|someone|somebody|anyone|team|customers?|boss|manager|colleagues?|meeting|question)\b/i;
const asking = /\b(?:how|what|which|who|whose|when|where|why|list|count|is|are|was|were|did|does|has) /i;
const trouble =
  /\b(?:fail|error|crash|panic|cannot|can't|unable|stuck|hang|freez|broken|breaks?|broke|problem|issue|lost|down|die[ds]?|reboot|restart|kill|wrong|corrupt|abort)\w*|n't\b/i;

/** The question without a clause before it that tells why it is asked, and of no trouble. */
export function withoutTalk(text: string): string {
  const said = clause.exec(text)?.groups?.said ?? '';
  const isTalk = said !== '' && ofPeople.test(said) && !trouble.test(said) && !asking.test(said);
  return isTalk ? text.slice(said.length + 1).trim() : text;
}

const shortClause = /^(?<said>[^,:;.?!]{2,50}?)(?:[,:;!] | ?[–-] |\. )(?=\S.{8,})/;
const asksOrCounts =
  /\b(?:which|what|who|when|how|where|why|most|least|fewest|\w{3,}est|max|min|peak|average|avg|mean|median|total|sum|share|percent\w*|first|last|number|count|any|list|name)\b|\d/i;

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
    words.every((word) => isOfQuestions(word) || (!/[A-Z\d]/.test(word.slice(1)) && !isToldOf(schema, word)));
  return isTalk ? end.slice(said.length).replace(/^[\s,:;.!–-]+/, '') : end;
}
