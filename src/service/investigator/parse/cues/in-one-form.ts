/** What people say in several ways, each with the one that the cues know. */
const sameTerms: readonly (readonly [RegExp, string])[] = [
  // "Errors: how many of them?"
  [
    /^(?<lead>[^:?]{3,60}): (?<asks>(?:how many|which|when)\b[^:]*?)\b(?:of )?(?:them|those|these|it)\b(?<tail>[^:]*)$/i,
    '$<asks> $<lead> $<tail>',
  ],
  [/^(?<lead>[^:?,]{3,60})[:,] (?<asks>how many)[?. ]*$/i, '$<asks> $<lead>'],
  // "Late share of all trains": the share of trains that were late.
  [
    /^(?<part>[^:?,]{3,40}) (?<share>share|percentage|proportion) of all (?<all>[^:?,]{3,40})$/i,
    '$<share> of $<all> that were $<part>',
  ],
  [/\b(?:other than|apart from|except for)\b/gi, 'except'],
  // "Who is causing all the 429s", "which jobs eat up most of the memory".
  [
    /^(?<who>who|which [\w-]+(?: [\w-]+)?) (?:is )?(?:caus(?:e|es|ed|ing)|produc(?:e|es|ing)|us(?:ing|es) up|eat(?:s|ing)?(?: up)?) (?:(?:all|most|the most|so many|the)\b ?)+(?=\w)/i,
    '$<who> has the most ',
  ],
  [
    /^(?<who>which [\w-]+) (?:is|was) (?:the )?(?:busiest|noisiest|most active)(?=[?. ]*$)/i,
    '$<who> has the most lines',
  ],
  [/\bhow many (?:ms|millis|milliseconds|secs|seconds|mins|minutes|hours) (?=(?:did|does|do|was|is)\b)/gi, 'how long '],
  [/,? (?:over|across|for|of|in)? ?all (?:the )?[a-z]+ (?:together|combined|taken together|added up)$/i, ' in total'],
  [/\b(?:get|gets|got|getting) in(?= (?:as|from)\b|$)/gi, 'log in'],
  [/\b(?:an? )?4xx (?:or|and) 5xx\b/gi, 'status at least 400'],
  [
    /^(?:who|whom|where) (?:was|were|is|are) (.+?) (?:sent|delivered|addressed|mailed)(?: to)?$/i,
    'what is the recipient of $1',
  ],
  [/^(how long (?:does|did|do) .{1,200}?) last(?= on average[?. ]*$|[?. ]*$)/i, '$1 take'],
  // "Which outage lasted longest": how long, and when.
  [
    /^which (?<what>(?:[a-z]+ ){0,2}(?:outage|interruption)(?: of [\w -]{2,40})?) lasted(?: the)? (?<rank>longest|shortest)[?. ]*$/i,
    'how long was the $<rank> $<what>',
  ],
  [/\bback (?:up|online)(?: again)?(?=[?. ]*$)|\b(?:up|online) again(?=[?. ]*$)/i, 'back'],
  // What falls silent was heard for the last time.
  [
    /^when did (.+?) stop (?:sending|reporting|logging|writing|responding|answering)[?. ]*$/i,
    'when was the last line of $1',
  ],
  // All of them, whatever came of each.
  [
    /,? ?\(?failed (?:ones |runs |tries )?included\)?(?=$|[?.,])|,? ?\((?:including|counting|with) failed(?: ones)?\)(?=$|[?.,])/i,
    '',
  ],
];

export const inOneForm = (question: string): string =>
  sameTerms.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question);
