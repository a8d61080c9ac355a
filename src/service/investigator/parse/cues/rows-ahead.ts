import { changeVerbs } from '../../facts/doers.ts';
import { amountWord, numberOf } from '../number-words.ts';
import { type CueRow, noun, rank } from './cues.ts';
import { anyMark } from './names-said.ts';

const changed = `(?:written|${changeVerbs})\\b`;

/** So many are told where "top" stands before a plural, and no number. */
const fewOfThem = 3;

/** Which of them and how many, where it stands ahead; and what is told of two of them at a time. */
export const rowsAhead: readonly CueRow[] = [
  // What something was set to before it was changed, and what to then.
  [
    /\b(?:set to )?before and after\b|,? ?\bfrom (?:what|which)(?: value)? to (?:what|which)(?: value)?\b/i,
    (cue) => cue.asks.add('both'),
  ],
  [
    new RegExp(
      `\\b(?:right |just |shortly |immediately |directly )?(?:before(?:hand)?(?: (?:the|its|any|that)(?: (?:first|(?<last>last)))? ${changed}| (?:it|they|that) (?:was|were|got)(?: (?:first|(?<later>last)))? ${changed}|(?= \\S+ ${changeVerbs} (?:it|them|that)\\b)|(?=[?. ]*$))|from (?:which|what) value|original\\b|initial(?= value)|(?:used to|had) (?:be|been)(?: set to| at)?(?: what)?(?=[?. ]*$))`,
      'i',
    ),
    (cue, { last, later }) => {
      cue.asks.add('old');
      if ((last ?? later) !== undefined) cue.edges.add('last');
    },
  ],
  [
    new RegExp(`(?<=${anyMark}.*) (?:before|earlier than|sooner than) (?=.*${anyMark})`, 'i'),
    (cue) => cue.asks.add('before'),
  ],
  [
    new RegExp(
      `^(?:what (?:is|was) )?(?:the )?(?<which>(?!(?:ids?|identifiers?|time|timestamp|date|moment|end|start|begin(?:ning)?|day|hour|rest|part|number|duration|length)\\b)${noun})(?: (?:id|name|number))? of the (?=(?:\\w{3,}est|most|least|last|latest|first)\\b)`,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which = which;
    },
  ],
  [
    new RegExp(
      `^(?:what (?:is|was|were) )?(?:the |its )?(?<beside>(?!(?:time|moment|date|hour|minute|day|point|how|which|who|what)\\b)${noun}(?: ${noun})?) (?:at|when) (?:the |its )?(?=(?:\\w{3,}est|max(?:imum)?|min(?:imum)?|peak)\\b|(?:[a-z_]+ ){1,3}(?:was|is) (?:the |its |at (?:the |its ))?(?:\\w{3,}est|peak|maximum|minimum)\\b)`,
      'i',
    ),
    (cue, { beside }) => {
      if (beside !== undefined) cue.beside = beside;
    },
  ],
  [
    /\b(?<sum>total |overall |summed |cumulative )?(?:down ?times?|outage times?|times? (?:of|in) outage)\b/i,
    (cue, { sum }) => {
      cue.asks.add('long');
      if (sum !== undefined) cue.stat ??= { take: 'sum' };
      cue.kept = 'down';
    },
  ],
  // "Was there a job that never finished": which it was.
  [
    new RegExp(
      `^(?:was|were|is|are) there (?:an?|any|some) (?<which>${noun}) (?:that|which|who) (?=.*\\bnever\\b)`,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which = which;
    },
  ],
  // "More requests at night than by day?"
  [/^(?=(?:more|fewer|less)\b.* than\b)/i, (cue) => cue.asks.add('exists')],
  [
    /^(?:(?:was|is|were) there (?:a|any) (?:moment|time|point|period)s? (?:when|with|at which|where|in which)|(?:does|do|did) (?:the|this) (?:log|file) (?:show|have|contain))\b/i,
    (cue) => {
      cue.asks.add('exists');
      cue.asks.add('ever');
    },
  ],
  [
    new RegExp(
      `^(?:the )?(?:very )?(?<edge>first|last) (?<which>(?!(?:person|one|user|time)\\b)${noun}) (?:to (?!(?:be|the|last)\\b)|to be |that |which |who )`,
      'i',
    ),
    (cue, { edge, which }) => {
      if (which !== undefined) cue.which = which;
      cue.edges.add(edge?.toLowerCase() === 'last' ? 'last' : 'first');
    },
  ],
  [/\b(?:at least once|at (?:any|some) (?:time|point|moment|stage))\b/i, (cue) => cue.asks.add('ever')],
  [
    new RegExp(`^(?:the )?busiest (?<which>(?!(?:clock |full )?(?:hour|minute|day)\\b)${noun})(?=[?. ]*$)`, 'i'),
    (cue, { which }) => {
      if (which !== undefined) cue.which = which;
      rank(cue, true);
    },
  ],
  [
    new RegExp(
      `^(?:is|was|are|were) there (?:an?|any) (?<which>${noun}) (?:without|with no|(?:that|which|who) (?:never had|(?:has|had|have) no))(?: a single| any| an?)? `,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which = which;
      cue.asks.add('never');
    },
  ],
  // So many of them, and how many of each.
  [
    new RegExp(
      `^(?:(?:what|which) (?:are|were) )?(?:the )?(?:top|first|leading) (?<n>${amountWord}) (?<which>${noun}(?: ${noun})?) (?:by|for|in|in terms of|with|when it comes to) `,
      'i',
    ),
    (cue, { n, which }) => {
      if (which !== undefined) cue.which = which;
      cue.limit = numberOf(n);
      rank(cue, true);
    },
  ],
  [
    new RegExp(
      `^(?:(?:rank|ranked|ordered|sorted) by (?<which>${noun})[:,]? )?(?:which|what|the) (?:top )?(?<n>${amountWord}) (?:(?:lead|led|leads|come first|are ahead)(?: the list)?(?: of| in| with| by)?|(?:have|has|had)(?= the (?:most|[a-z]{3,}est))) `,
      'i',
    ),
    (cue, { which, n }) => {
      if (which !== undefined) cue.which = which;
      cue.limit = numberOf(n);
      rank(cue, true);
    },
  ],
  // "Top 3 source addresses", "top talkers of the night": which of them, from the one with the most.
  [
    new RegExp(
      `^(?:the )?top (?:(?<n>${amountWord}) )?(?<which>(?!.*\\b(?:\\w{3,}est|most|least|hours?|minutes?|days?)\\b)(?:${noun} ){0,2}[a-z-]+[^s\\W]s)(?= (?:of|with|that|which|who|in|on|at|from)\\b|[,?. ]*$)`,
      'i',
    ),
    (cue, { n, which = '' }) => {
      cue.which = which;
      cue.limit = numberOf(n) ?? fewOfThem;
      rank(cue, true);
    },
  ],
  [
    new RegExp(
      `\\b(?:the )?(?:top|leading) (?<top>${amountWord})\\b|(?<=^(?:which|what|name|list|the|name the|list the) )(?<n>${amountWord}) (?=.*\\b(?:most|fewest|least|[a-z]{3,}est)\\b)|^(?<first>${amountWord}) (?=[a-z]+ (?:with|that had|having) )`,
      'i',
    ),
    (cue, { top, n, first }) => {
      cue.limit = numberOf(top ?? n ?? first);
      if (top !== undefined) rank(cue, true);
    },
  ],
  [
    /,? ?(?:with|and) (?:the |their )?(?:counts?|numbers|figures|totals|how (?:many|often)(?: times)?)(?: (?:for |of )?each)?(?: please)?(?=[?.! ]*$)|,? (?:counts|(?<=, )count)(?:,? please)?(?=[?.! ]*$)(?!^)/i,
    (cue) => {
      cue.isOfEach = true;
      cue.asks.add('count');
    },
  ],
  // The longest time with none.
  [
    /\b(?:the )?(?:longest|largest|biggest|greatest) (?:(?:time|stretch|period) (?:without|with no)(?: a| an| any)?\b|(?:time|stretch|period)(?= (?:between) (?:two |any |a |consecutive |successive )*(?:lines?|entr|messages?|records?|events?|output|logging))|gap|pause|silence|lull|quiet (?:period|spell|phase|time))(?: (?:between|without|with no) (?:two |any |a |consecutive |successive )*(?:lines?|entry|entries|messages?|records?|events?|output|logging))?(?! (?:between|without|of|for))(?: (?:in|of) (?:the|this) (?:log|file))?|(?:after which time )?(?:is |was )?nothing (?:is |was )?(?:logged|written) for the longest time/i,
    (cue) => cue.asks.add('gap'),
  ],
  [
    /\b(?:the )?(?:longest|largest|biggest|greatest) (?:time|gap|pause|interval|break|stretch|silence|lull|wait) between (?:any )?(?:two )?(?:consecutive|successive|subsequent|neighbou?ring|adjacent)?\b/i,
    (cue) => cue.asks.add('gap'),
  ],
  [
    /\b(?:the )?(?:longest|largest|biggest|greatest) (?:time|gap|pause|interval|break|stretch|silence|lull|wait) between (?:one|an?|any) (?<what>[^,?]{3,60}?) and the (?:next|following)(?: one)?\b/i,
    (cue, { what = '' }) => {
      cue.asks.add('gap');
      cue.kept = what;
    },
  ],
  [
    /\b(?:the )?(?:time|gap|delay|how (?:much time|long)) ?(?:passed|elapsed|went by|was|is|lies|lay|was there|is there)? between\b/i,
    (cue) => {
      cue.asks.add('long');
      cue.asks.add('between');
    },
  ],
  // How long until it was back.
  [
    /\b(?:(?:did it take|it took|does it take)(?<stat> on average)?(?: until| till| before| for)|how long (?:until|till|before)) (?:an? |the |any )?(?<thing>[\ue100-\ue1ff]|[a-z]+(?: [a-z]+)?) (?:(?:to )?(?:came|come|was|were|is|be) (?:back(?: up| online)?|(?:healthy|up|online|reachable|available|running|connected|alive)(?= again))|(?:to )?recover(?:ed)?)(?: again)?\b/i,
    (cue, { stat, thing = '' }) => {
      cue.asks.add('long');
      if (stat !== undefined) cue.stat = { take: 'mean' };
      cue.kept = `${thing} down`;
    },
  ],
  // The highest less the lowest.
  [
    /\b(?:the )?(?:spread|range)(?: \(max(?:imum)? minus min(?:imum)?\))?(?: of| in)\b|\b(?:the )?difference between (?:the )?(?:highest|largest|max(?:imum)?) and (?:the )?(?:lowest|smallest|min(?:imum)?)(?: of)?\b|\bmax(?:imum)? minus min(?:imum)?(?: of)?\b/i,
    (cue) => {
      cue.stat ??= { take: 'range' };
    },
  ],
  [
    new RegExp(`^(?:the )?(?:biggest|largest|(?<least>smallest)) (?:single )?(?<which>${noun}) by `, 'i'),
    (cue, { which, least }) => {
      if (which !== undefined) cue.which = which;
      cue.stat = { take: least === undefined ? 'max' : 'min' };
      rank(cue, least === undefined);
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
      `^(?:the )?(?<which>(?!(?:of|which|what|who|how|when|list|count|number|time|ids?|(?:clock )?(?:hour|minute|day))\\b)${noun}(?: (?!(?:that|which|with|whose)\\b)${noun})?) (?:with|whose|having|that (?:has|had|shows? up with|saw|got)) (?=.*\\b(?:most|least|fewest|\\w{3,}est|top|max|min|average|mean|peak|bottom|record)\\b)`,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which = which;
    },
  ],
];
