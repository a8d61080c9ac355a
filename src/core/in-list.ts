import { type Column, sql as expression, type SQL } from 'drizzle-orm';

/** `column in (…)` as one bound parameter however long the list is: D1 takes a hundred in a statement. */
export function inList(column: Column, values: readonly (string | number)[]): SQL {
  return expression`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}
