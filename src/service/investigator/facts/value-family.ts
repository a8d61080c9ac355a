import { oncePer } from '#core/once-per.ts';
import { columnNamed, type Schema } from './schema.ts';
import { newValue, oldValue } from './turns.ts';

/**
 * The values that one thing is said to turn into and out of: modes turn into modes, and what a setpoint was raised to
 * is none of them.
 */
export function familyOf(schema: Schema, value: string): ReadonlySet<string> {
  const low = value.toLowerCase();
  return familiesIn(schema).get(low) ?? new Set([low]);
}

const familiesIn = oncePer((schema: Schema) => {
  const [to, from] = [columnNamed(schema, newValue), columnNamed(schema, oldValue)];
  const families = new Map<string, Set<string>>();
  for (const record of schema.sample) {
    const [was, is] = [from?.read(record)?.toLowerCase(), to?.read(record)?.toLowerCase()];
    if (was === undefined || is === undefined || families.get(was)?.has(is) === true) continue;
    const joined = new Set([was, is, ...(families.get(was) ?? []), ...(families.get(is) ?? [])]);
    for (const one of joined) families.set(one, joined);
  }
  return families;
});
