import type { Schema } from '../facts/schema.ts';
import { columnsCalled } from './columns-called.ts';
import { several } from './event-asked.ts';
import { type Frame, forms } from './frame.ts';
import { atTheEnd, isBefore, shareOf } from './frame-table.ts';

const back = '(?:come back|came back|recover|return|get back|go back up|come up again|come back up|be back)(?: again)?';
const again = '(?:back|up|back up|(?:back |up |ok |fine |available |healthy |online )again)';
const going = '(?:went|was|fell|became|got|goes)';
const log = '(?:log|file|recording)';

/** Out of order from then on: when it was back, why it was, who was next. */
const whenBack: Frame['plain'] = ({ V, T }) => `when was ${V} first up after ${T}`;
const whyDown: Frame['plain'] = ({ V, T, begun }) => `why was ${V} ${begun} at ${T}`;
const nextDown: Frame['plain'] = ({ K, V, T, begun }) =>
  `which ${K} was the first to be ${begun} after ${T} except ${V}`;
const howOften: Frame['plain'] = ({ V }) => `how many times was ${V} down`;

/** "Successful task on gw-1": one of what the file numbers. */
const one = (events = '', { operation }: Schema): string | undefined =>
  operation === undefined ? undefined : events.replace(several(operation.name), operation.name);
/** "Which completed job took longest" of runs that name their job asks for a job. */
export const isOfKind = (said: string, schema: Schema): boolean =>
  said.split(' ').some((word) => {
    const [column] = columnsCalled(schema, [word]);
    return column !== undefined && !column.isNumber && column !== schema.operation;
  });
const whichTook: Frame['plain'] = ({ E, Sup }, [event], schema) =>
  event?.kind === 'operation' && !isOfKind(event.said, schema)
    ? `which ${one(E, schema)} took the ${/^(?:quick|fast|short|least)/i.test(Sup ?? '') ? 'least time' : 'longest'}`
    : undefined;
const figure: Frame['plain'] = ({ E, Stat }, [event]) =>
  event?.kind === 'operation' ? `${Stat ?? 'average'} duration of ${E}` : undefined;
const slower: Frame['plain'] = ({ E, X }, [event]) =>
  event?.kind === 'operation' ? `how many ${E} took longer than ${X}` : undefined;
const busiest: Frame['plain'] = ({ E, Unit }) => `busiest ${Unit} of ${E}`;
const reasons: Frame['plain'] = ({ E }) => `which reasons do ${E} have`;
const whose: Frame['plain'] = ({ K, I }) => `what is the ${K} of ${I}`;
const nextOne: Frame['plain'] = ({ I }, _, { operation }) =>
  operation && `which ${operation.name} came after ${operation.name} ${I}`;

const sup = '(?<Sup>quickest|fastest|shortest|slowest|longest)';
const took = '(?<Sup>longest|most time|longest time|least time|shortest|shortest time)';
const stat = '(?<Stat>average|avg|mean|median|p\\d\\d)';
const unit = '(?<Unit>minute|hour|second|day)';

/** Forms that ask of one outage, or of one of what the file numbers. */
export const framesOfEvents: readonly Frame[] = (
  [
    [`{V} ${going} {A} at {T}[;,:]? (?:and )?when (?:did|was) it ${back}`, whenBack],
    [`after (?:being|going|getting|becoming) {A} at {T},? when was {V} ${again}`, whenBack],
    [`when did {V} ${back} after (?:being|going|getting) {A} at {T}`, whenBack],
    ['(?:why did|what made|why was) {V} (?:go |get |become |be )?{A} at {T}', whyDown],
    ['(?:what (?:is|was) )?(?:the )?(?:cause|reason) (?:of|for) (?:the )?{V} {N} at {T}', whyDown],
    ['which {K} (?:was|is) (?:the )?next to (?:go|get|be|become) {A} after {V} at {T}', nextDown],
    [`after {V} ${going} {A} at {T},? which {K} was (?:the )?next`, nextDown],
    [`did {V} end the ${log} {A}(?:,? (?:and )?not .*)?`, atTheEnd],
    [`(?:is|was) {V} still {A} when the ${log} ends`, atTheEnd],
    ['how (?:often|many times) (?:did|was|has) {V} (?:go |get |become |been )?{A}', howOften],
    [
      `did {V} (?:first )?(?:go|get) {A}(?: for the first time)? before {V2} (?:first )?(?:did|(?:went|got|was) {A2})`,
      isBefore,
    ],
    [`{V} (?:first )?${going} {A}: was that before {V2} (?:first )?${going} {A2}`, isBefore],
    [`(?:what (?:is|was) )?(?:the )?id of the ${sup} {E}`, whichTook],
    [`which {E} took (?:the )?${took}`, whichTook],
    [`(?:the )?${sup} {E}[,:]? (?:which(?: one)?|what id)(?: was (?:it|that))?`, whichTook],
    [`(?:what (?:is|was) )?(?:the )?${stat} (?:duration|time|length|run ?time) (?:of|for) (?:all |the )*{E}`, figure],
    ['how long did (?:the )?{E} take on average', figure],
    ['on average,? how long did (?:the )?{E} take', figure],
    [
      '(?:how many|number of) (?:of the )?{E} (?:that |which |& |and )?(?:took|lasted|needed|ran) (?:longer than|more than|over) {X}',
      slower,
    ],
    [`(?:the )?busiest ${unit},? counting {E}`, busiest],
    [`which ${unit} (?:had|saw|got) (?:the )?most {E}`, busiest],
    [
      '(?:list |what (?:are|were) |which |what )?(?:the )?(?:(?:different|distinct|unique|various|all) )?reasons (?:do we see |are there |were there )?(?:for|of) (?:the )?{E}',
      reasons,
    ],
    [
      'of (?:the |all )*{E},? what (?:share|percentage|part|fraction|%) (?:was|were|is|are|came|come) (?:on|from|in|at|of|by) {V}',
      shareOf,
    ],
    ['(?:which|what) {K} (?:did|does) [a-z-]+ {I} (?:go to|run on|run in|use|belong to|come from)', whose],
    ['(?:which|what) {K} (?:handled|processed|ran|served|took|got|did|has) (?:[a-z-]+ )?{I}', whose],
    ['(?:which|what) {K} was [a-z-]+ {I} (?:for|on|at|from|in)', whose],
    ['(?:which|what) [a-z-]+ (?:came|comes|was) (?:right |directly |next )?after (?:[a-z-]+ )?{I}', nextOne],
    ['next [a-z-]+ after (?:[a-z-]+ )?{I}', nextOne],
    [
      'after (?:[a-z-]+ )?{I},? (?:what|which) (?:was|is) the next [a-z-]+(?: to (?:get|be) [a-z]+| to [a-z]+)?',
      nextOne,
    ],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
