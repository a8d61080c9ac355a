import { oppositeOf } from '../facts/lexicon.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Query } from '../query/query.ts';

/** The parts of a question that are read with the file's own names. */
export interface Parts {
  where?: string;
  where2?: string;
  against?: string;
  of?: string;
  by?: string;
  state?: string;
}

export interface Frame {
  name: string;
  /** Of the whole question, in lower case, without its times; groups are the parts. */
  pattern: RegExp;
  query: Partial<Query> & Pick<Query, 'take'>;
  /** Words that decide more than the frame: "fewest" for "most". */
  adjust?: (match: Record<string, string | undefined>) => Partial<Query>;
}

const np =
  '[\\w.#/-]+(?: (?!has\\b|had\\b|have\\b|is\\b|was\\b|are\\b|were\\b|did\\b|do\\b|does\\b|the\\b|most\\b|with\\b|never\\b|not\\b|ever\\b|log|by\\b)[\\w.-]+)??';
const aux = '(?:did|does|do|was|were|is|are|has|have|had)';
const stateWord =
  '(?:up|down|online|offline|reachable|unreachable|available|unavailable|healthy|unhealthy|running|stopped|connected|disconnected|open|closed|enabled|disabled|locked|unlocked|active|degraded|alive|dead|suspended|blocked|paused|on|off|in alarm|processing|attached|detached|held|[\\ue100-\\ue1ff])';
const most =
  '(?:the )?(?<ord>most|highest number of|largest number of|greatest number of|fewest|least|lowest number of|smallest number of|more|fewer|less)';
const ordOf = (match: Record<string, string | undefined>): Partial<Query> => ({
  order: /few|least|less|low|small|rar|quiet|uncommon|short|fast/.test(match.ord ?? '') ? 'least' : 'most',
});
const stat =
  '(?<stat>average|avg|mean|median|typical|maximum|max|peak|top|highest|largest|biggest|longest|slowest|greatest|worst|minimum|min|lowest|smallest|shortest|fastest|best|total|sum(?: of)?|combined|overall|p\\d\\d(?:\\.\\d)?|\\d\\d(?:\\.\\d)?(?:th|st|nd|rd)?(?: |-)?percentile|90th|95th|99th)';

function statOf(match: Record<string, string | undefined>): Partial<Query> {
  const word = match.stat ?? '';
  const percent = /\d\d(?:\.\d)?/.exec(word)?.[0];
  if (percent !== undefined) return { take: 'percentile', percent: Number(percent) };
  if (/^(?:average|avg|mean|typical)/.test(word)) return { take: 'mean' };
  if (/^median/.test(word)) return { take: 'median' };
  if (/^(?:total|sum|combined|overall)/.test(word)) return { take: 'sum' };
  return { take: /^(?:min|low|small|short|fast|best)/.test(word) ? 'min' : 'max' };
}

const direction = (match: Record<string, string | undefined>): Partial<Query> => {
  const word = match.way ?? '';
  const isDown = /fall|drop|decreas|declin|down|lower|less|fewer|shrink|improv|faster|better|sink/.test(word);
  return word === '' || /chang|trend|develop|evolve/.test(word) ? {} : { expects: isDown ? 'down' : 'up' };
};
const way =
  '(?<way>(?:go(?:ing|es)?|went|trend(?:ing)?|mov(?:e|ing|ed)) (?:up|down|upwards?|downwards?)|ris(?:e|ing|en)|rose|grow(?:ing|n)?|grew|increas(?:e|ed|ing)|climb(?:ing|ed)?|fall(?:ing|en)?|fell|drop(?:ped|ping)?|decreas(?:e|ed|ing)|declin(?:e|ed|ing)|shrink(?:ing)?|get(?:ting)? (?:worse|better|slower|faster|higher|lower|more frequent)|got (?:worse|better|slower|faster|higher|lower)|chang(?:e|ed|ing)|trend(?:ing)?|develop(?:ed|ing)?|evolved?|higher|lower|more|fewer|less|slower|faster|improv(?:e|ed|ing)|worsen(?:ed|ing)?|sink(?:ing)?)';

const frame = (name: string, pattern: string, query: Frame['query'], adjust?: Frame['adjust']): Frame => ({
  name,
  pattern: new RegExp(`^(?:${pattern})$`, 'i'),
  query,
  ...(adjust === undefined
    ? {}
    : {
        adjust: (match) =>
          adjust(Object.fromEntries(Object.entries(match).map(([key, value]) => [key, value?.toLowerCase()]))),
      }),
});

/** All ways a question may be put; of those that fit, the one that leaves the fewest words unread is taken, the first of equals. */
export const frames: readonly Frame[] = [
  // The file itself.
  frame(
    'span',
    '(?:how long|what (?:time ?span|period|time range|range of time|time)) (?:does|do|is|are|did) (?:the|this) (?:log|file)s? (?:cover(?:ed)?|span|last|run|go)(?: for)?|(?:what|which) (?:time ?span|period|time range) (?:does|is) .*(?:cover(?:ed)?|span)',
    { take: 'span' },
  ),
  frame(
    'span-covered',
    '(?:how (?:long|much time)|(?:what|which) (?:time ?)?(?:period|time|range|span)).*\\b(?:cover|span)(?:s|ed|ning)?\\b.*',
    { take: 'span' },
  ),
  frame('lines-long', 'how (?:long|big|large) is (?:the|this) (?:log|file) in (?<where>lines)', { take: 'count' }),
  frame(
    'first-to',
    `(?:who|what|which(?: one)?)? ?(?:is |was )?(?:the )?(?<which>first|last) (?<by>${np}) (?:to|that) (?<where>.+)`,
    { take: 'first' },
    lastOrFirst,
  ),
  frame(
    'longest-gap',
    '.*\\blongest (?:(?:gap|silence|pause|quiet (?:period|time))(?: between (?:any )?(?:two|consecutive|adjacent)? ?(?:log )?(?:lines|entries|messages))?|(?:time|period|stretch) (?:without|with no) (?:any |a single )?(?:log )?(?:lines?|entry|entries|messages?|logs?|activity))(?: (?:begin|start|end|last|take)s?)?|after (?:which|what) time is nothing logged for the longest time',
    { take: 'gap' },
  ),
  frame(
    'log-start',
    '(?:when|at what time) (?:does|did|do) (?:the|this) (?:log|file|recording|entries) (?:start|begin)s?',
    { take: 'first' },
  ),
  frame('log-end', '(?:when|at what time) (?:does|did|do) (?:the|this) (?:log|file|recording|entries) (?:end|stop)s?', {
    take: 'last',
  }),
  // What something turned into, where lines say so.
  frame(
    'turned-into',
    `(?:(?:what|which) (?:is|was) )?(?:the )?(?:current|final|last|latest|newest|present|new) (?:state|status|value|setting|phase|mode) of (?<where>.+)|what (?:state|status|value|phase|mode) (?:is|was|does|did) (?<where>.+?)(?: (?:in|have))?(?: (?:now|at the end|finally|currently))*|(?:what|to (?:what|which value)) (?:is|was) (?<where>(?:(?!before ).)+?) (?:set to|changed to|changed last|changed|now|at the end)(?: (?:at the end|now|last))*`,
    { take: 'last', by: newValue },
  ),
  frame(
    'turned-from',
    `(?:(?:what|which) (?:is|was) )?(?:the )?(?:initial|original|first|old|previous) (?:state|status|value|setting) of (?<where>.+)|(?:what|which) (?:state|status|value) did (?<where>.+?) have (?:at|in) the (?:beginning|start)|from (?:what|which) value was (?<where>.+?) changed|what was (?<where>.+?) before (?:it was (?:first )?changed|the (?:first )?change|it (?:first )?changed)`,
    { take: 'first', by: oldValue },
  ),
  // Overlaps.
  frame(
    'both',
    `(?:were|was|did|are) (?<where>.+?) and (?<against>.+?) (?:both |ever )?(?<state>${stateWord}|run|overlap|fail) (?:at the same (?:time|moment)|simultaneously|concurrently|together|in parallel)`,
    { take: 'overlap' },
    overlapState,
  ),
  frame(
    'overlap',
    `(?:did|do|does) (?:(?:the )?(?<state>downtimes?|outages?|runs?) of )?(?<where>.+?) (?:and|with) (?<against>.+?) (?:ever )?overlap(?: in time)?`,
    { take: 'overlap' },
    overlapState,
  ),
  frame(
    'both-long',
    `(?:for )?how long were (?:both )?(?<where>.+?) and (?<against>.+?) (?:both )?(?<state>${stateWord})(?: (?:at the same time|simultaneously|together|at once|both))?`,
    { take: 'overlap' },
  ),
  frame(
    'most-at-once',
    `how many (?<by>${np}) (?:were|was|ran|are) (?:at most )?(?<state>${stateWord})? ?(?:at (?:the same time|once)|simultaneously|concurrently|in parallel)(?: at most)?|(?:what (?:is|was) the )?(?:maximum|highest|largest|peak|most) (?:number of )?(?:concurrent|parallel|simultaneous) (?<of>.+)`,
    { take: 'overlap' },
    overlapState,
  ),
  // What something was doing.
  frame(
    'doing',
    '(?:what|which thing) (?:was|were|is|are) (?<where>.+?) (?:doing|busy with|up to|working on)(?: (?:at|then|just before|right before|before|last))?',
    { take: 'doing' },
  ),
  frame('did', 'what did (?<where>.+?) (?:do|log|write|say|report)(?: (?:at|then|last|around|most recently))?', {
    take: 'doing',
  }),
  // States.
  frame(
    'state-of',
    `(?:what|which) (?:was|is|were) the (?:state|status|condition) of (?<where>.+?)|(?:what|which) (?:state|status) (?:was|is) (?<where2>.+?)(?: in)?`,
    { take: 'state' },
  ),
  frame(
    'always',
    `(?:was|is|were|has|have|did) (?<where>.+?) (?:always |constantly |continuously )?(?:been |stay(?:ed)? |remain(?:ed)? )?(?<state>${stateWord}) (?:the whole time|all the time|throughout|always|the entire time|all along|continuously|without interruption)|(?:was|is|were|has|have|did) (?<of>.+?) (?:always|constantly|continuously) (?:been |stay |remain )?(?<by>${stateWord})`,
    { take: 'episodes', expects: 'none' },
    always,
  ),
  frame(
    'never-one',
    `(?:was|were|has|have|had|did) (?<where>.+?) never (?:been |go |gone |went |become |come )?(?<state>${stateWord})`,
    { take: 'episodes' },
    () => ({ expects: 'none' }),
  ),
  frame(
    'ever-one',
    `(?:was|were|has|have|had|did) (?<where>.+?) (?:ever |at any (?:time|point) )(?:been |go |gone |become |come )?(?<state>${stateWord})(?: at any (?:time|point))?`,
    { take: 'episodes' },
    () => ({ expects: 'any' }),
  ),
  frame(
    'end-up',
    `(?:does|did) (?<where>.+?) end(?: up)? (?<state>${stateWord})|(?:is|was) (?<of>.+?) (?<by>${stateWord}) (?:when|as|where) the (?:log|file) ends|(?:is|was) (?<against>.+?) left ${stateWord}`,
    { take: 'state' },
  ),
  frame(
    'down-times',
    `(?<where>.+?) (?:was|were|went|has been) (?<state>${stateWord}) how (?:many times|often)|(?:the )?number of times (?<where2>.+?) (?:was|went) down`,
    { take: 'episodes' },
    ({ state }) => (state === undefined ? { state: 'down' } : {}),
  ),
  frame(
    'spent',
    `how much time (?:did|does|has) (?<where>.+?) (?:spend|spent|take|need|taken)(?: (?:in )?(?<state>${stateWord}))?(?: (?:in total|altogether|overall|in all))*`,
    { take: 'duration' },
    ({ state }) => (state === undefined ? { state: 'running' } : {}),
  ),
  frame(
    'stat-runs',
    `(?:what (?:is|was) the |how long (?:is|was) the )?(?:${stat} )(?:run ?time|running time|duration|length|time|downtime|run|outage|uptime)(?: (?:of|for|that))?(?: (?:all|a|an|any|each|the|single))*(?: (?:runs?|executions?|outages?|downtimes?|interruptions?)\\b)?(?: (?:of|for|by))? (?<where>.+)`,
    { take: 'mean', state: 'running' },
    (match) => ({
      ...statOf(match),
      ...(/downtime|outage/.test(Object.values(match).join(' ')) ? { state: 'down' } : {}),
    }),
  ),
  frame(
    'which-total',
    `(?:which|what) (?<by>${np}) (?:took|needed|used|spent|ran(?: for)?|was (?<state>${stateWord})(?: for)?) (?:the )?(?<ord>most time|longest|least time|shortest)(?: (?:time))? (?:in total|overall|altogether|in all|summed up|taken together)`,
    { take: 'duration' },
    (match) => ({ ...ordOf(match), ...(match.state === undefined ? { state: 'running' } : {}) }),
  ),
  frame(
    'had-longest',
    `(?:which|what) (?<by>${np}) (?:had|has|made|shows|saw) the (?<ord>longest|shortest)(?: single)? (?<state>run|outage|downtime|interruption|alarm|execution)`,
    { take: 'longest' },
    ordAndState,
  ),
  frame(
    'was-fastest',
    `(?:which|what) (?<by>${np}) (?:was|is|were) the (?<ord>fastest|slowest|quickest|longest|shortest)(?: running| to (?:run|finish|complete))?`,
    { take: 'longest', state: 'running' },
    (match) => ({ order: /fast|quick|short/.test(match.ord ?? '') ? 'least' : 'most' }),
  ),
  frame(
    'long-in-total',
    `how long did (?<where>.+?) (?:run|take|last|work)(?: for)? (?:in total|altogether|overall|in all|in sum)`,
    { take: 'duration', state: 'running' },
  ),
  frame(
    'longest-run-of',
    `(?:how long (?:did|was|is) |what (?:is|was) )?(?:the )?(?<ord>longest|shortest)(?: single)? (?<state>run|outage|downtime|interruption|execution)(?: (?:of|for|on|by) (?:any |a |an |all )?(?<where>.+?))?(?: (?:take|last|run))?`,
    { take: 'longest' },
    ordAndState,
  ),
  frame(
    'was-state',
    `(?:was|is|were|are) (?<where>.+?) (?:still |already |currently |now )?(?<state>${stateWord})(?: (?:at that time|then|right now|now|at the end|still|again))*`,
    { take: 'state' },
  ),
  frame(
    'which-state',
    `(?:which|what) (?<by>${np}) (?:was|were|is|are) (?:still |already |currently )?(?<state>${stateWord})(?: (?:then|now|at the end|at that time))?`,
    { take: 'state' },
  ),
  frame(
    'never-state',
    `(?:which|what) (?<by>${np}) (?:was|were|has|have|went|did|) ?never (?:been |go |gone )?(?<state>${stateWord})`,
    { take: 'never' },
  ),
  frame(
    'times-state',
    `how (?:many times|often) (?:was|were|did|has|is) (?<where>.+?) (?:go(?:ne|es)? |been )?(?<state>${stateWord})`,
    { take: 'episodes' },
  ),
  frame(
    'long-state',
    `(?:sum up |add up )?(?:for )?how long (?:was|were|is|has) (?<where>.+?) (?:been )?(?<state>${stateWord})(?: (?:in total|altogether|overall|in all|for))*|(?:sum up|add up|sum|tell me)? ?how long (?<where2>.+?) (?:was|were|has been|stayed) (?<state>${stateWord})(?: (?:in total|altogether|overall|in all))*`,
    { take: 'duration' },
  ),
  frame(
    'total-state',
    `(?:what (?:is|was) the |)(?:total|overall|combined)? ?(?:time|duration) (?:that )?(?<where>.+?) (?:was|were|spent) (?<state>${stateWord})`,
    { take: 'duration' },
  ),
  frame(
    'downtime',
    '(?:what (?:is|was) the |how much |)(?:total |overall |combined )?(?:downtime|outage time)(?: (?:did|of|for|has|had))? (?<where>.+?)(?: (?:have|had|suffer|see))?',
    { take: 'duration', state: 'down' },
  ),
  frame(
    'spent-in',
    `(?:which|what) (?<by>${np}) (?:spent|had|was for) (?:the )?(?<ord>most|least|longest|shortest) (?:time )?(?:in )?(?<state>${stateWord})`,
    { take: 'duration' },
    ordOf,
  ),
  frame(
    'running-then',
    `(?:list |show |name )(?:all )?(?:the )?(?<by>${np}) (?:that (?:are|were) )?(?<state>${stateWord})`,
    { take: 'state' },
  ),
  frame(
    'longest-run',
    `(?:which|what) (?<by>${np}) (?:took|ran|lasted|needed|ran for|runs|takes)(?: for)? (?:the )?(?<ord>longest|shortest|most time|least time)(?: (?:to (?:run|finish|complete)|time|in (?:a|one) (?:single )?run|at a time|in one go))*`,
    { take: 'longest', state: 'running' },
    ordOf,
  ),
  frame(
    'longest-of',
    `(?:what|which) (?:is|was) the (?<ord>longest|shortest)(?: |-)?(?:running)? (?<by>${np})`,
    { take: 'longest', state: 'running' },
    ordOf,
  ),
  frame(
    'how-long',
    `(?:for )?how long did (?<where>.+?) (?:take|run|last|need)(?: (?:to (?:run|finish|complete)|for))?|how long was (?<where2>.+?) (?:in progress|at work)`,
    { take: 'duration', state: 'running' },
  ),
  frame(
    'not-finished',
    `(?:which|what) (?<by>${np}) (?:never|did not|have not|has not|had not) (?:finish(?:ed)?|complete[d]?|end(?:ed)?|stop(?:ped)?|come back|recover(?:ed)?)`,
    { take: 'episodes', state: 'running', expects: 'none' },
  ),
  // Order.
  frame(
    'or-first',
    `(?:did|was|were|has) (?<where>.+?),? or (?<against>.+?) (?:(?<of>.+?) )?(?:first|earlier|the first)`,
    { take: 'order' },
  ),
  frame(
    'who-first',
    `(?:who|which|what)(?: (?:one|of (?:them|these|the two)))? (?<of>.+?) (?:first|earlier)[:,]? (?<where>[\\w.#/-]+),? or (?<against>[\\w.#/-]+)`,
    { take: 'order' },
  ),
  frame(
    'which-first-of-all',
    `(?:which|what) (?<by>${np}) (?:was |were |is |did |had |has )?(?<where>.+?)(?: the)? (?<which>first|last)(?: of all)?`,
    { take: 'first' },
    lastOrFirst,
  ),
  frame(
    'or-more',
    `(?:did|was|were|has|have|had|does|do|is|are|which|who)(?: one)?:? ?(?<where>\\S+?),? or (?<against>\\S+) (?<of>.+?) (?<rel>more|less)(?: (?:often|frequently|times))?`,
    { take: 'compare' },
  ),
  frame(
    'first-value',
    `(?:what (?:is|was) |tell me )?(?:the )?(?<which>first|initial|earliest|last|latest|final|current|most recent|newest) (?:value of |reading of |reported |known |measured )?(?:the )?(?<of>.+)`,
    { take: 'last' },
    valueAtEdge,
  ),
  frame(
    'many-at-edge',
    `how (?:many|much) (?<of>.+?) (?:(?:were|was|are|is) )?(?:there |left |running |in use )?(?:at|by) the (?<which>start|end|very end|very start)`,
    { take: 'last' },
    valueAtEdge,
  ),
  frame(
    'value-at-edge',
    `(?:what (?:is|was) |how (?:high|large|big|much|hot) (?:is|was) )?(?:the )?(?<of>.+?) (?:(?:at|in|by|towards) )?(?:the )?(?<which>start|beginning|outset|end|very end|very start|first|initially|finally|now|currently|last)(?: of (?:the )?(?:log|file|recording))?`,
    { take: 'last' },
    valueAtEdge,
  ),
  frame(
    'when-max',
    `(?:when|at what time) (?:did|was|is|has|were) (?:the )?(?<of>.+?) (?:reach(?:ed)?|hit|at|have|peak)?(?: (?:its|the|their))? ?(?<stat>maximum|peak|highest|minimum|lowest|max|min|top)(?: (?:value|point|level))?|(?:when|at what time) (?:was|did|is)(?: the)? (?<by>slowest|fastest|highest|lowest|largest|longest|peak|maximum|minimum) (?<where>.+?)(?: (?:occur|happen|reached|measured|recorded))?`,
    { take: 'max' },
    (match) => statOf({ stat: match.stat ?? match.by }),
  ),
  frame(
    'how-high',
    `how (?<by>high|low|hot|cold|large|big|small|far|long|slow|fast) (?:did|does|was|is|were) (?:the )?(?<of>.+?) (?:get|go|become|rise|reach|grow|climb|fall|drop|sink)(?: (?:at (?:most|least|worst)|up|down))?`,
    { take: 'max' },
    ({ by }) => ({ take: /low|cold|small|fast/.test(by ?? '') ? 'min' : 'max' }),
  ),
  frame(
    'came-before',
    `${aux} (?<where>.+?) (?:happen(?:ed)?|occur(?:red)?|come|came|start(?:ed)?|begin|appear(?:ed)?|take place|logged|seen)? ?(?:first )?(?<rel>before|after|earlier than|later than|prior to) (?<against>.+?)(?: (?:did|happened|occurred|was|were))?`,
    { take: 'order' },
    ({ rel }) => ({ expects: /after|later/.test(rel ?? '') ? 'after' : 'before' }),
  ),
  frame(
    'which-first',
    `(?:what|which)(?: (?:one|event|of (?:them|these|the two)))? (?:came|happened|occurred|was|started|appeared|is) (?:the )?(?<rel>first|earlier|last|later|second)[:,]? (?<where>.+?),? or (?<against>.+)`,
    { take: 'order' },
  ),
  // Gaps.
  frame(
    'gap',
    `(?:what|how long|when) (?:is|was) the (?:longest|largest|biggest) (?:gap|silence|pause|quiet period|break|time|interval|stretch)(?: (?:between|without|of|with no|in) (?<where>.+))?`,
    { take: 'gap' },
  ),
  frame(
    'between',
    `how (?:long|much time) (?:was it |passed |elapsed |is it |is there |was there |went by |lay |is |was )?(?:between|from) (?<where>.+?) (?:and|to|until) (?<against>.+?)(?: (?:pass|elapse|take))?`,
    { take: 'gap' },
  ),
  // Comparison.
  frame(
    'more-than',
    `${aux} (?<where>.+?) (?:have |has |had |log(?:ged)? |see |get |got |produce |produced |write |written |cause |send |receive |show |report )?(?<rel>more|fewer|less) (?<of>.+?) than (?<against>.+?)(?: (?:did|had|has|does))?`,
    { take: 'compare' },
    ({ rel }) => ({ expects: rel === 'more' ? 'more' : 'fewer' }),
  ),
  frame(
    'more-often-than',
    `${aux} (?<where>.+?) (?<rel>more|less) (?:often|frequently)(?: than| as)? (?<against>.+?)(?: (?:did|had|has|does|was))?`,
    { take: 'compare' },
    ({ rel }) => ({ expects: rel === 'more' ? 'more' : 'fewer' }),
  ),
  frame(
    'which-more-often',
    `(?:which|who|what)(?: one| of (?:them|the two))? (?<of>.+?) (?<rel>more|less)(?: (?:often|frequently|times))?[:,]? (?<where>[\\w.#/-]+),? or (?<against>[\\w.#/-]+)`,
    { take: 'compare' },
  ),
  frame(
    'more-a-than-b',
    `(?:is|are|was|were) there (?<rel>more|fewer|less) (?<where>.+?) than (?<against>.+)`,
    { take: 'compare' },
    ({ rel }) => ({ expects: rel === 'more' ? 'more' : 'fewer' }),
  ),
  frame(
    'which-more',
    `(?:which|what|who)(?: (?:one|of (?:them|the two)))? (?:has|had|have|logged|logs|saw|got|produced|wrote|sent|caused|received|reported) (?:the )?(?<rel>more|fewer|less|most|fewest) (?<of>.+?)[:,]? (?<where>[\\w.#/-]+),? or (?<against>[\\w.#/-]+)`,
    { take: 'compare' },
  ),
  frame(
    'how-many-more',
    `how many (?<rel>more|fewer|less) (?<of>.+?) (?:did|does|do|has|have|had|are there (?:for|from|in)) (?<where>.+?) (?:have |log |get |see |produce )?than (?<against>.+)`,
    { take: 'compare' },
  ),
  frame(
    'slower-than',
    `(?:is|was|are|were) (?<where>.+?) (?:on average )?(?<rel>slower|faster|longer|shorter|higher|lower|larger|smaller|hotter|cooler|bigger)(?: on average)? than (?<against>.+?)(?: on average)?`,
    { take: 'compare' },
    ({ rel }) => ({ expects: /faster|shorter|lower|smaller|cooler/.test(rel ?? '') ? 'fewer' : 'more' }),
  ),
  // Trends and changes; with a moment beside them they compare its two sides.
  frame(
    'trend',
    `(?:is|are|was|were|did|do|does|has|have|had) (?:there (?:any |an? )?(?:more|fewer) )?(?:the )?(?:number of |count of |rate of |frequency of )?(?<where>.+?) (?:been )?(?:steadily |generally |ever )?${way}(?: (?:over time|with time|throughout|in the course of the (?:log|file)|during the (?:log|file)|over the (?:log|file)|overall|towards the end|at all|steadily|continuously|constantly|slowly))*`,
    { take: 'trend' },
    direction,
  ),
  frame(
    'trend-how',
    `how (?:did|do|does|is|has|have) (?<where>.+?) ${way}(?: over time| throughout)?|(?:what (?:is|was) the )?(?:trend|development|course) (?:of|in|for) (?<where2>.+)|(?<where>.+?) (?:trend|development)(?: (?:of|in|for|on) (?<where2>.+))?`,
    { take: 'trend' },
  ),
  frame(
    'trend-or',
    `(?:is|are|was|were|did|does|do) (?<where>.+?) (?:rise|rising|grow|growing|go up|going up|increase|increasing|up|climb(?:ing)?|more) or (?:fall|falling|shrink|shrinking|go down|going down|decrease|decreasing|down|drop(?:ping)?|fewer|less)(?: over time)?`,
    { take: 'trend' },
  ),
  frame(
    'more-after',
    `(?:is|are|was|were) there (?:more|fewer|less) (?<where>.+?)(?: than (?:before|after)(?: it| that)?)?`,
    { take: 'change' },
  ),
  // Shares.
  frame(
    'share-verb',
    `(?:what|which|how large a|how big a) (?:share|percentage|percent|fraction|proportion|part|portion|ratio|%) of (?:all )?(?:the )?(?<where>.+) (?:that |which )?(?:is|are|was|were|has|have|had|did|does|do|returned|return|got|gets?|failed with|ended(?: (?:in|with|up))?|end(?:s)?(?: (?:in|with))?|came from|comes? from|went to|goes? to|belong(?:s|ed)? to|took|takes?|mentions?|contain(?:s|ed)?|fell on) (?<against>.+)`,
    { take: 'share' },
  ),
  frame(
    'share-last',
    `(?:what|which) (?:share|percentage|percent|fraction|proportion|part|portion|ratio|%) of (?:all )?(?:the )?(?<where>.+) (?<against>\\S+)`,
    { take: 'share' },
  ),
  frame(
    'of-the',
    `(?:out )?of (?:all )?(?:the )?(?<where>.+?),? (?:what|which|how large a|how many) ?(?:percentage|percent|share|fraction|proportion|part|portion|%)? (?:is |are |was |were |has |have |had |returned |got )?(?<against>.+)`,
    { take: 'share' },
  ),
  frame(
    'x-rate',
    `(?:what (?:is|was) the )?(?:overall )?(?<where>.+) (?<against>failure|error|success) rate(?: in (?:percent|%))?`,
    { take: 'share' },
  ),
  frame(
    'share-of',
    `(?:what (?:is|was) the )?(?:share|percentage|percent|fraction|proportion|portion|ratio) of (?<against>.+?) (?:among|in|out of|of|to|within|over) (?:all )?(?:the )?(?<where>.+)`,
    { take: 'share' },
  ),
  frame(
    'out-of-all',
    `how (?:many|much) percent of (?:all )?(?:the )?(?<where>.+?) (?:is|are|was|were|has|have|had|did|do)? ?(?<against>.+)`,
    { take: 'share' },
  ),
  frame(
    'rate-of-failure',
    `(?:what (?:is|was) the )?(?:overall )?(?<against>success|error|failure|fail) rate(?: (?:of|for|on|by) (?<where>.+?))?(?: in (?:percent|%))?`,
    { take: 'share' },
  ),
  // Ranking.
  frame(
    'which-most',
    `(?:which|what) (?<by>${np}) (?:has|have|had|logs?|logged|wrote|writes?|produced?|produces|generated?|made|makes?|sent|sends|received|got|gets?|saw|sees|caused|reported|reports|emitted|showed|shows|experienced|handled|served|hit|suffered|threw|with|is responsible for|was responsible for|had to|triggered|accounts? for|accounted for|contributed)? ?${most} (?<where>.+?)(?: overall| in total)?`,
    { take: 'count' },
    ordOf,
  ),
  frame(
    'which-most-often',
    `(?:which|what) (?<by>${np}) (?:(?:is|was|were|are|did|has been|had) )?(?<where>.+?) ${most}(?: (?:often|frequently|times))?`,
    { take: 'count' },
    ordOf,
  ),
  frame(
    'who-most',
    `who (?<where>.+?) ${most}(?: (?:often|frequently|times))?|who (?:has|had|made|sent|caused|got) ${most.replace('?<ord>', '?<ord2>')} (?<where2>.+)`,
    { take: 'count', by: 'who' },
    ordOf,
  ),
  frame(
    'most-common',
    `(?:what|which) (?:is|are|was|were) the (?<n>\\d+|two|three|five|ten)? ?(?<ord>most common|most frequent|commonest|most active|noisiest|busiest|least common|least frequent|least active|rarest|quietest|most used|most requested|least used|most popular|chattiest) (?<by>.+?)`,
    { take: 'count' },
    ordOf,
  ),
  frame(
    'top',
    `(?:what are |which are |who are |list |give me |show )?(?:the )?top (?<n>\\d+|two|three|four|five|ten)? ?(?<by>${np})(?:,? (?:by|for|in terms of|with|ordered by|sorted by|ranked by|having|in|regarding)(?: the)?(?: most| highest)?(?: number of| count of| amount of)? (?<where>.+))?`,
    { take: 'count', order: 'most' },
  ),
  frame(
    'which-stat',
    `(?:which|what) (?<by>${np}) (?:has|had|have|shows?|showed|reached|reports?|reported|with|saw|recorded|used|uses|transferred|sent|is|was) the ${stat} (?<of>.+)`,
    { take: 'max' },
    (match) => ({ ...rankedStat(match) }),
  ),
  frame(
    'which-slowest',
    `(?:which|what) (?<by>${np}) (?:is|was|were|are) (?:the )?(?<ord>slowest|fastest|hottest|coldest|largest|biggest|smallest|longest|shortest)(?: (?:on average|overall))?`,
    { take: 'mean' },
    slowest,
  ),
  frame(
    'busiest',
    `(?:which|what|in which|in what|during which|when) (?:is |was )?(?:the )?(?<ord>busiest|quietest|noisiest|peak)? ?(?<every>second|minute|hour|day)(?: (?:is|was|has|had|have|saw|with|of|for|brought|contains?|contained))?(?: (?:the )?(?<ord2>busiest|quietest|most|fewest|least|highest number of|lowest number of))?(?: (?<where>.+))?`,
    { take: 'count' },
    busiest,
  ),
  // Never.
  frame(
    'which-never',
    `(?:which|what) (?<by>${np}) (?:has |have |had |did |does |do |was |were |is |are )?(?:never|not|no|without)(?: (?:a|an|any|a single|once|have|had|log(?:ged)?|see|get))? ?(?<where>.+)`,
    { take: 'never' },
  ),
  frame(
    'any-that-never',
    `(?:is|are|was|were) there (?:any |a )?(?<by>${np}) (?:that|which|who) (?:has |have |had |did |was |were )?(?:never|not) (?<where>.+)`,
    { take: 'never' },
  ),
  frame(
    'did-never',
    `(?:did|has|have|was|were|is|are|does) (?<where>.+?) never (?<where2>.+)|is it true that (?<of>.+?) never (?<by>.+)`,
    { take: 'exists', expects: 'none' },
  ),
  // Numbers.
  frame(
    'stat',
    `(?:what (?:is|was|are|were) |how (?:high|big|large|long|much) (?:is|was) |give me |show (?:me )?|tell me |calculate |compute )?(?:the )?${stat} (?:value |amount |number |size )?(?:of |for )?(?:the )?(?<of>.+)`,
    { take: 'mean' },
    statOf,
  ),
  frame(
    'how-much',
    `how (?:much|many) (?<of>.+?) (?:was|were|is|are|has been|have been|did|does) (?<where>.+?)(?: (?:in total|altogether|overall|all together|combined|in all))?`,
    { take: 'sum' },
  ),
  // Rates and counts over time.
  frame(
    'rate',
    `how many (?<where>.+?) (?:${aux} (?:there )?)?(?<where2>.*?) ?(?:(?:on average )?(?:per|an?|each|every|in (?:a|an|one|each|every)) (?<every>second|minute|hour|day))(?: on average| are there| were there| happened| occurred)?`,
    { take: 'rate' },
    everyOf,
  ),
  frame(
    'rate-of',
    `(?:what (?:is|was) the )?(?:average )?(?:rate|number|count|frequency) of (?<where>.+?) (?:per|an?|each|every) (?<every>second|minute|hour|day)|(?:what (?:is|was) the )?(?:average )?(?<where2>.+?)(?: rate)? per (?<every2>second|minute|hour|day)`,
    { take: 'rate' },
    everyOf,
  ),
  // In groups.
  frame(
    'count-each',
    `(?:how many (?<where>.+?)|(?:number|count) of (?<where2>.+?)) (?:(?:did|does|do|has|have|had|were|was|are|is|came) )?(?:there )?(?:(?:from|for|in|by|per|on|did) )?(?:each|every|per) (?<by>${np})(?: (?:have|log|logged|has|had|produce|get|see|write|cause|make))?`,
    { take: 'count' },
  ),
  frame(
    'break-down',
    `(?:break down|split|group|list|show|count|give me|tally)? ?(?:the )?(?:number of |count of |counts of )?(?<where>.+?) (?:by|per|for each|for every|grouped by|broken down by|split by|by each) (?<by>${np})`,
    { take: 'count' },
  ),
  // Names.
  frame(
    'distinct',
    `how many (?:different|distinct|unique|various|separate) (?<of>${np})(?: (?<where>.+))?|(?:what (?:is|was) the )?number of (?:different|distinct|unique) (?<by>${np})(?: (?<where2>.+))?`,
    { take: 'distinct' },
  ),
  frame('distinct-plain', `how many (?<of>${np}) (?<where>.+)|how many (?<by>${np})`, { take: 'distinct' }),
  // Counting.
  frame(
    'count',
    `(?:how many(?: times)?|(?:what (?:is|was) the )?(?:total )?(?:number|count|amount) of|(?:please )?count(?: (?:of|the|all))*|how often|how frequently|(?:the )?(?:total )?(?:number|count) of)(?: ${aux}(?: there)?)? (?<where>.+)`,
    { take: 'count' },
  ),
  // Times.
  frame(
    'first',
    `(?:when|at what time|what time) (?:did|was|were|is|does|do|has|have)(?: the)? (?<which>first|earliest|last|latest|final|most recent)?(?: time)? ?(?<where>.+?)(?: (?<which2>first|last|for the first time|for the last time|the first time|the last time|most recently|begin|start))?(?: (?:happen(?:ed)?|occur(?:red)?|appear(?:ed)?|seen|logged|show up|come))?`,
    { take: 'first' },
    lastOrFirst,
  ),
  frame(
    'first-what',
    `(?:what|which) (?:is|was) the (?:very )?(?<which>first|earliest|last|latest|final|most recent) (?<where>.+)`,
    { take: 'first' },
    lastOrFirst,
  ),
  frame(
    'when-first',
    `(?:when|at what time|what time) (?:did|was|were|has|is|have) (?<where>.+?) (?<which>first|last|most recently|for the first time|for the last time) (?<where2>.+)`,
    { take: 'first' },
    lastOrFirst,
  ),
  frame(
    'bare-first',
    `(?:the )?(?:time of (?:the )?)?(?<which>first|earliest|last|latest|most recent) (?<where>.+)`,
    { take: 'first' },
    lastOrFirst,
  ),
  frame('since', `since when (?:is|was|are|were|has|have|did)? ?(?<where>.+)`, { take: 'first' }),
  // Which, who, list.
  frame(
    'what-errors',
    '(?:what|which)(?: (?:kinds?|sorts?|types?) of)?(?: (?:are|were) the)?(?: different| distinct)? (?<where>errors?|warnings?|failures?|exceptions?)(?: (?:are|were|do|did|have|can|occur|happen|there|we|you|see|been|logged|seen|i|this|the|log|file|contain|show|appear)\\b)*',
    { take: 'list' },
  ),
  frame(
    'summarize',
    '(?:summari[sz]e|sum up|give me a summary of) (?:all )?(?:the )?(?:different |distinct )?(?<where>.+)',
    { take: 'list' },
  ),
  frame(
    'value-of',
    `(?:(?:what|which) (?:is|was|are|were) )?(?:the )?(?<of>(?!number\\b|count\\b|first\\b|last\\b)${np}) (?:of|for) (?<where>.+)`,
    { take: 'values' },
  ),
  frame(
    'sent-to',
    `(?:who|whom|where) (?:was|were|is|are|did) (?<where>.+?) (?:sent|delivered|addressed|mailed|go|going)(?: to)?`,
    {
      take: 'values',
      of: 'recipient',
    },
  ),
  frame(
    'came-out',
    `(?:did|was|were|has|have|is) (?<where>.+?) (?:pass|succeed|complete|ok|passed|succeeded|successful|completed) or (?:fail|failed|crash|abort|aborted|unsuccessful|not)`,
    { take: 'values', of: 'outcome' },
  ),
  frame('which-two', '(?:which|what) (?<of>[\\w.-]+ [\\w.-]+) (?<where>.+)', { take: 'values' }),
  frame('which', `(?:which|what) (?<of>${np}) (?<where>.+)`, { take: 'values' }),
  frame(
    'list-values',
    `(?:list|show|name|give me|what are|which are|who are) (?:all |me )?(?:the )?(?:different |distinct |unique )?(?<of>${np})(?: (?:that|which|who|with|in|of)? ?(?<where>.+))?`,
    { take: 'values' },
  ),
  frame('who', `(?:who|whom) (?<where>.+)`, { take: 'values', of: 'who' }),
  frame(
    'list',
    `(?:show|list|find|print|display|give me|search for|grep|look for|get|where (?:is|are|was|were|does|do|did))(?: me)?(?: all| the| any)* (?<where>.+)`,
    { take: 'list' },
  ),
  frame('what-is', `(?:what|which) (?:is|was|are|were) (?:the )?(?<of>.+)`, { take: 'values' }),
  frame(
    'origin',
    `(?:where|in (?:which|what) (?:file|line|function|method|class)(?: and (?:file|line))?) (?:does|do|did|is|was|were|are) (?<where>.+?) (?:come from|coming from|thrown|raised|originate[ds]?|happen|occur)`,
    { take: 'explain' },
  ),
  // Whether.
  frame(
    'is-there',
    `(?:is|are|was|were|have|has)(?: there)?(?: been)? (?:any |an? |some |no )?(?:sign of |signs of |evidence of |trace of |mention of )?(?<where>.+)`,
    { take: 'exists' },
  ),
  frame(
    'did',
    `(?:did|does|do|has|have|had|can you see|do you see|was there|were there|is there) (?:any(?:one|body|thing)? |an? |the |there |ever )*(?<where>.+)`,
    { take: 'exists' },
  ),
  frame('any', `any (?<where>.+)`, { take: 'exists' }),
];

function overlapState({ state }: Record<string, string | undefined>): Partial<Query> {
  if (state === undefined) return { state: 'running' };
  return { state: /down|outage/.test(state) ? 'down' : /^(?:runs?|ran|overlap)$/.test(state) ? 'running' : state };
}

/** Always so is never the opposite. */
function always({ state, by }: Record<string, string | undefined>): Partial<Query> {
  return { state: oppositeOf(state ?? by ?? 'up') };
}

function ordAndState(match: Record<string, string | undefined>): Partial<Query> {
  const named: Record<string, string> = {
    outage: 'down',
    downtime: 'down',
    interruption: 'down',
    disconnection: 'disconnected',
    alarm: 'alarm',
    run: 'running',
    execution: 'running',
    suspension: 'suspended',
    stall: 'blocked',
  };
  return { ...ordOf(match), state: named[match.state ?? ''] ?? 'down' };
}

function rankedStat(match: Record<string, string | undefined>): Partial<Query> {
  const of = match.of ?? '';
  const isLow = /^(?:min|low|small|short|fast|best)/.test(match.stat ?? '');
  const inner = /^(average|mean|median|total|p\d\d|maximum|minimum)\b/.exec(of)?.[1];
  const plain = statOf(match);
  const take = inner === undefined ? plain : statOf({ stat: inner });
  const isTotal = /^(?:most)/.test(match.stat ?? '');
  return { ...(isTotal ? { take: 'sum' as const } : take), order: isLow ? 'least' : 'most' };
}

function slowest(match: Record<string, string | undefined>): Partial<Query> {
  return { order: /fast|cold|small|short/.test(match.ord ?? '') ? 'least' : 'most' };
}

const msOf: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function everyOf(match: Record<string, string | undefined>): Partial<Query> {
  return { everyMs: msOf[(match.every ?? match.every2 ?? 'minute').toLowerCase()] ?? 60_000 };
}

function busiest(match: Record<string, string | undefined>): Partial<Query> {
  const ord = match.ord ?? match.ord2 ?? 'most';
  return { ...everyOf(match), order: /quiet|few|least|low/.test(ord) ? 'least' : 'most' };
}

function valueAtEdge({ which }: Record<string, string | undefined>): Partial<Query> {
  return { take: /first|initial|earliest|start|beginning|outset/.test(which ?? '') ? 'first' : 'last' };
}

function lastOrFirst(match: Record<string, string | undefined>): Partial<Query> {
  return { take: /last|latest|final|recent/.test(`${match.which ?? ''} ${match.which2 ?? ''}`) ? 'last' : 'first' };
}

/** Questions for the cause, or for the whole file at large. */
export const asksWhy =
  /^(?:(?:so|and|but|ok|please|can you|could you|tell me|explain)[, ]+)*(?:(?:investigate|troubleshoot|debug|triage|research|rca)\b|(?:find|determine|identify|figure|work|locate|pinpoint|establish|give|show|name|state|look|search|check|tell|report|describe|prove|need|want|looking)(?: (?:out|for|into|me|us|the|a|any|likely|most|main|actual|real|underlying|primary|exact|true|what|is|was|it|exactly))* (?:root[ -]?causes?|causes?|reasons?|culprits?|why|went wrong|happened|caused|broke)\b|why\b|how come\b|explain\b|diagnose\b|analy[sz]e\b|summari[sz]e (?:this|the (?:log|file))|root cause|what(?:'s| is| was| are| went| has gone| did go)? ?(?:the )?(?:main |real |actual |most likely )?(?:wrong|broken|cause[ds]?|causing|root cause|reason|problem|issue|failure(?! (?:rate|ratio|count|percentage))|going on|happening|happened|matter|led to|triggered|culprit)\b|how did .{1,80} (?:end|turn out|come out|go)$|what became of\b|what (?:made|makes|kills|killed|crashed|is failing|failed|brought)\b|(?:is|are|was|were) there (?:an?|any) (?:problems?|issues?|troubles?|anomal\w+|incidents?)\b|(?:(?:do you|can you|does any(?:one|body)) (?:see|spot|notice|find) |is there )?anything (?:wrong|unusual|interesting|suspicious|strange|odd|weird|off|abnormal)\b|(?:any )?(?:thoughts|ideas|clues)$|is (?:everything|it|all|the (?:file|system|log)) (?:ok|okay|fine|healthy|alright|well)\b|were there (?:any )?(?:issues|problems))/i;

/** "It died at ten, any idea why?": a report, and at its end the question for the cause. */
export const asksWhyAtLast =
  /(?:^|[\s,;:.!?–—-])\s*(?:and |but |so |please |do you (?:know|see) |does any(?:one|body) know |(?:can|could) (?:you|some(?:one|body)|any(?:one|body)) (?:tell|say|explain|see|find out|look into) (?:me |us )?|any (?:ideas?|clues?|hints?|thoughts?) (?:as to |on )?)*(?:why(?: (?:is|was) that)?|how come|what happened|what(?:'s| is| was| went)? (?:the (?:root )?(?:cause|reason|problem|issue)|wrong|going on|up)|what caused (?:it|this|that)|any ideas?|rca|root cause)$/i;

/** "Is it a network problem?": the cause is compared with a kind. */
export const asksKind =
  /^(?:is|was|could|can|might|does) (?:it|this|that|the (?:cause|problem|issue|failure))(?: be)? (?:an? |the |due to |caused by |related to |because of |look like an? )*(?<kind>network|memory|disk|storage|database|hardware|software|configuration|config|permission|security|dns|certificate|tls|ssl|power|timeout|cpu|kernel|driver|firmware|thermal|heat|battery)[\w ]{0,20}?(?: (?:problem|issue|error|failure|related|bug|fault|trouble|thing))?$/i;
