import type { Column, Schema } from '../facts/schema.ts';
import { isOfAny } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { LinesMeant } from './lines-meant.ts';
import { kindOn } from './said-in-forms.ts';

/** What such lines name one of each, by the noun of the question. */
export function thingOn(noun: string, { where, operation }: LinesMeant, schema: Schema): Column | undefined {
  const isMeant = compile(where, schema);
  const held = schema.sample.filter(isMeant);
  // "Which agent closed the most tickets": what has a noun of its own in the question is no agent.
  const others = where.filter(isOfAny).map(({ field }) => field);
  const column = kindOn(noun, schema, isMeant, operation === undefined ? others : [operation.name, ...others]);
  const named = held.filter((record) => column?.read(record) !== undefined).length;
  return named >= held.length * nearlyAll ? column : undefined;
}
/** What a few of the lines name is not what they are of. */
const nearlyAll = 0.8;
