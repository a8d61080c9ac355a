import { equalInConstantTime, hmacSha256 } from '../intake/proof.ts';

/** Slack's signature stays valid for so long, in both directions. */
const toleranceS = 300;

/** Whether `v0=<hex>` is the HMAC-SHA256 of `v0:<timestamp>:<raw body>` and the timestamp is of these minutes. */
export async function isSignedBySlack(options: {
  signingSecret: string;
  rawBody: Uint8Array;
  signature: string | undefined;
  timestamp: string | undefined;
  nowMs: number;
}): Promise<boolean> {
  const { signature = '', timestamp = '' } = options;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(options.nowMs / 1000 - Number(timestamp)) > toleranceS) return false;
  const encoder = new TextEncoder();
  const prefix = encoder.encode(`v0:${timestamp}:`);
  const signed = new Uint8Array(prefix.length + options.rawBody.length);
  signed.set(prefix);
  signed.set(options.rawBody, prefix.length);
  const digest = await hmacSha256(encoder.encode(options.signingSecret), signed);
  const expected = `v0=${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return equalInConstantTime(signature, expected);
}
