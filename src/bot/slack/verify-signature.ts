import { bytesToHex } from '@noble/hashes/utils.js';
import { equalInConstantTime, hmacSha256 } from '../intake/proof.ts';

/** Slack's signature stays valid for so long, in both directions. */
const toleranceS = 300;

/** Whether `v0=<hex>` is the HMAC-SHA256 of `v0:<timestamp>:<raw body>` and the timestamp is of these minutes. */
export function isSignedBySlack(options: {
  signingSecret: string;
  rawBody: Uint8Array;
  signature: string | undefined;
  timestamp: string | undefined;
  nowMs: number;
}): boolean {
  const { signature = '', timestamp = '' } = options;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(options.nowMs / 1000 - Number(timestamp)) > toleranceS) return false;
  const encoder = new TextEncoder();
  const digest = hmacSha256(encoder.encode(options.signingSecret), encoder.encode(`v0:${timestamp}:`), options.rawBody);
  const expected = `v0=${bytesToHex(digest)}`;
  return equalInConstantTime(signature, expected);
}
