const encoder = new TextEncoder();

/** Keys as they were imported: there are as many as configured secrets, and each request needs one. */
const importedKeys = new Map<string, Promise<CryptoKey>>();
const mostImported = 100;

export async function hmacSha256(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(key), message));
}

function importKey(key: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const name = toHex(key);
  const known = importedKeys.get(name);
  if (known) return known;
  const imported = crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  if (importedKeys.size >= mostImported) importedKeys.clear();
  importedKeys.set(name, imported);
  return imported;
}

export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** Takes the same time wherever two texts differ; only their lengths show. */
export function equalInConstantTime(left: string, right: string): boolean {
  const a = encoder.encode(left);
  const b = encoder.encode(right);
  let difference = a.byteLength ^ b.byteLength;
  for (let index = 0; index < a.byteLength; index += 1) difference |= a[index]! ^ (b[index] ?? 0);
  return difference === 0;
}

/** `X-Hub-Signature: sha256=<hex>` over the raw body. Other methods are refused: nobody signs with less. */
export async function isHubSignature(secret: string, header: string | undefined, body: Uint8Array<ArrayBuffer>) {
  const [method, given] = (header ?? '').trim().split('=', 2);
  if (method?.toLowerCase() !== 'sha256' || !given) return false;
  const expected = toHex(await hmacSha256(encoder.encode(secret), body));
  return equalInConstantTime(given.toLowerCase(), expected);
}

const toleranceSeconds = 300;

/**
 * Standard Webhooks: `webhook-signature` holds one or more `v1,<base64>` over `id.timestamp.body`, of which one must
 * hold, and the timestamp is at most five minutes off either way. `secret`: `whsec_` and base64.
 */
export async function isStandardWebhook(
  secret: string,
  headers: { id: string | undefined; timestamp: string | undefined; signature: string | undefined },
  body: Uint8Array<ArrayBuffer>,
  nowMs: number,
): Promise<boolean> {
  const { id, timestamp, signature } = headers;
  const key = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!key || key.byteLength === 0 || !id || !signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.byteLength + body.byteLength);
  signed.set(head);
  signed.set(body, head.byteLength);
  const expected = btoa(String.fromCharCode(...(await hmacSha256(key, signed))));
  let isValid = false;
  for (const part of signature.split(' ').slice(0, 20)) {
    const [version, given] = part.split(',', 2);
    if (version === 'v1' && given && equalInConstantTime(given, expected)) isValid = true;
  }
  return isValid;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
