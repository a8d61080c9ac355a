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
      `\\b(?:right |just )?(?:before(?:hand)?(?: (?:the|its|any|that)(?: first)? ${changed}| it was (?:(?:first|(?<last>last)) )?${changed}|(?= \\S+ ${changeVerbs} it\\b)|(?=[?. ]*$))|from (?:which|what) value|original\\b|initial(?= value))`,
      'i',
    ),
    (cue, { last }) => {
      cue.asks.add('old');
      if (last !== undefined) cue.edges.add('last');
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
      `^(?:what (?:is|was) )?(?:the )?(?<beside>(?!(?:time|moment|date|hour|minute|day|point|how|which|who|what)\\b)${noun}) (?:at|when) (?:the )?(?=\\w{3,}est\\b|(?:[a-z_]+ ){1,3}(?:was|is) (?:the )?\\w{3,}est\\b)`,
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
  // "More requests at night than by day?"
  [/^(?=(?:more|fewer|less)\b.* than\b)/i, (cue) => cue.asks.add('exists')],
  [
    /^(?:(?:was|is|were) there (?:a|any) (?:moment|time|point|period)s? (?:when|with|at which|where)|(?:does|do|did) (?:the|this) (?:log|file) (?:show|have|contain))\b/i,
    (cue) => {
      cue.asks.add('exists');
      cue.asks.add('ever');
    },
  ],
  [
    new RegExp(
      `^(?:(?:which|what) (?:was|is) )?(?:the )?(?<edge>first|last) (?<which>(?!(?:person|one|user|time)\\b)${noun}) (?:to (?!(?:be|the|last)\\b)|to be |that |which |who )`,
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
  // "Top 3 source addresses", "top talkers of the night": which of them, from the one with the most.
  [
    new RegExp(
      `^(?:list |show |name )?(?:the )?top (?:(?<n>${amountWord}) )?(?<which>(?!.*\\b(?:\\w{3,}est|most|least|hours?|minutes?|days?)\\b)(?:${noun} ){0,2}[a-z-]+[^s\\W]s)(?: (?:by|for)\\b|(?= (?:of|with|that|which|who|in|on|at|from)\\b|[,?. ]*$))`,
      'i',
    ),
    (cue, { n, which = '' }) => {
      cue.which = which;
      cue.limit = numberOf(n) ?? fewOfThem;
      rank(cue, true);
    },
  ],
  [
    /,? ?(?:with|and) (?:the |their )?(?:counts?|numbers|figures|totals|how (?:many|often)(?: times)?)(?: (?:for |of )?each)?(?: please)?(?=[?.! ]*$)|,? (?:counts|(?<=, )count)(?:,? please)?(?=[?.! ]*$)(?!^)/i,
    (cue) => {
      cue.asks.add('count');
    },
  ],
  // The longest time with none.
  [
    /\b(?:the )?(?:longest|largest|biggest) (?:(?:time|stretch|period) (?:without|with no)(?: any?)?\b|gap|pause|silence|lull|quiet (?:period|spell|time))(?: between (?:two |any |consecutive )*(?:lines?|entries|messages?|records?|events?))?(?! (?:between|without|of|for))(?: (?:in|of) (?:the|this) (?:log|file))?|(?:after which time )?(?:is |was )?nothing (?:is |was )?(?:logged|written) for the longest time/i,
    (cue) => cue.asks.add('gap'),
  ],
  [
    /\b(?:the )?(?:longest|largest|biggest) (?:time|gap|pause) between (?:any )?(?:two )?(?:consecutive|successive)?\b/i,
    (cue) => cue.asks.add('gap'),
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
  [
    new RegExp(`^(?:(?:which|what|name|list|the) )*(?<n>${amountWord}) (?=.*\\b(?:most|fewest|least)\\b)`, 'i'),
    (cue, { n }) => {
      cue.limit = numberOf(n);
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
];
