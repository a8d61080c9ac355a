import { compile } from '../run/conditions.ts';
import { aboutLines, lines, ofLines } from './about-lines.ts';
import { type Frame, forms } from './frame.ts';
import { linesMeant } from './lines-meant.ts';
import { when } from './said-in-forms.ts';
import { noun, thingOn } from './things-named.ts';

const places = 'second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth'.split('|');
/** "Fourth", "4th". */
const placeOf = (said = ''): number => {
  const at = places.indexOf(said.toLowerCase());
  return at >= 0 ? at + 2 : Number.parseInt(said, 10);
};
const nth = ofLines(({ Place }) => ({ take: 'first', nth: placeOf(Place) }));
const nthLast = ofLines(({ Place }) => ({ take: 'last', nth: placeOf(Place) }));
/** "The third host to be blocked": which it was. */
const nthThing: Frame['plain'] = ({ Place, Noun = '', Said = '' }, _, schema) => {
  const lines = linesMeant(`${Said} ${Noun}`, schema) ?? linesMeant(Said, schema);
  const by = lines && (thingOn(Noun, lines, schema) ?? lines.operation);
  return lines && by && aboutLines(lines, {}, { take: 'first', nth: placeOf(Place), by: by.name });
};
const isLast = (word = ''): boolean => /^(?:last|latest|final|most recent)$/i.test(word);
const beside = ofLines(({ Which, Side = '' }) => ({
  take: isLast(Which) ? 'last' : 'first',
  expects: /^(?:before|ahead|preced|came before|comes before)/i.test(Side) ? 'before' : 'after',
}));
/** Of what happened once, or a few times. */
const besideOne: Frame['plain'] = (slots, events, schema) => {
  const lines = linesMeant(slots.Lines ?? '', schema);
  const times = lines && schema.sample.filter(compile(lines.where, schema)).length;
  const told = times !== undefined && times > 0 && times <= mostTimes ? beside(slots, events, schema) : undefined;
  // Of several times the first may be meant.
  return typeof told === 'object' && times !== 1 ? { ...told, isSure: false } : told;
};
const mostTimes = 3;
const edge = ofLines(({ Which }) => ({ take: isLast(Which) ? 'last' : 'first' }));
const everyMs: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  date: 86_400_000,
};
const busiest = ofLines(({ Unit = '' }) => ({ take: 'count', everyMs: everyMs[Unit.toLowerCase()], order: 'most' }));
const gap = ofLines(() => ({ take: 'gap' }));
const gapsBeyond = ofLines(({ X = '' }) => ({ take: 'gap', bound: { is: '>', value: X.replace(/ /g, '') } }));
const silence: Frame['plain'] = () => ({ query: { take: 'gap', where: [] }, isSure: true });
const then: Frame['plain'] = ({ T = '', Name }) =>
  /\d:\d|\d ?s\b/.test(T)
    ? {
        query: { take: 'list', where: Name === undefined ? [] : [{ field: 'text', is: 'has', value: Name }] },
        at: T.replace(/ (?:uptime|since boot)$/i, ''),
        isSure: true,
      }
    : undefined;

const place = `(?<Place>${places.join('|')}|\\d{1,3}(?:nd|rd|th|st))`;
const unit = '(?:clock )?(?<Unit>minute|hour|second|day|date)';
const which = '(?<Which>first|last|latest|final|earliest|most recent)';
const side =
  '(?:very )?(?:next )?(?:(?:log )?(?:entry|line|message) )?(?:right|directly|immediately|just|straight) (?<Side>before|after|following|preceding|ahead of)|(?:very )?next (?:(?:log )?(?:entry|line|message) )?(?<Side>after)';
const record = '(?:log )?(?:entry|line|message|event|record)';
const precedes =
  '(?:(?:right|directly|immediately|just) )?(?<Side>precedes|preceded|follows|followed|(?:comes|came) (?:(?:right|directly|immediately|just) )?(?:before|after))';
const logged =
  '(?:is|was|gets|got|comes|came|happens|happened|stands|appears|appeared)(?: the)?(?: logged| written| line| entry)?';
const happen =
  '(?:happen(?:ed)?|occur(?:red)?|take place|appear(?:ed)?|(?:get |was |were )?logged|come|start(?:ed)?|begin)';
const quiet = '(?:gap|pause|break|wait|interval|lull|quiet (?:stretch|period|time|spell)|silence)';
const long = '(?:longest|biggest|largest|greatest)';
const more = '(?:of )?(?:more than|over|longer than|above|greater than|exceeding|of at least)';

/** Forms that ask where in the order of lines, or at which time, something stands. */
export const framesOfPlaces: readonly Frame[] = (
  [
    [
      `(?:when (?:was|is|did)|what (?:is|was) the time of|time of) the (?:very )?${which} ${lines}(?: ${happen})?${when}`,
      edge,
    ],
    [
      `(?:the )?(?:very )?${which} ${lines}${when}(?:[:,]| -+) (?:when|at what time|what time)(?: was (?:that|it)| did it happen)?`,
      edge,
    ],
    [`(?:right |shortly |just )?(?<When>before .*\\d.*?),? when was the ${which} ${lines}`, edge],
    [`(?:right |shortly |just )?(?<When>after .*\\d.*?),? when was the ${which} ${lines}`, edge],
    [
      `(?:in |which is |what is )?(?:the |which |what )?${unit} (?:had|has|saw|got|with|were there|was there|did we have|did we see) (?:the )?(?:most|more) ${lines}(?: than any other)?`,
      busiest,
    ],
    [`in which ${unit} did (?:the )?most of the ${lines} (?:come|happen|occur|fall)(?: \\(.*\\))?`, busiest],
    [`(?:the )?busiest ${unit} (?:for|by|of|in terms of) (?:number of )?${lines}`, busiest],
    [`(?:when|at what time|what time) (?:did|was|is) the ${place} ${lines}(?: ${happen})?${when}`, nth],
    [`(?:what (?:is|was) )?(?:the )?time(?:stamp)? of the ${place} ${lines}${when}`, nth],
    [
      `(?:which|what|who|tell me|name)?(?: [a-z]+)?(?: (?:is|was))? ?(?:the )?${place} ${noun} (?:to (?:be |get )?|that (?:was|were|got) |which was |being )?(?<Said>[A-Za-z]+(?:ed|en|nt)(?: [a-z ]{3,40})?)(?: ?\\([^)]*\\))?`,
      nthThing,
    ],
    [
      `(?:which|what|who|tell me|name)?(?: [a-z]+)?(?: (?:is|was))? ?(?:the )?${place} ${noun} to (?:be |get )?(?<Said>[A-Za-z]+)(?: ?\\([^)]*\\))?`,
      nthThing,
    ],
    [
      `(?:which|what|who|tell me|name)?(?: [a-z]+)?(?: (?:is|was))? ?(?:the )?${place} (?<Said>[A-Za-z]+(?:ed|en)) ${noun}(?: ?\\([^)]*\\))?`,
      nthThing,
    ],
    [`(?:when|at what time) (?:did|was) the ${place}(?:-| )(?:to-)?last ${lines}(?: ${happen})?`, nthLast],
    [
      `what(?: is| was| got| gets)?(?: the)?(?: (?:log )?(?:line|entry|message))?(?: that)?(?: is| was)?(?: logged| written)? (?:${side}) the ${which} ${lines}`,
      beside,
    ],
    [`what ${logged} (?:${side}) the ${which} ${lines}`, beside],
    [`(?:which|what) (?:line|entry|message) ${logged} (?:${side}) the ${which} ${lines}`, beside],
    [`(?:the )?(?:line|entry|message) (?:${side}) the ${which} ${lines}`, beside],
    [`(?:which|what) ${record} (?:${precedes}) the ${which} ${lines}`, beside],
    [`(?:which|what) ${record} (?:${precedes}) ${lines}`, besideOne],
    [
      `(?:what (?:is|was) |which is |tell me |show me |give me )?(?:the )?(?:first |last |next |previous )?${record}(?: logged| written)? (?:(?:right|directly|immediately|just|straight) )?(?<Side>before|after|following|preceding) ${lines}`,
      besideOne,
    ],
    [
      `what (?:${logged}|happens|gets logged|was going on) (?:right|directly|immediately|just|straight) (?<Side>before|after) ${lines}`,
      besideOne,
    ],
    [
      `(?:when|at what time) did the ${long} ${quiet} (?:between|without|with no) (?:any |an? |two |consecutive )*${lines} (?:begin|start)(?: \\(.*\\))?`,
      gap,
    ],
    [
      `(?:start|begin(?:ning)?|beginning time|start time) of the ${long} ${quiet} (?:between|without) (?:any |an? |two |consecutive )*${lines}`,
      gap,
    ],
    [`after which ${lines} was the ${long} (?:wait|pause|gap|silence) .*`, gap],
    [`how long was the ${long} ${quiet} (?:between|without) (?:any |an? |two |consecutive )*${lines}`, gap],
    [
      `(?:what (?:is|was) )?(?:the )?(?:${long} ${quiet}|${long} time|most time) between (?:any |an? |two |consecutive |successive |neighbou?ring )*${lines}(?: in a row)?`,
      gap,
    ],
    [
      `how (?:often|many times) (?:was|were) there (?:an? )?(?:gaps?|pauses?|breaks?|silences?) ${more} {X} between (?:any |two |consecutive |successive )*${lines}`,
      gapsBeyond,
    ],
    [
      `how (?:often|many times) did (?:more than|over|longer than|at least) {X} pass between (?:any |two |consecutive |successive |neighbou?ring |one )*${lines}(?: and the next)?`,
      gapsBeyond,
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) (?:gaps|pauses|breaks|silences) ${more} {X} (?:are there |were there |exist )?between (?:any |two |consecutive |successive )*${lines}`,
      gapsBeyond,
    ],
    [
      `(?:when (?:did|was) |what (?:is|was) )?(?:the )?${long} (?:silence|gap|pause|quiet (?:stretch|period|spell)|lull) in the (?:log|file)\\b.*`,
      silence,
    ],
    [
      '(?:at what time|when|after which line) did the (?:log|file) go (?:silent|quiet) (?:for )?(?:the )?longest\\b.*',
      silence,
    ],
    [
      `what (?:was|is|did) (?:the )?thread (?<Name>[\\w.#-]+) (?:doing|log|write|do|logging|print)(?: on| at) {T}`,
      then,
    ],
    [
      `what (?:happened|was logged|was written|is logged|gets logged|was going on|does the log (?:say|show)|do we see|occurred) (?:at|around) {T}`,
      then,
    ],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
