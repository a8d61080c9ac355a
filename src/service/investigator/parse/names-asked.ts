import type { Schema } from '../facts/schema.ts';
import { isSomewhere } from '../facts/somewhere.ts';
import type { Scene } from '../investigation.ts';
import { tokensOfPhrase } from './phrase.ts';
import { isAddress, isKnownElsewhere, looksLikeName } from './told-words.ts';

/** A question names few things; what comes behind is looked for in what was learnt alone. */
const mostNames = 6;

/** A number, a time or a date is no name: there are letters, or more marks than an amount has. */
const isNumber = /^[-+]?[\d.,:]*\d[a-zµ%°]{0,3}$/i;

/** The schema with those names of a question that stand somewhere in the file, though no value or word learnt is one. */
export async function withNames(schema: Schema, question: string, scene: Scene): Promise<Schema> {
  const asked = tokensOfPhrase(question.slice(0, 400)).filter(
    (token) =>
      token.length >= 4 &&
      looksLikeName(token) &&
      (!isNumber.test(token) || isAddress.test(token)) &&
      !isKnownElsewhere(schema, token),
  );
  const named = new Set<string>();
  for (const name of asked.slice(0, mostNames)) if (await isSomewhere(scene, name)) named.add(name.toLowerCase());
  return named.size === 0 ? schema : { ...schema, named };
}
