import type { Statement } from '../config-text.ts';

/** A statement with everything around it in front, as `set` forms print it: braces and flat text read alike. */
export function wholeTextOf({ path, text }: Statement): string {
  return [...path, text].join(' ').replace(/^(?:set|add) /, '');
}
