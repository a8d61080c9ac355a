import { type Dimension, moneyWord } from '../facts/amount.ts';
import type { Column, Schema } from '../facts/schema.ts';
import { columnsCalled } from './columns-called.ts';
import type { InFileTerms } from './file-terms.ts';
import { isStrange } from './operations-asked.ts';
import { isToldOf } from './told-words.ts';
import { meansRequests } from './words.ts';

const largest = 'max|maximum|largest|highest|biggest|greatest|longest|heaviest|farthest|most';
const smallest = 'min|minimum|smallest|lowest|shortest|lightest|least|fewest';
const stat = `(?<stat>average|avg|mean|median|total|sum|${largest}|${smallest})`;
const ask = '(?:what (?:is|was|were) )?(?:the )?';
const figure = '(?<figure>[a-z]+(?: [a-z]+){0,3}?)';
const rest = String.raw`(?<rest>(?: (?:on|over|by|for|to|into|via|through|with|from|in|at|of) .+?)?)`;
const done = '(?:(?:failed|aborted|rejected) )';
const operation = `(?<operation>(?!${done})[a-z]+(?: [a-z]+){0,3}?)`;

/** How people ask for a figure of what the program does again and again: each names the figure and what it is of. */
const forms: readonly { pattern: RegExp; stat?: string }[] = [
  [
    `^${ask}${stat} (?:number of |value of |amount of )?${figure} (?:of|per|in|for) (?:any |all |all the |the |each |every |a |an |one )?${operation}${rest}$`,
  ],
  [`^${ask}${stat} (?:number of )?${figure} all ${operation}${rest}$`],
  [`^on average,? what (?:number of |amount of )?${figure} did (?:one|an?|each) ${operation}${rest} have$`, 'average'],
  [
    `^how high did the (?:number of |amount of )?${figure} of (?:a single|any|one|a) ${operation}${rest} get(?: at most)?$`,
    'max',
  ],
  [`^${ask}${stat} (?:number of |amount of )?${figure} an? ${operation}${rest} had$`],
  [
    `^half of the ${operation}${rest} are (?:below|under) which (?:number of |amount of )?${figure}(?: \\(the median\\))?$`,
    'median',
  ],
  [
    `^(?:add up|sum up|total) the (?:number of |amount of )?${figure} of (?:all|the|all the) ${operation}${rest}(?:[;,] what does it come to)?$`,
    'total',
  ],
  [`^(?:summed up|total)${rest} only,? what (?:is|was) the total (?:number of |amount of )?${figure}$`, 'total'],
  [
    `^how (?:much|many) (?<figure>[a-z]+)(?: of [a-z]+)? (?:was|were) (?!there\\b)(?<done>[a-z]+)(?: [a-z]+ing)?(?: (?:in|over|across) all [a-z]+(?: [a-z]+)?)?${rest}(?: in total| in all)?$`,
    'total',
  ],
  [`^how (?<figure>far) was (?<done>[a-z]+)${rest}(?: in total| in all)?$`, 'total'],
  [`^what (?:does|did) the (?:number of |amount of )?${figure} add up to(?: in total)?${rest}$`, 'total'],
  [`^${stat}(?: of)? ${figure} (?<rest>(?:for|by|on) [\\w.-]+)$`],
  [`^(?<one>[\\w.-]*[\\d_.-][\\w.-]*) ${stat} (?!(?:down|up|off|outage)\\b)${figure}$`],
].map(([pattern = '', told]) => ({ pattern: new RegExp(pattern, 'i'), ...(told === undefined ? {} : { stat: told }) }));

/** What such figures are called, by what their unit measures. */
const ofDimension: Readonly<Partial<Record<Dimension, RegExp>>> = {
  size: /\b(?:size|data|volume|traffic|bytes?|[kmgt]i?b)\b/i,
  money: /\b(?:amount|money|value|price|cost|revenue|sum)\b/i,
  time: /\b(?:time|duration|latency|delay|seconds?|ms|milliseconds?|long)\b/i,
};
const ofUnit: readonly (readonly [RegExp, RegExp])[] = [
  [/^[kmg]?wh$/i, /\b(?:energy|power|electricity|consumption|[kmg]?wh)\b/i],
  [/^(?:kg|g|t)$/i, /\b(?:weight|mass|kilograms?|kilos?|kg|load)\b/i],
  [/^(?:l|litres?|liters?|volume)$/i, /\b(?:water|volume|litres?|liters?|liquid|fuel)\b/i],
  [/^(?:m|km|metres?|meters?)$/i, /\b(?:distance|metres?|meters?|kilometres?|length|far|odometer)\b/i],
];

/** The figure under the name that its lines have for it: "the median artifact size of the builds" is that of `mb`. */
export function inFigures(text: string, schema: Schema): InFileTerms {
  const { figure: column } = schema;
  if (column === undefined) return { text, taken: [] };
  const question = text.replace(/\s+/g, ' ').trim();
  for (const { pattern, stat: told } of forms) {
    const found = pattern.exec(question)?.groups;
    const read = found === undefined ? undefined : figureIn(column, { ...found, stat: found.stat ?? told }, schema);
    if (read !== undefined) return read;
  }
  const { said = '', ...found } = inARow.exec(question)?.groups ?? {};
  const words = said.split(' ');
  for (let count = 1; count < words.length; count++) {
    const read = figureIn(column, { ...found, figure: words.slice(0, count).join(' ') }, schema);
    const isOfThem =
      columnsCalled(schema, words.slice(-1))[0] === schema.operation || isStrange(words.at(-1) ?? '', schema);
    if (read !== undefined && isOfThem) return read;
  }
  return { text, taken: [] };
}

/** "Max artifact size builds on bld-2": what it is of right behind it. */
const inARow = new RegExp(`^${ask}${stat} (?<said>[a-z]+(?: [a-z]+){1,4}?s)${rest}$`, 'i');

function figureIn(
  column: Column,
  {
    figure: named = '',
    stat: asked = '',
    rest = '',
    done = '',
    operation = '',
    one = '',
  }: Partial<Record<string, string>>,
  schema: Schema,
): InFileTerms | undefined {
  // "The sum for nyx": one name, and no noun for all of them.
  const isValue = (word: string) => schema.columns.some(({ isNumber, values }) => !isNumber && values.has(word));
  const isName = isValue(operation.toLowerCase());
  // "Of the COMPLETED exports": which of them is said by a word of the file.
  if (!isName && operation.toLowerCase().split(' ').some(isValue)) return undefined;
  const whose = isName ? operation : one;
  const behind = `${whose === '' ? '' : ` for ${whose}`}${rest.replace(/^(?=\S)/, ' ')}`;
  if (isOfRequests(named, schema)) return undefined;
  const isOwn = isMeant(column, columnsCalled(schema, named.split(' ')));
  if (!isOwn && !measures(column, named, schema)) return undefined;
  // "How many samples were measured": what they were is said of them.
  if (!isOwn && done !== '' && column.unit.name === '' && !isToldOf(schema, done)) return undefined;
  const { operation: thing } = schema;
  return {
    text: `what is the ${plain(asked.toLowerCase())} ${asName(column)}${behind}`,
    taken: isOwn ? [] : [named],
    ...(thing === undefined ? {} : { of: { field: thing.name, is: 'has', value: '*' } }),
  };
}

/** "Median request time" beside jobs that state theirs. */
export const isOfRequests = (named: string, schema: Schema): boolean =>
  schema.requests !== undefined && named.split(' ').some((word) => meansRequests(word, schema));

/** A "page count" is no count of pages. */
export const asName = ({ name }: Column): string =>
  /\b(?:count|total|number|sum)\b/i.test(name) ? name.replaceAll(' ', '_') : name;

/** Another of the name that hardly any line states is not what is asked of all of them. */
const isMeant = (column: Column, [first, ...others]: readonly Column[]): boolean =>
  first === column || (others.includes(column) && (first?.seen ?? 0) * 20 < column.seen);

/** "Kilograms", "passengers": what is added up of each of them. */
export const isFigureOf = (column: Column, word: string, schema: Schema): boolean =>
  columnsCalled(schema, [word])[0] === column || measures(column, word, schema);

/** Whether the words are of what the column's unit measures, or nothing else in the file is called by them. */
function measures({ unit, name }: Column, named: string, schema: Schema): boolean {
  const word = ofDimension[unit.dimension] ?? ofUnit.find(([of]) => of.test(unit.name) || of.test(name))?.[1];
  if (word !== undefined) return word.test(named);
  if (Object.values(ofDimension).some((of) => of.test(named))) return false;
  if (moneyWord.test(named)) return unit.name === '' && /amount|price|total|value|cost|fee|sum/i.test(name);
  return (
    unit.name === '' &&
    !isToldOf(schema, named) &&
    columnsCalled(schema, named.split(' ')).length === 0 &&
    /s$/i.test(named) &&
    !/ /.test(named)
  );
}

const plainWords: ReadonlyMap<string, string> = new Map([
  ...largest.split('|').map((word) => [word, 'maximum'] as const),
  ...smallest.split('|').map((word) => [word, 'minimum'] as const),
  ['avg', 'average'],
  ['sum', 'total'],
]);
const plain = (asked: string): string => plainWords.get(asked) ?? asked;
