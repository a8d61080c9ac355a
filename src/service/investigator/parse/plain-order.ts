const moment = '(?:point|time|moment|stage)';
const whole = '(?:log|file|recording|data|trace|capture)s?';
const plainer: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:what|which)(?: (?:kinds?|sorts?|types?) of)?(?: (?:are|were) the)?(?: different| distinct)? (errors?|warnings?|failures?|exceptions?)(?= (?:are|were|do|did|have|can|occur|happen|there|been|logged)\b|$)/i,
    'list $1',
  ],
  [/^(?:which|what) (\S+) (?:are|were)(?: there)?$/i, 'list $1'],
  [/^(?!(?:how|what|which|when|who)\b)(.+?) (was|is|were|are|stayed) (\S+) for how long$/i, 'how long $2 $1 $3'],
  [
    /^([^:]{3,80}): ((?:what|how|when|which|who|was|is|were|did|has)\b.{0,60}?) (?:it|they|that)(?= |$)(.*)$/i,
    '$2 $1$3',
  ],
  [/^(?:which|what) (\S+) is (?:this|it)$/i, 'what is the $1'],
  [
    /^(?:(?:is|are|was|were) there )?(?:an?|any) (?<noun>[a-z-]{3,}(?: [a-z-]{3,})?) (?:that|which|who) (?:(?:was|were|has|had) )?never (?<what>\S.*?)(?: at all)?$/i,
    'which $<noun> was never $<what>',
  ],
  [
    /^(?:and )?who (?:is |has )?(?=(.*\b(?:most|fewest|least|highest|lowest)\b.*) (?:of|among|out of) all (?:the )?([a-z]{3,})s$).*/i,
    'which $2 $1',
  ],
  [
    /^(?:any|(?:is|are|was|were) there(?: an?| any| some)?) (?<noun>[a-z-]{3,}?)s? (?:without|with no|with not) (?:an? |any |one )?(?:single )?(?<what>\S.*)$/i,
    'which $<noun> had no $<what>',
  ],
  [
    /^(?!(?:how|what|which|who|list|show|any)\b)(?<noun>[a-z-]{3,}s) (?:with|having) (?:zero|no|0|not a single) (?<what>\S.*)$/i,
    'which $<noun> had no $<what>',
  ],
  [/\b(before|after) the (\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?) (change|switch|update|adjustment)$/i, '$1 the $3 at $2'],
  [
    /^when (?:was|is|were|did|does) the next (?<what>\S.+?)(?: come| happen| occur| appear| start)? (?<when>(?:after|past|since) .*\d.*)$/i,
    'when was the first $<what> $<when>',
  ],
  [
    /^(?<when>(?:after|past|since) .*?\d\S*),? when (?:was|did|does|is) the next (?<what>\S.+?)(?: come| happen| occur| appear| start)?$/i,
    'when was the first $<what> $<when>',
  ],
  [
    /^(?:the )?first (?<what>\S.+?) (?<when>(?:after|past|since) .*\d.*?)(?:,| -+)? when(?: was (?:that|it))?$/i,
    'when was the first $<what> $<when>',
  ],
  [/\bpast (?=\d{1,2}:\d\d|\d{4}-)/gi, 'after '],
  [/^(?:after|at) (?:which|what) time is nothing logged for the longest time$/i, 'longest gap'],
  [/^(?:does|did) (\S+) end(?: up)? (.+)$/i, 'is $1 $2 at the end'],
  [/^does the (?:log|file) show (\S+) being (.+)$/i, 'was $1 ever $2'],
  [/^(?:who|whom|where) (?:was|were|is|are) (.+?) (?:sent|delivered|addressed|mailed)(?: to)?$/i, 'recipient of $1'],
  [/^did (.+?) (?:pass|succeed|complete) or (?:fail|crash|abort|not)$/i, 'outcome of $1'],
  [/\b(?:get|gets|got|getting) in(?= (?:as|from)\b|$)/gi, 'log in'],
  [/\btime ?stamps?\b/gi, 'line'],
  [/^(?:at|in) (?:which|what) (?:time|moment) /i, 'when '],
  [/^what time (?!span|range|period)/i, 'when '],
  [
    /^(?:what (?:is|was) )?(?:the )?(?:time|date) of (?=(?:the )?(?:first|last|latest|earliest|most recent)\b)/i,
    'when was ',
  ],
  [/^what (?:is|was) the (?:time|date) of /i, 'when was '],
  [
    /^(?:(?:what|when) (?:is|was) )?(?:the )?(?:very )?(first|last|latest|earliest|most recent) (?:time|occasion)(?: that| when)? (.+)$/i,
    'when was $2 for the $1 time',
  ],
  [/^when was (.+) for the (?:latest|most recent) time$/i, 'when was $1 for the last time'],
  [/^when was (.+) for the earliest time$/i, 'when was $1 for the first time'],
  [
    new RegExp(`^was there (?:any|a|some) ${moment} (?:when|where|at which) (\\S+) (?:was|were) (.+)$`, 'i'),
    'was $1 ever $2',
  ],
  [/^(?:did|has) (.+?) never (?:become|go|get|gone|gotten|enter) (.+)$/i, 'was $1 never $2'],
  [
    /^(?:did|has) (.+?) (?:ever )?(?:become|go|get|gone|gotten|enter) (?!(?:up|more|less|fewer|worse|[a-z]{3,}er)\b)(.+?)(?: at all)?$/i,
    'was $1 ever $2',
  ],
  [
    /^((?:which|what) (?!(?:is|was|are|were)\b).+?) did not (?:become|go|get|enter) (?!through\b)(.+)$/i,
    '$1 were never $2',
  ],
  [/^(how (?:many times|often)) did (.+?) (?:become|go|get|enter) (.+)$/i, '$1 was $2 $3'],
  [
    /^(?:compare )?(\S+),? (?:and|or|vs\.?|versus|against|with) (\S+?)[:,;] (?:which|who)(?: one| of them)? (.+)$/i,
    'which $3, $1 or $2',
  ],
  [
    new RegExp(
      `^(?:(?:at|by|in) the (?:very )?end(?: of (?:the|this) ${whole})?|(?:when|as) the ${whole} (?:ends|stops|ended|stopped|is over)),? (?=(?:is|was|are|were|did|does|do|has|have|had|how|which|what|who|number)\\b)(.+)$`,
      'i',
    ),
    '$1 at the end',
  ],
  [
    new RegExp(
      ` (?:(?:when|where|as|before|until|till|by the time) the ${whole} (?:ends?|stops?|ended|stopped|is over|closes|finishes)|(?:until|till) the (?:very )?end(?: of (?:the|this) ${whole})?)$`,
      'i',
    ),
    ' at the end',
  ],
  [/^(?:did|does|do|has|have) (.+?) (?:(?:still )?(?:stay|remain)(?:ed)?) (.+) at the end$/i, 'is $1 $2 at the end'],
  [
    /\b(?:in (?:the )?|the )(?:state|status|mode|phase) (?!of\b|is\b|was\b|did\b|does\b|at\b|in\b|when\b|for\b|by\b|per\b|code|chang|has\b|have\b|now\b|\d)(?=[a-z_-]+(?:\s|$))/gi,
    '',
  ],
  [
    /\b(than|over|above|under|below|within|least|most|exceeds?|exceeded|exceeding) (?:an?|one) (?=(?:milli)?second|minute|hour)/gi,
    '$1 1 ',
  ],
  [/\b(than|over|above|under|below|exceeds?) half an? (second|minute|hour)\b/gi, '$1 0.5 $2s'],
  [
    /^(?:list|name)(?: all)? (?:the )?([a-z]{3,}s) (?:(?:that|which) (?:are|were|was) )?(running|active|in progress|down|offline|online|open|closed|connected) (?=(?:at|now|currently|when|while|during)\b)/i,
    'which $1 were $2 ',
  ],
  [
    /^(?:what|which) (?<what>(?!version|release|firmware)\S+(?: \S+)?) (?:version|release|firmware) (?:(?:did|do) (?:we|you|they) (?:run|use|have)|(?:was|is|were) (?:it|we|they|running|live|active|in use|installed)(?: (?:on|running|using))?)/i,
    'what was the version of $<what>',
  ],
  [
    /^(?:what|which) (?:\S+ )?(?:version|release|firmware|build)(?: of (?:the )?(?<what>\S+))? (?:was|is) (?:running|live|active|in use|installed|deployed|current)\b/i,
    'what was the version of $<what>',
  ],
  [
    /^(?:what|which) (?:\S+ )?(?:version|release|firmware) (?:was|is|were) (?:the )?(?<what>\S+) (?:on|running|at|using)\b/i,
    'what was the version of $<what>',
  ],
  [
    /^(?<what>\S+) version(?: (?:running|live|active|in use|in production|deployed|installed))?(?= (?:at|around|on|in) |$)/i,
    'what was the version of $<what>',
  ],
  [/^what was the version of(?= +(?:at|around|on|in|before|after|by)\b|$)/i, 'what was the version'],
  // A version has no runs of its own.
  [
    /^(?:what|which) (version|release|revision|firmware) (?:runs|ran|(?:is|was) (?:there|running|active|installed|in use)) /i,
    'what is the $1 ',
  ],
  [/^(did|was|were|has|had) (.{1,80}?) first (?=.{1,80} before )/i, '$1 $2 '],
  [/^at the (?:very )?last line(?: of the (?:log|file))?,? (.+)$/i, '$1 at the end'],
  [/\b(?:add|sum)(?:med)? up\b(?: all)?/gi, 'total'],
  [/\b(?:went|go|goes|gone) wrong\b/gi, 'failed'],
  [
    /^(?:is|was|are|were) there (?:an?|any) (\S+) (?:that|which) (?:was |were )?start(?:ed|s)? (?:but|and) (?:did not|never) (?:end|finish|complete|stop)(?:ed)?\b.*$/i,
    'which $1 never finished',
  ],
  [
    /^(?:are|is|were|was) there (?:any )?(\S+) (?:that|which|who) (never [^,?.;:]{1,120})[,?.;:]{0,3} (?:which|who)(?: ones?)?$/i,
    'which $1 $2',
  ],
  [
    /^(?:which|what) (version) (?:is|was) (?:running|active|in use|installed)(?: (?:at the end|now|currently))?/i,
    'what is the last $1',
  ],
  [/\bdisk (?:run|runs|ran|was|is|be|become|became|got|get) full\b/gi, 'disk full'],
  [/^(how long (?:does|did|do) .{1,200}?) last(?= on average$|$)/i, '$1 take'],
  [/\bthat lasted\b/gi, 'that took'],
  [
    /\b(was|were|is|are|still) (?:out of (?:action|order|service)|out|missing|unresponsive|away)(?= (?:at|until|for|when|longest|the longest|during)\b|$)/gi,
    '$1 down',
  ],
  [
    /^did (.+?) (?:not|fail to|never) (?:come back|return|recover)(?: (?:online|up|again))?(?: at the end)?$/i,
    'is $1 down at the end',
  ],
  [
    /^(?:how (?:long|much time)|time|duration)(?: (?:is|was|did it take))? from (?:the )?(?:start|begin(?:ning)?) to (?:the )?(?:end|finish|stop|completion) of (.+)$/i,
    'how long did $1 take',
  ],
  [/\b(?:spell|stretch)\b/gi, 'period'],
  [/^how long (?:did|was|does) (?:the )?(?:log|file|it) (?:go |stay |get )?(?:quiet|silent)\b.*$/i, 'longest gap'],
  [
    /^((?:was|is) (?!.* ever ).+?)(?<! going| moving| trending) (up|open|on|online|connected|running|active) or (?:down|closed|off|offline|disconnected|stopped|inactive)\b/i,
    '$1 $2',
  ],
  [
    /^((?:was|is) (?!.* ever ).+?)(?<! going| moving| trending) (down|closed|off|offline|disconnected|stopped) or (?:up|open|on|online|connected|running)\b/i,
    '$1 $2',
  ],
  [
    /^(?!(?:what|which|how|a|the)\b)(.+?) share (?:of|in|among) (?:all )?(?:the )?(.+?)(?: in (?:%|percent))?$/i,
    'what share of $2 are $1',
  ],
  [
    /^(?:what (?:is the )?)?(?:share of (?=.+ in )|(?:share|percentage|percent|fraction|proportion) of (?=.+ (?:among|out of) ))(.+?) (?:in|among|out of) (?:all )?(?:the )?(.+?)(?: in (?:%|percent))?$/i,
    'what share of $2 are $1',
  ],
  [
    /^(?:for|in|among|of|on|from) (?<whole>(?!(?:all|the)\b)[^,]{2,60}), (?<share>(?:which|what|how many) (?:share|percentage|percent|fraction|proportion) of )(?:the |all )*(?<noun>\S+) (?<part>.+)$/i,
    '$<share>$<noun> of $<whole> $<part>',
  ],
  [
    /^(?:of|among|out of) (?:all )?(?:the )?(?<whole>[^,]{2,60}), (?:which|what|how many) (?:share|percentage|percent|fraction|proportion) (?!of\b)(?<part>.+)$/i,
    'what share of $<whole> $<part>',
  ],
  [/^(?:how many|what) percent(?:age)? of (?:the )?(.+?) (?:came?|comes?) from (.+)$/i, 'what share of $1 are $2'],
  [/ in the end$/i, ' at the end'],
  [/\b(?:an? )?4xx (?:or|and) 5xx\b/gi, 'status at least 400'],
  [/(?<=\s)(\d[\d.]*(?: ?(?:ms|s|%|[kmgt]b))?) or (?:above|more|higher|greater|over|longer|worse)\b/gi, 'at least $1'],
  [/^(how (?:deep|high|hot|large|big|long|slow|full)\b.{1,200}) at most$/i, '$1'],
  [/^((?:how (?:much|many|long)|sum|total)\b.{1,200}?),? (?:all )?together$/i, '$1 in total'],
  [/\b(?:the )?names? of the (?<ext>[a-z]{3,12}est) (?<what>[a-z]+)/gi, 'which $<what> was $<ext>'],
  [/\bnames? of the (?=[a-z]+\b)/gi, ''],
  [/^(?:was|were|is) (\S{1,80}) able to (.+)$/i, 'did $1 $2'],
  [/^is it (?:true|correct|right) that (.+)$/i, '$1'],
  [/\b(?:at|in|from) the (?:very )?(?:beginning|outset)\b(?! of)/gi, 'at the start'],
  [
    /^when did (.{1,80}?) (?:peak|top out|max out|(?:reach|hit) its (?:max(?:imum)?|peak|highest(?: value| reading)?))$/i,
    'when was $1 highest',
  ],
  [/^when was (.{1,80}?) at its (highest|lowest)$/i, 'when was $1 $2'],
  [/^when was the peak (.{1,80})$/i, 'when was the $1 highest'],
  [/^when did (.{1,80}?) bottom out$/i, 'when was $1 lowest'],
  [
    /^when did (?:it|.{1,40}?) (?:get|become) (?:the )?(hottest|coldest|slowest|warmest|deepest|largest)$/i,
    'when was the $1',
  ],
  [new RegExp(` (?:at|by) the (?:very )?end of (?:the|this) ${whole}$`, 'i'), ' at the end'],
  [
    /\b(?:had|have|has|that) (?:been )?[a-z]+ed (?:and|but) (?:(?:had|have|has|were|was|did) )?(?:not(?: yet)?|never) (?:been )?[a-z]+(?:ed)?(?= (?:at|by)\b|$)/i,
    'were active',
  ],
];

/** One order of words for what people put in several, before its parts are taken. */
export const inPlainOrder = (question: string): string =>
  plainer.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question);
