import { viewOf } from '../../../lines/byte-reading.ts';
import type { Packet } from '../packet.ts';
import type { EapFragments } from './eap.ts';
import type { Reassembly } from './ip-fragments.ts';
import type { QuicConnections } from './quic.ts';
import type { TcpStreams } from './tcp-streams.ts';

/** What must be remembered from frame to frame; bounded by its parts. */
interface CaptureState {
  fragments: Reassembly;
  streams: TcpStreams;
  quic: QuicConnections;
  eap: EapFragments;
}

/** What is known of one frame while its layers are taken off, outermost first. Layer names are tshark's. */
export interface Dissection {
  /** The whole captured frame; `bytes` is another buffer while a reassembled message is read. */
  frame: Uint8Array;
  bytes: Uint8Array;
  view: DataView;
  layers: string[];
  /** Where the hardware addresses stand, destination first; formatted only where nothing above has addresses. */
  linkAddressesAt: number | undefined;
  /** Innermost addresses seen so far. */
  source: string | undefined;
  destination: string | undefined;
  transport: Transport | undefined;
  /** What the frame says in one short line; the innermost layer that has something to say wins. */
  info: string;
  /** Facts that rules look at. */
  notes: Note[];
  timeMs: number | undefined;
  number: number;
  /** The capture cut the frame. */
  isTruncated: boolean;
  /** The capture cut the innermost datagram, not just a trailer behind it. */
  isCut: boolean;
  /** Inside an ICMP error's quote: what is here was sent by somebody else at another time. */
  isQuoted: boolean;
  capture: CaptureState;
}

export interface Transport {
  kind: 'tcp' | 'udp';
  /** `address:port` of either side, and both in an order that is the same for either direction. */
  from: string;
  to: string;
  conversation: string;
  sourcePort: number;
  destinationPort: number;
  payloadStart: number;
  payloadEnd: number;
  /** TCP only. */
  sequence: number;
  acknowledgement: number;
  flags: number;
  window: number;
}

/** `late-answer`: the asker had closed its port. `probe`: what traceroute provokes. `notice`: routine of routing and discovery. */
export type IcmpMeaning = 'failure' | 'late-answer' | 'probe' | 'notice';

export type Note =
  | { kind: 'icmp-error'; meaning: IcmpMeaning; text: string }
  | { kind: 'arp'; operation: 'request' | 'reply'; senderIp: string; senderMac: string; targetIp: string }
  | { kind: 'dns'; id: number; isResponse: boolean; name: string; recordType: string; code: number; answers: number }
  | { kind: 'dhcp'; messageType: number; transactionId: number; client: string }
  | { kind: 'tls-alert'; level: number; description: number }
  | { kind: 'tls-hello'; side: 'client' | 'server'; version: number; serverName: string | undefined }
  | { kind: 'http-request'; method: string; target: string; host: string | undefined }
  | { kind: 'http-response'; status: number; reason: string }
  | { kind: 'hci-disconnect'; handle: number; reason: number }
  | { kind: 'hci-error'; text: string; status: number };

/** Takes one layer off `bytes` between `start` and `end`. Bytes may end early: a cut frame is read as far as it goes. */
export type LayerReader = (dissection: Dissection, start: number, end: number) => void;

/** Frames nest (tunnels in tunnels); a crafted one must not nest for ever. */
export const maxLayers = 40;

export function createDissection(packet: Packet, capture: CaptureState): Dissection {
  const { bytes } = packet;
  return {
    frame: bytes,
    bytes,
    view: viewOf(bytes),
    layers: [],
    linkAddressesAt: undefined,
    source: undefined,
    destination: undefined,
    transport: undefined,
    info: '',
    notes: [],
    timeMs: packet.timeMs,
    number: packet.number,
    isTruncated: packet.bytes.length < packet.wireLength,
    isCut: false,
    isQuoted: false,
    capture,
  };
}

/** Names a layer; false when the frame nests too deep to go on. */
export function pushLayer(dissection: Dissection, name: string): boolean {
  dissection.layers.push(name);
  return dissection.layers.length < maxLayers;
}

export function formatMac(bytes: Uint8Array, at: number): string {
  let text = '';
  for (let index = 0; index < 6; index++)
    text += `${index === 0 ? '' : ':'}${bytes[at + index]!.toString(16).padStart(2, '0')}`;
  return text;
}

/** A capture has few addresses and many packets: each is formatted once. Emptied when full. */
const formattedIpv4 = new Map<number, string>();
const maxFormatted = 65_536;

export function formatIpv4(bytes: Uint8Array, at: number): string {
  const key = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  const known = formattedIpv4.get(key);
  if (known !== undefined) return known;
  if (formattedIpv4.size >= maxFormatted) formattedIpv4.clear();
  const text = `${bytes[at]}.${bytes[at + 1]}.${bytes[at + 2]}.${bytes[at + 3]}`;
  formattedIpv4.set(key, text);
  return text;
}

/** Names the two ends of a transport; IPv6 addresses stand as they are, the port behind the last colon. */
export function endsOf(
  dissection: Dissection,
  sourcePort: number,
  destinationPort: number,
): Pick<Transport, 'from' | 'to' | 'conversation'> {
  const from = `${dissection.source}:${sourcePort}`;
  const to = `${dissection.destination}:${destinationPort}`;
  return { from, to, conversation: from < to ? `${from} ↔ ${to}` : `${to} ↔ ${from}` };
}

/** Once all layers are off: a frame without network addresses is known by its hardware's. */
export function addressByLink(dissection: Dissection): void {
  const at = dissection.linkAddressesAt;
  if (at === undefined || dissection.source !== undefined) return;
  dissection.destination = formatMac(dissection.frame, at);
  dissection.source = formatMac(dissection.frame, at + 6);
}

/** RFC 5952: lower case, the longest run of zero groups as `::`. */
export function formatIpv6(view: DataView, at: number): string {
  const groups = Array.from({ length: 8 }, (_, index) => view.getUint16(at + index * 2));
  let bestStart = -1;
  let bestLength = 1;
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > bestLength) [bestStart, bestLength] = [start, length];
  }
  const hex = groups.map((group) => group.toString(16));
  if (bestStart < 0) return hex.join(':');
  return `${hex.slice(0, bestStart).join(':')}::${hex.slice(bestStart + bestLength).join(':')}`;
}
