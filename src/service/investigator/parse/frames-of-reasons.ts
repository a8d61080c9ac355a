import { nameOfReason } from '../facts/reason.ts';
import type { Column, Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { counted, lines, ofLines } from './about-lines.ts';
import { type Frame, forms } from './frame.ts';
import type { LinesMeant } from './lines-meant.ts';
import type { Asked, Slots } from './operation-meant.ts';
import { isLeast, when } from './said-in-forms.ts';
import { serialHolding } from './things-named.ts';

/** Where such lines give their reasons. */
export function reasonOn({ where }: LinesMeant, schema: Schema): Column | undefined {
  const { columns, sample } = schema;
  const held = sample.filter(compile(where, schema));
  const seen = (column: Column) => held.filter((record) => column.read(record) !== undefined).length;
  const [best] = columns
    .filter((one) => !one.isNumber && nameOfReason.test(one.name))
    .map((column) => ({ column, seen: seen(column) }))
    .sort((a, b) => b.seen - a.seen);
  if (best === undefined || best.seen * 2 <= held.length) return undefined;
  // What is another each time names something, and gives no reason.
  const kinds = new Set(held.flatMap((record) => best.column.read(record) ?? [])).size;
  return best.seen >= fewestReasons && kinds * 2 > best.seen ? undefined : best.column;
}

/** Where each of some lines gives its reason. */
export const reasonOfEach = (held: Schema['sample'], { columns }: Schema): Column | undefined =>
  columns.find(
    ({ name, isNumber, read }) =>
      !isNumber && nameOfReason.test(name) && held.length > 0 && held.every((record) => read(record) !== undefined),
  );

const fewestReasons = 6;

const ofReasons = (query: (reason: Column, slots: Slots, lines: LinesMeant) => Asked | undefined): Frame['plain'] =>
  ofLines((slots, lines, schema) => {
    const reason = reasonOn(lines, schema);
    return reason && query(reason, slots, lines);
  });

/** The reason as lines give it. */
function given(reason: Column, said = ''): Condition | undefined {
  const plain = said.replace(/^["'“]|["'”]$/g, '');
  const shown = reason.values.get(plain.toLowerCase())?.shown;
  return shown === undefined ? undefined : { field: reason.name, is: '=', value: shown };
}

const list = ofReasons(({ name }) => ({ take: 'values', of: name }));
const distinct = ofReasons(({ name }) => ({ take: 'distinct', of: name }));
const each = ofReasons(({ name }) => ({ take: 'count', by: name }));
const most = ofReasons(({ name }, { Rank }) => ({
  take: 'count',
  by: name,
  order: isLeast(Rank) || /^rar/i.test(Rank ?? '') ? 'least' : 'most',
}));
const number = ofReasons((reason, { Why }, lines) => {
  const one = given(reason, Why);
  return one && { take: 'count', ...counted(lines), where: [one] };
});
const others = ofReasons((reason, { Why }, lines) => {
  const one = given(reason, Why);
  return one && { take: 'count', ...counted(lines), where: [{ ...one, is: '!=' }] };
});
const share = ofReasons((reason, { Why }, lines) => {
  const one = given(reason, Why);
  return one && { take: 'share', ...counted(lines), against: [one] };
});
const ever = ofReasons((reason, { Why }) => {
  const one = given(reason, Why);
  return one && { take: 'exists', where: [one] };
});

/** Of one that the program numbers. */
const ofOne: Frame['plain'] = ({ I = '' }, _, schema) => {
  const one = serialHolding([I], schema);
  if (one === undefined) return undefined;
  const where: Condition[] = [{ field: one.name, is: '=', value: I }];
  const held = schema.sample.filter(compile(where, schema));
  const reason = schema.columns.find(
    ({ name, isNumber, read }) =>
      !isNumber && nameOfReason.test(name) && held.some((record) => read(record) !== undefined),
  );
  return reason && { query: { take: 'values', of: reason.name, where }, isSure: true };
};

const why = '(?<Why>["\'“][^"\'”]+["\'”]|[^,:;?"]{2,80}?)';
const reasons = '(?:reasons?|causes?|explanations?)';
const count = '(?:how many|number of|count(?: of)?(?: the)?)';
const different = '(?:(?:different|distinct|unique|various|individual|all|the) )*';
const rank = '(?<Rank>most common|commonest|most frequent|main|top|usual|leading|number one|least common|rarest|rare)';
const because =
  '(?:due to|because of|caused by|with (?:the )?(?:reason|cause)|for the reason(?: of)?|put down to|blamed on)';
const of = '(?:of|for|behind|given for|stated for)';

/** Forms that ask why things happened, all of them together. */
export const framesOfReasons: readonly Frame[] = (
  [
    [
      `${count} ${different}${reasons} (?:are there |were there |do we see |are given )?${of} (?:the )?${lines}${when}`,
      distinct,
    ],
    [`${count} ${different}${reasons} do ${lines} have`, distinct],
    [`${count} ${different}(?<Lines>[a-z]+(?: [a-z]+)?) ${reasons}(?: appear| are there| occur| do we see)?`, distinct],
    [`(?:what (?:is|was) )?(?:the )?(?:[a-z]+ )?reason (?:of|for|behind) (?:[a-z]+ )*{I}`, ofOne],
    [
      `(?:what (?:is|was) )?(?:the )?reason (?:why |that )?(?:[a-z]+ )*{I} (?:was|were|got|had|did|is|has|failed|ended)\\b.*`,
      ofOne,
    ],
    [`(?:list |what (?:are|were) |which |what )?${different}${reasons} ${of} (?:the )?${lines}${when}`, list],
    [
      `(?:what|which) ${different}${reasons} (?:are|were|do we see|is|get) (?:given|stated|named|told|mentioned|there) ${of} (?:the )?${lines}(?:[?.]? list each (?:one )?once|,? each once)?`,
      list,
    ],
    [
      `(?:what|which) ${different}${reasons} (?:are|were|is|get) (?:given|stated|named|told|mentioned|there)? ?for (?:the )?${lines}(?:[?.]? list each (?:one )?once|,? each once)?`,
      list,
    ],
    [`(?:break|split) (?:down )?(?:the )?${lines} (?:down )?by ${reasons}(?: with (?:counts|numbers))?`, each],
    [`group (?:the )?${lines} by ${reasons}(?: with (?:counts|numbers))?`, each],
    [`(?:${count} )?(?:the )?${lines} (?:per|by|for each) (?:reason|cause)(?: with (?:counts|numbers))?`, each],
    [`${count} ${lines} (?:have|had) the ${rank} ${reasons}`, most],
    [
      `(?:the )?${rank} ${reasons} ${of} (?:the )?${lines}(?:[:,]? ?-*,? how (?:many times|often) (?:did it|was it) (?:occur|happen|given|seen))?`,
      most,
    ],
    [`(?:what (?:is|was) |which (?:is|was) )?(?:the )?${rank} ${reasons} ${of} (?:the )?${lines}`, most],
    [`(?:what|why) (?:mostly|most often|usually) caused (?:the )?${lines}(?<Rank>)`, most],
    [`${count} ${lines} (?:were |was |are |happened )?${because} ${why}`, number],
    [`how often was ${why} the (?:reason|cause) (?:of|for) (?:an? |the )?${lines}`, number],
    [
      `how many times was ${why} (?:given|stated|named) as the (?:reason|cause) (?:of|for) (?:an? |the )?${lines}`,
      number,
    ],
    [`${count} ${lines} (?:have |had |with )?an?y?(?:other)? (?:reason|cause) other than ${why}`, others],
    [`${count} ${lines} (?:were |was )?not ${because} ${why}`, others],
    [`${lines} not ${because} ${why}[:,] (?:how many|count)`, others],
    [
      `(?:what )?(?:share|percentage|percent|%|part|fraction) of (?:the )?${lines} (?:were |was |are |is |came |come )?(?:from|${because}) ${why}`,
      share,
    ],
    [`(?:share|percentage|part|fraction) of (?:the )?${lines} with (?:the )?(?:reason|cause) ${why}`, share],
    [`(?:is|are|was|were) ${why} ever (?:given as )?the (?:reason|cause) (?:of|for) (?:an? |any |the )?${lines}`, ever],
    [`(?:do we see|did we see|are there|were there|is there|was there) (?:any |an? )?${lines} ${because} ${why}`, ever],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));
