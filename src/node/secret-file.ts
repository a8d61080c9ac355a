import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { keyBytes } from '#core/vault.ts';

/** Undefined where there is no such file. */
export function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A secret of this data folder, made at the first start, that only its account can read. */
export function readOrMakeSecret(path: string): string {
  const known = readSecret(path);
  if (known) return known;
  const text = randomBytes(keyBytes).toString('base64');
  writeFileSync(path, `${text}\n`, { mode: 0o600, flush: true });
  return text;
}
