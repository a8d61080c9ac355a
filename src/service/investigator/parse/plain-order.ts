const moment = '(?:point|time|moment|stage)';
const whole = '(?:log|file|recording|data|trace|capture)s?';
const plainer: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:what|which)(?: (?:kinds?|sorts?|types?) of)?(?: (?:are|were) the)?(?: different| distinct)? (errors?|warnings?|failures?|exceptions?)(?= (?:are|were|do|did|have|can|occur|happen|there|been|logged)\b|$)/i,
    'list $1',
  ],
  [/^(?:which|what) (\S+) (?:are|were)(?: there)?$/i, 'list $1'],
  [
    /^([^:]{3,80}): ((?:what|how|when|which|who|was|is|were|did|has)\b.{0,60}?) (?:it|they|that)(?= |$)(.*)$/i,
    '$2 $1$3',
  ],
  [/^(?:which|what) (\S+) is (?:this|it)$/i, 'what is the $1'],
  [
    /^(?:any|(?:is|are|was|were) there(?: an?| any| some)?) (?<noun>[a-z-]{3,}?)s? (?:without|with no|with not) (?:an? |any |one )?(?:single )?(?<what>\S.*)$/i,
    'which $<noun> had no $<what>',
  ],
  [
    /^(?!(?:how|what|which|who|list|show|any)\b)(?<noun>[a-z-]{3,}s) (?:with|having) (?:zero|no|0|not a single) (?<what>\S.*)$/i,
    'which $<noun> had no $<what>',
  ],
  [/\b(before|after) the (\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?) (change|switch|update|adjustment)$/i, '$1 the $3 at $2'],
  [/^(?:after|at) (?:which|what) time is nothing logged for the longest time$/i, 'longest gap'],
  [/^does the (?:log|file) show (\S+) being (.+)$/i, 'was $1 ever $2'],
  [/^(?:who|whom|where) (?:was|were|is|are) (.+?) (?:sent|delivered|addressed|mailed)(?: to)?$/i, 'recipient of $1'],
  [/\b(?:get|gets|got|getting) in(?= (?:as|from)\b|$)/gi, 'log in'],
  [/\btime ?stamps?\b/gi, 'line'],
  [/^(?:at|in) (?:which|what) (?:time|moment) /i, 'when '],
  [
    /^(?:(?:what|when) (?:is|was) )?(?:the )?(?:very )?(first|last|latest|earliest|most recent) (?:time|occasion)(?: that| when)? (.+)$/i,
    'when was $2 for the $1 time',
  ],
  [
    new RegExp(`^was there (?:any|a|some) ${moment} (?:when|where|at which) (\\S+) (?:was|were) (.+)$`, 'i'),
    'was $1 ever $2',
  ],
  [/^(?:did|has) (.+?) never (?:become|go|get|gone|gotten|enter) (.+)$/i, 'was $1 never $2'],
  [
    /^(?:did|has) (.+?) (?:ever )?(?:become|go|get|gone|gotten|enter) (?!(?:up|more|less|fewer|worse|[a-z]{3,}er)\b)(.+?)(?: at all)?$/i,
    'was $1 ever $2',
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
    /^(?:what|which) (?:\S+ )?(?:version|release|firmware|build)(?: of (?:the )?(?<what>\S+))? (?:was|is) (?:running|live|active|in use|installed|deployed|current)\b/i,
    'what was the version of $<what>',
  ],
  [/^what was the version of(?= +(?:at|around|on|in|before|after|by)\b|$)/i, 'what was the version'],
  // A version has no runs of its own.
  [/^(did|was|were|has|had) (.{1,80}?) first (?=.{1,80} before )/i, '$1 $2 '],
  [/^at the (?:very )?last line(?: of the (?:log|file))?,? (.+)$/i, '$1 at the end'],
  [/\b(?:add|sum)(?:med)? up\b(?: all)?/gi, 'total'],
  [/\b(?:went|go|goes|gone) wrong\b/gi, 'failed'],
  [
    /^(?:is|was|are|were) there (?:an?|any) (\S+) (?:that|which) (?:was |were )?start(?:ed|s)? (?:but|and) (?:did not|never) (?:end|finish|complete|stop)(?:ed)?\b.*$/i,
    'which $1 never finished',
  ],
  [/^(how long (?:does|did|do) .{1,200}?) last(?= on average$|$)/i, '$1 take'],
  [
    /^(?!(?:what|which|how|a|the)\b)(.+?) share (?:of|in|among) (?:all )?(?:the )?(.+?)(?: in (?:%|percent))?$/i,
    'what share of $2 are $1',
  ],
  [/\b(?:an? )?4xx (?:or|and) 5xx\b/gi, 'status at least 400'],
  [/(?<=\s)(\d[\d.]*(?: ?(?:ms|s|%|[kmgt]b))?) or (?:above|more|higher|greater|over|longer|worse)\b/gi, 'at least $1'],
  [/^((?:how (?:much|many|long)|sum|total)\b.{1,200}?),? (?:all )?together$/i, '$1 in total'],
  [/\bnames? of the (?=[a-z]+\b)/gi, ''],
  [/^(?:was|were|is) (\S{1,80}) able to (.+)$/i, 'did $1 $2'],
  [/^is it (?:true|correct|right) that (.+)$/i, '$1'],
];

/** One order of words for what people put in several, before its parts are taken. */
export const inPlainOrder = (question: string): string =>
  plainer.reduce((text, [pattern, plain]) => text.replace(pattern, plain), question);
