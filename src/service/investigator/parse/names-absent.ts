import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { openNoun } from './named-columns.ts';

const ofEveryFile = ['words', 'text', 'form', 'lines', openNoun];

/** What a written query names that is no name of the file. */
export function namesAbsent({ of, by, where, against = [] }: Query, { columns }: Pick<Schema, 'columns'>): string[] {
  const known = new Set([...columns.map(({ name }) => name), ...ofEveryFile]);
  const names = [of, by, ...[...where, ...against].map(({ field }) => field)];
  return names.filter((name) => name !== undefined).filter((name) => !known.has(name));
}
