import type { Dissection } from './dissection.ts';
import { readEthernet } from './link.ts';
import { readMpls } from './mpls.ts';
import { readIpv4, readIpv6 } from './network.ts';

/** The protocol field of PPP (RFC 1661), one byte where compressed, and what it announces. */
export function readPpp(dissection: Dissection, start: number, end: number): void {
  if (start + 2 > end) return;
  const isCompressed = (dissection.bytes[start]! & 1) === 1;
  const protocol = isCompressed ? dissection.bytes[start]! : dissection.view.getUint16(start);
  const payload = start + (isCompressed ? 1 : 2);
  if (protocol === 0x0021) readIpv4(dissection, payload, end);
  else if (protocol === 0x0057) readIpv6(dissection, payload, end);
  // Bridging (RFC 3518): flags and the kind of frame come first.
  else if (protocol === 0x0031 && dissection.bytes[payload + 1] === 1) readEthernet(dissection, payload + 2, end);
  else if (protocol === 0x0281 || protocol === 0x0283) readMpls(dissection, payload, end);
}
