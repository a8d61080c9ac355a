import { literalPattern } from '#core/literal-pattern.ts';
import { say, type Text } from '../answer/say.ts';
import { wordsMeant } from '../calculate/name-words.ts';
import { wordsOfName } from '../calculate/quantity.ts';
import type { Cells } from './choose-columns.ts';
import { numberIn, type OpenTable } from './read-table.ts';

/** Which records are asked for by what a column says. */
export interface RunsAsked {
  unit?: string;
  said: Text;
  test(cells: Cells): boolean;
}

const limit =
  /\b(above|over|exceed(?:s|ed|ing)?|beyond|(?:warmer|hotter|higher|more|greater|larger|faster) than|below|under|(?:colder|cooler|lower|less|slower) than)\s+(-?\d+(?:[.,]\d+)?)\s*(°|degrees?|deg|c\b|%|v\b|bar\b|km\/?h)?/i;
const isNothing = /^(?:false|0|no|none|off|lost|n|nein|null)$/i;
const measures: Readonly<Record<string, string>> = { '%': 'percent', v: 'voltage', bar: 'pressure' };

/** The condition in a question about one column of a table, and of whom. Undefined where it names no column's value. */
export function runsAsked(text: string, { columns, sample }: OpenTable): RunsAsked | undefined {
  const unit = columns.unit === undefined ? undefined : namedCell(text, columns.unit, sample);
  const condition =
    beyondLimit(text, columns.numbers) ?? without(text, columns.kinds, sample) ?? ofValue(text, columns, sample);
  if (condition === undefined || (unit === undefined && columns.unit !== undefined && !condition.isColumnNamed))
    return undefined;
  return { ...(unit === undefined ? {} : { unit }), said: condition.said, test: condition.test };
}

type Condition = Pick<RunsAsked, 'said' | 'test'> & { isColumnNamed: boolean };

function beyondLimit(text: string, numbers: readonly string[]): Condition | undefined {
  const match = limit.exec(text);
  if (match === null) return undefined;
  const [, word = '', raw = '', unit = ''] = match;
  const value = Number(raw.replace(',', '.'));
  const isBelow = /below|under|cold|cool|lower|less|slower/i.test(word);
  const isWarmth = /warm|hot|cold|cool/i.test(word) || /^(?:°|deg|c$)/i.test(unit);
  const meant = isWarmth ? 'temperature' : (measures[unit.toLowerCase()] ?? '');
  const said = text.toLowerCase().split(/[^\p{L}\d]+/u);
  const likeness = (column: string) =>
    wordsMeant(column).filter((one) => one === meant || (one.length > 2 && said.includes(one))).length;
  const [best] = [...numbers].sort((a, b) => likeness(b) - likeness(a));
  const column = best !== undefined && likeness(best) > 0 ? best : numbers.length === 1 ? best : undefined;
  if (column === undefined) return undefined;
  return {
    said: say`${column} ${{ md: isBelow ? 'below' : 'above', plain: isBelow ? 'below' : 'above' }} ${value}`,
    isColumnNamed: true,
    test(cells) {
      const number = numberIn(cells.get(column));
      return number !== undefined && (isBelow ? number < value : number > value);
    },
  };
}

/** "Without gps": a column of that name says no. */
function without(text: string, kinds: readonly string[], sample: readonly Cells[]): Condition | undefined {
  const word = /\b(?:without|no|lost|lose|loses|losing|missing)(?: (?:the|its|any|a))? ([a-z][\w-]{1,20})/i
    .exec(text)?.[1]
    ?.toLowerCase();
  const column = word === undefined ? undefined : kinds.find((name) => wordsOfName(name).includes(word));
  const value = column === undefined ? undefined : valuesOf(column, sample).find((cell) => isNothing.test(cell));
  return column === undefined || value === undefined ? undefined : is(column, value, true);
}

/** "Was the door open": a value of a column, rarer than the others or said with the column's name. */
function ofValue(text: string, { kinds, unit }: OpenTable['columns'], sample: readonly Cells[]): Condition | undefined {
  const said = text.toLowerCase().split(/[^\p{L}\d]+/u);
  for (const column of kinds.filter((name) => name !== unit)) {
    const value = namedCell(text, column, sample);
    if (value === undefined || !/\p{L}{2}/u.test(value)) continue;
    const isColumnNamed = wordsMeant(column).some((word) => word.length > 2 && said.includes(word));
    const share = sample.filter((cells) => cells.get(column) === value).length / sample.length;
    if (isColumnNamed || share < 0.5) return is(column, value, isColumnNamed);
  }
  return undefined;
}

function is(column: string, value: string, isColumnNamed: boolean): Condition {
  return { said: say`${column} ${value}`, isColumnNamed, test: (cells) => cells.get(column) === value };
}

const valuesOf = (column: string, sample: readonly Cells[]): string[] => [
  ...new Set(sample.flatMap((cells) => cells.get(column) ?? [])),
];

/** A value of the column that stands in the text as a word. */
function namedCell(text: string, column: string, sample: readonly Cells[]): string | undefined {
  return valuesOf(column, sample)
    .filter(
      (cell) =>
        cell.length > 1 &&
        new RegExp(`(?<![\\p{L}\\d_-])${literalPattern(cell)}(?![\\p{L}\\d_]|-\\d)`, 'iu').test(text),
    )
    .sort((a, b) => b.length - a.length)[0];
}
