import { bytesToHex } from '@noble/hashes/utils.js';
import type { Clock } from './clock.ts';

const idBytes = 16;
/** Drawn for many ids at once: each call for random bytes costs more than an id. */
const drawn = new Uint8Array(256 * idBytes);
let usedBytes = drawn.length;

function randomBytes(): Uint8Array<ArrayBuffer> {
  if (usedBytes === drawn.length) {
    crypto.getRandomValues(drawn);
    usedBytes = 0;
  }
  usedBytes += idBytes;
  return drawn.slice(usedBytes - idBytes, usedBytes);
}

/** UUIDv7 (RFC 9562), lower case: sorts by time of making. */
export function newId(clock: Clock): string {
  const bytes = randomBytes();
  new DataView(bytes.buffer).setUint32(0, Math.floor(clock.now() / 0x10000));
  new DataView(bytes.buffer).setUint16(4, clock.now() % 0x10000);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytesToHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
