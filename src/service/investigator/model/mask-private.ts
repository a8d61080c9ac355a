import { maskSecrets } from '#core/secrets/mask-secrets.ts';

const eMail = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g;

/** What must not leave the machine in a prompt: secrets, and e-mail addresses. Line breaks stay. */
export function maskPrivate(text: string): string {
  return maskSecrets(text).replace(eMail, '[e-mail]');
}
