import { begunIn, learnOutage } from '../facts/learn-outage.ts';
import type { Schema } from '../facts/schema.ts';
import type { Condition, Query } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { counted } from './about-lines.ts';
import { type Frame, forms, type QueryAt } from './frame.ts';
import { reasonOfEach } from './frames-of-reasons.ts';
import { linesMeant } from './lines-meant.ts';
import type { Asked, Slots } from './operation-meant.ts';
import { outageCalled, outageWords } from './outage-words.ts';
import { isLeast } from './said-in-forms.ts';

const isUp =
  /^(?:still |back |again )*(?:up|ok|okay|fine|online|back|available|healthy|reachable|running|open|connected|working|normal|alive|ready)\b/i;

/** Which thing is meant, where outages are told of it. */
function thingIn({ V }: Slots, schema: Schema): Condition | undefined {
  const column = learnOutage(schema)?.column;
  const shown = column?.values.get((V ?? '').toLowerCase())?.shown;
  return column && (shown === undefined ? undefined : { field: column.name, is: '=', value: shown });
}

/** What the words for it take for granted; undefined where they are for something else. */
function takenIn({ Name, Adjective }: Slots, schema: Schema): readonly string[] | undefined {
  if (Name !== undefined)
    return outageCalled(Name.replace(/^(?:the|its|his|her|their|single|all|every|each) /i, ''), schema);
  if (Adjective === undefined) return [];
  if (outageWords(schema).isDown(Adjective)) return [];
  const isValue = schema.columns.some(({ values }) => values.has(Adjective.toLowerCase()));
  return isValue || isUp.test(Adjective) ? undefined : [Adjective];
}

/** A query about the outages of one thing, or of all of them. */
const about =
  (query: (slots: Slots, schema: Schema) => Asked | undefined): Frame['plain'] =>
  (slots, _, schema): QueryAt | undefined => {
    const taken = takenIn(slots, schema);
    const thing = thingIn(slots, schema);
    const asked = query(slots, schema);
    if (taken === undefined || asked === undefined || learnOutage(schema) === undefined) return undefined;
    if (slots.V !== undefined && thing === undefined) return undefined;
    const where = thing === undefined ? [] : [thing];
    return { query: { state: 'down', ...asked, where }, at: slots.T?.trim() ?? '', taken, isSure: true };
  };

const total = about(() => ({ take: 'duration' }));
const edge = about(({ Which }) => ({
  take: 'duration',
  only: /^(?:last|latest|most recent)/i.test(Which ?? '') ? 'last' : 'first',
}));
const longest = about(({ Sup }, schema) => ({
  take: 'longest',
  by: learnOutage(schema)?.column.name,
  order: isLeast(Sup) ? 'least' : 'most',
}));
const longestOfOne = about(({ Sup }) => ({ take: 'longest', order: isLeast(Sup) ? 'least' : 'most' }));
const beyond = (is: '>' | '<'): Frame['plain'] =>
  about(({ X = '' }) =>
    /^[\d.]+ ?[a-z]+$/i.test(X) ? { take: 'episodes', bound: { is, value: X.replace(/ /g, '') } } : undefined,
  );
/** Why it went out of order, where the lines give reasons. */
const whyDown: Frame['plain'] = (slots, _, schema) => {
  const [taken, thing, outage] = [takenIn(slots, schema), thingIn(slots, schema), learnOutage(schema)];
  const begun = outage && begunIn(schema, outage.words.begins);
  if (taken === undefined || thing === undefined || begun === undefined) return undefined;
  const where: Condition[] = [thing, { field: 'words', is: 'has', value: begun }];
  const held = schema.sample.filter(compile(where, schema));
  const reason = reasonOfEach(held, schema);
  return reason && { query: { take: 'values', of: reason.name, where }, taken, isSure: true };
};
const back = about(() => ({ take: 'first', state: 'up' }));
const between = about(() => ({ take: 'duration', state: 'up', only: 'first' }));
const then = about(({ T = '' }) => (/\d/.test(T) ? { take: 'state' } : undefined));
const atLast = about((_, { clock }) => clock && { take: 'state', atMs: clock.lastMs });
const often = about(() => ({ take: 'episodes' }));
const ever = about(() => ({ take: 'episodes', expects: 'any' }));

/** In so few words only by a word that lines have for it. */
const known =
  (plain: Frame['plain']): Frame['plain'] =>
  (slots, events, schema) =>
    slots.Adjective === undefined || outageWords(schema).isDown(slots.Adjective)
      ? plain(slots, events, schema)
      : undefined;

/** What happened while one was out of order. */
const meanwhile: Frame['plain'] = ({ Lines = '', ...slots }, _, schema) => {
  const [taken, thing, lines] = [takenIn(slots, schema), thingIn(slots, schema), linesMeant(Lines, schema)];
  if (taken === undefined || thing === undefined || lines === undefined) return undefined;
  const query: Query = {
    take: 'count',
    where: [...lines.where],
    window: { during: { state: 'down', where: [thing] } },
    ...counted(lines),
  };
  return { query, taken: [...taken, ...lines.taken], isSure: lines.isSure };
};

const thing = '{thing}{V}';
const down = '(?<Adjective>[A-Za-z][A-Za-z-]*(?: [a-z-]+){0,3}?)';
const name =
  '(?<Name>(?!(?:the )?(?:very )?(?:first|last|second|longest|shortest|latest)\\b)(?:(?:the|its) )?[a-z][a-z\\d-]*(?: [a-z\\d-]+){0,3}?)';
const noQuestion = '(?!(?:tell|show|has|have|had|did|does|do|was|were|is|are|when|how|what|which|who|why)\\b)';
const oneWord = '(?<Adjective>[A-Za-z][A-Za-z-]*)';
const names = '(?<Name>[a-z][a-z\\d-]*(?: [a-z\\d-]+){0,3}?)';
const of = '(?:of|at|on|to|from|in|for|with)';
const inAll =
  '(?:,? (?:in total|altogether|overall|in all|all in all|(?:with )?all [a-z -]+ (?:added up|together|summed up)))?';
const lines = '(?<Lines>[a-z][^,:;?]{2,60}?)';
const again = '(?:ok|okay|fine|up|back|available|online|healthy|reachable|normal|working|running)(?: again)?';
const noun = '[a-z][a-z-]*(?: [a-z-]+)?';
const end = '(?:at the (?:very )?end(?: of (?:the|this) (?:log|file))?|when the (?:log|file) (?:ends|stops))';
const more = '(?:longer than|more than|over|above|exceeding)';
const less = '(?:shorter than|less than|under|below)';

const one = '(?!(?:longest|shortest|first|last|total|average|mean|time|times)\\b)[a-z]+';
/** "ap11", "gateway ap11", "the access point ap11". */
const underNouns = (text: string): RegExp[] =>
  text.includes('{thing}')
    ? ['', 'the ', `(?:the )?${one} `, `(?:the )?${one} ${one} `].flatMap((nouns) =>
        forms(text.replace('{thing}', nouns)),
      )
    : forms(text);

/** Forms that ask how long and how often things were out of order, in whatever words. */
export const framesOfOutages: readonly Frame[] = (
  [
    [`how long (?:was|has) ${thing} (?:been )?${down}${inAll}`, total],
    [
      `(?:what (?:is|was) )?(?:the )?(?:total |overall )?(?:time|duration) (?:that )?${thing} was ${down}${inAll}`,
      total,
    ],
    [`(?:what (?:is|was) )?(?:the )?(?:duration|length) of ${name} ${of} ${thing}`, total],
    [`how long did ${name} ${of} ${thing} (?:last|take|go on)`, total],
    [`(?:the )?(?<Which>first|last) time ${thing} was ${down}[:,] (?:for )?how long(?: for| was (?:it|that))?`, edge],
    [`how long did the (?<Which>first|last) ${names} ${of} ${thing} (?:last|take|go on)`, edge],
    [`how long was ${thing} ${down} the (?<Which>first|last) time`, edge],
    [`(?:which|what) ${noun} (?:had|saw|has) the (?<Sup>longest|shortest) (?:single )?${names}`, longest],
    [`(?<Sup>longest|shortest) (?:single )?${names}[:,] (?:which|what) ${noun}(?: was (?:it|that))?`, longest],
    [
      `(?:(?:how long (?:was|is)|what (?:was|is)) )?the (?<Sup>longest|shortest) (?:single )?time (?:that )?${thing} was ${down}`,
      longestOfOne,
    ],
    [
      `(?:how long (?:was|is) )?(?:the )?(?<Sup>longest|shortest) (?:of (?:the |all )*)?(?:single )?${names}(?:[:,]? ?-*,? how long(?: was it)?)?`,
      longest,
    ],
    [
      `(?:what (?:is|was) )?(?:the )?(?:sum of (?:the )?(?:lengths|durations) of|total (?:length|duration|time) of|adding up|summing up) (?:all |every |the |all the )+${names}(?:,? how (?:much time|long) (?:is|was) (?:that|it))?`,
      total,
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) (?:of the )?${names} (?:that )?(?:lasted|took|went on(?: for)?|were) ${more} {X}`,
      beyond('>'),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) (?:of the )?${names} (?:that )?(?:lasted|took|went on(?: for)?|were) ${less} {X}`,
      beyond('<'),
    ],
    [`when did ${thing} (?:recover|come back|return|get back)(?: from ${name})?`, back],
    [`after ${name} ${of} ${thing},? when was it ${again}`, back],
    [`when was ${thing} ${again} after ${name}`, back],
    [`how long did ${thing} (?:stay|remain|keep) (?:${again}) between its first and (?:its )?second ${names}`, between],
    [
      `after the first ${names} ${of} ${thing} (?:was over|ended),? how long (?:until|before|till) it was ${down} again`,
      between,
    ],
    [
      `how long after (?:the end of )?the first ${names} ${of} ${thing} (?:did the second (?:one )?(?:begin|start)|was it ${down} again)`,
      between,
    ],
    [`(?:was|is) ${thing} ${down} at {T}`, then],
    [`${noQuestion}${thing}:? ${oneWord} at {T}`, known(then)],
    [`${noQuestion}${thing}:? (?:total )?(?:${oneWord} time|(?<Name>downtime))`, known(total)],
    [
      `(?:the |what (?:is|was) the )?(?:reason|cause) (?:why |that |for )?${thing} (?:went|was|became|got|is|going|being) ${down}`,
      whyDown,
    ],
    [`why (?:did|was|is|has) ${thing} (?:(?:go|went|gone|get|become|be|been|fall) )?${down}`, whyDown],
    [`at {T},? was ${thing} ${down}`, then],
    [`(?:is|was) ${thing} (?:still )?${down} ${end}`, atLast],
    [
      `${end},? (?:is|was) ${name} ${of} ${thing} (?:still )?(?:on|ongoing|going on|open|active|there|not over)`,
      atLast,
    ],
    [`${end},? (?:is|was) ${thing} (?:still )?${down}`, atLast],
    [`(?:is|was) ${name} ${of} ${thing} (?:still )?(?:on|ongoing|going on|open|active|not over) ${end}`, atLast],
    [`how (?:often|many times) (?:was|has) ${thing} (?:been )?${down}`, often],
    [`was ${thing} ever ${down}`, ever],
    [
      `(?:how many|number of) ${lines} (?:happened|occurred|were there|came|did we (?:see|have)) while ${thing} was ${down}`,
      meanwhile,
    ],
    [`(?:how many|number of) ${lines} (?:happened|occurred|were there|came) during ${name} ${of} ${thing}`, meanwhile],
    [
      `while ${thing} was ${down},? how many ${lines}(?: (?:happened|occurred|were there|came|did we (?:see|have)))?`,
      meanwhile,
    ],
    [
      `during ${name} ${of} ${thing},? how many ${lines}(?: (?:happened|occurred|were there|came|did we (?:see|have)))?`,
      meanwhile,
    ],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: underNouns(text), plain }));
