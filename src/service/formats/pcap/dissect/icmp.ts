import { type Dissection, type IcmpMeaning, pushLayer, type Transport } from './dissection.ts';
import { readIpv4, readIpv6 } from './network.ts';

const icmpErrors: Record<number, string> = {
  3: 'destination unreachable',
  4: 'source quench',
  5: 'redirect',
  11: 'time exceeded',
  12: 'parameter problem',
};

const unreachableCodes: Record<number, string> = {
  0: 'network unreachable',
  1: 'host unreachable',
  2: 'protocol unreachable',
  3: 'port unreachable',
  4: 'fragmentation needed',
  9: 'network administratively prohibited',
  10: 'host administratively prohibited',
  13: 'communication administratively prohibited',
};

const icmpv6Errors: Record<number, string> = {
  1: 'destination unreachable',
  2: 'packet too big',
  3: 'time exceeded',
  4: 'parameter problem',
};

/** RFC 792; errors quote the datagram they are about. */
export function readIcmp(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'icmp') || start + 8 > end) return;
  const type = bytes[start]!;
  const code = bytes[start + 1]!;
  if (type === 8 || type === 0) {
    dissection.info = `ICMP echo ${type === 8 ? 'request' : 'reply'}, id ${view.getUint16(start + 4)}, seq ${view.getUint16(start + 6)}`;
    return;
  }
  const name = (type === 3 ? unreachableCodes[code] : undefined) ?? icmpErrors[type];
  if (!name) return;
  readQuote(dissection, `ICMP ${name}`, () => readIpv4(dissection, start + 8, end));
}

/** RFC 4443. */
export function readIcmpv6(dissection: Dissection, start: number, end: number): void {
  if (!pushLayer(dissection, 'icmpv6') || start + 8 > end) return;
  const type = dissection.bytes[start]!;
  const name = icmpv6Errors[type];
  if (name) readQuote(dissection, `ICMPv6 ${name}`, () => readIpv6(dissection, start + 8, end));
  else if (type === 137) readRedirect(dissection, start, end);
  else if (type === 128 || type === 129) dissection.info = `ICMPv6 echo ${type === 128 ? 'request' : 'reply'}`;
  else if (type === 135 || type === 136)
    dissection.info = `ICMPv6 neighbour ${type === 135 ? 'solicitation' : 'advertisement'}`;
}

/** RFC 4861: of its options one quotes the redirected packet. */
function readRedirect(dissection: Dissection, start: number, end: number): void {
  const { bytes } = dissection;
  for (let at = start + 40; at + 8 < end; ) {
    const optionEnd = at + bytes[at + 1]! * 8;
    if (optionEnd <= at) return;
    if (bytes[at] === 4) {
      const quoteStart = at + 8;
      readQuote(dissection, 'ICMPv6 redirect', () => readIpv6(dissection, quoteStart, Math.min(end, optionEnd)));
      return;
    }
    at = optionEnd;
  }
}

/** The quoted datagram's layers count, its addresses and contents belong to the error's text, not to a conversation. */
function readQuote(dissection: Dissection, name: string, read: () => void): void {
  const { source, destination, isQuoted } = dissection;
  dissection.isQuoted = true;
  read();
  dissection.isQuoted = isQuoted;
  const about = dissection.destination === destination ? '' : ` for ${dissection.destination}`;
  const meaning = meaningOf(name, dissection.transport);
  const port = dissection.transport ? ` ${dissection.transport.kind} port ${dissection.transport.destinationPort}` : '';
  dissection.source = source;
  dissection.destination = destination;
  dissection.transport = undefined;
  dissection.info = `${name}${about}${port}`;
  dissection.notes.push({ kind: 'icmp-error', meaning, text: `${name}${about}${port}` });
}

/** From NAT-PMP to LLMNR: asked of whoever may be there, and refused where nobody is. */
const discoveryPorts = new Set([137, 138, 1900, 3702, 5350, 5351, 5353, 5355]);
const firstTraceroutePort = 33_434;
const lastTraceroutePort = 33_534;

function meaningOf(name: string, quoted: Transport | undefined): IcmpMeaning {
  if (/redirect|source quench|fragmentation needed|packet too big/.test(name)) return 'notice';
  if (/time exceeded/.test(name)) return 'probe';
  if (quoted?.kind !== 'udp') return 'failure';
  const { sourcePort, destinationPort } = quoted;
  if (destinationPort >= firstTraceroutePort && destinationPort <= lastTraceroutePort) return 'probe';
  if (discoveryPorts.has(destinationPort)) return 'notice';
  // From a service to a port that only its asker knew.
  const isAnswer = sourcePort < 1_024 ? destinationPort >= 1_024 : sourcePort < 10_000 && destinationPort >= 32_768;
  return isAnswer && /port unreachable|destination unreachable/.test(name) ? 'late-answer' : 'failure';
}
