import { compile } from '../run/conditions.ts';
import { aboutLines, lines, ofLines } from './about-lines.ts';
import { type Frame, forms } from './frame.ts';
import { linesMeant } from './lines-meant.ts';
import type { Asked } from './operation-meant.ts';
import { kindOn, when } from './said-in-forms.ts';
import { any, have, named, noun, thingOn } from './things-named.ts';

/** What lines of two kinds name, or of the one and not of the other. */
const ofBoth =
  (isWithout: boolean): Frame['plain'] =>
  ({ Noun = '', Lines = '', Lines2 = '', When }, _, schema) => {
    const [one, other] = [linesMeant(Lines, schema), linesMeant(Lines2, schema)];
    const [of, by] = [one, other].map((lines) => lines && thingOn(Noun, lines, schema));
    if (one === undefined || other === undefined || of === undefined || by === undefined) return undefined;
    const taken = [...one.taken, ...other.taken];
    const lines = { where: isWithout ? other.where : one.where, taken, isSure: one.isSure && other.isSure };
    return isWithout
      ? aboutLines(lines, { When: When ?? '' }, { take: 'never', of: by.name, by: of.name, against: [...one.where] })
      : aboutLines(
          lines,
          { When: When ?? '' },
          { take: 'values', of: of.name, by: by.name, against: [...other.where] },
        );
  };

/** Of which no such line tells, by a noun that such lines need not have. */
const noneOf: Frame['plain'] = ({ Noun = '', Lines = '' }, _, schema) => {
  const lines = linesMeant(Lines, schema);
  const by = lines && kindOn(Noun, schema, compile(lines.where, schema), lines.operation);
  return lines && by && aboutLines(lines, {}, { take: 'never', by: by.name });
};

const countBeyond = (is: '>=' | '>'): Frame['plain'] =>
  ofLines(({ Noun = '', X = '' }, lines, schema) => {
    const of = thingOn(Noun, lines, schema);
    return of && { take: 'distinct', of: of.name, bound: { is, value: X } };
  });

/** How many lines tell of one thing or another. */
const ofTwo = ofLines(({ V = '', V2 = '' }, lines, schema) => {
  const [one, other] = [named(V, lines, schema), named(V2, lines, schema)];
  if (one === undefined || other === undefined || one.field !== other.field) return undefined;
  return { take: 'count', where: [{ ...one, or: [other.value] }] };
});
const except = ofLines(({ V = '' }, lines, schema) => {
  const one = named(V, lines, schema);
  return one && { take: 'count', where: [{ ...one, is: '!=' }] };
});
const moreOf: Frame['plain'] = ({ Lines = '', V = '', V2 = '', When }, _, schema) => {
  const lines = linesMeant(Lines, schema);
  const sides = [V, V2].map((name) => lines && named(name, lines, schema));
  const [one, other] = sides;
  if (lines === undefined || one === undefined || other === undefined) return undefined;
  const query: Asked = { take: 'compare', where: [one], against: [...lines.where, other] };
  return aboutLines(lines, { When: When ?? '' }, query);
};
const halves = ofLines(() => ({ take: 'compare', window: { half: 'first' }, than: { half: 'second' } }));
const others = '(?<Lines2>[a-z][^,:;?]{2,80}?)';
const named2 = '(?:[a-z]+ )?{V} (?:or|and|vs\\.?|versus|against) (?:[a-z]+ )?{V2}';
const less =
  '(?:not counting|excluding|except(?: for)?|without(?: counting)?|ignoring|leaving out|other than|apart from|but not)';

/** Forms that set lines of two kinds, or of two things, against each other. */
export const framesOfSets: readonly Frame[] = (
  [
    [
      `(?:which|what|list(?: the| all)?) ${noun} (?:that )?(?:${have} )?both ${any}${lines} and ${any}${others}`,
      ofBoth(false),
    ],
    [
      `(?:which|what|list(?: the| all)?) ${noun} (?:that )?(?:show up|appear|occur|are named|turn up|are) in (?:both )?${lines} (?:as well as|and(?: also)?) in ${others}`,
      ofBoth(false),
    ],
    [
      `(?:which|what|list(?: the| all)?) ${noun} (?:that )?${have} ${any}${lines} (?:as well as|and also) ${any}${others}`,
      ofBoth(false),
    ],
    [
      `(?:which |what |list (?:the |all )?)?${noun} (?:that )?${have} ${any}${lines}(?:,)? (?:but|and|yet) (?:no|never(?: had)?(?: an?| any)?|not(?: an?| any)?|without(?: an?| any)?) ${others}`,
      ofBoth(true),
    ],
    [
      `(?:which |what |list (?:the |all )*)?${noun} (?:that )?(?:never ${have}|${have} (?:no|not a single|never)) ${any}${lines}`,
      noneOf,
    ],
    [
      `(?:which |what |list (?:the |all )*)?${noun} (?:without|with no|with not) (?:any |an? )?(?:single )?${lines}`,
      noneOf,
    ],
    [
      `(?:are there |were there |is there )?any ${noun} with(?: initially)? ${lines} (?:yet|but|and) (?:never|no|without)(?: an?| any)? ${others}(?:\\? which(?: ones?)?)?`,
      ofBoth(true),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${noun} (?:that )?${have} (?:at least )?(?<X>\\d+) or more ${lines}${when}`,
      countBeyond('>='),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${noun} (?:that )?${have} (?:at least|no (?:less|fewer) than|>=) (?<X>\\d+) ${lines}${when}`,
      countBeyond('>='),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${noun} (?:that )?${have} (?:more than|over) (?<X>\\d+) ${lines}${when}`,
      countBeyond('>'),
    ],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${lines} (?:of|for|from|by|on|in|at|to|with) ${named2}(?: together| combined| in total| taken together)?${when}`,
      ofTwo,
    ],
    [`${named2}(?: together| combined| taken together)?[:,] how many ${lines}${when}`, ofTwo],
    [
      `(?:how many|number of|count(?: of)?(?: the)?) ${lines},? ${less} (?:the ones (?:of|for|from|by|on|in|at|to) |those (?:of|for|from|by|on|in|at|to) |(?:of|for|from|by|on|in|at|to) )?(?:[a-z]+ ){0,2}{V}`,
      except,
    ],
    [
      `${lines} ${less} (?:the ones (?:of|for|from|by|on|in|at|to) |those (?:of|for|from|by|on|in|at|to) )?(?:[a-z]+ ){0,2}{V}[:,] how many`,
      except,
    ],
    [`(?:which|who) (?:[a-z]+ )?(?:had|has|saw|got|shows|showed) (?:the )?more ${lines}[,:]? ${named2}`, moreOf],
    [
      `${named2}(?: \\([a-z ]+\\))?[:,] (?:which|who)(?: of (?:the two|them))?(?: one)? (?:had|has|saw|got) (?:the )?more ${lines}`,
      moreOf,
    ],
    [`(?:who|which) (?:had|has) more ${lines}[,:] ${named2}`, moreOf],
    [`(?:compare )?${named2} by (?:number|count) of ${lines}`, moreOf],
    [`(?:in )?which half of the (?:log|file|period|time)[a-z ]* (?:had|has|saw|contains|holds) more ${lines}`, halves],
    [`(?:are|were) there more ${lines} in the first (?:half )?or (?:in )?(?:the )?second half.*`, halves],
    [`${lines}[:,] (?:first|1st) half or second half (?:heavier|busier|has more|had more|more)`, halves],
    [`(?:did|do) more ${lines} (?:happen|occur|fall) in the first or (?:in )?the second half.*`, halves],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
