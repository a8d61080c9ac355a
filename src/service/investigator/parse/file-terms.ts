import type { Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { inFigures } from './figures-asked.ts';
import { inGauges } from './gauges-asked.ts';
import { inOwnNouns } from './operation-called.ts';
import { inOperations } from './operations-asked.ts';
import { inOutages } from './outages-asked.ts';

/** A question with words of the file in place of the asker's own. */
export interface InFileTerms {
  text: string;
  /** Words that no line has, and what they stand for does. */
  taken: readonly string[];
  /** Which lines state the number that is asked for. */
  of?: Condition;
}

/** In this order: each knows the words that those before it put in. */
const terms: readonly ((text: string, schema: Schema) => InFileTerms)[] = [
  inOwnNouns,
  inGauges,
  inOutages,
  inFigures,
  inOperations,
];

/** What people call by names of their trade, under the names that the file has for it. */
export const inFileTerms = (question: string, schema: Schema): InFileTerms =>
  terms.reduce<InFileTerms>(
    (said, inTerms) => {
      const { text, taken, of = said.of } = inTerms(said.text, schema);
      return { text, taken: [...said.taken, ...taken], ...(of === undefined ? {} : { of }) };
    },
    { text: question, taken: [] },
  );
