import { maskSpans } from '#core/secrets/mask-secrets.ts';
import { secretSpans } from './secret-spans.ts';

/** Whether a text of a configuration holds something that must not be repeated in what we say. */
export function holdsSecret(text: string): boolean {
  return secretSpans(text).length > 0;
}

/** The text with every secret in it as `[masked]`. Masked text has nothing left to mask. */
export function maskSecrets(text: string): string {
  return maskSpans(text, secretSpans(text));
}
