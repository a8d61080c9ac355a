import type { Schema } from '../facts/schema.ts';
import { unitWords } from '../facts/tokens.ts';
import type { Query } from '../query/query.ts';
import type { EventAsked } from './event-asked.ts';
import { type EventSaid, type Frame, forms, type QueryAt } from './frame.ts';
import { type Asked, kindOf, meant } from './operation-meant.ts';
import { when } from './said-in-forms.ts';

const whole =
  '(?: in total| overall| altogether| in all|,? (?:in |over )?(?:the )?(?:whole|entire|complete) (?:log|file))?';
const most = '(?<Most>most|fewest|least)';
const edge = '(?<Which>first|last|earliest|latest|most recent)';
const stat =
  '(?<Stat>average|avg|mean|median|total|max(?:imum)?|min(?:imum)?|highest|lowest|largest|smallest|biggest|longest|shortest)';
const used = '(?: (?:was|were))? [a-z]+(?:ed|en|nt)(?: [a-z]+ing)?';
const going = '(?:under way|underway|in progress|in flight|ongoing|going on|open|running|active)';
/** What is said of those whose end no line tells. */
const unended = `(?:(?:that |which )?(?:were |was |had )?(?:started|set up|begun|entered|opened|came up) (?:but|and) )?(?:(?:that |which )?(?:are |were |is |was )?(?:still )?(?:unfinished|open|running|in progress|under way)|still (?:hanging|pending|outstanding|stuck)|never (?:ended|finished|completed|ended up)(?: in any way)?|(?:that |which )?(?:have|has|had) (?:a start but )?no (?:end|outcome|result)(?: line)?(?: at all)?|without an? (?:end|outcome)(?: line)?)(?: at the (?:very )?end)?(?: (?:of|in) (?:the|this) (?:log|file))?`;
const isFirst = (word = ''): boolean => /^(?:first|earliest)$/i.test(word);
const isOf =
  (kind: EventAsked['kind'], plain: Frame['plain']): Frame['plain'] =>
  (slots, events, schema) =>
    events.every((one) => one.kind === kind) ? plain(slots, events, schema) : undefined;

/** Of all that the file numbers, and not of those that came out in some way. */
const underWay: Frame['plain'] = ({ T }, [event], schema) =>
  isOfAll(event) && T !== undefined ? running('count', schema, T) : undefined;
const isOfAll = (event: EventAsked | undefined): boolean =>
  event?.kind === 'operation' && event.outcome === undefined && !/ (?:of|on|in|at|by|for|from) /.test(event.text);
const unfinished =
  (take: 'count' | 'state'): Frame['plain'] =>
  (_, [event], schema) =>
    isOfAll(event) ? running(take, schema) : undefined;

/** How many of what the file numbers are under way then, or which; when the file ends where no time is said. */
function running(take: 'count' | 'state', { operation, clock }: Schema, at?: string): QueryAt | undefined {
  if (operation === undefined) return undefined;
  const which: Query =
    take === 'state'
      ? { take, state: 'running', where: [], by: operation.name }
      : { take, state: 'running', where: [{ field: operation.name, is: 'has', value: '*' }] };
  return at !== undefined || clock === undefined
    ? { query: which, ...(at === undefined ? {} : { at }) }
    : { query: { ...which, atMs: clock.lastMs } };
}

/** "Failed ones as a part of failed and successful ones" is the share of those that failed. */
const shareOfAll: Frame['plain'] = (_, events) => {
  const [part, ...all] = events;
  const outcomes = new Set(all.map(({ outcome }) => outcome));
  if (part?.outcome === undefined || outcomes.size !== 2 || outcomes.has(undefined)) return undefined;
  return `what share of ${part.text.replace(/^(?:failed|successful) /, '')} ${part.outcome === 'ok' ? 'succeeded' : 'failed'}`;
};
const restAndTime = new RegExp(`^(?<Rest>.*?)${when}$`, 'i');

/** What the program numbers, where that is all that is asked about. */
function numbered(event: EventSaid | undefined, schema: Schema, query: Asked): QueryAt | undefined {
  if (event === undefined || event.text.includes(' with reason ') || / or /i.test(event.said)) return undefined;
  const { Rest, When } = restAndTime.exec(` ${event.rest ?? ''}`)?.groups ?? {};
  const about = meant({ ...event, rest: Rest?.trim() ?? '' }, schema);
  return (
    about && { query: { of: about.operation.name, where: about.where, ...query }, at: When?.trim() ?? '', isSure: true }
  );
}
function ofEach(noun: string, event: EventSaid | undefined, schema: Schema, order: Pick<Query, 'order'>) {
  const by = event?.operation === undefined ? undefined : kindOf(noun, schema, event.operation);
  return by && numbered(event, schema, { take: 'count', by: by.name, ...order });
}
const byReason: Frame['plain'] = ({ E, Rank, begun }, [event]) =>
  `${/^(?:rarest|least)/i.test(Rank ?? '') ? 'rarest' : 'most common'} reason of ${event?.kind === 'outage' ? `lines with ${begun}` : E}`;
const mainReason: Frame['plain'] = ({ E }) => `most common reason of failed ${E}`;
/** The line that begins an outage gives its reason. */
const perKind: Frame['plain'] = ({ E, K, begun }, [event]) =>
  `how many ${event?.kind === 'outage' && K === 'reason' ? `lines with ${begun}` : E} per ${K}`;
/** "MB" are added up, and not counted. */
const isOfUnit = (said: string): boolean => unitWords.test(said.split(' ')[0] ?? '');
const howMany: Frame['plain'] = ({ E = '', begun }, [event], schema) =>
  event?.kind !== 'outage'
    ? (numbered(event, schema, { take: 'count' }) ?? (isOfUnit(E) ? undefined : `how many ${E}`))
    : E.includes(' with reason ')
      ? `how many lines with ${begun} ${E.replace(/^outages? ?/, '')}`
      : `how many ${E} were there`;
const figure: Frame['plain'] = ({ F, E, Stat }, [event]) =>
  event?.kind === 'operation' ? `what is the ${Stat ?? 'total'} ${F} of ${E}` : undefined;
const whoHas: Frame['plain'] = ({ K = '', E, Most = '' }, [event], schema) =>
  ofEach(K, event, schema, { order: /^most/i.test(Most) ? 'most' : 'least' }) ?? `which ${K} had the ${Most} ${E}`;
const whoRanks: Frame['plain'] = ({ K = '', E = '', Which }, events, schema) =>
  whoHas({ K, E, Most: isFirst(Which) ? 'most' : 'fewest' }, events, schema);
const doing: Frame['plain'] = ({ V, T }) => `what was ${V} doing at ${T}`;
const order: Frame['plain'] = ({ V, V2, begun }) => `which came first, ${V} ${begun} or ${V2} ${begun}`;
export const shareOf: Frame['plain'] = ({ E, V }) => `what percentage of ${E} are of ${V}`;
export const isBefore: Frame['plain'] = ({ V, V2, begun }) => `did ${V} ${begun} happen before ${V2} ${begun}`;
const both: Frame['plain'] = ({ V, V2 }) => `were ${V} and ${V2} ever down at the same time`;
const howLong: Frame['plain'] = ({ V }) => `how long was ${V} down in total`;
export const atTheEnd: Frame['plain'] = ({ V }) => `was ${V} down at the end`;

/** The usual forms of questions, each with the one that the parser knows: the surest first. */
export const frames: readonly Frame[] = (
  [
    // Under way.
    [`(?:how many|number of|nr of|count of) {E} ${unended}`, unfinished('count')],
    [`(?:any|which|what) {E} ${unended}(?:[?,]? which(?: ones?)?)?`, unfinished('state')],
    [`at {T},? (?:how many|number of|nr of) {E} (?:were|was) ${going}`, underWay],
    [`(?:how many|number of|nr of) {E} (?:were |was )?${going} (?:at|around) {T}`, underWay],
    [`(?:how many|number of|nr of) (?:open|running|ongoing) {E} (?:were there )?(?:at|around) {T}`, underWay],
    // How many.
    [
      `(?:how many|(?:what (?:is|was) )?the (?:total )?number of|what number of|(?:total )?number of|nr of|count(?: of)?) {E}(?: (?:were|was|are|did we have)(?: there)?)?${whole}`,
      howMany,
    ],
    [`{E}(?:,|:)? (?:how many|count|number|nr)`, howMany],
    [`(?:for each|per|by) {K},? (?:how many|(?:what is )?the number of) {E}(?: (?:were|was|are) there)?`, perKind],
    [`how many {E} (?:(?:were|was|are) there )?(?:per|for each|by|for every) {K}`, perKind],
    [`{E},? (?:per|split by|for each|by) {K}`, perKind],
    [`(?:break|split) (?:down )?the {E} (?:down )?by {K}(?:,.*)?`, perKind],
    // Who has the most of them.
    [
      `(?:compare the [a-z ]+: )?(?:in |on |at |to |by |from )?which {K} (?:has|had|saw|got) (?:the )?${most} {E}`,
      whoHas,
    ],
    [`compare the {K}: which one (?:has|had|saw|got) (?:the )?${most} {E}`, whoHas],
    [`{K} with (?:the )?${most} {E}`, whoHas],
    [`${most} {E}(?:,|:) (?:which|what) {K}`, whoHas],
    [`which {K} comes ${edge} if (?:we|you|one) ranks? (?:them )?by (?:the )?number of {E}`, whoRanks],
    [`{K} ranked by (?:number of )?{E}, (?:who|which one) (?:is|comes) ${edge}`, whoRanks],
    [
      `(?:what (?:was|is) )?(?:the )?(?<Rank>most common|most frequent|main|top|usual|rarest|least common|least frequent)(?: reason| cause)(?: for| of| why|,|:)? {E}`,
      byReason,
    ],
    [`why (?:did|do) (?:the )?{E} fail (?:most often|mostly|usually)`, mainReason],
    [`why (?:did|do) (?:the )?most (?:of the )?{E} fail`, mainReason],
    [
      `(?:which )?{K} (?:had no|without any|without|with no|had not a single) {E}(?: at all)?`,
      ({ K, E }) => `which ${K} had no ${E}`,
    ],
    // One after another.
    [
      `(?:what (?:is|was) )?the (?:largest|highest|greatest) number of {E} in a row(?<Rest>(?: (?:on|at|in|into|by|for|via|over|with|through) [^,]+)?)(?:,.*)?`,
      isOf('operation', ({ E, Rest }) => `what was the longest run of ${E}${Rest} in a row`),
    ],
    [
      `max(?:imum)? consecutive {E}(?:, (?:all|over all) .*)?`,
      isOf('operation', ({ E }) => `what was the longest run of ${E} in a row`),
    ],
    [
      `which {K} had the (?:longest (?:run|streak|series) of|most) (?:consecutive )?{E} in a row`,
      isOf('operation', ({ E, K }) => `which ${K} had the most ${E} in a row`),
    ],
    [
      `{K} with (?:the )?most consecutive {E}`,
      isOf('operation', ({ E, K }) => `which ${K} had the most ${E} in a row`),
    ],
    // When.
    [
      `(?:when (?:was|were|is)|at what time (?:did we see|was)|(?:what )?time of) (?:the )?${edge}(?: one)? of (?:the )?{E}`,
      ({ E, Which }) => `when was the ${isFirst(Which) ? 'first' : 'last'} of the ${E}`,
    ],
    [
      `(?:the )?${edge} of (?:the )?{E},? when`,
      ({ E, Which }) => `when was the ${isFirst(Which) ? 'first' : 'last'} of the ${E}`,
    ],
    [`(?:was|were) there (?:any|an?) {E}`, ({ E }) => `were there any ${E}`],
    [`any {E}`, ({ E }) => `were there any ${E}`],
    // What each of them states a number of.
    [`(?:i need |give me )?(?:what (?:is|was|were) )?(?:the )?${stat} {F} of (?:all |the )*{E}`, figure],
    [`taking (?:the )?{E}, (?:what (?:is|was) )?the ${stat} {F}`, figure],
    [`{E}: (?:the )?${stat} {F}`, figure],
    [`${stat} {F} {E}`, figure],
    [`how (?:much|many) {F}(?: of [a-z]+)?${used} (?:in|for|over|by|across) {E}`, figure],
    [`(?:total|sum of) {F}${used} (?:in|for|over|by|across) {E}`, figure],
    [
      `(?:the )?(?:total|sum of) {F}${used}(?<Rest>(?: (?:on|at|in|by|for|from|to|via|with) .+)?)`,
      ({ F, Rest }) => `total ${F}${Rest}`,
    ],
    // Which part of them.
    [
      `(?:what percentage|which percentage|what share|%|percentage|share) of (?:all |the )*{E} (?:had the reason|have the reason|(?:were |was )?(?:due to|because of|caused by)) (?<Why>"[^"]+"|[^"]+)`,
      isOf('operation', ({ E, Why = '' }) => `what percentage of ${E} have reason "${Why.replaceAll('"', '')}"`),
    ],
    [
      `(?:what|which) (?:percentage|share|part|fraction|%) of (?:all |the )*{E} (?:belongs?|comes?|came|was|were|is|are|had) (?:to|from|in|on|at|by|for|with|of) (?:the )?(?:[a-z]+ )??{V}`,
      shareOf,
    ],
    [
      `(?:what (?:is|was) the )?(?:share|percentage|part) of {V} (?:in|of|among) (?:all )?(?:the )?{E}(?:, (?:in )?%)?`,
      shareOf,
    ],
    [
      `(?:what|which) (?:percentage|share) of (?:the )?{Eall} and {Eb} (?:put |taken )?together (?:is|are|were) {Ea}`,
      (slots, [one, two, part], schema) =>
        part === undefined || one === undefined || two === undefined
          ? undefined
          : shareOfAll(slots, [part, one, two], schema),
    ],
    [
      `(?:[a-z]+: )?{Ea} as (?:%|percent|a share|a part) of {Eb} (?:\\+|and|plus) {Ec}`,
      (slots, events, schema) => (events.length === 3 ? shareOfAll(slots, events, schema) : undefined),
    ],
    // Out of order.
    [`(?:is|was) {V} (?:still )?{A} at (?:the )?(?:very )?end(?: of (?:the )?(?:log|file))?`, atTheEnd],
    [`{V} (?:still )?{A} at (?:the )?end(?: of (?:the )?(?:log|file))?`, atTheEnd],
    [`at {T},? (?:was|is) {V} {A}`, ({ V, T }) => `was ${V} down at ${T}`],
    [`(?:is|was) {V} {A} (?<Prep>at|on|around) {T}`, ({ V, Prep, T }) => `was ${V} down ${Prep} ${T}`],
    [`{V} {A} (?<Prep>at|on|around) {T}`, ({ V, Prep, T }) => `was ${V} down ${Prep} ${T}`],
    [`at {T},? which (?:of the )?{K} (?:was|were) {A}`, ({ K, T }) => `which ${K}s were down at ${T}`],
    [
      `(?:which|what) (?:of the )?{K} (?:was|were) {A} (?<Prep>at|on|around) {T}`,
      ({ K, Prep, T }) => `which ${K}s were down ${Prep} ${T}`,
    ],
    [`{K} {A} (?<Prep>at|on|around) {T}`, ({ K, Prep, T }) => `which ${K}s were down ${Prep} ${T}`],
    [`(?:did|was|has) {V} ever (?:go |been |become |get |went )?{A}`, ({ V }) => `was ${V} ever down`],
    [`{V} ever {A}`, ({ V }) => `was ${V} ever down`],
    [`was there (?:a|any) (?:moment|time|point) when (?:both )?{V} and {V2} were (?:both )?{A}`, both],
    [`(?:were|was) {V} and {V2} (?:ever )?(?:both )?{A} (?:at the same (?:time|moment)|simultaneously|together)`, both],
    [
      `{V} (?:and|\\+) {V2} {A} (?:at the same (?:time|moment)|simultaneously|together)(?:,? (?:ever|at any point))?`,
      both,
    ],
    [`how much time did {V} spend {A}(?:,.*| in total)?`, howLong],
    [`(?:for )?how long was {V} {A}(?:,.*| in total| altogether)?`, howLong],
    [`adding up (?:all|every)(?: of)?(?: its)? {N}, how (?:long|much time) was {V} {A}`, howLong],
    [`(?:the )?total time {V} was {A}`, howLong],
    [`{V} (?:total time {A}|{A2}, total (?:duration|time))`, howLong],
    [
      `which {K} had the longest (?:single )?{N}(?:,? and (?:how long|for how long).*)?`,
      ({ K }) => `which ${K} had the longest outage`,
    ],
    [
      `(?:what was the )?longest (?:single )?{N}[,:] (?:which|what) {K}(?: (?:\\+|and) .*)?`,
      ({ K }) => `which ${K} had the longest outage`,
    ],
    [`which (?:one )?had its first {N} earlier, {V} or {V2}`, order],
    [`{V} or {V2}[:,] (?:which one|which|who) (?:went |got |was |became )?{A} first`, order],
    [`did {V} (?:go |get |become )?{A} (?:for the first time )?before {V2}(?: did)?`, isBefore],
    [`(?:was )?(?:the )?first {N} of {V} (?:earlier than|before) (?:the )?first {N2} of {V2}`, isBefore],
    [
      `(?:when (?:was|is) the|end of (?:the )?) ?last {N} of {V}(?: over|, time|, when)?`,
      ({ V }) => `when was ${V} last up`,
    ],
    [
      `(?:which|what) {K} (?:was|is) (?:running|going|in progress|being done) (?:in|on|at|to|into|via|through|over|for) {V} (?:at|on) {T}`,
      doing,
    ],
    [
      `(?:which|what) {K} was (?:[a-z]+ )??{V} (?:working on|busy with|handling|processing|doing) (?:at|on|around) {T}`,
      doing,
    ],
    [`at {T},? what was (?:[a-z]+ )??{V} (?:busy with|doing|working on)`, doing],
    [`{K} in progress (?:in|on|at|to|into|via|through|over|for) {V} (?:at|on) {T}`, doing],
    // One thing, and one setting.
    [`(?:what (?:is|was) )?(?:the )?{F} of (?:[a-z]+ )?{I}`, ({ F, I }) => `what is the ${F} of ${I}`],
    [`[a-z]+ {I}:? (?:the )?{F}`, ({ F, I }) => `what is the ${F} of ${I}`],
    [`which {K} (?:does|did|do) (?:[a-z]+ )?{V} belong to`, ({ K, V }) => `what is the ${K} of ${V}`],
    [`(?:[a-z]+ )?{V}: (?:which|what) {K}`, ({ K, V }) => `what is the ${K} of ${V}`],
    [`what value did {S} have at {T}`, ({ S, T }) => `what was ${S} set to at ${T}`],
    [`(?:what was )?{S}(?: set to)? at {T}`, ({ S, T }) => `what was ${S} set to at ${T}`],
  ] as const satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
