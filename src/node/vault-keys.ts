import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '#core/errors.ts';
import { createVault, keyBytes, readVaultKey, type Vault } from '#core/vault.ts';

/**
 * The vault of a data folder. Its keys come from DATA_KEY; without one, from a file made at the first start, which keeps
 * the databases from telling secrets to whoever sees them alone.
 */
export async function openDataVault(dataDir: string, fromEnvironment: readonly string[]): Promise<Vault> {
  const path = join(dataDir, 'data-key');
  const stored = readKeyFile(path);
  // Behind the keys given the stored one still opens what it sealed.
  const texts = [...fromEnvironment, ...(stored === undefined ? [] : [stored])];
  if (texts.length === 0) texts.push(makeKeyFile(path));
  return await createVault(
    texts.map((text) => {
      const key = readVaultKey(text);
      if (!key) throw new UsageError(`${path}: holds no key of ${keyBytes} bytes in base64`);
      return key;
    }),
  );
}

function readKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function makeKeyFile(path: string): string {
  const text = randomBytes(keyBytes).toString('base64');
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return text;
}
