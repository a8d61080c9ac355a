import { fingerprint } from '#core/fingerprint.ts';
import type { Verdict } from './messages.ts';

/** A cause that files can share because its signature names it. */
export interface NamedCause {
  /** The same for ever; stands in labels. */
  key: string;
  words: string;
}

/** What happens to anything: two files that share such words need not share a cause. */
const symptom = /^(?:failures? (?:rise|rising)|errors? (?:rise|rising)|trend|parted|saturated)\b/i;
/** A name somebody gave: a function, a path, a device, a class, an error constant; or the subject behind a colon. */
const name = /[\w.]\(\)|[a-z\d]_[a-z\d]|[a-z]\d|\d[a-z]|[a-z][A-Z]|\w\/\w|\w[.:-]{1,2}[a-z]\w|\bE[A-Z]{3,}\b|\w: \w/;
const nobody = /^out of memory: no process\b/i;

/**
 * Null where the signature names no cause of its own, such as `failures rise`, or where the cause is not certain enough to
 * be remembered.
 */
export async function namedCause(
  signature: string | undefined,
  verdict: Verdict | undefined,
): Promise<NamedCause | null> {
  const words = (signature ?? '').replace(/\s+/g, ' ').trim().slice(0, 300);
  if (verdict === 'INCONCLUSIVE' || !isName(words)) return null;
  return { key: (await fingerprint(words.toLowerCase())).slice(0, 12), words };
}

export function isName(signature: string): boolean {
  return !symptom.test(signature) && !nobody.test(signature) && name.test(signature);
}
