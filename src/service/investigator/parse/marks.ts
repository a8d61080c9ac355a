import type { Query } from '../query/query.ts';
import { measureOf } from './compared-number.ts';
import { amountWord, numberOf } from './number-words.ts';

/** A question as its parts, in whatever order they stood; `rest` says which lines are meant. */
export interface Parts {
  rest: string;
  taken: { kind: Kind; text: string }[];
  /** Names of rows of a table, "which path" or "per path". */
  noun?: string;
  isPerNoun?: boolean;
  /** The file has no name for them. */
  isOpenNoun?: boolean;
  /** It stands first: "number of devices". */
  isHeadNoun?: boolean;
  asks?: 'many' | 'long' | 'when' | 'yes' | 'list';
  statistic?: Partial<Query> & Pick<Query, 'take'>;
  extreme?: 'max' | 'min';
  /** What an adjective says is measured: "slowest" is of times. */
  measure?: string;
  order?: 'most' | 'least';
  limit?: number;
  edge?: 'first' | 'last';
  every?: string;
  sides?: [string, string];
  /** Which of them is asked to be ahead. */
  expects?: 'more' | 'fewer';
  isShare?: boolean;
  /** How many in a row. */
  isStreak?: boolean;
  isDistinct?: boolean;
  /** "What was the …". */
  isOfThe?: boolean;
  isTotal?: boolean;
  /** "How much was refunded" asks for an amount, and for no number of lines. */
  isMuch?: boolean;
  isNever?: boolean;
  /** At any time. */
  isEver?: boolean;
  /** As things are when the file begins or ends. */
  atEdge?: 'first' | 'last';
  isOfGap?: boolean;
  isAlways?: boolean;
  isTogether?: boolean;
  /** Which state or value something has is asked. */
  isOfValue?: boolean;
  /** What something was doing. */
  isOfDoing?: boolean;
  state?: string;
  /** A time of the question is one moment. */
  isOfMoment?: boolean;
}

export type Kind =
  | 'every'
  | 'statistic'
  | 'total'
  | 'order'
  | 'extreme'
  | 'share'
  | 'streak'
  | 'distinct'
  | 'many'
  | 'long'
  | 'when'
  | 'edge'
  | 'never'
  | 'ever'
  | 'ends'
  | 'gap'
  | 'list'
  | 'together'
  | 'value'
  | 'always'
  | 'state';

/** Words that say what is asked, whatever stands between them; each is taken out of what is left. */
export type Mark = readonly [Kind, RegExp, (parts: Parts, found: Record<string, string>) => void];

export const marks: readonly Mark[] = [
  [
    'together',
    /\b(?:at the same (?:time|moment)|simultaneous(?:ly)?|concurrent(?:ly)?|(?:running |run )?in parallel|together|at once|both|overlap(?:s|ped|ping)?(?: in time)?(?: with(?: one of)?)?)\b/i,
    (parts) => {
      parts.isTogether = true;
    },
  ],
  [
    'list',
    /^ ?(?:(?:show|list|find|print|display|give me|search for|grep|look for|get|name)(?: me)?(?: of(?= ))?(?: all| the| any)*|summari[sz]e(?: all)?(?: the)?|where (?:is|are|was|were|does|do|did)(?!.{0,120}(?:est|most)\b))\b/i,
    (parts) => {
      parts.asks = 'list';
    },
  ],
  [
    'gap',
    /\b(?:the )?(?:longest|largest|biggest) (?:(?:(?:silent|quiet|idle|dead) )?(?:gap|silence|pause|break|interval|hole|lull|quiet (?:period|time))|(?:time|period|stretch)(?= without| with no| between (?:two|any two|consecutive|successive|one)\b))\b(?: (?:begin|start|end|last|take)s?)?(?: (?:(?:with|where) nothing (?:is |was |being )?(?:logged|written|said)|between|without|with no|of|in)\b)?(?: (?:any|a single|two|consecutive|adjacent|the))*(?: (?:log )?(?:lines?|entry|entries|messages?|logs?|activity))?/i,
    (parts) => {
      parts.isOfGap = true;
    },
  ],
  [
    'streak',
    /\b(?:(?:(?:the|in the) )?(?:(?:longest|largest|biggest|worst|maximum|max)(?: number of)? )?(?:streaks?(?: of)?|(?:run|series|sequence|stretch|chain)s? of (?=consecutive|successive|back[- ]to[- ]back|uninterrupted)|(?:consecutive|successive|back[- ]to[- ]back|uninterrupted)\b)|consecutively|in a row|one after (?:the other|another))/i,
    (parts) => {
      parts.isStreak = true;
    },
  ],
  [
    'ends',
    /\b(?:(?:at|in|by|towards) the (?:very )?(?<start>start|beginning|outset)|(?:at|by|towards) the (?:very )?end|(?:right )?now|currently|finally|(?:current|final)(?! (?:state|status|value|setting|phase|mode|version))|(?<initial>initially|initial(?! (?:state|status|value|setting|phase|mode|version))))\b(?: of (?:the )?(?:log|file|recording)\b)?/i,
    (parts, { start, initial }) => {
      parts.atEdge = start === undefined && initial === undefined ? 'last' : 'first';
    },
  ],
  [
    'ever',
    /\b(?:ever|at (?:any|some) (?:time|point|moment|stage)|at least once)\b/i,
    (parts) => {
      parts.isEver = true;
    },
  ],
  [
    'every',
    /(?<!\b(?:than|over|under|above|below|within|last|first|for|after|least|most) )\b(?:(?:on average )?(?:per|an|a|each|every|in (?:an?|one|each|every)) (?<every>second|minute|hour|day)|(?<rate>hourly|daily))\b(?! (?:long|earlier|later|ago|before|after))/i,
    (parts, { every, rate }) => {
      parts.every = every ?? (rate === 'daily' ? 'day' : 'hour');
    },
  ],
  [
    'every',
    /\b(?:(?:in|during|at) )?(?:which|what|the|when was the)? ?(?<ord>busiest|quietest|noisiest|peak)? ?(?<every>second|minute|hour|day)(?: of the day)?\b(?= (?:had|has|have|saw|with|was|were|did|do|does|is|are|most|of|for)\b|(?<=\b(?:busiest|quietest|noisiest|peak) \w{3,6}(?: of the day)?))/i,
    (parts, { ord, every }) => {
      parts.every = every!;
      if (ord !== undefined) parts.order = /quiet/i.test(ord) ? 'least' : 'most';
    },
  ],
  [
    'statistic',
    /\b(?:p(?<p>\d\d(?:\.\d)?)|(?<n>\d\d(?:\.\d)?)(?:th|st|nd|rd)?[ -]?percentile)\b/i,
    (parts, { p, n }) => {
      parts.statistic = { take: 'percentile', percent: Number(p ?? n) };
    },
  ],
  [
    'statistic',
    /\bmedian\b/i,
    (parts) => {
      parts.statistic = { take: 'median' };
    },
  ],
  [
    'statistic',
    /\b(?:(?:on|in) (?:the )?average|averaged?|avg|mean|typical(?:ly)?|usual(?:ly)?)\b/i,
    (parts) => {
      parts.statistic = { take: 'mean' };
    },
  ],
  [
    'always',
    /\b(?:the (?:whole|entire) time|all the time|throughout|always|all along|without interruption|continuously)\b/i,
    (parts) => {
      parts.isAlways = true;
    },
  ],
  [
    'value',
    /\b(?:(?:in |to |into |at )?(?:which|what)(?: (?:is|was) the)? (?<word>state|status|phase|mode|value|setting)\b(?: of)?|(?:to )?(?:which|what)(?: (?:is|was) the(?: (?<old>old|previous|initial|original|first)| current| new)?)?(?= version\b)|what (?:is|was|were) (?=(?:the )?(?!\w{1,20}est\b)\S{1,80}(?: (?:set to|now|at the end|then|currently)){0,3} ?$)|(?:the )?(?<age>current|final|last|latest|present|new|old|initial|original|previous|first)? ?(?:state|status|value|setting|phase|mode) of\b(?! (?:(?:at (?:least|most)|over|above|below|under|more than|less than) )?\d)|(?:what|tell me what)(?: is| was| does| did)?(?= .{0,120} (?:doing|busy with|up to|set to|working on)\b)|\b(?:doing|busy with|working on)\b)/i,
    (parts, { age, old }) => {
      parts.isOfValue = true;
      if (old !== undefined || (age !== undefined && /^(?:old|init|orig|prev|first)/i.test(age))) parts.edge = 'first';
    },
  ],
  [
    'when',
    /^ (?:what (?:is|was) )?(?:the )?(?:exact )?time of (?!day\b)(?!.*\b(?:total|average|longest|shortest)\b)/i,
    (parts) => {
      parts.asks ??= parts.statistic === undefined ? 'when' : 'long';
    },
  ],
  [
    'long',
    /\b(?:for )?(?:how long|how much time|what amount of time|time spent|(?:the )?(?:(?:total|overall|combined|run(?:ning)?|up) )?(?:time(?! ?out)|duration)(?: (?:of|that))?(?= [\w.-]*[a-z])|(?:the )?(?:total |all the )?(?:time|duration)$)|\bfor how long\b/i,
    (parts) => {
      parts.asks ??= 'long';
    },
  ],
  [
    'total',
    /\b(?:in total|in sum|in all|altogether|all together|taken together|combined|summed up|sum(?: up)? of|add(?:ed)? up|sum|total|overall)\b(?: (?:of|all(?: the)?))*/i,
    (parts) => {
      parts.isTotal = true;
    },
  ],
  [
    'order',
    /\b(?:most|more) (?:of the time|time)\b/i,
    (parts) => {
      parts.order = 'most';
      parts.asks = 'long';
    },
  ],
  [
    'extreme',
    /\b(?:the )?(?<word>(?:most|least) expensive|slowest|longest|hottest|warmest|deepest|largest|biggest|highest|greatest|heaviest|maximum|max|peak|worst|best|slower|longer|hotter|warmer|higher|larger|bigger|fastest|quickest|shortest|coldest|coolest|lowest|smallest|minimum|min|driest|faster|quicker|shorter|colder|cooler|lower|smaller|weakest|(?!(?:latest|earliest|newest|oldest|fewest|busiest|quietest|noisiest|rarest|commonest|request|ingest|digest|manifest|harvest|protest|contest|forest|honest|suggest|interest|arrest|invest|guest|quest|chest)\b)[a-z]{4,12}est)\b(?! (?:than )?[\d.]+)(?: (?:single|individual|possible|recorded|measured|observed|number of(?= \w+)))?/i,
    (parts, { word }) => {
      parts.extreme = /^(?:fast|quick|short|cold|cool|low|small|min|dri|weak|light|calm|thin|best|cheap|least)/i.test(
        word!,
      )
        ? 'min'
        : 'max';
      setMeasure(parts, word!);
    },
  ],
  [
    'extreme',
    /\b(?:how (?<word>hot|warm|cold|cool|high|low|deep|large|big|small|fast|slow|dry)\b|at (?<bound>most|least|worst|best)(?! (?:\d|(?:one|once|two|twice|an?|some|half)\b)))/i,
    (parts, { word, bound }) => {
      parts.extreme = /^(?:cold|cool|low|small|fast|dry|least|best)/i.test(word ?? bound ?? '') ? 'min' : 'max';
      setMeasure(parts, word ?? '');
    },
  ],
  [
    'order',
    new RegExp(
      String.raw`(?<!\bat )\b(?:the )?(?:(?<many>\d{1,3}|${amountWord}) )?(?<word>top|(?:most|least|more|less)[ -](?:often|frequent(?:ly)?|common(?:ly)?|active|busy|times|requested|used|frequented|popular|(?<done>[a-z]{3,12}ed)(?= [a-z]))|commonest|busiest|noisiest|rarest|quietest|(?:most|fewest|least|fewer|more|less)(?: of(?: the)?)?(?! recent))\b(?! than)(?: (?<few>${amountWord})\b)?`,
      'i',
    ),
    (parts, { word, many, few }) => {
      const limit = numberOf(many ?? few);
      if (limit !== undefined) parts.limit = limit;
      parts.order = /^(?:least|less|few|rar|quiet)/i.test(word!) ? 'least' : 'most';
    },
  ],
  [
    'share',
    /\b(?:as )?(?:(?:a|the|which|what|how large a|how big a|how many|how much) )?(?:share|percentage|percent|fraction|proportion|portion|ratio|rate(?! limit)|%)\b(?: of)?|\bin percent\b/i,
    (parts) => {
      parts.isShare = true;
    },
  ],
  [
    'distinct',
    /\b(?:different|distinct|unique|various|separate)\b/i,
    (parts) => {
      parts.isDistinct = true;
    },
  ],
  [
    'many',
    /\b(?:how many(?: times| of (?:them|the|these|all))?|how often|how frequently|(?:the )?numbers? of(?: times)?|(?:the )?count(?: of(?: all)?| all| the)?\b|tally)/i,
    (parts) => {
      parts.asks ??= 'many';
    },
  ],
  [
    'many',
    /\bhow much\b(?! time)/i,
    (parts) => {
      parts.isMuch = true;
    },
  ],
  [
    'when',
    /\b(?:since when|when exactly|when|at what time|what time|timestamp of)\b/i,
    (parts) => {
      parts.asks ??= 'when';
    },
  ],
  [
    'edge',
    /\b(?:for the |the )?(?:very )?(?<word>first|earliest|initially|last|latest|most recent(?:ly)?|newest)\b(?: (?:time|of all|occurrence(?: of)?)\b)?/i,
    (parts, { word }) => {
      parts.edge = /^(?:first|earl|init)/i.test(word!) ? 'first' : 'last';
    },
  ],
];

function setMeasure(parts: Parts, adjective: string): void {
  const measure = measureOf(adjective);
  if (measure !== undefined) parts.measure = measure;
}

export const absence: Mark = [
  'never',
  /\b(?:never(?: once)?|not(?! (?:found|modified)\b)(?: (?:a|any|once|one|even))*|without(?: (?:a|any))?|free of|no(?: single)?|zero|none)\b(?! longer)/i,
  (parts) => {
    parts.isNever = true;
  },
];
