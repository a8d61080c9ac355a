import { type CreateHmac, equalInConstantTime } from '../intake/proof.ts';

const encoder = new TextEncoder();

/** Slack's signature stays valid for so long, in both directions. */
const toleranceS = 300;

/** Whether `v0=<hex>` is the HMAC-SHA256 of `v0:<timestamp>:<raw body>` and the timestamp is of these minutes. */
export function isSignedBySlack(options: {
  createHmac: CreateHmac;
  signingSecret: string;
  rawBody: Uint8Array;
  signature: string | undefined;
  timestamp: string | undefined;
  nowMs: number;
}): boolean {
  const { signature = '', timestamp = '' } = options;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(options.nowMs / 1000 - Number(timestamp)) > toleranceS) return false;
  const mac = options.createHmac('sha256', encoder.encode(options.signingSecret));
  const expected = `v0=${mac
    .update(encoder.encode(`v0:${timestamp}:`))
    .update(options.rawBody)
    .digest('hex')}`;
  return equalInConstantTime(signature, expected);
}
