import { moneyWord } from '../facts/amount.ts';
import { type Column, isStatus, type Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';
import { unitWords } from '../facts/tokens.ts';
import type { Query } from '../query/query.ts';
import { isColumnNamed, thingCalled } from './columns-called.ts';
import { isCounted, type Noun, nameOnLines, namesAmong, nounOf, numberIn } from './named-columns.ts';
import { isFlag } from './named-value.ts';
import { openNoun } from './noun-asked.ts';
import { tokensOfPhrase } from './phrase.ts';
import { type Groups, joinWords, type Reading } from './reading.ts';
import { isStranger } from './told-words.ts';
import { amounts } from './unnamed-noun.ts';
import { isNounForLines, plainWords } from './words.ts';

/** The number of one thing is told as an amount; "which items" are the numbers of several. */
const isOneAmount = (head: string, column: Column): boolean =>
  column.isNumber &&
  !isStatus(column) &&
  (column.unit.name !== '' ||
    !tokensOfPhrase(head).some((word) => word.toLowerCase() === `${column.name.toLowerCase()}s`));

/** What is left of the words once the number or name taken is known; undefined where there is none in this file. */
export function fillNumber(
  kind: Reading['kind'],
  query: Query,
  groups: Groups,
  schema: Schema,
  rest: string,
  isOfMany: boolean,
): string | undefined {
  switch (query.take) {
    case 'distinct':
    case 'values':
      return fillNames(kind, query, query.of ?? groups.of ?? groups.by ?? '', schema, rest);
    case 'first':
    case 'last': {
      if (groups.of === undefined) return rest;
      const number = numberIn(groups.of, schema);
      if (number === undefined) return undefined;
      query.of = number.column.name;
      return joinWords(number.rest, rest);
    }
    case 'sum':
    case 'mean':
    case 'median':
    case 'percentile':
    case 'max':
    case 'min':
    case 'range': {
      if (query.state !== undefined || groups.against !== undefined) return rest;
      const text = groups.of ?? rest;
      if (groups.of === undefined) rest = '';
      const cleaned = text.replace(/^(?:average|mean|median|total|p\d\d|maximum|minimum) /, '');
      const number = numberIn(cleaned, schema);
      if (number === undefined) return undefined;
      query.of = number.column.name;
      const beside = besideOf(query, groups, schema);
      if (beside === undefined) return undefined;
      rest = joinWords(beside, rest);
      const counted = countedBy(number, cleaned, schema);
      if (kind === 'sum' && !isSummedUp({ ...number, rest: counted }, text, cleaned, isOfMany, schema))
        return undefined;
      return joinWords(counted, rest);
    }
    case 'trend':
    case 'change': {
      const number = numberIn(rest, schema);
      // "The error rate": how many of such lines there are over time.
      if (number === undefined) return rest.replace(/(?<=\S )rates?\b/i, ' ');
      if (/\b(?:number|count) of\b/.test(rest)) return rest;
      query.of = number.column.name;
      return number.rest;
    }
    case 'compare': {
      const number = groups.of === undefined ? undefined : numberIn(groups.of, schema);
      // Numbers that are names are not compared.
      if (number !== undefined && number.column.isLabel !== true) {
        query.of = number.column.name;
        groups.of = number.rest || undefined;
      }
      return rest;
    }
    default:
      return rest;
  }
}

/** What is counted or listed by its names. */
function fillNames(
  kind: Reading['kind'],
  query: Query,
  text: string,
  schema: Schema,
  rest: string,
): string | undefined {
  const { head, tail } = headOf(query.take, text, schema);
  const noun =
    toldApart(nounOf(head, schema, false)) ?? (query.take === 'values' ? fewNumbers(text, rest, schema) : undefined);
  if (
    noun === undefined ||
    (noun.column.isNumber === true && noun.column.values.size > 50 && noun.column.unit.name !== '')
  )
    return undefined;
  // "What did LIFT_B report" asks for no lift.
  if (query.take === 'values' && tokensOfPhrase(head).some((word) => noun.column.values.has(word.toLowerCase())))
    return undefined;
  if (kind === 'things' && (isCounted(text, schema) || isMeasured(noun.column))) return undefined;
  // How many cold starts there were is asked, and not that there are true and false.
  if (query.take === 'distinct' && isFlag(noun.column)) return undefined;
  query.of = noun.column.name;
  if (query.take === 'values' && isOneAmount(head, noun.column)) query.take = 'last';
  return joinWords(noun.rest, tail, rest);
}

/** All lines are of the source `kernel`: different sources are those of `SRC`. */
function toldApart(noun: Noun | undefined): Noun | undefined {
  const other = noun?.alike.find(({ values }) => values.size > 1);
  if (noun === undefined || other === undefined) return noun;
  return noun.column.name === 'source' && noun.column.values.size === 1 ? { ...noun, column: other } : noun;
}

/** "Good parts" of `good=41`: what the number counts has no name in the lines. */
function countedBy({ column, rest }: Noun, text: string, schema: Schema): string {
  const tokens = tokensOfPhrase(text.toLowerCase());
  const noun = tokens[tokens.indexOf(column.name.toLowerCase()) + 1] ?? '';
  if (column.unit.name !== '' || !tokens.includes(column.name.toLowerCase()) || !isStranger(schema, noun)) return rest;
  return tokensOfPhrase(rest)
    .filter((word) => word.toLowerCase() !== noun)
    .join(' ');
}

/** Whether what is asked for is the sum of a number, and not how many lines or things there are. */
function isSummedUp({ column, rest }: Noun, text: string, cleaned: string, isOfMany: boolean, schema: Schema): boolean {
  // Readings are counted, whatever they measure.
  if (tokensOfPhrase(text).some((word) => stem(word) !== stem(column.name) && isNounForLines(word, schema)))
    return false;
  // "How many payments" are counted, and "how many rows" of a number called so added up.
  if (isOfMany && ![unitWords, moneyWord, amounts].some((one) => one.test(cleaned)) && !isLastName(column, cleaned))
    return false;
  // Bikes that lines name one by one are counted, though lines state numbers of them, too.
  if (isOfMany && isNamedApart(column, cleaned, schema)) return false;
  // What is summed up is named by all of its words, and is no name of a thing.
  if (column.isLabel === true || !isColumnNamed(column, cleaned)) return false;
  return rest.split(' ').every((word) => word === '' || isOfThing(word, schema));
}

/** "Bike B-110" is a name, "3 bikes left" a number of them. */
function isNamedApart(number: Column, text: string, { columns }: Schema): boolean {
  const words = tokensOfPhrase(text).map(stem);
  return columns.some(
    ({ name, isNumber, isLabel, values }) =>
      name !== number.name &&
      (!isNumber || isLabel === true) &&
      values.size > 1 &&
      words.includes(stem(name)) &&
      stem(name) === stem(number.name),
  );
}

/** How many different values a number has is no answer to how many of it there are. */
const isMeasured = ({ isNumber, isLabel, unit, values }: Column): boolean =>
  isNumber && isLabel !== true && (unit.name !== '' || values.size > 50);

/** "Failure reasons for passes": what is counted stands before the preposition. */
function headOf(take: Query['take'], text: string, schema: Schema): { head: string; tail?: string } {
  const parts = /^(?<head>.+?) (?:for|in|on|from|of|among|across) (?:the )?(?<tail>.+)$/i.exec(text)?.groups;
  const { head, tail } = parts ?? {};
  if (take !== 'distinct' || head === undefined || tail === undefined) return { head: text };
  return nounOf(head, schema, false) === undefined ? { head: text } : { head, tail };
}

/** The words left of what else is asked of the same line; undefined where the file has no name for it. */
function besideOf(query: Query, { beside }: Groups, schema: Schema): string | undefined {
  if (beside === undefined) return '';
  if (beside === openNoun) {
    query.beside = (nameOnLines(query, schema) ?? namesAmong(query, schema))?.name;
    return query.beside === undefined ? undefined : '';
  }
  const found = numberIn(beside, schema) ?? nounOf(beside, schema, false);
  if (found === undefined || found.column.name === query.of) return undefined;
  query.beside = found.column.name;
  return found.rest;
}

/** "What is the memory limit": a number that has only a few values is told as they are. */
function fewNumbers(text: string, rest: string, schema: Schema): ReturnType<typeof numberIn> {
  const number = numberIn(text, schema);
  const isOfOne =
    /\d/.test(rest) &&
    schema.columns.some(
      ({ isLabel, stems }) => isLabel === true && tokensOfPhrase(rest).some((word) => stems.has(stem(word))),
    );
  return number === undefined || (number.column.values.size > 20 && !isOfOne) ? undefined : number;
}

/** "Rows" of `import.rows`, and its unit; of another name its first word is what it belongs to. */
function isLastName({ name, unit, isPlace }: Column, text: string): boolean {
  // "Stopped for 3 minutes": stops are not counted in minutes. `room=105`: rooms are named one by one.
  if (isPlace === true && unit.name !== '') return tokensOfPhrase(text).map(stem).includes(stem(unit.name));
  if (isPlace !== true && isMoreOf(name, text)) return false;
  const parts = name.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/);
  const own = [...(parts.length === 1 ? parts : parts.slice(1)), unit.name].map(stem);
  return tokensOfPhrase(text).some((word) => own.includes(stem(word)));
}

/** More than one of what a single one is called. */
const isMoreOf = (name: string, text: string): boolean =>
  /[^s]$/.test(name) &&
  tokensOfPhrase(text.toLowerCase()).some((word) => word !== name && stem(word) === stem(name) && /s$/.test(word));

const isOfThing = (word: string, schema: Schema): boolean =>
  plainWords.has(word.toLowerCase()) || thingCalled(schema, word) !== undefined;
