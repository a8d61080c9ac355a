import { isSecretKey, mayNameSecret } from './is-secret-key.ts';
import { mask, maskSecrets } from './mask-secrets.ts';

const mostNames = 2_000;
const known = new Map<string, boolean>();

/** A file has few names and many lines. */
function isSecretName(name: string): boolean {
  const told = known.get(name);
  if (told !== undefined) return told;
  if (known.size >= mostNames) known.clear();
  const isSecret = isSecretKey(name) || mayNameSecret(name);
  known.set(name, isSecret);
  return isSecret;
}

/** The value of a field, or the mask where its name says that it is a secret: alone nothing would show it. */
export function hideValue<Value extends string | number>(name: string, value: Value): Value | string {
  if (!isSecretName(name)) return value;
  const pair = `${name}=${value}`;
  return maskSecrets(pair) === pair ? value : mask;
}

export function hideValues(fields: Map<string, string | number>): void {
  for (const [name, value] of fields) {
    const shown = hideValue(name, value);
    if (shown !== value) fields.set(name, shown);
  }
  const named = naming.map((name) => fields.get(name)).find((name) => typeof name === 'string' && isSecretName(name));
  if (named === undefined) return;
  for (const name of valuing) {
    const value = fields.get(name);
    if (value !== undefined) fields.set(name, hideValue(String(named), value));
  }
}

/** Fields that name what another field holds: `name=DB_PASSWORD value=…`. */
const naming = ['name', 'key', 'field', 'param', 'parameter', 'variable', 'header', 'property'];
const valuing = ['value', 'val'];

/** Whether another field may say that what this one holds is a secret. */
export const isNamedElsewhere = (name: string): boolean => valuing.includes(name);
