import { type Dissection, pushLayer } from './dissection.ts';
import { createTlsParser, createTlsSession } from './tls-messages.ts';

/** Methods that carry TLS: EAP-TLS, TTLS, PEAP, FAST, TEAP. */
const tlsMethods = new Set([13, 21, 25, 43, 55]);
const maxMessageBytes = 65_536;
const maxConversations = 1_024;

/** Unfinished TLS messages by sender; kept for the whole capture. */
export interface EapFragments {
  /** The whole message with its last fragment, else undefined. */
  add(key: string, bytes: Uint8Array, hasMore: boolean): Uint8Array | undefined;
}

export function createEapFragments(): EapFragments {
  const pending = new Map<string, Uint8Array>();

  return {
    add(key, bytes, hasMore) {
      const before = pending.get(key) ?? new Uint8Array(0);
      pending.delete(key);
      const whole = new Uint8Array(before.length + bytes.length);
      whole.set(before);
      whole.set(bytes, before.length);
      if (!hasMore) return whole;
      if (whole.length > maxMessageBytes) return undefined;
      if (pending.size >= maxConversations) pending.delete(pending.keys().next().value!);
      pending.set(key, whole);
      return undefined;
    },
  };
}

/** IEEE 802.1X: only its EAP packets have a layer above. */
export function readEapol(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'eapol') || start + 4 > end) return;
  if (bytes[start + 1] === 0) readEap(dissection, start + 4, Math.min(end, start + 4 + view.getUint16(start + 2)));
}

/** RFC 3748, and RFC 5216 for the fragments of TLS in it. */
function readEap(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'eap') || start + 6 > end) return;
  const code = bytes[start]!;
  const packetEnd = Math.min(end, start + view.getUint16(start + 2));
  if ((code !== 1 && code !== 2) || !tlsMethods.has(bytes[start + 4]!)) return;
  const flags = bytes[start + 5]!;
  const payload = start + 6 + ((flags & 0x80) !== 0 ? 4 : 0);
  if (payload >= packetEnd) return;
  const sender = dissection.source ?? addressOf(dissection);
  const key = `${sender} ${code} ${bytes[start + 4]}`;
  const message = dissection.capture.eap.add(key, bytes.subarray(payload, packetEnd), (flags & 0x40) !== 0);
  if (!message || !pushLayer(dissection, 'tls')) return;
  const parse = createTlsParser(createTlsSession());
  parse(dissection, { bytes: message, side: code === 1 ? 'server' : 'client', canWait: false, isLast: false });
}

function addressOf({ frame, linkAddressesAt }: Dissection): string {
  return linkAddressesAt === undefined
    ? ''
    : Buffer.from(frame.subarray(linkAddressesAt, linkAddressesAt + 12)).toString('hex');
}
