import type { Column, Schema } from '../facts/schema.ts';
import type { Condition } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import type { LinesMeant } from './lines-meant.ts';
import { word } from './operation-meant.ts';
import { kindOn } from './said-in-forms.ts';

/** What such lines name one of each, by the noun of the question. */
export function thingOn(noun: string, { where, operation }: LinesMeant, schema: Schema): Column | undefined {
  const isMeant = compile(where, schema);
  const held = schema.sample.filter(isMeant);
  const column = kindOn(noun, schema, isMeant, operation);
  const named = held.filter((record) => column?.read(record) !== undefined).length;
  return named >= held.length * nearlyAll ? column : undefined;
}
/** What a few of the lines name is not what they are of. */
const nearlyAll = 0.8;

/** The name as lines write it, in the column of such lines that has it. */
export function named(name: string, { where }: LinesMeant, schema: Schema): Condition | undefined {
  const low = name.toLowerCase();
  const { columns, sample } = schema;
  const isOn = compile(where, schema);
  const own =
    columns.find(
      (one) =>
        !one.isNumber &&
        one.values.has(low) &&
        sample.some((record) => one.read(record)?.toLowerCase() === low && isOn(record)),
    ) ?? columnHolding(name, schema);
  return own && { field: own.name, is: '=', value: own.values.get(low)?.shown ?? name };
}

/** The first column of words that holds such a value. */
export const columnHolding = (value: string, { columns }: Schema): Column | undefined =>
  columns.find(({ isNumber, values }) => !isNumber && values.has(value.toLowerCase()));

/** The column by which the program numbers all of these. */
export const serialHolding = (ids: readonly string[], { columns }: Schema): Column | undefined =>
  columns.find(({ isSerial, values }) => isSerial === true && ids.every((id) => values.has(id.toLowerCase())));

/** How forms say it. */
export const noun = `(?<Noun>${word}(?: ${word}){0,2}?)`;
export const have = '(?:have|had|has|got|get|saw|see|show|showed|report(?:ed)?|with|experienced)';
export const any = '(?:any |an? |at least one |one |some )?';
