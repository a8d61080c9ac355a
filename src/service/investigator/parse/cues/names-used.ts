import type { Schema } from '../../facts/schema.ts';
import type { Condition, Query } from '../../query/query.ts';
import { readPhrase } from '../read-phrase.ts';
import type { NameSaid } from './names-said.ts';

/** The query is about a name of the question; `told` is a name that says the state of something. */
export const usesName = (
  { where, against = [], state }: Query,
  { in: held }: NameSaid,
  told: Condition | undefined,
): boolean =>
  held.some(
    ({ value }) =>
      value.toLowerCase() === state ||
      value === told?.value ||
      [...where, ...against].some((one) => [one.value, ...(one.or ?? [])].includes(value)),
  );

/** What no column has is looked for in the text, or is short for what one has. */
export const usesAbsentName = ({ where, against = [] }: Query, name: string, schema: Schema): boolean => {
  const short = readPhrase(name, schema).where.flatMap(({ field, value }) => (field === 'words' ? [] : value));
  return [...where, ...against].some(
    ({ value }) => value.toLowerCase().includes(name.toLowerCase()) || short.includes(value),
  );
};
