import { type CueRow, noun } from './cues.ts';
import { anyMark } from './names-said.ts';

/** What for: how often, when, how long, why, which, whose, whether. */
export const rowsOfAsking: readonly CueRow[] = [
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
    /\b(?:(?:at|since) )?what time(?: was it)?\b|\b(?:since |from )?when(?: exactly| on)?\b/i,
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
  [
    /\bhow much\b(?! (?:time|more|less|later|earlier|longer|did .*\bchang))/i,
    (cue) => {
      cue.stat ??= { take: 'sum' };
    },
  ],
  [/^compar(?:e|ing)\b/i, () => undefined],
  [/\bover all (?:the )?[a-z]+(?: together)?(?=[?. ]*$)/i, () => undefined],
  [
    /\bhow (?:long|much time)\b|\b(?:the )?(?:total |overall )?(?:durations?|(?<!\b(?:queue|backlog|list|line|message|text|packet) )lengths?(?= of)|run ?times?|time taken|down ?time)(?: of| for)?\b|\b(?:took|takes?|needed|needs?) (?:the )?(?:most |least )?time\b/i,
    (cue) => cue.asks.add('long'),
  ],
  [
    /\bwhy\b|\bwhat (?:went wrong with|was wrong with|made|caused)\b|\b(?:what (?:is|was|were) the )?(?:reasons?|causes?)(?: for| of)?\b(?! [\ue100-\ue1ff])/i,
    (cue) => cue.asks.add('why'),
  ],
  [/\b(?:ids?|identifiers?)(?: of)?\b|\bwhich ones?\b/i, (cue) => cue.asks.add('id')],
  [
    /\b(?:list|name|enumerate|show(?!s? up)|find)(?: me)?(?: all| every| each)?(?: the| of the)?\b/i,
    (cue) => cue.asks.add('list'),
  ],
  [
    new RegExp(
      `\\b(?:per|by|breakdown (?:of|by)(?: the)?|distribution of|for each(?: of)?(?: the)?|(?:grouped|group|broken down|split) by|(?<!\\b(?:over|across|of|from|in) )(?:each|every)) (?<per>(?!(?:whom|whoever|the|a|an|any|far|one|system|of|how|much)\\b)${noun}(?: (?:names?|codes?|types?|ids?|levels?|address(?:es)?|ips?))?)`,
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
    /^(?:any(?:thing|body|one)?\b(?! (?:of|other) )|is it true that|(?:did|was|were|is|are|has|have|had|any|do|does)(?: there)?(?: any| ever| an?| some)*)\b/i,
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
