import { amountWord, numberOf } from '../number-words.ts';
import { type CueRow, noun, rank } from './cues.ts';

/** Which of them and how many, where it stands ahead; and what is told of two of them at a time. */
export const rowsAhead: readonly CueRow[] = [
  // So many of them, and how many of each.
  [
    new RegExp(
      `^(?:(?:what|which) (?:are|were) )?(?:the )?(?:top|first|leading) (?<n>${amountWord}) (?<which>${noun}) (?:by|for|in|in terms of|with|when it comes to) `,
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
  [
    /\b(?:the )?(?:longest|largest|biggest|greatest) (?:time|gap|pause|interval|break|stretch|silence|lull|wait) between (?:one|an?|any) (?<what>[^,?]{3,60}?) and the (?:next|following)(?: one)?\b/i,
    (cue, { what = '' }) => {
      cue.asks.add('gap');
      cue.kept = what;
    },
  ],
  // How long until it was back.
  [
    /\b(?:did it take|it took|does it take)(?<stat> on average)?(?: until| till| before| for) (?:an? |the |any )?(?<thing>[a-z]+(?: [a-z]+)?) (?:(?:to )?(?:came|come|was|were|is) back|(?:to )?recover(?:ed)?)(?: again)?\b/i,
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
