import { type Dissection, pushLayer } from './dissection.ts';
import { readEthertype, readNsh } from './ethertype.ts';
import { readEthernet, readFrameRelay, readPppLink } from './link.ts';
import { readIp, readIpv4 } from './network.ts';
import { readPpp } from './ppp.ts';
import { readWlan } from './wlan.ts';

/** Generic Routing Encapsulation (RFC 2784, 2890, 2637) with ERSPAN inside. */
export function readGre(dissection: Dissection, start: number, end: number): void {
  const { view } = dissection;
  if (!pushLayer(dissection, 'gre') || start + 4 > end) return;
  const flags = view.getUint16(start);
  const type = view.getUint16(start + 2);
  const version = flags & 7;
  const hasSequence = (flags & 0x1000) !== 0;
  let payload = start + 4;
  if ((flags & 0xc000) !== 0) payload += 4;
  if ((flags & 0x2000) !== 0) payload += 4;
  if (hasSequence) payload += 4;
  if (version === 1 && (flags & 0x0080) !== 0) payload += 4;
  if ((flags & 0x4000) !== 0) payload = skipRouting(dissection, payload, end);
  if (payload >= end) return;
  if (type === 0x88be) readErspan(dissection, hasSequence, payload, end);
  else if (type === 0x22eb) readErspan(dissection, true, payload, end);
  else if (type === 0x883e) readWccp(dissection, payload, end);
  else if (type === 0x6559) readFrameRelay(dissection, payload, end);
  // Aruba's access points number their own frames.
  else if ((type & 0xfe0f) === 0x8200) readWlan(dissection, payload, end);
  else if (type === 0x6400) readEthernet(dissection, payload, end);
  else if (type === 0x8881 || type === 0x88d2) readPppLink(dissection, payload, end);
  else readEthertype(dissection, type, payload, end);
}

/** Cisco's redirection: four bytes before the packet from version 2 on. */
function readWccp(dissection: Dissection, start: number, end: number): void {
  const isPacket = start < end && dissection.bytes[start]! >> 4 === 4;
  readIpv4(dissection, isPacket ? start : start + 4, end);
}

export function readIpInIp(dissection: Dissection, start: number, end: number): void {
  readIpv4(dissection, start, end);
}

/** RFC 3378: two bytes of version, then a frame. */
export function readEtherIp(dissection: Dissection, start: number, end: number): void {
  if (pushLayer(dissection, 'etherip')) readEthernet(dissection, start + 2, end);
}

/** RFC 7761: a register message carries the packet it announces. */
export function readPim(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'pim') || start + 8 > end) return;
  const isRegister = dissection.bytes[start] === 0x21;
  if (isRegister) readIp(dissection, start + 8, end);
}

/** TaZmen Sniffer Protocol: tagged fields up to an end mark, then a frame of the named link. */
export function readTzsp(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'tzsp') || start + 5 > end) return;
  let at = start + 4;
  while (at < end && bytes[at] !== 1) at += bytes[at] === 0 ? 1 : 2 + (bytes[at + 1] ?? end);
  const link = view.getUint16(start + 2);
  if (at >= end) return;
  if (link === 1) readEthernet(dissection, at + 1, end);
  else if (link === 18) readWlan(dissection, at + 1, end);
}

/** VXLAN (RFC 7348). */
export function readVxlan(dissection: Dissection, start: number, end: number): void {
  if (pushLayer(dissection, 'vxlan') && start + 8 <= end) readEthernet(dissection, start + 8, end);
}

/** VXLAN-GPE: the fourth byte names what follows. */
export function readVxlanGpe(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'vxlan') || start + 8 > end) return;
  const next = dissection.bytes[start + 3];
  if (next === 1 || next === 2) readIp(dissection, start + 8, end);
  else if (next === 3) readEthernet(dissection, start + 8, end);
  else if (next === 4) readNsh(dissection, start + 8, end);
}

/** Geneve (RFC 8926). */
export function readGeneve(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'geneve') || start + 8 > end) return;
  readEthertype(dissection, view.getUint16(start + 2), start + 8 + (bytes[start]! & 0x3f) * 4, end);
}

/** L2TP version 2 data messages carry PPP (RFC 2661). */
export function readL2tp(dissection: Dissection, start: number, end: number): void {
  const { view } = dissection;
  if (!pushLayer(dissection, 'l2tp') || start + 6 > end) return;
  const flags = view.getUint16(start);
  const isControl = (flags & 0x8000) !== 0;
  if (isControl || (flags & 15) !== 2) return;
  let payload = start + 6 + ((flags & 0x4000) !== 0 ? 2 : 0) + ((flags & 0x0800) !== 0 ? 4 : 0);
  if ((flags & 0x0200) !== 0 && payload + 2 <= end) payload += 2 + view.getUint16(payload);
  if (payload + 2 > end || !pushLayer(dissection, 'ppp')) return;
  readPpp(dissection, view.getUint16(payload) === 0xff03 ? payload + 2 : payload, end);
}

/** LISP data (RFC 9300): an IP packet behind eight bytes. */
export function readLispData(dissection: Dissection, start: number, end: number): void {
  if (pushLayer(dissection, 'lisp-data') && start + 8 < end) readIp(dissection, start + 8, end);
}

/** GTP-U (3GPP TS 29.281): message 255 carries an IP packet. */
export function readGtpUser(dissection: Dissection, start: number, end: number): void {
  const { bytes } = dissection;
  if (!pushLayer(dissection, 'gtp') || start + 8 > end) return;
  const flags = bytes[start]!;
  if (bytes[start + 1] !== 255 || flags >> 5 !== 1) return;
  let payload = start + 8;
  if ((flags & 7) !== 0) {
    let next = bytes[payload + 3];
    payload += 4;
    while ((flags & 4) !== 0 && next && payload < end) {
      const lengthBytes = bytes[payload]! * 4;
      if (lengthBytes === 0) return;
      next = bytes[payload + lengthBytes - 1];
      payload += lengthBytes;
    }
  }
  readIp(dissection, payload, end);
}

/** Teredo (RFC 4380): an IPv6 packet, behind an authentication or the origin's address where there are such. */
export function readTeredo(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'teredo')) return;
  let at = start;
  if (at + 4 <= end && view.getUint16(at) === 1) at += 13 + bytes[at + 2]! + bytes[at + 3]!;
  if (at + 8 <= end && view.getUint16(at) === 0) at += 8;
  if (at < end && bytes[at]! >> 4 === 6) readIp(dissection, at, end);
}

/** Type I has no header at all, II eight bytes, III twelve and an optional eight. */
function readErspan(dissection: Dissection, hasHeader: boolean, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'erspan') || start + 12 > end) return;
  if (!hasHeader) return readEthernet(dissection, start, end);
  const version = bytes[start]! >> 4;
  if (version === 1) return readEthernet(dissection, start + 8, end);
  if (version !== 2) return;
  const flags = view.getUint16(start + 10);
  const payload = start + 12 + ((flags & 1) !== 0 ? 8 : 0);
  const frameType = (flags >> 10) & 0x1f;
  if (frameType === 0) readEthernet(dissection, payload, end);
  else if (frameType === 2) readIp(dissection, payload, end);
}

function skipRouting(dissection: Dissection, start: number, end: number): number {
  let at = start;
  while (at + 4 <= end) {
    const lengthBytes = dissection.bytes[at + 3]!;
    at += 4 + lengthBytes;
    if (lengthBytes === 0) return at;
  }
  return end;
}
