import { holdsSecret } from '../../formats/config/secrets/mask-secrets.ts';
import type { FileType } from '../../formats/reading.ts';

/** A line of a configuration that would give a password away when quoted. Logs are quoted as they are. */
export function isSecretLine(fileType: FileType, line: string): boolean {
  if (fileType !== 'config') return false;
  return (
    holdsSecret(line) ||
    /\bauthentication\s{1,4}(?:text\s{1,4}|mode\s{1,4})?(?!md5\b|mode\b|text\b|login\b|ppp\b)\S/i.test(line)
  );
}
