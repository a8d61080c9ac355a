import type { Query } from '../query/query.ts';

/** Words of the question by what they are for: which lines, the other side, the number or name, rows of a table. */
export type Groups = Partial<Record<'where' | 'where2' | 'against' | 'of' | 'by' | 'beside', string | undefined>>;

/** What a question comes to before its words are looked up in the file. */
export interface Reading {
  query: Partial<Query> & Pick<Query, 'take'>;
  groups: Groups;
  /** Which rules it keeps that others do not. */
  kind: 'parts' | 'turned' | 'things' | 'sum' | 'values';
  /** Words it has no use for. */
  unread: string[];
  /** The question. */
  all: string;
}

export const joinWords = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' ');
