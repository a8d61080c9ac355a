/** Greetings, introductions and thanks: said around a question, and no part of it. */
const openings: readonly RegExp[] = [
  /^(?:hi|hey|hello|hiya|greetings|(?:good )?(?:morning|afternoon|evening)(?=,)|good (?:morning|afternoon|evening|day))(?: (?:all|there|team|everyone|everybody|guys|folks))?[\s,!.:-]+/i,
  /^sorry (?:to|for|if) [^,:-]{2,40}(?:[,:]| [–-])(?: but)?\s+/i,
  /^(?:trying|asking|looking|working|writing|checking|preparing) [^.:?!]{2,40}(?:[.:!]|,| -)\s+/i,
  /^(?:work|figure|find) out (?:the )?(?=\w+ )/i,
  /^(?:please|pls|plz|so|and|ok|okay|well|now|also|then|hm+|sorry|question|one (?:more|last) (?:thing|question)|quick (?:one|question)|just (?:wondering|curious|asking)|wondering|any idea|out of curiosity|btw|by the way|fyi|oh|ah)(?: please)?(?:\s*[,!:.-]+\s*|\s+)/i,
  // "Sanity check - …", "one more: …": what kind of question it is, closed by a sign.
  /^(?:(?:an?|the|my|just|one|another|last|final|next|more|quick|small|short|sanity|double|follow-?up|side|dumb|silly|basic|simple|random|general)[ -]?){1,4}(?:check|question|q|thing|one|note|ask|request|query|point)?(?:\s+-+\s+|\s*[:–—]\s*)/i,
  /^(?:(?:please|pls),? )?(?:look|check)(?:ing)? (?:this|that|it) up\s*[:,.-]\s*/i,
  /^(?:i|we) (?:just )?(?:need|want) (?:the|an?) [a-z]+\s*[:–-]\s*/i,
  /^(?:looking at|taking) (?:them|these|all of them) in order,?\s+/i,
  // Times are read in the zone that they are written in.
  /^in (?:terms of )?UTC(?: terms| time)?[\s,:]+/i,
  /^(?:can|could|would|will) (?:you|u|someone|anyone|anybody) (?:please |kindly |also |quickly )*(?:tell|check|confirm|verify|let me know|look up|look (?:this|that|it) up|find out)(?: this| that| it)?(?: me| us| for me| for us)?[\s,:]+/i,
  /^(?:can|could|would|will) (?:you|u|someone|anyone|anybody) (?:please |kindly |quickly )*(?:(?:take|have) a (?:quick )?look|look|help)(?: (?:at|into|with) (?:this|it|that|these)(?: one| logs?| files?)?)?(?: (?:for )?(?:me|us))?[\s,:?!.-]+/i,
  /^(?:do|does|would) (?:you|anyone|someone|we) (?:happen to )?know[\s,:]+/i,
  /^(?:i|we)(?:'d| would)? (?:like|want|need|wish|have) to (?:know|find out|learn)[\s,:]+/i,
  /^(?:i|we) (?:was |am |were |are )?wonder(?:ing)?[\s,:]+/i,
  /^(?:please )?(?:tell|let) (?:me|us)(?: know)?[\s,:]+/i,
  /^(?:(?:the|a|my|our) )?\w+ (?:asks?|asked|wants to know|would like to know|is asking|wonders)[\s,:]+/i,
  /^for (?:the|my|our|an?) [\w -]{0,30}(?:report|review|ticket|summary|post-?mortem|records?|notes|audit|minutes|meeting|dashboard|slides|wiki|handover|newsletter)\s*[:,]\s*/i,
];
const closings =
  /[\s,.!?;:-]+(?:please|pls|plz|thanks(?: a lot| in advance| so much)?|thank you(?: very much| so much)?|thx|ty|tia|for (?:me|us)|cheers|urgent|asap|quick|kind regards|best)[\s.!?]*$/i;
const ofTheFile =
  /,? (?:in|within|from|over|throughout|across|during|for|by|of|according to|judging by) (?:this|the|these|my|that) (?:whole |entire |complete |full |attached )?(?:logs?|files?|logfiles?|log files?)(?= |\W*$)/gi;
const ofTheFileFirst = /^(?:in|from|looking at|according to) (?:this|the|my) (?:logs?|files?|logfile|log file)s?,? /i;

/** As people write to each other, wherever it stands: "the rarest one we ever saw, w/ counts pls". */
const withoutChat = (text: string): string =>
  chat.reduce((said, [word, plain]) => said.replace(word, plain), text).trim();
const chat: readonly (readonly [RegExp, string])[] = [
  [/(?<=\S)[\s,]+(?:pls|plz|thx)\b(?!\.\w)/gi, ''],
  [/\bw\/o\s?(?=[a-z])/gi, 'without '],
  [/(?<=\s)w\/\s?(?=[a-z])/gi, 'with '],
  [
    /(?<=\S) (?:(?:that )?(?:we|you|it) (?:have |has )?(?:ever |so far )?(?:saw|seen|had|got|reached)(?: ever| so far| yet)?)(?=[?!. ]*$)/gi,
    '',
  ],
  [/[?.!,;]+ (?=top \d)/gi, ' '],
];

/** The question without what politeness puts around it. */
export function withoutPoliteness(text: string): string {
  // In quotes it may be what lines say.
  let left = /["'`“]/.test(text) ? text.trim() : withoutChat(text);
  for (let before = ''; before !== left; ) {
    before = left;
    for (const opening of openings) {
      const rest = left.replace(opening, '');
      if (/\p{L}{2}/u.test(rest)) left = rest;
    }
    // The mark of the question stays.
    const rest = left.replace(closings, (end) => (end.includes('?') ? '?' : ''));
    if (/\p{L}{2}/u.test(rest)) left = rest;
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
