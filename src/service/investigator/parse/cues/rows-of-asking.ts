import { type CueRow, noun } from './cues.ts';
import { anyMark } from './names-said.ts';

/** What for: how often, when, how long, why, which, whose, whether. */
export const rowsOfAsking: readonly CueRow[] = [
  // "Break the requests down by method", "status distribution": how many of each.
  [
    /^break (?:the |all |our )*(?<what>.+?) down(?= (?:by|per|for)\b)/i,
    (cue, { what = '' }) => {
      cue.asks.add('count');
      cue.kept = what;
    },
  ],
  [
    new RegExp(`^(?:the )?(?<per>${noun}(?: ${noun})?) (?:distribution|break-?down)(?=[?. ]*$)`, 'i'),
    (cue, { per }) => {
      if (per !== undefined) cue.per = per;
      cue.asks.add('count');
    },
  ],
  // Of each reason.
  [
    /\b(?:(?:grouped |broken down |split )?by|per|for (?:each|every)|by each) (?:stated |given |failure )?(?:reason|cause)s?\b/i,
    (cue) => {
      cue.asks.add('why');
      cue.isOfEach = true;
    },
  ],
  [new RegExp(`^(?:trace|track|follow) (?=(?:[a-z]+ )?${anyMark})`, 'i'), (cue) => cue.asks.add('list')],
  [
    /\b(?:how many|number of)(?: different| distinct)? (?=(?:reason|cause)s\b)/i,
    (cue) => {
      cue.asks.add('distinct');
      cue.asks.add('why');
    },
  ],
  // "How often was a timeout the cause": it is said, and not asked.
  [
    /(?<=^(?:how (?:often|many times) )?(?:was|were|is|are) \S.{2,60})\bthe (?:stated |given |main )?(?:reason|cause)(?: why| for| of| that)?\b|(?<=^(?:how many|number of|count)\b.*,) (?:reason|cause):?(?= \S)/i,
    () => undefined,
  ],
  [
    /\bto (?:which|what) value\b/i,
    (cue) => {
      cue.kept = 'new value';
    },
  ],
  [
    /(?<=^(?:did|do|does|have|has|had|were|was|are|is) )(?:all|every|each)(?: (?:of )?(?:the|our))?\b/i,
    (cue) => cue.asks.add('every'),
  ],
  [
    /\b(?<=\b(?:which|what|who)\b .*)(?:(?:did|do|does|was|were|is|are|had|has|have) (?:not|no|never)|without(?: an?| any)?)(?= )|(?<=\b(?:which|what|who)\b .*[a-z](?:ed|ade|ad|ew|ent) )no\b|\b(?:never|not once|not a single)\b/i,
    (cue) => {
      cue.asks.add('never');
      // "Which jobs had no failures": two nouns.
      cue.kept = ',';
    },
  ],
  // "A or B": which of the two is asked, and no yes.
  [new RegExp(`(?<=${anyMark}[^?]{0,40}) or (?=[^?]{0,20}${anyMark})`, 'i'), (cue) => cue.asks.add('either')],
  [
    /(?<=\b(?:is|are|was|were|has|have|had|do|does|did)\b.*)\bstill\b|(?<=^(?:is|are) .*)\bagain(?=[?. ]*$)/i,
    (cue) => cue.asks.add('open'),
  ],
  [
    new RegExp(
      `\\b(?:over|across|among|on|in) how many (?:different |distinct |unique )?(?<which>(?!(?:cases|lines|times|entries|runs|instances|different|distinct|unique)\\b)${noun}(?: ${noun}(?=[?. ]*$))?)\\b`,
      'i',
    ),
    (cue, { which }) => {
      cue.asks.add('distinct');
      if (which !== undefined) cue.which ??= which;
    },
  ],
  // Of all of it anyway.
  [
    /,? (?:in|of|over|across|on|for|throughout) the (?:whole|entire|complete) (?!time|period|day|night|week|hour|minute|file|log|shift)[a-z]{3,}(?=[?!.]*$)|[?.,;] (?:numbers|names|ids)(?: only| please)?[?!. ]*$/i,
    () => undefined,
  ],
  // What for.
  [
    /\bhow (?:often|frequently|many times)\b|\bnumber of times\b/i,
    (cue) => {
      cue.asks.add('count');
      cue.isOften = true;
    },
  ],
  [
    /\b(?:how many|(?<!\b(?:serial|part|model|version|phone|order|line|port|build|ticket|room|batch|account) )(?:total )?number of|(?<!\b(?!the\b|total\b|and\b|a\b)[a-z]+ )counts? of|# of|the count|^count|(?<=[,:;] )count|tally of)\b/i,
    (cue) => cue.asks.add('count'),
  ],
  [
    new RegExp(
      `(?<!^(?:is|are|was|were) (?!there\\b).*)(?<!^whats? (?:(?:is|was|are) )?)\\b(?:different|distinct|unique)(?: (?<which>${noun}(?: ${noun})?)(?= (?:had|have|with|saw|did|show\\w*|appear\\w*|got|ran|were|was)\\b))?\\b|\\bkinds of\\b`,
      'i',
    ),
    (cue, { which }) => {
      cue.asks.add('distinct');
      if (which !== undefined) cue.which ??= which;
    },
  ],
  [
    /\b(?:(?:at|since) )?what (?:was the )?time(?: was it| of day)?(?: when| that)?\b|\b(?:since |from )?when(?: exactly| on)?\b/i,
    (cue) => cue.asks.add('when'),
  ],
  // "Average time of", "time of the reload".
  [
    /(?<!\b(?:elapsed|running|processing|execution|response|waiting|wait|run|total|cpu|down) )\b(?:the )?(?<taken>time|timestamp|moment) of\b/i,
    (cue, { taken }) => {
      const isOfMany = taken !== undefined && /^(?:mean|median|percentile)$/.test(cue.stat?.take ?? '');
      cue.asks.add(isOfMany ? 'long' : 'when');
    },
  ],
  [/,? how much (?:is|was|are|were) (?:it|that|they)(?=[?. ]*$)/i, () => undefined],
  [
    /\bhow much\b(?! (?:time|more|less|later|earlier|longer|did .*\bchang))/i,
    (cue) => {
      cue.stat ??= { take: 'sum' };
    },
  ],
  [/^break(?:ing)?(?: it)? down\b/i, (cue) => cue.asks.add('count')],
  [/^compar(?:e|ing)\b/i, () => undefined],
  [
    /[:,;] which (?<one>one |of them )?(?:is|was|has|had|comes)\b(?=[ ?.!]*$)/i,
    (cue, { one }) => {
      if (one !== undefined) cue.asks.add('id');
    },
  ],
  [/\bover all (?:the )?[a-z]+(?: together)?(?=[?. ]*$)|\bover all changes\b/i, () => undefined],
  [
    /\btime (?:from|between) (?:the )?(?:start|begin(?:ning)?|launch) (?:to|and|until|till) (?:the )?(?:end|finish|completion|failure|abort)(?: of| for)?\b|\bhow long after it (?:was |had been |had )?[a-z]+(?: up| out| in)? did\b|\bhow (?:long|much time)\b|\b(?:the )?(?:total |overall )?(?:durations?|(?<!\b(?:queue|backlog|list|line|message|text|packet) )lengths?(?= of)|run ?times?|time taken|time spent|time needed|down ?time)(?: of| for|(?<=needed|taken|spent) by)?\b|\b(?<=(?:median|average|avg|mean|typical|total|longest|shortest|most) )time(?: for| of)?\b|\b(?:took|take|takes|needed|needs?) (?:the )?(?:most |least )?time\b/i,
    (cue) => cue.asks.add('long'),
  ],
  [
    /\bfor (?:what|which) reason\b|\bwhy\b|\bwhat (?:went wrong with|was wrong with|made|caused)\b|\bhow come\b|\b(?:what (?:is|was|were) the )?(?:stated |given |failure )?(?:reasons?|causes?)(?: given| stated| because of which| why| for| of)?\b(?! [\ue100-\ue1ff])/i,
    (cue) => cue.asks.add('why'),
  ],
  [/\b(?:ids?|identifiers?)(?: of)?\b|\bwhich ones?\b/i, (cue) => cue.asks.add('id')],
  [
    /\b(?:list|name|enumerate|show(?!s? up)|find)(?: me)?(?: all| every| each)?(?: the| of the)?\b/i,
    (cue) => cue.asks.add('list'),
  ],
  // "Per successful charge": of those that came out so.
  [
    new RegExp(
      `\\bper (?<what>(?:successful|failed|completed|finished|aborted|cancelled|single) (?<per>${noun}))`,
      'i',
    ),
    (cue, { what = '', per }) => {
      cue.kept = `of ${what}`;
      if (cue.stat === undefined && per !== undefined) cue.per ??= per;
    },
  ],
  // "List the hosts that are down": which of them are.
  [
    new RegExp(
      `(?<=^\\s*(?:all )?)(?<which>${noun}) (?:that|which) (?:(?:are|were|is|was) )?(?:still )?(?=down\\b|offline\\b|running\\b)`,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined && cue.asks.has('list')) cue.which ??= which;
    },
  ],
  [
    new RegExp(
      `\\b(?:per|by|breakdown (?:of|by)(?: the)?|distribution (?:of|over)(?: the)?|for each(?: of)?(?: the)?|for every|by each|grouped by|group by|broken down by|split by|(?<!\\b(?:over|across|of|from|in) )(?:each|every)) (?<per>(?!(?:whom|whoever|the|a|an|any|far|one|system|of|how|much)\\b)${noun}(?: (?:names?|codes?|types?|ids?|groups?|numbers?|levels?|address(?:es)?|ports?|ips?))?)`,
      'i',
    ),
    (cue, { per }) => {
      if (per !== undefined) cue.per ??= per;
    },
  ],
  // "Whose jobs": not which of them.
  [/^whose\b/i, (cue) => cue.asks.add('who')],
  [
    new RegExp(
      `\\b(?:on |in |at |for |from |to |by |with )?(?:which|what|whose) (?:of the )?(?<which>(?!(?:happen(?:s|ed)?|else|caused|(?:failed|crashed|stopped|started|finished|completed|succeeded|restarted|ended|died|ran|took)(?! [a-z])|is|was|were|are|did|does|do|had|has|have|got|the|of|one|ones|came|comes|will|would)\\b)${noun}(?: (?!(?:is|was|were|are|did|does|do|had|has|have|got|saw|the|of|with|that|to|in|on|at|for|from|never|was|shows?|hit|needed|took|ran|set|put|gave|wrote|went|failed|fails?|made|reported|read|[a-z]+ed)\\b)${noun})?)`,
      'i',
    ),
    (cue, { which }) => {
      if (which !== undefined) cue.which ??= which;
    },
  ],
  [
    /^(?:has|have|had) (?=.* been\b)/i,
    (cue) => {
      cue.asks.add('exists');
      cue.asks.add('ever');
    },
  ],
  [/\bwho(?:m|se)?\b|\bwhere (?:is|was|were|did)\b/i, (cue) => cue.asks.add('who')],
  [
    /^(?:any(?:thing|body|one)?\b(?! (?:of|other) )|is it (?:true|right|correct) that|(?:was|is) there (?:a moment|a time|any time) (?:with|when|at which)|(?:did|was|were|is|are|has|have|had|any|do|does)(?: there)?(?: any| ever| at least one| one or more| an?| some)*)\b/i,
    (cue) => cue.asks.add('exists'),
  ],
  [
    /\b(?:always|the whole time|all the time|all along|throughout|at all times|permanently|continuously)\b/i,
    (cue) => cue.asks.add('always'),
  ],
  [/\b(?:ever|at (?:any|some) (?:time|point|moment)|at least once)\b/i, (cue) => cue.asks.add('ever')],
  [
    /\bat all\b/i,
    (cue) => {
      if (cue.asks.has('exists')) cue.asks.add('ever');
    },
  ],
];
