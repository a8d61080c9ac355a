import { type Dissection, formatMac, pushLayer } from './dissection.ts';
import { readLlc } from './ethertype.ts';

export function readRadiotap(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'radiotap') || start + 4 > end) return;
  const length = dissection.view.getUint16(start + 2, true);
  if (start + length <= end) readWlan(dissection, start + length, end);
}

/** IEEE 802.11 MAC header; only unprotected data frames have layers above. */
export function readWlan(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'wlan') || start + 24 > end) return;
  const control = view.getUint16(start, true);
  const type = (control >> 2) & 3;
  const subtype = (control >> 4) & 15;
  dissection.destination = formatMac(bytes, start + 4);
  dissection.source = formatMac(bytes, start + 10);
  const hasData = type === 2 && (subtype & 4) === 0;
  const isProtected = (control & 0x4000) !== 0;
  if (!hasData || isProtected) return;
  const isFourAddress = (control & 0x0300) === 0x0300;
  const isQos = (subtype & 8) !== 0;
  const hasHighThroughput = isQos && (control & 0x8000) !== 0;
  const headerBytes = 24 + (isFourAddress ? 6 : 0) + (isQos ? 2 : 0) + (hasHighThroughput ? 4 : 0);
  const payload = start + headerBytes;
  if (payload + 8 <= end && bytes[payload] === 0xaa) readLlc(dissection, payload, end);
}
