import { UsageError } from './errors.ts';
import { maskPersonal } from './personal/mask-personal.ts';
import type { Vault } from './vault.ts';

/** What somebody wrote, as it is stored: for everybody who reads the database, and for the work it asks for. */
export interface KeptText {
  /** Secrets and what is personal are masked. */
  text: string;
  /** Sealed, the whole of it; null where nothing is masked. */
  whole: string | null;
}

export async function keepText(vault: Vault, text: string): Promise<KeptText> {
  const masked = maskPersonal(text).text;
  return { text: masked, whole: masked === text ? null : await vault.seal(text) };
}

/** The text as it was written; where the key it was sealed with is gone, as far as it is legible. */
export async function wholeText(vault: Vault, { text, whole }: KeptText): Promise<string> {
  if (whole === null) return text;
  try {
    return await vault.open(whole);
  } catch (error) {
    if (error instanceof UsageError) return text;
    throw error;
  }
}

/** Plain data that holds what somebody wrote, sealed. */
export async function sealData(vault: Vault, data: object): Promise<string> {
  return await vault.seal(JSON.stringify(data));
}

/** Data as it was before it was sealed; what is stored from before is plain. */
export async function openData<T extends object>(vault: Vault, kept: string | T): Promise<T> {
  return typeof kept === 'string' ? (JSON.parse(await vault.open(kept)) as T) : kept;
}
