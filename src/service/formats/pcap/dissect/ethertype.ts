import { type Dissection, formatIpv4, formatMac, pushLayer } from './dissection.ts';
import { readEapol } from './eap.ts';
import { readEthernet } from './link.ts';
import { readMpls } from './mpls.ts';
import { readIp, readIpv4, readIpv6 } from './network.ts';
import { readPpp } from './ppp.ts';

/** EtherTypes as IANA assigns them. */
export function readEthertype(dissection: Dissection, type: number, start: number, end: number): void {
  switch (type) {
    case 0x0800:
      return readIpv4(dissection, start, end);
    case 0x86dd:
      return readIpv6(dissection, start, end);
    case 0x0806:
    case 0x8035:
      return readArp(dissection, start, end);
    case 0x8100:
    case 0x9100:
    case 0x9200:
      return readVlan(dissection, 'vlan', start, end);
    case 0x88a8:
      return readVlan(dissection, 'ieee8021ad', start, end);
    case 0x8847:
    case 0x8848:
      return readMpls(dissection, start, end);
    case 0x8864:
      return readPppoe(dissection, start, end);
    case 0x6558:
      return readEthernet(dissection, start, end);
    case 0x880b:
      if (pushLayer(dissection, 'ppp')) readPpp(dissection, start, end);
      return;
    case 0x8870:
      return readLlc(dissection, start, end);
    case 0x8926:
      return readTagged(dissection, 'vntag', start, end, 4);
    case 0x892f:
      return readTagged(dissection, 'hsr', start, end, 4);
    case 0x893f:
      return readTagged(dissection, 'etag', start, end, 6);
    case 0x88e7:
      // Provider backbone: an instance of four bytes, the customer's addresses, then what they sent.
      return readTagged(dissection, 'ieee8021ah', start, end, 16);
    case 0x22f3:
      return readTrill(dissection, start, end);
    case 0x8903:
      // Cisco FabricPath: a tag of two bytes, then the frame it carries.
      if (pushLayer(dissection, 'cfp')) readEthernet(dissection, start + 2, end);
      return;
    case 0x894f:
      return readNsh(dissection, start, end);
    case 0x88e5:
      pushLayer(dissection, 'macsec');
      return;
    case 0x88cc:
      pushLayer(dissection, 'lldp');
      return;
    case 0x888e:
      return readEapol(dissection, start, end);
  }
}

/** IEEE 802.2; SNAP carries an EtherType, SAP 06 and 42 are IP and spanning tree. */
export function readLlc(dissection: Dissection, start: number, end: number): void {
  const { bytes } = dissection;
  if (!pushLayer(dissection, 'llc') || start + 3 > end) return;
  const sap = bytes[start]!;
  const control = bytes[start + 2]!;
  const payload = start + ((control & 3) === 3 ? 3 : 4);
  if (sap === 0x06) readIp(dissection, payload, end);
  else if (sap === 0x42) pushLayer(dissection, 'stp');
  else if (sap === 0xaa) readSnap(dissection, payload, end);
}

/** The organisation behind an LLC or frame relay header says whose types are meant (RFC 1042, RFC 2427, RFC 2684). */
export function readSnap(dissection: Dissection, start: number, end: number): void {
  if (start + 5 > end) return;
  const { bytes, view } = dissection;
  const organisation = (bytes[start]! << 16) | view.getUint16(start + 1);
  const type = view.getUint16(start + 3);
  if (organisation === 0 || organisation === 0x0000f8) readEthertype(dissection, type, start + 5, end);
  else if (organisation === 0x0080c2) readBridged(dissection, type, start + 5, end);
}

/** Bridged frames. ATM puts two bytes of padding before an Ethernet frame (RFC 2684), frame relay none (RFC 2427). */
function readBridged(dissection: Dissection, type: number, start: number, end: number): void {
  const paddingBytes = dissection.layers[0] === 'fr' ? 0 : 2;
  if (type === 1 || type === 7) readEthernet(dissection, start + paddingBytes, end);
  else if (type === 14) pushLayer(dissection, 'stp');
}

function readVlan(dissection: Dissection, name: string, start: number, end: number): void {
  if (!pushLayer(dissection, name) || start + 4 > end) return;
  const type = dissection.view.getUint16(start + 2);
  if (type >= 0x0600) readEthertype(dissection, type, start + 4, end);
  else if (type > 0) readLlc(dissection, start + 4, Math.min(end, start + 4 + type));
}

/** A tag of a fixed size before the EtherType of what it is put before. */
function readTagged(dissection: Dissection, name: string, start: number, end: number, tagBytes: number): void {
  if (!pushLayer(dissection, name) || start + tagBytes + 2 > end) return;
  readEthertype(dissection, dissection.view.getUint16(start + tagBytes), start + tagBytes + 2, end);
}

/** RFC 6325: six bytes and options in words of four, then an Ethernet frame. */
function readTrill(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'trill') || start + 6 > end) return;
  const optionWords = (dissection.view.getUint16(start) >> 6) & 0x1f;
  readEthernet(dissection, start + 6 + optionWords * 4, end);
}

function readArp(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'arp') || start + 28 > end) return;
  if (bytes[start + 4] !== 6 || bytes[start + 5] !== 4) return;
  const operation = view.getUint16(start + 6);
  const senderMac = formatMac(bytes, start + 8);
  const senderIp = formatIpv4(bytes, start + 14);
  const targetIp = formatIpv4(bytes, start + 24);
  if (operation !== 1 && operation !== 2) return;
  dissection.source = senderIp;
  dissection.destination = targetIp;
  dissection.notes.push({
    kind: 'arp',
    operation: operation === 1 ? 'request' : 'reply',
    senderIp,
    senderMac,
    targetIp,
  });
  dissection.info = operation === 1 ? `who has ${targetIp}? tell ${senderIp}` : `${senderIp} is at ${senderMac}`;
}

function readPppoe(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'pppoes') || start + 6 > end || dissection.bytes[start + 1] !== 0) return;
  const length = dissection.view.getUint16(start + 4);
  if (pushLayer(dissection, 'ppp')) readPpp(dissection, start + 6, Math.min(end, start + 6 + length));
}

/** Network Service Header (RFC 8300). */
export function readNsh(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'nsh') || start + 8 > end) return;
  const headerBytes = (view.getUint16(start) & 0x3f) * 4;
  const payload = start + Math.max(headerBytes, 8);
  if (bytes[start + 3] === 1) readIpv4(dissection, payload, end);
  else if (bytes[start + 3] === 2) readIpv6(dissection, payload, end);
  else if (bytes[start + 3] === 3) readEthernet(dissection, payload, end);
  else if (bytes[start + 3] === 5) readMpls(dissection, payload, end);
}
