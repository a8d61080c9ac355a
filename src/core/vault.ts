import { UsageError } from './errors.ts';

/** Keeps what has to be read back later, but by nobody who only sees the database. */
export interface Vault {
  seal(text: string): Promise<string>;
  /** Gives back what is not sealed as it is: rows from before. Throws UsageError where the key is not here. */
  open(sealed: string): Promise<string>;
  /**
   * The same text, whatever was sealed in it sealed with the key that seals now; base64 needs no escape, so it may be
   * JSON. Throws UsageError where the key is not here.
   */
  reseal(text: string): Promise<string>;
  /** Keys that open what was sealed earlier are here beside the one that seals. */
  hasEarlierKeys: boolean;
}

export const keyBytes = 32;
export const sealedPrefix = 'sealed:1:';
const sealedTexts = new RegExp(`${sealedPrefix}[\\da-f]{8}:[A-Za-z0-9+/=]+`, 'g');
const ivBytes = 12;

interface VaultKey {
  id: string;
  key: CryptoKey;
}

/**
 * AES-256-GCM. The first key seals, every one of them opens: to change keys, put the new one in front, start once, and
 * take the old one away.
 */
export async function createVault(keys: readonly Uint8Array<ArrayBuffer>[]): Promise<Vault> {
  const known = await Promise.all(keys.map(importKey));
  const [current] = known;
  if (!current) throw new UsageError('DATA_KEY: there is no key');

  const vault: Vault = {
    async seal(text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, current.key, new TextEncoder().encode(text));
      const whole = new Uint8Array([...iv, ...new Uint8Array(sealed)]);
      return `${sealedPrefix}${current.id}:${btoa(String.fromCharCode(...whole))}`;
    },
    async open(sealed) {
      if (!sealed.startsWith(sealedPrefix)) return sealed;
      const [id, encoded = ''] = sealed.slice(sealedPrefix.length).split(':');
      const found = known.find((key) => key.id === id);
      if (!found) {
        throw new UsageError(
          `DATA_KEY: what is stored was sealed with the key ${id}, which is not among those given. ` +
            'Put it behind the new one, separated by a comma.',
        );
      }
      const whole = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
      try {
        const iv = whole.subarray(0, ivBytes);
        const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, found.key, whole.subarray(ivBytes));
        return new TextDecoder().decode(text);
      } catch {
        throw new UsageError(`A secret sealed with the key ${id} was changed since and cannot be opened.`);
      }
    },
    async reseal(text) {
      let fresh = text;
      for (const [sealed] of text.matchAll(sealedTexts)) {
        if (sealed.startsWith(`${sealedPrefix}${current.id}:`)) continue;
        fresh = fresh.replace(sealed, await vault.seal(await vault.open(sealed)));
      }
      return fresh;
    },
    hasEarlierKeys: known.some((key) => key.id !== current.id),
  };
  return vault;
}

/** Keeps everything as it is: where a caller brings no keys. */
export const openVault: Vault = {
  seal: async (text) => text,
  open: async (text) => text,
  reseal: async (text) => text,
  hasEarlierKeys: false,
};

/** Undefined for anything but 32 bytes in base64. */
export function readVaultKey(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.trim().replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    return bytes.byteLength === keyBytes ? bytes : undefined;
  } catch {
    return undefined;
  }
}

async function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<VaultKey> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const id = Array.from(digest.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) };
}
