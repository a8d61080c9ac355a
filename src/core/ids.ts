import type { Clock } from './clock.ts';

/** UUIDv7 (RFC 9562), lower case: sorts by time of making. */
export function newId(clock: Clock): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setUint32(0, Math.floor(clock.now() / 0x10000));
  new DataView(bytes.buffer).setUint16(4, clock.now() % 0x10000);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
