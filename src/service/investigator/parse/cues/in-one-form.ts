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
  [/\b(?:other than|apart from|aside from|except for|besides)\b/gi, 'except'],
  // "Who is causing all the 429s", "which jobs eat up most of the memory".
  [
    /^(?<who>who|which (?:of the )?[\w-]+(?: [\w-]+)?) (?:(?:is|are|was|were|has been|have been) )?(?:caus(?:e|es|ed|ing)|produc(?:e|es|ed|ing)|generat(?:e|es|ed|ing)|responsible for|behind|to blame for|eat(?:s|ing)?(?: up)?|hog(?:s|ging)?|using up|us(?:es|ed) up) (?:(?:all|most|the most|the bulk|so many|these|those|this|of|the|our)\b ?)+(?=\w)/i,
    '$<who> has the most ',
  ],
  [
    /^(?<who>who|which (?:of the )?[\w-]+) (?:(?:is|are|was|were|has been|have been) )?(?:the )?(?:noisiest|chattiest|busiest|loudest|most active|(?:hammer|flood|spamm?|bombard)(?:s|ing)\b.*)(?=[?. ]*$)/i,
    '$<who> has the most lines',
  ],
  [/^(?:(?:who|which|what) (?:is|are|was|were) )?(?:the |our )?top talkers?(?=[?. ]*$)/i, 'top client'],
  [
    /^(?:the )?(?!(?:which|what|who|how|list|show)\b)(?<row>[\w.-]+(?: [\w.-]+)?) with (?:the |their |its )?(?:number|count)s? of (?:the )?(?!each\b|them\b)(?<what>.+)$/i,
    'how many $<what> per $<row>',
  ],
  [/\bhow many (?:ms|millis|milliseconds|secs|seconds|mins|minutes|hours) (?=(?:did|does|do|was|is)\b)/gi, 'how long '],
  [
    /^(?:the )?(?<noun>[a-z]{3,}s) (?:with|having|that had) (?:zero|not a single|not one|without any) /i,
    'which $<noun> had no ',
  ],
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
    /^which (?<what>(?:[a-z]+ ){0,2}(?:outage|interruption|downtime|dropout|failure|stop|stoppage|break)(?: of [\w -]{2,40})?) (?:lasted|was|took|went on)(?: the)? (?<rank>longest|shortest)[?. ]*$/i,
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
    /,? ?\(?(?:failed|rejected|aborted|declined|refused|cancelled|bad|broken|unsuccessful) (?:ones|runs|tries)? ?(?:included|as well|too)\)?(?=$|[?.,])|,? ?\(?(?:incl(?:uding|\.)?|counting|with) (?:the )?(?:failed|rejected|aborted|declined|refused|cancelled|unsuccessful)(?: ones)?(?: too| as well)?\)?(?=$|[?.,])/i,
    '',
  ],
];

export const inOneForm = (question: string): string =>
  sameTerms.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question);
