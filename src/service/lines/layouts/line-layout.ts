import type { LevelName } from '../level-words.ts';
import type { LineFields } from '../line-fields.ts';
import { knownForm } from './known-forms.ts';
import { type LineHead, learnHead } from './learnt-head.ts';
import { declaredColumns, headedColumns, plainColumns, ruledColumns } from './named-columns.ts';
import { numberTable } from './number-tables.ts';
import { paddedColumns } from './padded-columns.ts';

/** How all lines of a document are read alike: by columns that a header names, or that its writer is known for. */
export interface LineLayout {
  /** Undefined for a heading, a comment, or a line of another form. */
  fields(line: string): LineFields | undefined;
  /** Of lines that speak for themselves: what their head states; undefined for a line with another. */
  head?(line: string): LineHead | undefined;
  /** Where it stands in a place of its own. */
  level?(line: string): LevelName | undefined;
  /** One column, without reading the others; undefined where the layout has no such shortcut to it. */
  column?(name: string): ((line: string) => string | undefined) | undefined;
  /** A heading, a rule or a comment of a table: no record. */
  isNone?(line: string): boolean;
  /** Of a table: all cells by the names of their columns, as printed; undefined for what is no record. */
  cells?(line: string): ReadonlyMap<string, string> | undefined;
}

const fewestLines = 2;

/** The layout of a document by its first lines. Undefined: its lines speak for themselves. */
export function layoutOf(head: readonly string[]): LineLayout | undefined {
  const lines = head.map((line) => line.replace(/\r$/, '').slice(0, 8000)).filter((line) => line.trim() !== '');
  if (lines.length < fewestLines) return undefined;
  return (
    declaredColumns(lines) ??
    knownForm(lines) ??
    headedColumns(lines) ??
    ruledColumns(lines) ??
    paddedColumns(lines) ??
    numberTable(lines) ??
    plainColumns(lines)
  );
}

/** Of lines that speak for themselves: no columns are read of them. */
export function layoutOfHeads(lines: readonly string[]): LineLayout | undefined {
  const head = learnHead(lines);
  return head === undefined ? undefined : { fields: () => undefined, head, level: (line) => head(line)?.level };
}
