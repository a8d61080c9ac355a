import { tryWords } from '../../facts/tries.ts';
import { takeOf } from '../said-in-forms.ts';
import type { CuesNoted } from './cues.ts';

const places = 'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const unitsMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const noun = '[a-z][a-z-]*';

/** "The last ten minutes" are a time, and so is the first half. */
const noSpan = '(?! (?:[a-z]+|\\d+)? ?(?:seconds?|minutes?|mins?|hours?|days?|half|quarter)\\b)';

const amounts = 'two|three|four|five|six|seven|eight|nine|ten|[2-9]|10';
const amountWords = 'two three four five six seven eight nine ten'.split(' ');
const amountOf = (said = ''): number => {
  const at = amountWords.indexOf(said.toLowerCase());
  return at >= 0 ? at + 2 : Number(said);
};

/** Each is taken out of the question where it stands; earlier ones hold more words. */
export const cueTable: readonly (readonly [
  RegExp,
  (cue: CuesNoted, groups: Record<string, string | undefined>) => void,
])[] = [
  // So many of them, and how many of each.
  [
    new RegExp(
      `^(?:(?:what|which) (?:are|were) )?(?:the )?(?:top|first|leading) (?<n>${amounts}) (?<which>${noun}) (?:by|for|in|in terms of|with|when it comes to) `,
      'i',
    ),
    (cue, { n, which }) => {
      if (which !== undefined) cue.which = which;
      cue.limit = amountOf(n);
      rank(cue, true);
    },
  ],
  [
    new RegExp(
      `\\b(?:the )?(?:top|leading) (?<top>${amounts})\\b|(?<=^(?:which|what|name|list|the|name the|list the) )(?<n>${amounts}) (?=.*\\b(?:most|fewest|least|[a-z]{3,}est)\\b)|^(?<first>${amounts}) (?=[a-z]+ (?:with|that had|having) )`,
      'i',
    ),
    (cue, { top, n, first }) => {
      cue.limit = amountOf(top ?? n ?? first);
      if (top !== undefined) rank(cue, true);
    },
  ],
  [
    /,? ?(?:with|and) (?:the )?(?:counts?|how (?:many|often)(?: times)?)(?: (?:for |of )?each)?(?: please)?(?=[?.! ]*$)|,? counts?(?:,? please)?(?=[?.! ]*$)(?<=[a-z],? counts?(?:,? please)?)(?!^)/i,
    (cue) => {
      cue.isOfEach = true;
      cue.asks.add('count');
    },
  ],
  // The longest time with none.
  [
    /\b(?:the )?(?:longest|largest|biggest|greatest) (?:time|gap|pause|interval|break|stretch|silence|lull|wait) between (?:any )?(?:two )?(?:consecutive|successive|subsequent|neighbou?ring|adjacent)?\b/i,
    (cue) => cue.asks.add('gap'),
  ],
  // The highest less the lowest.
  [
    /\b(?:the )?(?:spread|range)(?: \(max(?:imum)? minus min(?:imum)?\))?(?: of| in)?\b|\b(?:the )?difference between (?:the )?(?:highest|largest|max(?:imum)?) and (?:the )?(?:lowest|smallest|min(?:imum)?)(?: of)?\b|\bmax(?:imum)? minus min(?:imum)?(?: of)?\b/i,
    (cue) => {
      cue.stat ??= { take: 'range' };
    },
  ],
  // Which of them, ahead of what for.
  [
    new RegExp(
      `^(?:the )?(?:top|busiest|leading|number one) (?<which>(?!(?:clock )?(?:hour|minute|day)\\b)${noun}(?: name)?) (?:by|for|in|in terms of|when it comes to) `,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which = which;
      rank(cue, true);
    },
  ],
  [
    new RegExp(
      `^(?:the )?(?<which>(?!(?:which|what|who|how|when|list|count|number|time|ids?|(?:clock )?(?:hour|minute|day))\\b)${noun}(?: (?!(?:that|which|with|whose)\\b)${noun})?) (?:with|whose|having|that (?:has|had|shows? up with|saw|got)) (?=.*\\b(?:most|least|fewest|\\w{3,}est|top|max|min|average|mean)\\b)`,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which = which;
    },
  ],
  // Tried again.
  [
    new RegExp(
      `\\b(?:(?<none>(?:with|had|have|has|having|needed) (?:no|not a single|zero)|without(?: a single| any| an?)?)|(?:that )?(?:with|had|have|has|having|needed|needs?|saw|took|went through)(?: at least (?:one|1)| one or more| some| any| an?)?) ${tryWords}(?: first| before(?:hand)?)?(?= |[?.,:;]|$)`,
      'i',
    ),
    (cue, { none }) => {
      cue.tried = none === undefined ? 'some' : 'none';
    },
  ],
  [
    new RegExp(
      `^(?:which|what|who) (?:was|is|were) the (?:(?<place>${places.join('|')})|(?<edge>first|last)) (?<which>${noun}) (?:to|that|which)\\b`,
      'i',
    ),
    (cue, { place, edge, which }) => {
      if (which !== undefined) cue.which ??= which;
      if (place !== undefined) cue.nth = places.indexOf(place.toLowerCase()) + 2;
      if (edge !== undefined) cue.edges.add(edge.toLowerCase() === 'first' ? 'first' : 'last');
    },
  ],
  // How great a part.
  [
    /\b(?:(?:makes?|made) up )?what (?:part|share|fraction|proportion)(?: ?\(%\)| in percent)?(?: of)?\b|\b(?:what )?(?:share|percentage|percent|proportion|fraction)(?: of)?\b|\bwhat % of|%/i,
    (cue) => cue.asks.add('share'),
  ],
  [
    /\b(?<how>failure|error|success|loss|rejection|abort) rate(?: of| for)?\b/i,
    (cue, { how = '' }) => {
      cue.asks.add('share');
      cue.kept = /^success/i.test(how) ? 'successful' : 'failed';
    },
  ],
  [
    /\bin (?:percent|per ?cent|%)(?: terms)?|\bas (?:a )?percentage\b|\bpercent\b|\(?%\)?(?!\w)/i,
    (cue) => cue.asks.add('share'),
  ],
  // At which rate.
  [
    /\b(?:per|an|each|every|a) (?<unit>second|minute|hour|day)\b|\b(?<often>hourly|daily)\b/i,
    (cue, { unit, often }) => {
      cue.everyMs = unitOf(unit ?? (often?.toLowerCase() === 'hourly' ? 'hour' : 'day'));
      cue.asks.add('rate');
    },
  ],
  [
    /\b(?:(?:busiest|peak|top|worst|(?:in )?(?:which|what)) (?:clock |traffic |full )?|clock |^(?:the )?)(?<unit>minute|hour|day)(?: of the day)?\b(?! (?:in|of|between|before|after)\b)(?: by(?: the)? (?:number|count) of\b)?/i,
    (cue, { unit }) => {
      cue.everyMs = unitOf(unit);
      cue.asks.add('busiest');
    },
  ],
  [/\b(?:did|do|does) (?=.{3,60} peak[?. ]*$)|\bpeak(?=[?. ]*$)/i, (cue) => cue.asks.add('busiest')],
  [
    /\b(?:the )?(?:total|overall|summed|cumulative) (?:time|duration|length|run ?time|down ?time)(?: (?:of|for|spent))*\b/i,
    (cue) => {
      cue.asks.add('long');
      cue.stat ??= { take: 'sum' };
    },
  ],
  [/\btime (?:spent )?in (?=(?:the )?(?:state|mode|status)\b)/i, (cue) => cue.asks.add('long')],
  // Two moments.
  [
    /\b(?:between|from) (?:the |its )?(?:very )?first (?:(?<what>(?:[a-z-]+ ){0,4})(?:and|to|until|till) )(?:the |its )?(?:very )?last(?: one)?\b/i,
    (cue, { what = '' }) => {
      cue.asks.add('between');
      cue.kept = what;
    },
  ],
  [
    /\b(?:by )?how (?:much|far)(?= .*\b(?:chang|mov|shift|rise|fall|grow|drop|from the initial|from the first|differ))\b|\b(?:net|overall|total) change (?:of|in)\b|\b(?:difference|change) between (?=.*\b(?:first|initial)\b.*\b(?:last|final)\b)/i,
    (cue) => cue.asks.add('change'),
  ],
  [
    /\b(?:did|does|do) (?=.*\b(?:change|move|shift)\b)|\b(?:change|shift)(?= (?:from|between|over)\b)/i,
    () => undefined,
  ],
  // One after another.
  [
    /\b(?:(?:longest|biggest|largest|max(?:imum)?)(?: number of)? )?(?:(?:run|streak|series) of|consecutive)\b(?=.*\bin a row\b|(?<=consecutive))|\bin a row\b/i,
    (cue) => cue.asks.add('streak'),
  ],
  [/\bin a row\b(?: with (?:none|no) .*)?/i, (cue) => cue.asks.add('streak')],
  // What goes on at once, or has not ended.
  [
    /\b(?:(?:with )?both(?= .*\band\b)|at (?:the same time|once|the same moment)|simultaneous(?:ly)?|concurrent(?:ly)?|(?:in )?parallel|overlap(?:ped|ping|s)?(?: with| in time)?)\b/i,
    (cue) => cue.asks.add('together'),
  ],
  [
    /\b(?:(?:that |which |are |were |is |was |have |has |had )*(?:still )?(?:no|without(?: an?| any)?) (?:outcome|result|end(?:ing)?)(?: line)?|never (?:ended|finished|completed|(?:got|reached|came to|had) an? (?:outcome|end|result))|(?:(?:had|have|has) )?(?:not|never) (?:yet )?(?:come|came|got|reached) to an end|(?:had |have )?(?:began|begun|started)(?:,)? (?:but|and|yet) (?:not yet |never |were still |are still )(?:ended|finished|over|done|unfinished|open|running|completed)|(?:that |which |are |were |is |was )*still (?:open|running|pending|unfinished|going(?: on)?|in progress|under way|outstanding)|unfinished)\b/i,
    (cue) => cue.asks.add('open'),
  ],
  [
    /\b(?:in progress|under way|underway|in flight|ongoing|going on)\b|\b(?:were|was|are|is) (?:running|open|active)\b/i,
    (cue) => cue.asks.add('running'),
  ],
  [
    /\b(?:still|stay(?:ed)?|remain(?:ed)?)\b(?=.*\b(?:at|to|when|by) the (?:very )?end\b|.*\bends\b)|\b(?<!\b(?:ran|run|went|made it|got|came) )(?:at|in|to|by|until) the (?:very )?end(?: of (?:the|this) (?:log|file))?\b|\bwhen the (?:log|file) ends\b/i,
    (cue) => cue.asks.add('open'),
  ],
  // Beyond a bound.
  [
    /\b(?:(?:of |was |is |were |are |at |with |that took |took |taking |lasting |lasted |going |go |went |rise |read |reading |ever )*)(?<over>over|above|more than|higher than|greater than|larger than|longer than|exceed(?:ing|ed|s)?|beyond|past|>|under|below|less than|lower than|smaller than|shorter than|faster than|<) ?(?<value>\d[\d.,]*(?: ?(?!(?:of|for|in|on|at|by|and|or|did|was|were|are|is|from|to|the|how)\b)[a-zµ%°][a-zµ%°/]*(?: ?\/ ?[a-z]+)?|%)?)/i,
    (cue, { over = '', value = '' }) => {
      cue.bound = {
        is: /^(?:under|below|less|lower|smaller|shorter|faster|<)/i.test(over) ? '<' : '>',
        value: value.replace(/[, ]/g, ''),
      };
      if (/^(?:longer|shorter|faster)/i.test(over)) cue.asks.add('long');
    },
  ],
  // Which of them.
  [
    new RegExp(`\\b(?<place>${places.join('|')}|\\d{1,3}(?:st|nd|rd|th))(?: time)?(?: that)?\\b`, 'i'),
    (cue, { place = '' }) => {
      const at = places.indexOf(place.toLowerCase());
      cue.nth = at >= 0 ? at + 2 : Number.parseInt(place, 10);
    },
  ],
  [
    /\b(?:which|what|who|the)? ?(?:had|has|have|saw|shows? up with|with|got|made|did)? ?(?:the )?(?:(?<most>highest|largest|biggest|greatest|top)|(?<least>lowest|smallest|fewest|least)) (?:number|count|amount|total) of\b/i,
    (cue, { least }) => rank(cue, least === undefined),
  ],
  [
    /\b(?:more|(?<less>fewer|less))\b(?= .*than (?:the (?:rest|others?)|any(?: other)?|all)\b)/i,
    (cue, { less }) => rank(cue, less === undefined),
  ],
  [
    /\b(?:the )?(?:most|(?<least>fewest|least)) (?:often|frequently|common|frequent)\b/i,
    (cue, { least }) => rank(cue, least === undefined),
  ],
  [/\b(?:the )?(?:commonest|main|(?<least>rarest))\b/i, (cue, { least }) => rank(cue, least === undefined)],
  [
    new RegExp(`\\b(?:the )?(?:last|most recent|latest|newest|final)(?: time| one)?(?: that)?\\b${noSpan}`, 'i'),
    (cue) => cue.edges.add('last'),
  ],
  [
    new RegExp(
      `\\b(?:the )?(?:very )?(?:first|earliest|initial)(?: time| one)?(?: that)?\\b${noSpan}|\\bfor the first time\\b`,
      'i',
    ),
    (cue) => cue.edges.add('first'),
  ],
  [/\b(?:the )?(?:most|(?<least>fewest|least))\b(?! recent)/i, (cue, { least }) => rank(cue, least === undefined)],
  [
    /\b(?:higher|more|larger|bigger|greater|(?<less>lower|fewer|less|smaller))\b(?: number of)?/i,
    (cue, { less }) => {
      cue.asks.add('more');
      rank(cue, less === undefined);
    },
  ],
  [
    /\b(?:come|comes|came) out (?:on top|ahead|first)\b|\b(?:leads|ranks first|comes first|is ahead)\b/i,
    (cue) => {
      cue.asks.add('more');
      rank(cue, true);
    },
  ],
  // A figure of many.
  [
    /\bhow (?:(?<low>low|small|cold|empty|cheap)|high|large|big|hot|full|loaded) (?:did|does|do|was|were|is)\b/i,
    (cue, { low }) => {
      cue.stat ??= { take: low === undefined ? 'max' : 'min' };
      cue.order = low === undefined ? 'most' : 'least';
    },
  ],
  [/\bat (?:the )?(?:most|least|peak|max(?:imum)?)\b(?! once)/i, () => undefined],
  [
    /\b(?:(?:on |the )?(?<stat>average|avg|mean|median|p\d\d|\d\d(?:th)? percentile)|typical(?: \(median\))?)\b/i,
    (cue, { stat }) => {
      cue.stat = takeOf(stat ?? 'median');
    },
  ],
  [
    /\b(?:the )?(?<stat>longest|slowest|shortest|quickest|fastest|worst)(?: single)?\b/i,
    (cue, { stat = '' }) => {
      cue.asks.add('long');
      if (cue.rest.trimStart().toLowerCase().replace(/^the /, '').startsWith(stat.toLowerCase())) cue.isOfThing = true;
      cue.stat ??= takeOf(stat);
      cue.order = /^(?:shor|qui|fas)/i.test(stat) ? 'least' : 'most';
    },
  ],
  [
    /\b(?:the )?(?<stat>highest|largest|biggest|greatest|maximum|max|peak|top|lowest|smallest|minimum|min|bottom)\b/i,
    (cue, { stat = '' }) => {
      const isLeast = /^(?:low|small|min|bottom)/i.test(stat);
      cue.stat ??= { take: isLeast ? 'min' : 'max' };
      cue.order = isLeast ? 'least' : 'most';
    },
  ],
  [
    /\b(?:the )?(?:sum of|sum|adding up|added up|add up|summed up|combined|all together|together)\b/i,
    (cue) => {
      cue.stat ??= { take: 'sum' };
    },
  ],
  [/\b(?:the )?total\b/i, (cue) => cue.asks.add('total')],
  [/\b(?:shows?|showed|turns?|turned|comes?|came) up(?: with| in| at)?\b/i, () => undefined],
  // What for.
  [/\bhow (?:often|many times)\b|\bnumber of times\b/i, (cue) => cue.asks.add('count')],
  [
    /\b(?:how many|(?:total )?number of|(?<!\b(?!the\b|total\b|and\b|a\b)[a-z]+ )counts? of|# of|the count|^count|(?<=[,:;] )count|tally of)\b/i,
    (cue) => cue.asks.add('count'),
  ],
  [
    new RegExp(
      `\\b(?:different|distinct|unique)(?: (?<which>${noun}(?: ${noun})?)(?= (?:had|have|with|saw|did|show\\w*|appear\\w*|got|ran|were|was)\\b))?\\b|\\bkinds of\\b`,
      'i',
    ),
    (cue, { which }) => {
      cue.asks.add('distinct');
      if (which !== undefined) cue.which ??= which;
    },
  ],
  [
    /\b(?:(?:at|since) )?what (?:was the )?time(?: was it| of day)?(?: when| that)?\b|\b(?:since |from )?when(?: exactly| on)?\b|\b(?:the )?(?:time|timestamp|moment) of\b/i,
    (cue) => cue.asks.add('when'),
  ],
  [
    /\bhow (?:long|much time)\b|\b(?:the )?(?:total |overall )?(?:durations?|length(?= of)|run ?times?|time taken|time spent|time needed|down ?time)(?: of| for)?\b|\b(?<=(?:median|average|avg|mean|typical|total|longest|shortest|most) )time(?: for| of)?\b|\b(?:took|take|takes|needed|needs?) (?:the )?(?:most |least )?time\b/i,
    (cue) => cue.asks.add('long'),
  ],
  [
    /\bfor (?:what|which) reason\b|\bwhy\b|\bwhat (?:went wrong with|was wrong with|made|caused)\b|\bhow come\b|\b(?:what (?:is|was|were) the )?(?:stated |given |failure )?(?:reasons?|causes?)(?: given| stated| because of which| why| for| of)?\b/i,
    (cue) => cue.asks.add('why'),
  ],
  [/\b(?:ids?|identifiers?)(?: of)?\b|\bwhich ones?\b/i, (cue) => cue.asks.add('id')],
  [
    /\b(?:list|name|enumerate|show(?!s? up))(?: me)?(?: all| every| each)?(?: the| of the)?\b/i,
    (cue) => cue.asks.add('list'),
  ],
  [
    new RegExp(
      `\\b(?:per|by|for each|for every|by each|grouped by|group by|broken down by|split by|each|every) (?<per>(?!(?:whom|the|a|an|any|far|one|system|of|how|much)\\b)${noun}(?: name)?)`,
      'i',
    ),
    (cue, { per }) => {
      if (per !== undefined) cue.per ??= per;
    },
  ],
  [
    new RegExp(
      `\\b(?:on |in |at |for |from |to |by |with )?(?:which|what|whose) (?:of the )?(?<which>(?!(?:happen(?:s|ed)?|else|caused|is|was|were|are|did|does|do|had|has|have|got|the|of|one|ones|came|comes|will|would)\\b)${noun}(?: (?!(?:is|was|were|are|did|does|do|had|has|have|got|saw|the|of|with|that|to|in|on|at|for|from|never|was|shows?|hit|needed|took|ran|failed|made|reported|read)\\b)${noun})?)`,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which ??= which;
    },
  ],
  [/\bwho(?:m|se)?\b|\bwhere (?:is|was|were|did)\b/i, (cue) => cue.asks.add('who')],
  [
    /^(?:is it (?:true|right|correct) that|(?:was|is) there (?:a moment|a time|any time) (?:with|when|at which)|(?:did|was|were|is|are|has|have|had|any|do|does)(?: there)?(?: any| ever| at least one| one or more| an?| some)*)\b/i,
    (cue) => cue.asks.add('exists'),
  ],
  [/\b(?:never|not once|not a single)\b/i, (cue) => cue.asks.add('never')],
];

const unitOf = (unit = ''): number =>
  Object.entries(unitsMs).find(([name]) => name === unit.toLowerCase())?.[1] ?? unitsMs.hour;

function rank(cue: CuesNoted, isMost: boolean): void {
  cue.order = isMost ? 'most' : 'least';
}
