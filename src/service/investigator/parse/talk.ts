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
