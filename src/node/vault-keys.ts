import { join } from 'node:path';
import { UsageError } from '#core/errors.ts';
import { createVault, keyBytes, readVaultKey, type Vault } from '#core/vault.ts';
import { readOrMakeSecret, readSecret } from './secret-file.ts';

/**
 * The vault of a data folder. Its keys come from DATA_KEY; without one, from a file made at the first start, which keeps
 * the databases from telling secrets to whoever sees them alone.
 */
export async function openDataVault(dataDir: string, fromEnvironment: readonly string[]): Promise<Vault> {
  const path = join(dataDir, 'data-key');
  const stored = readSecret(path);
  // Behind the keys given the stored one still opens what it sealed.
  const texts = [...fromEnvironment, ...(stored === undefined ? [] : [stored])];
  if (texts.length === 0) texts.push(readOrMakeSecret(path));
  return await createVault(
    texts.map((text) => {
      const key = readVaultKey(text);
      if (!key) throw new UsageError(`${path}: holds no key of ${keyBytes} bytes in base64`);
      return key;
    }),
  );
}
