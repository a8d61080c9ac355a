import { type Dissection, formatMac, type LayerReader, pushLayer } from './dissection.ts';
import { readEthertype, readLlc } from './ethertype.ts';
import { readChdlc, readEthernet, readFrameRelay, readLink, readPppLink } from './link.ts';
import { readIpv4, readIpv6 } from './network.ts';
import { readPpp } from './ppp.ts';

/** Link types that put a header of the capturing system before another link's frame, by LINKTYPE_ number. */
export const wrapperReaders: Record<number, LayerReader> = {
  117: readPflog,
  122: readIpOverFibreChannel,
  123: readSunAtm,
  138: readFirewire,
  143: readDocsis,
  166: (dissection, start, end) => pushLayer(dissection, 'ppp') && readPpp(dissection, start + 2, end),
  178: juniper(readEthernet),
  179: juniper((dissection, start, end) => pushLayer(dissection, 'ppp') && readPpp(dissection, start, end)),
  180: juniper(readFrameRelay),
  181: juniper(readChdlc),
  192: readPpi,
  197: readErf,
  204: behindDirection(readPppLink),
  205: behindDirection(readChdlc),
  206: behindDirection(readFrameRelay),
  226: readIpnet,
  239: readNflog,
  242: readIpOverInfiniband,
  258: readPktap,
  274: (dissection, start, end) => readEthernet(dissection, start + 8, end),
};

/** Address families of IP as Linux, BSDs, macOS and Solaris number them. */
function readFamily(dissection: Dissection, family: number, start: number, end: number): void {
  if (family === 2) readIpv4(dissection, start, end);
  else if ([10, 24, 26, 28, 30].includes(family)) readIpv6(dissection, start, end);
}

function behindDirection(read: LayerReader): LayerReader {
  return (dissection, start, end) => read(dissection, start + 1, end);
}

/** OpenBSD's packet filter log: its length, then the family. */
function readPflog(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'pflog') || start + 2 > end) return;
  const { bytes } = dissection;
  readFamily(dissection, bytes[start + 1]!, start + ((bytes[start]! + 3) & ~3), end);
}

/** RFC 2625: two addresses of eight bytes, then LLC. */
function readIpOverFibreChannel(dissection: Dissection, start: number, end: number): void {
  if (pushLayer(dissection, 'ipfc') && start + 16 <= end) readLlc(dissection, start + 16, end);
}

function readSunAtm(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'atm') || start + 4 > end) return;
  const traffic = dissection.bytes[start]! & 15;
  if (traffic === 2) readLlc(dissection, start + 4, end);
  // LAN emulation has a client's number of two bytes before its frame.
  else if (traffic === 1) readEthernet(dissection, start + 6, end);
}

/** Apple's IP over IEEE 1394: two addresses of eight bytes and an EtherType. */
function readFirewire(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'ap1394') || start + 18 > end) return;
  readEthertype(dissection, dissection.view.getUint16(start + 16), start + 18, end);
}

/** Packet data behind the MAC header with its extension, if there is one. */
function readDocsis(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'docsis') || start + 6 > end) return;
  const [control = 0, extensionBytes = 0] = dissection.bytes.subarray(start, start + 2);
  const hasExtension = (control & 1) === 1;
  if (control >> 6 === 0) readEthernet(dissection, start + 6 + (hasExtension ? extensionBytes : 0), end);
}

/** A magic of three bytes, flags, and an extension where the flags announce one. */
function juniper(read: LayerReader): LayerReader {
  return (dissection, start, end) => {
    const { bytes, view } = dissection;
    if (!pushLayer(dissection, 'juniper') || start + 6 > end) return;
    if (bytes[start] !== 0x4d || bytes[start + 1] !== 0x47 || bytes[start + 2] !== 0x43) return;
    const flags = bytes[start + 3]!;
    const payload = start + 4 + ((flags & 0x80) !== 0 ? 2 + view.getUint16(start + 4) : 0);
    // Without a layer 2 header four bytes name the protocol.
    if ((flags & 0x02) === 0) read(dissection, payload, end);
    else if (payload + 4 <= end) readFamily(dissection, bytes[payload] === 6 ? 10 : bytes[payload]!, payload + 4, end);
  };
}

/** CACE's per-packet information, before a frame of the link type it names. */
function readPpi(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'ppi') || start + 8 > end) return;
  const { view } = dissection;
  readWithin(dissection, view.getUint32(start + 4, true), start + view.getUint16(start + 2, true), end);
}

/** Apple's, with the name of the interface. */
function readPktap(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'pktap') || start + 12 > end) return;
  const { view } = dissection;
  readWithin(dissection, view.getUint32(start + 8, true), start + view.getUint32(start, true), end);
}

function readWithin(dissection: Dissection, linkType: number, start: number, end: number): void {
  // A wrapper names a real link, not a wrapper again.
  if (start < end && wrapperReaders[linkType] === undefined) readLink(dissection, linkType, start, end);
}

/** Endace's record: time stamp, type, flags, extension headers, then what the type says. */
function readErf(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'erf') || start + 16 > end) return;
  const { bytes } = dissection;
  let at = start + 16;
  const type = bytes[start + 8]! & 0x7f;
  for (let hasMore = bytes[start + 8]! >= 0x80; hasMore && at + 8 <= end; at += 8) hasMore = bytes[at]! >= 0x80;
  const isEthernet = type === 2 || type === 11 || type === 16 || type === 20;
  if (isEthernet) readEthernet(dissection, at + 2, end);
  else if (type === 22) readIpv4(dissection, at, end);
  else if (type === 23) readIpv6(dissection, at, end);
  else if (type === 1) readPppLink(dissection, at, end);
}

/** Solaris: version, family, and 22 more bytes. */
function readIpnet(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'ipnet') || start + 24 > end) return;
  readFamily(dissection, dissection.bytes[start + 1]!, start + 24, end);
}

/** Netfilter's log: attributes in the byte order of the host, one of them the packet. */
function readNflog(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'nflog') || start + 4 > end) return;
  const { bytes, view } = dissection;
  for (let at = start + 4; at + 4 <= end; ) {
    const isLittleEndian = view.getUint16(at, true) <= view.getUint16(at, false);
    const length = view.getUint16(at, isLittleEndian);
    if (length < 4) return;
    const isPayload = view.getUint16(at + 2, isLittleEndian) === 9;
    if (isPayload) return readFamily(dissection, bytes[start]!, at + 4, Math.min(end, at + length));
    at += (length + 3) & ~3;
  }
}

/** Forty bytes of global route, then an EtherType and two reserved bytes (RFC 4391). */
function readIpOverInfiniband(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'ipoib') || start + 44 > end) return;
  readEthertype(dissection, dissection.view.getUint16(start + 40), start + 44, end);
}

/** IEEE 802.5; a source route stands behind the addresses where the source's first bit is set. */
export function readTokenRing(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'tr') || start + 15 > end) return;
  const { bytes } = dissection;
  dissection.destination = formatMac(bytes, start + 2);
  dissection.source = formatMac(bytes, start + 8);
  const isData = (bytes[start + 1]! & 0xc0) === 0x40;
  const routeBytes = (bytes[start + 8]! & 0x80) !== 0 ? bytes[start + 14]! & 0x1f : 0;
  if (isData) readLlc(dissection, start + 14 + routeBytes, end);
}

/** ANSI X3T9.5: one byte of frame control, the addresses, then LLC. */
export function readFddi(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'fddi') || start + 13 > end) return;
  const { bytes } = dissection;
  dissection.destination = formatMac(bytes, start + 1);
  dissection.source = formatMac(bytes, start + 7);
  if ((bytes[start]! & 0x30) === 0x10) readLlc(dissection, start + 13, end);
}
