import { type Dissection, formatMac, type LayerReader, pushLayer } from './dissection.ts';
import { readEthertype, readLlc, readSnap } from './ethertype.ts';
import { readHciH4, readHciH4WithDirection } from './hci.ts';
import { readFddi, readTokenRing, wrapperReaders } from './link-wrappers.ts';
import { readIp, readIpv4, readIpv6 } from './network.ts';
import { readPpp } from './ppp.ts';
import { readRadiotap, readWlan } from './wlan.ts';

/** By LINKTYPE_ of tcpdump.org/linktypes.html. A type without a reader is counted and printed as bytes. */
const linkReaders: Record<number, LayerReader> = {
  0: readNull,
  1: readEthernet,
  6: readTokenRing,
  7: (dissection, start, end) => readArcnet(dissection, start, end, 2),
  9: readPppLink,
  10: readFddi,
  11: readRfc1483,
  12: readRaw,
  14: readRaw,
  50: readPppHdlc,
  51: readPppoeLink,
  100: readRfc1483,
  101: readRaw,
  104: readChdlc,
  105: readWlan,
  106: readClip,
  107: readFrameRelay,
  108: readNull,
  109: readEnc,
  113: readSll,
  119: readPrism,
  163: readPrism,
  127: readRadiotap,
  // Linux puts two bytes of offset before the protocol.
  129: (dissection, start, end) => readArcnet(dissection, start, end, 4),
  187: readHciH4,
  201: readHciH4WithDirection,
  228: readRawIpv4,
  229: readRawIpv6,
  276: readSll2,
};

export function readLink(
  dissection: Dissection,
  linkType: number,
  start = 0,
  end: number = dissection.bytes.length,
): void {
  const reader = linkReaders[linkType] ?? wrapperReaders[linkType];
  if (reader) reader(dissection, start, end);
}

export function readEthernet(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'eth') || start + 14 > end) return;
  if (bytes === dissection.frame) dissection.linkAddressesAt = start;
  const typeOrLength = view.getUint16(start + 12);
  if (typeOrLength >= 0x0600) {
    readEthertype(dissection, typeOrLength, start + 14, end);
    return;
  }
  // Raw Novell 802.3 frames start with ffff where LLC would have its SAPs.
  if (start + 16 <= end && view.getUint16(start + 14) === 0xffff) return;
  const lengthEnd = start + 14 + typeOrLength;
  readLlc(dissection, start + 14, typeOrLength > 0 ? Math.min(end, lengthEnd) : end);
}

function readNull(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'null') || start + 4 > end) return;
  const { view } = dissection;
  const first = view.getUint32(start);
  // The family is in the byte order of the machine that captured; the small reading is the right one.
  const family = first > 0xffff ? view.getUint32(start, true) : first;
  // Some drivers put an Ethernet type or PPP bytes where the family belongs.
  if (family === 2 || [10, 24, 28, 30].includes(family)) readIp(dissection, start + 4, end);
  else if (view.getUint16(start) === 0xff03) readPpp(dissection, start + 2, end);
  else if (family >= 0x0600 && family <= 0xffff) readEthertype(dissection, family, start + 4, end);
}

function readRaw(dissection: Dissection, start: number, end: number): void {
  if (pushLayer(dissection, 'raw')) readIp(dissection, start, end);
}

function readRawIpv4(dissection: Dissection, start: number, end: number): void {
  if (dissection.bytes[start]! >> 4 === 4) readIpv4(dissection, start, end);
}

function readRawIpv6(dissection: Dissection, start: number, end: number): void {
  if (dissection.bytes[start]! >> 4 === 6) readIpv6(dissection, start, end);
}

function readEnc(dissection: Dissection, start: number, end: number): void {
  if (pushLayer(dissection, 'enc')) readIp(dissection, start + 12, end);
}

export function readPppLink(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'ppp')) return;
  if (start + 2 > end) return;
  if (isChdlcAddress(dissection.bytes[start]!)) return readChdlc(dissection, start, end);
  const hasAddress = dissection.view.getUint16(start) === 0xff03;
  readPpp(dissection, hasAddress ? start + 2 : start, end);
}

function readPppHdlc(dissection: Dissection, start: number, end: number): void {
  if (start + 2 > end) return;
  const first = dissection.view.getUint16(start);
  if (isChdlcAddress(dissection.bytes[start]!)) readChdlc(dissection, start, end);
  else if (pushLayer(dissection, 'ppp')) readPpp(dissection, first === 0xff03 ? start + 2 : start, end);
}

/** Cisco's HDLC, unicast or broadcast, where PPP has the address of all stations. */
function isChdlcAddress(address: number): boolean {
  return address === 0x0f || address === 0x8f;
}

function readPppoeLink(dissection: Dissection, start: number, end: number): void {
  readEthertype(dissection, 0x8864, start, end);
}

export function readChdlc(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'chdlc') || start + 4 > end) return;
  const type = dissection.view.getUint16(start + 2);
  // Where Ethernet has reverse ARP, Cisco's serial lines have their own keep-alive.
  if (type === 0x8035) pushLayer(dissection, 'slarp');
  else readEthertype(dissection, type, start + 4, end);
}

export function readFrameRelay(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'fr')) return;
  const { bytes, view } = dissection;
  let at = start;
  // Address octets go on until one has its extension bit set (ITU-T Q.922).
  while (at < end && (bytes[at]! & 1) === 0) at++;
  at++;
  if (at + 2 > end) return;
  if (bytes[at] !== 0x03) {
    readEthertype(dissection, view.getUint16(at), at + 2, end);
    return;
  }
  at++;
  if (bytes[at] === 0) at++;
  const nlpid = bytes[at];
  if (nlpid === 0xcc || nlpid === 0x8e) readIp(dissection, at + 1, end);
  else if (nlpid === 0x80 && at + 6 <= end) readSnap(dissection, at + 1, end);
  else if (nlpid === 0xcf) pushLayer(dissection, 'ppp') && readPpp(dissection, at + 1, end);
}

/** RFC 1201: behind the protocol a split flag and a sequence number follow, longer when the flag is 0xff. */
function readArcnet(dissection: Dissection, start: number, end: number, addressBytes: number): void {
  const at = start + addressBytes;
  if (!pushLayer(dissection, 'arcnet') || at + 4 > end) return;
  const protocol = dissection.bytes[at];
  const payload = at + (dissection.bytes[at + 1] === 0xff ? 8 : 4);
  if (protocol === 0xd4) readIpv4(dissection, payload, end);
  else if (protocol === 0xd5) readEthertype(dissection, 0x0806, payload, end);
  else if (protocol === 0xc4) readIpv6(dissection, payload, end);
  // RFC 1051 has neither flag nor sequence.
  else if (protocol === 0xf0) readIpv4(dissection, at + 1, end);
}

function readRfc1483(dissection: Dissection, start: number, end: number): void {
  readLlc(dissection, start, end);
}

function readClip(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'clip') || start + 2 > end) return;
  if (dissection.view.getUint16(start) === 0xaaaa) readLlc(dissection, start, end);
  else readIpv4(dissection, start, end);
}

function readSll(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'sll') || start + 16 > end) return;
  if (dissection.view.getUint16(start + 4) === 6) dissection.source = formatMac(dissection.bytes, start + 6);
  readSllProtocol(
    dissection,
    dissection.view.getUint16(start + 2),
    dissection.view.getUint16(start + 14),
    start + 16,
    end,
  );
}

function readSll2(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'sll') || start + 20 > end) return;
  readSllProtocol(dissection, dissection.view.getUint16(start + 8), dissection.view.getUint16(start), start + 20, end);
}

function readSllProtocol(dissection: Dissection, hardware: number, protocol: number, start: number, end: number): void {
  // ARPHRD_NETLINK and ARPHRD_IEEE80211_RADIOTAP say by themselves what follows.
  if (hardware === 824) return;
  if (hardware === 803) readRadiotap(dissection, start, end);
  else if (hardware === 778) readEthertype(dissection, protocol, start, end);
  else if (protocol === 0x0001) return;
  else if (protocol === 0x0003) readEthernet(dissection, start, end);
  else if (protocol === 0x0004) readLlc(dissection, start, end);
  else if (protocol === 0x0007) readPppHdlc(dissection, start, end);
  else if (protocol >= 0x0600) readEthertype(dissection, protocol, start, end);
}

function readPrism(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'prism') || start + 8 > end) return;
  const isAvs = (dissection.view.getUint32(start) & 0xfffff000) >>> 0 === 0x80211000;
  const length = isAvs ? dissection.view.getUint32(start + 4) : dissection.view.getUint32(start + 4, true);
  readWlan(dissection, start + Math.min(length, end - start), end);
}
