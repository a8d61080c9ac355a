import { hideValue } from './hide-value.ts';
import { maskSecrets } from './mask-secrets.ts';

/** A plain object with the secrets in all its texts masked, however deep they lie; names of fields stay. */
export function maskAll<T>(value: T, maskText: (text: string) => string = maskSecrets): T {
  return masked(value, maskText) as T;
}

function masked(value: unknown, maskText: (text: string) => string): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, maskText));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      typeof inner === 'string' ? hideValue(key, maskText(inner)) : masked(inner, maskText),
    ]),
  );
}
