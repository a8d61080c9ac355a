import { failedWord } from '../facts/lexicon.ts';
import type { Schema } from '../facts/schema.ts';
import { absence, type Mark, marks, type Parts } from './marks.ts';
import { valueIn } from './named-value.ts';
import { takeClass, takeNoun } from './noun-asked.ts';
import { takeState } from './take-state.ts';
import { isNameOfLines, isToldOf } from './told-words.ts';

const sidesOf =
  /(?<![\w.#/@-])(?<left>[\w.#/@-]{1,80})(?:,)? (?:(?:or|and)(?: (?:to|of|for|from|in|on|with))?|vs\.?|versus|against|compared (?:to|with)|overlap(?:ped|s)? with(?: (?:one|an?|any)(?: \w+)? (?:of|by|from))?) (?<right>[\w.#/@-]{1,80})(?![\w-])/i;

/** `isOfStates`: words for states are taken as such, and not as words of lines. `isOfSides`: two names are compared. */
export function partsOf(
  question: string,
  schema: Schema,
  {
    isOfStates,
    isOfMoment = false,
    isOfSides = true,
  }: { isOfStates: boolean; isOfMoment?: boolean; isOfSides?: boolean },
): Parts {
  const parts: Parts = {
    rest: ` ${question.replace(/(?<![,:;?!])[,:;?!]{1,9}(?=\s|$)|(?<=\s)\(|\)(?=\s|$)/g, ' ')} `.replace(/\s+/g, ' '),
    taken: [],
  };
  // "How long did the jam last": the verb, and not the latest.
  parts.rest = parts.rest.replace(lasting, '$<asked>').replace(atFirst, '$<edge>');
  if (isOfMoment) parts.isOfMoment = true;
  if (/^ (?:is|are|was|were|did|does|do|has|have|had|any|anything|can)\b/i.test(parts.rest)) parts.asks = 'yes';
  // "Has it been in fault?" asks for any time.
  if (/^ (?:has|have) .{1,80} been\b/i.test(parts.rest)) parts.isEver = true;
  if (/^ (?:tell me )?(?:what|which) (?:is|was|are|were) (?:the|its)\b/i.test(parts.rest)) parts.isOfThe = true;
  if (isOfSides) takeSides(parts, schema);
  const doing =
    /\b(?:tell me )?what(?: (?:is|was|were|did|does))? (?<who>.+?) (?:doing|do|busy with|up to|working on)\b/i.exec(
      parts.rest,
    );
  if (doing?.groups?.who !== undefined) {
    parts.isOfValue = true;
    parts.isOfDoing = true;
    parts.rest = parts.rest.replace(doing[0], doing.groups.who);
  }
  if (isOfStates) takeState(parts, question, schema);
  for (const mark of marks) take(parts, mark, schema);
  takeNoun(parts, schema);
  if (isOfStates && parts.state !== undefined && parts.noun === undefined) takeClass(parts, schema);
  if ((parts.noun !== undefined && !parts.isPerNoun) || (parts.asks === 'yes' && /\bnever\b/i.test(parts.rest)))
    take(parts, absence, schema);
  parts.rest = parts.rest
    .replace(/(?<=^|\s)'s\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return parts;
}

const lasting =
  /(?<asked>\bhow (?:long|much time) (?:does|do|did) .+) last(?=\s*$| (?:on|for|in|at|until|till|before|after|between)\b)/i;

/** "The first time it terminated": what it did is said by the state. */
const atFirst =
  /(?<edge>\b(?:for )?the (?:very )?(?:first|last) time) (?:that )?(?:it|they|he|she) (?:was |were |got |went )?[a-z]+/i;

function take(parts: Parts, [kind, pattern, set]: Mark, schema: Schema): void {
  const found = pattern.exec(parts.rest);
  if (found === null || isName(found[0], schema) || isInName(parts.rest, found)) return;
  if (kind === 'extreme' && isPartOfNumber(parts.rest, found, schema)) return;
  const isOfNumbers =
    kind === 'share' || (kind === 'total' && (parts.statistic !== undefined || ofExtreme.test(parts.rest)));
  if (isOfNumbers && isNumberCalled(found[0], schema)) return;
  // The longest pause of lines that state a pause is one of them, and no silence.
  if (kind === 'gap' && isNumberCalled(found[0].trim().split(' ').at(-1) ?? '', schema)) return;
  set(parts, { ...found.groups } as Record<string, string>);
  parts.taken.push({ kind, text: found[0] });
  // "The most rejected keys": lines say that they were rejected. Of "most requested" they say nothing.
  const { done = '' } = found.groups ?? {};
  const kept = failedWord.test(done) || (done !== '' && isToldOf(schema, done)) ? ` ${done} ` : ' ';
  parts.rest = parts.rest.replace(pattern, kept).replace(/\s+/g, ' ');
  if (kind === 'together' || kind === 'streak') take(parts, [kind, pattern, () => {}], schema);
}

const ofExtreme =
  /\b(?:average|avg|mean|median|max|min|maximum|minimum|highest|lowest|largest|biggest|greatest|smallest|peak|p\d\d)\b/i;

/** The rate of `rate=14` is no share. */
function isNumberCalled(text: string, { columns }: Schema): boolean {
  const called = text
    .trim()
    .toLowerCase()
    .replace(/(?: (?:of|all|the))+$/, '');
  return columns.some(({ isNumber, name }) => isNumber && name.toLowerCase().split(/[ _.]/).at(-1) === called);
}

/** "Max elevation" of `max_elevation` is a name. */
function isPartOfNumber(text: string, { 0: word, index }: RegExpExecArray, { columns }: Schema): boolean {
  const next = /^\W*([a-z]+)/i.exec(text.slice(index + word.length))?.[1] ?? '';
  const name = `${word.trim()}_${next}`.toLowerCase();
  return next !== '' && columns.some((one) => one.isNumber && one.name.toLowerCase().replace(/[ .-]/g, '_') === name);
}

/** The share of `/share` is a part of a name. */
function isInName(text: string, { 0: word, index }: RegExpExecArray): boolean {
  const isBehind = /^\S/.test(word) && /[\w/@#-]$/.test(text.slice(0, index));
  return isBehind || /^[/_@#.-]\w/.test(text.slice(index + word.length));
}

/** A word of the file is never only a word of the question. */
export const isName = (text: string, { columns }: Schema): boolean => {
  const low = text.trim().toLowerCase();
  return columns.some(({ name, values }) => values.has(low) || (name === low && low.includes('_')));
};

const thanOf =
  /(?<![\w.#/@-])(?!(?:did|does|do|was|were|is|are|has|have|had) )(?<left>[\w.#/@-]{1,80}) (?<said>(?:\S{1,60} ){0,4}?(?<rel>more|fewer|less|higher|lower|longer|shorter|slower|faster)\b.{0,120}?) than (?:(?:on|in|for|from|at|did|does|has|had) ){0,2}(?<right>[\w.#/@-]{1,80})(?: (?:did|does|had|has|was|is))?(?![\w-])/i;

function takeSides(parts: Parts, schema: Schema): void {
  const than = parts.asks === 'yes' ? thanOf.exec(parts.rest)?.groups : undefined;
  const found = sidesOf.exec(parts.rest)?.groups;
  const [left = '', right = ''] = than === undefined ? [found?.left, found?.right] : [than.left, than.right];
  const isValue = (one: string) =>
    schema.columns.some(
      (column) => !column.isNumber && column.name !== 'outcome' && valueIn(column, one.toLowerCase()) !== undefined,
    ) ||
    /\d/.test(one) ||
    isNameOfLines(one, schema);
  if (left === '' || !isValue(left) || !isValue(right)) return;
  parts.sides = [left, right];
  if (than === undefined) parts.rest = parts.rest.replace(sidesOf, ' ');
  else {
    parts.expects = /^(?:fewer|less|lower|shorter|faster)$/i.test(than.rel ?? '') ? 'fewer' : 'more';
    parts.rest = parts.rest.replace(thanOf, ` ${than.said} `);
  }
}
