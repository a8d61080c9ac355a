const encoder = new TextEncoder();

/**
 * `createHmac` of node:crypto, which Node and Workers have. The way through WebCrypto costs several times as much for the
 * few hundred bytes of a webhook.
 */
export type CreateHmac = (algorithm: 'sha256', key: Uint8Array) => Mac;

interface Mac {
  update(part: Uint8Array): Mac;
  digest(encoding: 'hex' | 'base64'): string;
}

/** Takes the same time wherever two texts differ; only their lengths show. */
export function equalInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  // Past the end of a text stands NaN, which counts as zero here.
  for (let index = 0; index < left.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}

/** `X-Hub-Signature: sha256=<hex>` over the raw body. Other methods are refused: nobody signs with less. */
export function isHubSignature(
  createHmac: CreateHmac,
  secret: string,
  header: string | undefined,
  body: Uint8Array,
): boolean {
  const [method, given] = (header ?? '').trim().split('=', 2);
  if (method?.toLowerCase() !== 'sha256' || !given) return false;
  const expected = createHmac('sha256', encoder.encode(secret)).update(body).digest('hex');
  return equalInConstantTime(given.toLowerCase(), expected);
}

const toleranceSeconds = 300;

/**
 * Standard Webhooks: `webhook-signature` holds one or more `v1,<base64>` over `id.timestamp.body`, of which one must
 * hold, and the timestamp is at most five minutes off either way. `secret`: `whsec_` and base64.
 */
export function isStandardWebhook(
  createHmac: CreateHmac,
  secret: string,
  headers: { id: string | undefined; timestamp: string | undefined; signature: string | undefined },
  body: Uint8Array,
  nowMs: number,
): boolean {
  const { id, timestamp, signature } = headers;
  const key = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!key || key.byteLength === 0 || !id || !signature || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const expected = createHmac('sha256', key).update(head).update(body).digest('base64');
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
