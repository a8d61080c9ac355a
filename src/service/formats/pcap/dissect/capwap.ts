import { type Dissection, pushLayer } from './dissection.ts';
import { readEthernet } from './link.ts';
import { readWlan } from './wlan.ts';

/** CAPWAP data (RFC 5415, section 4.3): a frame of the access point's own link, 802.11 or Ethernet. */
export function readCapwapData(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'capwap.data') || start + 8 > end) return;
  // A preamble of type 1 announces DTLS.
  if ((bytes[start]! & 15) !== 0) return;
  const flags = view.getUint32(start);
  const payload = start + ((flags >>> 19) & 0x1f) * 4;
  const bindingId = (flags >>> 9) & 0x1f;
  const isNative = (flags & 0x100) !== 0;
  const isFragment = (flags & 0x80) !== 0;
  const isKeepAlive = (flags & 0x08) !== 0;
  if (isFragment || isKeepAlive || payload >= end) return;
  if (!isNative) return readEthernet(dissection, payload, end);
  if (bindingId === 1) readSwappedWlan(dissection, payload, end);
}

/** Access points send the two bytes of frame control in the other order; a first byte with a version in it tells. */
function readSwappedWlan(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  const isSwapped = start + 2 <= end && (bytes[start + 1]! & 3) === 0;
  if (!isSwapped) return readWlan(dissection, start, end);
  const copy = new Uint8Array(bytes.subarray(start, end));
  copy[0] = bytes[start + 1]!;
  copy[1] = bytes[start]!;
  dissection.bytes = copy;
  dissection.view = new DataView(copy.buffer);
  readWlan(dissection, 0, copy.length);
  dissection.bytes = bytes;
  dissection.view = view;
}
