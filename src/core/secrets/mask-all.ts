import { maskSecrets } from './mask-secrets.ts';

/** A plain object with the secrets in all its texts masked, however deep they lie; names of fields stay. */
export function maskAll<T>(value: T): T {
  return masked(value) as T;
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner)]));
}
