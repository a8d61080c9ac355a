import { viewOf } from '../../../lines/byte-reading.ts';
import { type Dissection, formatIpv4, formatIpv6, type LayerReader, pushLayer } from './dissection.ts';
import { readIcmp, readIcmpv6 } from './icmp.ts';
import { readEthernet } from './link.ts';
import { readMpls } from './mpls.ts';
import { readTcp, readUdp } from './transport.ts';
import { readEtherIp, readGre, readIpInIp, readPim } from './tunnels.ts';

/** IP protocol numbers with a layer of ours above them. */
const protocolReaders: Record<number, LayerReader> = {
  1: readIcmp,
  4: readIpv4,
  6: readTcp,
  17: readUdp,
  41: readIpv6,
  47: readGre,
  58: readIcmpv6,
  94: readIpInIp,
  97: readEtherIp,
  103: readPim,
  136: readUdpLite,
  137: readMpls,
  143: readEthernet,
};

const plainProtocols: Record<number, string> = {
  2: 'igmp',
  46: 'rsvp',
  50: 'esp',
  88: 'eigrp',
  89: 'ospf',
  112: 'vrrp',
  132: 'sctp',
};

/** IPv4 or IPv6 by the version nibble. */
export function readIp(dissection: Dissection, start: number, end: number): void {
  if (start >= end) return;
  const version = dissection.bytes[start]! >> 4;
  if (version === 4) readIpv4(dissection, start, end);
  else if (version === 6) readIpv6(dissection, start, end);
}

/** RFC 791. */
export function readIpv4(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'ip') || start >= end) return;
  // The version counts, whatever was announced.
  if (bytes[start]! >> 4 === 6) return readIpv6(dissection, start, end);
  if (start + 20 > end) return;
  const headerBytes = (bytes[start]! & 15) * 4;
  if (bytes[start]! >> 4 !== 4 || headerBytes < 20) return;
  dissection.source = formatIpv4(bytes, start + 12);
  dissection.destination = formatIpv4(bytes, start + 16);
  const totalBytes = view.getUint16(start + 2);
  // Zero where the network card fills it in later (segmentation offload).
  const announcedEnd = totalBytes === 0 ? end : start + totalBytes;
  if (totalBytes !== 0 && totalBytes < headerBytes) return;
  dissection.isCut = dissection.isTruncated && (announcedEnd > end || totalBytes === 0);
  const payloadEnd = Math.min(end, announcedEnd);
  const payload = start + headerBytes;
  const protocol = bytes[start + 9]!;
  const fragment = view.getUint16(start + 6);
  const offset = (fragment & 0x1fff) * 8;
  const hasMore = (fragment & 0x2000) !== 0;
  if (offset === 0 && !hasMore) return readProtocol(dissection, protocol, payload, payloadEnd);
  const key = `${dissection.source} ${dissection.destination} ${protocol} ${view.getUint16(start + 4)}`;
  readFragment(dissection, { key, protocol, offset, hasMore, isCut: announcedEnd > end }, payload, payloadEnd);
}

/** Headers between IPv6 and its payload: their length counts in units, without the first few. */
const extensionHeaders: Record<number, { name: string; unitBytes: number; moreUnits: number }> = {
  0: { name: 'ipv6.hopopts', unitBytes: 8, moreUnits: 1 },
  43: { name: 'ipv6.routing', unitBytes: 8, moreUnits: 1 },
  51: { name: 'ah', unitBytes: 4, moreUnits: 2 },
  60: { name: 'ipv6.dstopts', unitBytes: 8, moreUnits: 1 },
  135: { name: 'mipv6', unitBytes: 8, moreUnits: 1 },
};
const fragmentHeader = 44;

/** RFC 8200 with its extension headers. */
export function readIpv6(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'ipv6') || start + 40 > end) return;
  if (bytes[start]! >> 4 !== 6) return;
  dissection.source = formatIpv6(view, start + 8);
  dissection.destination = formatIpv6(view, start + 24);
  const payloadBytes = view.getUint16(start + 4);
  // Zero in a jumbogram, whose length stands in an option.
  const announcedEnd = payloadBytes === 0 ? end : start + 40 + payloadBytes;
  dissection.isCut = dissection.isTruncated && (announcedEnd > end || payloadBytes === 0);
  const payloadEnd = Math.min(end, announcedEnd);
  let next = bytes[start + 6]!;
  let at = start + 40;
  for (;;) {
    const extension = extensionHeaders[next];
    if (!extension && next !== fragmentHeader) return readProtocol(dissection, next, at, payloadEnd);
    if (!pushLayer(dissection, extension?.name ?? 'ipv6.fraghdr') || at + 8 > payloadEnd) return;
    next = bytes[at]!;
    if (extension) {
      at += (bytes[at + 1]! + extension.moreUnits) * extension.unitBytes;
      continue;
    }
    const fragment = view.getUint16(at + 2);
    const offset = fragment & 0xfff8;
    const hasMore = (fragment & 1) === 1;
    const key = `${dissection.source} ${dissection.destination} ${view.getUint32(at + 4)}`;
    at += 8;
    if (offset === 0 && !hasMore) continue;
    return readFragment(
      dissection,
      { key, protocol: next, offset, hasMore, isCut: announcedEnd > end },
      at,
      payloadEnd,
    );
  }
}

function readProtocol(dissection: Dissection, protocol: number, start: number, end: number): void {
  if (start > end) return;
  const reader = protocolReaders[protocol];
  if (reader) return reader(dissection, start, end);
  if (protocol === 51) return readAuthentication(dissection, start, end);
  const name = plainProtocols[protocol];
  if (name) pushLayer(dissection, name);
}

interface Fragment {
  key: string;
  protocol: number;
  offset: number;
  hasMore: boolean;
  /** The capture holds only its beginning. */
  isCut: boolean;
}

function readFragment(
  dissection: Dissection,
  { key, protocol, offset, hasMore, isCut }: Fragment,
  start: number,
  end: number,
): void {
  // A cut or quoted fragment is never put together: the first one is read alone, the others say nothing.
  if (isCut || dissection.isQuoted) {
    if (offset === 0) readProtocol(dissection, protocol, start, end);
    return;
  }
  const whole = dissection.capture.fragments.add(key, offset, hasMore, dissection.bytes.subarray(start, end));
  if (!whole) {
    dissection.info = `fragment at offset ${offset}`;
    return;
  }
  const { bytes, view } = dissection;
  dissection.bytes = whole;
  dissection.view = viewOf(whole);
  readProtocol(dissection, protocol, 0, whole.length);
  dissection.bytes = bytes;
  dissection.view = view;
}

function readAuthentication(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'ah') || start + 12 > end) return;
  readProtocol(dissection, dissection.bytes[start]!, start + (dissection.bytes[start + 1]! + 2) * 4, end);
}

function readUdpLite(dissection: Dissection): void {
  pushLayer(dissection, 'udplite');
}
