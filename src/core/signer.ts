/** Signs texts by HMAC-SHA256. */
export function createSigner(secret: string): (text: string) => Promise<Uint8Array> {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  let key: Promise<CryptoKey> | undefined;

  return async (text) => {
    key ??= crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, bytesOf(text)));
  };
}
