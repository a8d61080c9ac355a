import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { counted, lines, ofLines } from './about-lines.ts';
import { type Frame, forms } from './frame.ts';
import { columnBeside, isLeast, kindOn, when } from './said-in-forms.ts';
import { any, columnHolding, have, named, noun, thingOn } from './things-named.ts';

const mostOf = ofLines(({ Noun = '', End }, lines, schema) => {
  const by = thingOn(Noun, lines, schema);
  return by && { take: 'count', by: by.name, order: isLeast(End) ? 'least' : 'most' };
});
/** "The fault code that occurred most often". */
const mostItself: Frame['plain'] = ({ Lines = '', End }, _, schema) => {
  const by = columnBeside(Lines, schema, () => true);
  return by && { query: { take: 'count', where: [], by: by.name, order: isLeast(End) ? 'least' : 'most' } };
};
const rate = ofLines(({ Unit = '' }, lines) => ({
  take: 'rate',
  everyMs: /^h/i.test(Unit) ? 3_600_000 : /^d/i.test(Unit) ? 86_400_000 : 60_000,
  ...counted(lines),
}));
const edgeOf = ofLines(({ Noun = '', Which }, lines, schema) => {
  const by = thingOn(Noun, lines, schema);
  return by && { take: /^(?:last|latest|final)/i.test(Which ?? '') ? 'last' : 'first', by: by.name };
});
/** How great a part of them is of one. */
const shareOf = ofLines(({ V = '' }, lines, schema) => {
  const one = named(V, lines, schema);
  return one && { take: 'share', ...counted(lines), against: [one] };
});
/** Of one that the program numbers: what its lines name. */
const whatOf: Frame['plain'] = ({ Noun = '', I = '' }, _, schema) => {
  const operation = columnHolding(I, schema);
  const where: Condition[] = operation === undefined ? [] : [{ field: operation.name, is: '=', value: I }];
  const of = operation && kindOn(Noun, schema, (record) => operation.read(record) !== undefined, operation);
  return of && { query: { take: 'values', of: of.name, where }, isSure: true };
};
const each = ofLines(({ Noun = '' }, lines, schema) => {
  const of = thingOn(Noun, lines, schema);
  return of && { take: 'values', of: of.name };
});
/** By its own number, where the program numbers them. */
const ids = ofLines((_, lines, schema) => {
  const isMeant = compile(lines.where, schema);
  const held = schema.sample.filter(isMeant);
  const serial = schema.columns.find(
    ({ isSerial, read }) => isSerial === true && held.length > 0 && held.every((record) => read(record) !== undefined),
  );
  const of = lines.operation ?? serial;
  return of && { take: 'values', of: of.name };
});
const howMany = ofLines(({ Noun = '' }, lines, schema) => {
  const of = thingOn(Noun, lines, schema);
  return of && { take: 'distinct', of: of.name };
});
/** What lines say in these words is counted as any question is. */
const count = ofLines((_, lines) => (lines.isOfWords === true ? undefined : { take: 'count', ...counted(lines) }));

/** "The most errors" are no errors of their own. */
const noRank =
  '(?!(?:the )?(?:most|more|fewest|fewer|least|less|highest|lowest|longest|shortest|largest|smallest|biggest|first|last|only|same)\\b|(?:no|both|any other|at least)\\b)';

/** Forms that ask which names lines have, and how many lines each. */
export const framesOfNames: readonly Frame[] = (
  [
    [
      `how many ${lines} did the (?<End>worst|busiest|top|leading) ${noun} (?:get|have|see|cause|report)(?: ?\\(.*\\))?`,
      mostOf,
    ],
    [
      `(?:the )?${noun} with the (?<End>most|fewest|least) ${lines}(?:(?:[:,]| -+) how many (?:did it have|does it have|are those|was that|were there))?`,
      mostOf,
    ],
    [
      `(?:what )?(?:share|percentage|percent|%|part|fraction) of (?:the |all |all the )?${lines} (?:was|were|is|are|came|come) (?:of|from|on|in|at|by|for|to) (?:[a-z]+ ){0,2}?{V}`,
      shareOf,
    ],
    [`(?:what is the |the )?${noun} of (?:[a-z]+ )?{I}`, whatOf],
    [`(?:[a-z]+ ){1,3}{I}[:,] (?:which|what) ${noun}(?: was (?:it|that))?`, whatOf],
    [
      `(?:which|what) ${noun} (?:does|did|do|was|is|has|had|handled|processed|ran|got) (?:[a-z]+ ){1,3}{I}(?: (?:belong to|go to|come from|run on|use|for|on|at|from|in|to|about))?`,
      whatOf,
    ],
    [
      `(?:give me |show me |show |list )?(?:every|each|all) ${noun} (?:with|having|that ${have}) ${any}${lines}${when}`,
      each,
    ],
    [
      `(?:list|show|give me|what (?:are|were)|which (?:are|were))(?: me)? (?:the |all |all the )*(?:ids?|numbers?|names?) of (?:the |all |all the )*${lines}${when}`,
      ids,
    ],
    [`(?:which|what) ${noun} (?:leads|ranks first|comes first|tops the list|is (?:top|first)) in ${lines}`, mostOf],
    [`(?:the )?${noun} that ${have} (?:the )?(?<End>most|more|fewest|fewer|least|less) ${lines}`, mostOf],
    [
      `(?:the )?(?<Lines>[a-z][a-z -]{2,40}?) that (?:occurred|appeared|appears|occurs|came|came up|shows up|showed up) (?:the )?(?<End>most|least) (?:often|frequently)`,
      mostItself,
    ],
    [
      `(?:what (?:is|was) )?(?:the )?(?:average |mean )?(?<Unit>hourly|daily|per-minute) rate of ${lines}(?: (?:across|over|in|during|for) .*)?`,
      rate,
    ],
    [
      `(?:what (?:is|was) )?(?:the )?(?:average |mean )?rate of ${lines} (?:per|an?|each) (?<Unit>hour|day|minute)(?: (?:across|over|in|during|for) .*)?`,
      rate,
    ],
    [`(?:the )?top ${noun} by (?:number|count) of ${lines}`, mostOf],
    [
      `(?:the )?(?:very )?(?<Which>first|last|latest|earliest|final) ${lines}[:,] (?:which|what) ${noun}(?: was it)?`,
      edgeOf,
    ],
    [
      `(?:list (?:all |the |every )*|(?:which|what) )${noun} (?:that )?(?:are|were|is|was|get|got) (?:affected|hit|involved|concerned) (?:by|in|with) (?:the )?${lines}${when}`,
      each,
    ],
    [`list (?:all |the |every )*${noun} (?:with|having|that ${have}) ${any}${lines}${when}`, each],
    [`(?:which|what) ${noun} ${have} ${any}${lines}${when}[?.]? list(?: them)?(?: all)?`, each],
    [
      `(?:across|over|among) (?:the |all |all the )?${lines}[:,] (?:how many|number of) (?:unique|different|distinct) ${noun}`,
      howMany,
    ],
    [
      `(?:how many|number of) (?:unique|different|distinct) ${noun} (?:are |were )?(?:affected|involved|named|seen|have|had|show up|appear|occur)(?: by| in| with| on| at| for)? (?:the )?${lines}${when}`,
      howMany,
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?|total(?: number)? of) ${lines}(?: did we (?:have|see|get)| are there| were there| do we have| happened| occurred)?(?: in total| overall| altogether)?${when}(?:,? (?:were|are) there)?`,
      count,
    ],
    [
      `(?:between|from) (?<T>.*\\d.*?),? how many ${lines} (?:were|are) there`,
      (slots, events, schema) =>
        count({ ...slots, When: ` from ${slots.T}`.replace(/^ from (.*) and /, ' between $1 and ') }, events, schema),
    ],
    [
      `(?:which|what) (?!(?:is|are|was|were|do|does|did|has|had|value|time|level|version|the)\\b)${noun} (?!with )${have} ${noRank}${any}${lines}${when}`,
      each,
    ],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
