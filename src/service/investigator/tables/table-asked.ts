import { literalPattern } from '#core/literal-pattern.ts';
import { singular } from '../calculate/columns.ts';
import { commonStart } from '../words/word-forms.ts';
import { apart } from './gravity.ts';
import type { CellValue, Table } from './table.ts';

/** The one of several that the question names: by a name of its own, or by its number behind the column's word. */
export function unitAsked(table: Table, text: string): CellValue | undefined {
  const states = new Set(table.changes.map(({ column }) => column));
  const fitting = [...table.values.values()].filter(({ column, value, gravity }) => {
    if (gravity > 0 || states.has(column) || value.length > 60) return false;
    const cell = literalPattern(value);
    const isOwnName = /\p{L}/u.test(value) && (/\d/.test(value) || value.length > 2);
    if (isOwnName) return new RegExp(`(?<![\\p{L}\\d._-])${cell}(?![\\p{L}\\d_]|[.-]\\d)`, 'iu').test(text);
    const [last] = column
      .split(/[_ .]+|(?<=\p{Ll})(?=\p{Lu})/u)
      .filter((word) => !/^(?:id|no|nr|name|num)$/i.test(word));
    return (
      last !== undefined &&
      new RegExp(
        `\\b${literalPattern(singular(last))}s? (?:#|no\\.? |nr\\.? |number )?0*${cell}(?![\\p{L}\\d_]|[.:]\\d)`,
        'iu',
      ).test(text)
    );
  });
  return fitting.sort((a, b) => b.value.length - a.value.length)[0];
}

/** Values that the question speaks of in any form of their words: "jobs that were cancelled" of `Canceled`. */
export function valuesAsked(table: Table, terms: readonly string[]): CellValue[] {
  const starts = terms
    .map((term) => folded(commonStart(term.toLowerCase())))
    .filter((start) => start.length >= 4)
    .map((start) => start.slice(0, 12));
  return [...table.values.values()].filter(
    (one) =>
      one.count < table.records * 0.4 &&
      apart(one.value)
        .split(/[^\p{L}\d]+/u)
        .some((word) => starts.some((start) => folded(word.toLowerCase()).startsWith(start))),
  );
}

/** British and American, doubled or not. */
const folded = (word: string): string => word.replace(/(.)\1/g, '$1');
