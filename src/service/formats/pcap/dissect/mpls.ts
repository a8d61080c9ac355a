import { type Dissection, pushLayer } from './dissection.ts';
import { readEthernet } from './link.ts';
import { readIpv4, readIpv6 } from './network.ts';

/** MPLS label stack (RFC 3032). The payload has no type: its first nibble tells. */
export function readMpls(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  let at = start;
  for (let isBottom = false; !isBottom; at += 4) {
    if (!pushLayer(dissection, 'mpls') || at + 4 > end) return;
    isBottom = (view.getUint32(at) & 0x100) !== 0;
  }
  if (at >= end) return;
  const nibble = bytes[at]! >> 4;
  if (nibble === 4) readIpv4(dissection, at, end);
  else if (nibble === 6) readIpv6(dissection, at, end);
  // A pseudowire's control word (RFC 4385) starts with a zero nibble; without one the Ethernet frame starts here.
  else if (nibble === 0 && at + 4 < end && view.getUint32(at) === 0) readEthernet(dissection, at + 4, end);
}
