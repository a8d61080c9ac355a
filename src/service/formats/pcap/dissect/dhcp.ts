import { type Dissection, formatIpv4, formatMac, pushLayer } from './dissection.ts';

const messageTypes = ['', 'DISCOVER', 'OFFER', 'REQUEST', 'DECLINE', 'ACK', 'NAK', 'RELEASE', 'INFORM'];

export function dhcpMessageName(type: number): string {
  return messageTypes[type] || 'BOOTP';
}

/** RFC 2131: message type, transaction and client. */
export function readDhcp(dissection: Dissection, start: number, end: number): void {
  const { bytes, view } = dissection;
  if (!pushLayer(dissection, 'dhcp') || start + 240 > end) return;
  const client = formatMac(bytes, start + 28);
  const messageType = view.getUint32(start + 236) === 0x63825363 ? findMessageType(bytes, start + 240, end) : 0;
  dissection.notes.push({ kind: 'dhcp', messageType, transactionId: view.getUint32(start + 4), client });
  dissection.info = `DHCP ${dhcpMessageName(messageType)} for ${client}, address ${formatIpv4(bytes, start + 16)}`;
}

function findMessageType(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at + 2 < end && bytes[at] !== 255; ) {
    if (bytes[at] === 0) {
      at++;
      continue;
    }
    if (bytes[at] === 53) return bytes[at + 2]!;
    at += 2 + bytes[at + 1]!;
  }
  return 0;
}
