import { readCapwapData } from './capwap.ts';
import { readDhcp } from './dhcp.ts';
import { type Dissection, endsOf, type LayerReader, pushLayer } from './dissection.ts';
import { looksLikeDns, readDns } from './dns.ts';
import { readMpls } from './mpls.ts';
import { readSflow } from './sflow.ts';
import {
  readGeneve,
  readGre,
  readGtpUser,
  readL2tp,
  readLispData,
  readTeredo,
  readTzsp,
  readVxlan,
  readVxlanGpe,
} from './tunnels.ts';

/** By registered port, either side. */
const udpReaders: Record<number, LayerReader> = {
  53: readDns,
  67: readDhcp,
  68: readDhcp,
  1701: readL2tp,
  2152: readGtpUser,
  3544: readTeredo,
  4011: readDhcp,
  4341: readLispData,
  4754: readGre,
  4789: readVxlan,
  4790: readVxlanGpe,
  5247: readCapwapData,
  6081: readGeneve,
  6343: readSflow,
  6635: readMpls,
  37008: readTzsp,
};

const udpNames: Record<number, string> = {
  69: 'tftp',
  123: 'ntp',
  137: 'nbns',
  161: 'snmp',
  162: 'snmp',
  500: 'isakmp',
  514: 'syslog',
  520: 'rip',
  546: 'dhcpv6',
  547: 'dhcpv6',
  1812: 'radius',
  1813: 'radius',
  1900: 'ssdp',
  5060: 'sip',
  5353: 'mdns',
  5355: 'llmnr',
};

export const tcpFlags = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16, urg: 32 } as const;

/** RFC 768. */
export function readUdp(dissection: Dissection, start: number, end: number): void {
  const { view } = dissection;
  if (!pushLayer(dissection, 'udp') || start + 8 > end) return;
  const sourcePort = view.getUint16(start);
  const destinationPort = view.getUint16(start + 2);
  const length = view.getUint16(start + 4);
  // A length that does not even cover the header is a bad one; nothing above can be trusted.
  const payloadEnd = length >= 8 ? Math.min(end, start + length) : start + 8;
  dissection.transport = {
    kind: 'udp',
    ...endsOf(dissection, sourcePort, destinationPort),
    sourcePort,
    destinationPort,
    payloadStart: start + 8,
    payloadEnd,
    sequence: 0,
    acknowledgement: 0,
    flags: 0,
    window: 0,
  };
  dissection.info = `UDP ${payloadEnd - start - 8} bytes`;
  if (payloadEnd <= start + 8) return;
  // The lower port is looked up first: it is the server's more often.
  for (const port of [Math.min(sourcePort, destinationPort), Math.max(sourcePort, destinationPort)]) {
    const reader = udpReaders[port];
    if (reader) return reader(dissection, start + 8, payloadEnd);
    const name = udpNames[port];
    if (name) {
      pushLayer(dissection, name);
      return;
    }
  }
  if (dissection.capture.quic.read(dissection, start + 8, payloadEnd)) return;
  if (looksLikeDns(dissection, start + 8, payloadEnd)) readDns(dissection, start + 8, payloadEnd);
}

/** RFC 9293; what the bytes carry is for the stream to tell, since messages span segments. */
export function readTcp(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'tcp') || start + 20 > end) return;
  const headerBytes = (bytes[start + 12]! >> 4) * 4;
  if (headerBytes < 20) return;
  const flags = bytes[start + 13]!;
  const payloadStart = Math.min(end, start + headerBytes);
  const sourcePort = view.getUint16(start);
  const destinationPort = view.getUint16(start + 2);
  dissection.transport = {
    kind: 'tcp',
    ...endsOf(dissection, sourcePort, destinationPort),
    sourcePort,
    destinationPort,
    payloadStart,
    payloadEnd: end,
    sequence: view.getUint32(start + 4),
    acknowledgement: view.getUint32(start + 8),
    flags,
    window: view.getUint16(start + 14),
  };
  dissection.info = `TCP [${flagNames(flags)}] seq ${view.getUint32(start + 4)} len ${end - payloadStart}`;
  if (dissection.isQuoted) dissection.capture.streams.quote(dissection);
  else dissection.capture.streams.follow(dissection);
}

const flagTexts = Array.from({ length: 64 }, (_, flags) =>
  Object.entries(tcpFlags)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name.toUpperCase())
    .join(','),
);

/** `SYN,ACK`; the bits for congestion and the reserved ones are not named. */
function flagNames(flags: number): string {
  return flagTexts[flags & 63]!;
}
