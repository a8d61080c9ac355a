import {
  btsnoopFile,
  type CapturedPacket,
  dns,
  ethernet,
  flags,
  ipv4,
  pcapFile,
  pcapngFile,
  tcp,
  udp,
} from '../../unit/pcap/build-capture.ts';

const [client, server] = ['192.168.0.2', '10.0.0.80'];
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const inFrame = (protocol: number, payload: Uint8Array, back = false) =>
  ethernet(0x0800, back ? ipv4(protocol, server, client, payload) : ipv4(protocol, client, server, payload));
const tlsHello = bytes(`16 0301 0038 01 000034 0303 ${'ab'.repeat(32)} 00 0002 1301 0100 0009 0000 0005 0003 00 0000`);
const dhcpDiscover = Buffer.concat([
  bytes('01 01 06 00 12345678 0000 8000'),
  Buffer.alloc(16),
  bytes('020000000002'),
  Buffer.alloc(202),
  bytes('63825363 350101 370406010303 0c04 686f7374 ff'),
]);
const ipv6 = (next: number, payload: Uint8Array) =>
  ethernet(
    0x86dd,
    Buffer.concat([
      bytes('60000000'),
      Buffer.from([payload.length >> 8, payload.length & 255, next, 64]),
      bytes(`fe80${'00'.repeat(13)}01 fe80${'00'.repeat(13)}02`),
      payload,
    ]),
  );

const frames: Buffer[] = [
  ethernet(0x0806, bytes('0001 0800 06 04 0001 020000000002 c0a80002 000000000000 c0a80001')),
  inFrame(17, udp(68, 67, dhcpDiscover)),
  inFrame(17, udp(5353, 53, dns(7, 'db.example.org'))),
  inFrame(17, udp(53, 5353, dns(7, 'db.example.org', 3)), true),
  inFrame(6, tcp(40_000, 443, 100, 0, flags.syn)),
  inFrame(6, tcp(443, 40_000, 900, 101, flags.syn | flags.ack), true),
  inFrame(6, tcp(40_000, 443, 101, 901, flags.psh | flags.ack, tlsHello)),
  inFrame(6, tcp(443, 40_000, 901, 160, flags.psh | flags.ack, bytes('15 0303 0002 02 28')), true),
  inFrame(6, tcp(40_001, 80, 1, 1, flags.psh | flags.ack, Buffer.from('GET /a HTTP/1.1\r\nHost: example.org\r\n\r\n'))),
  inFrame(
    6,
    tcp(80, 40_001, 1, 37, flags.psh | flags.ack, Buffer.from('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n')),
    true,
  ),
  inFrame(6, tcp(80, 40_001, 1, 37, flags.rst), true),
  inFrame(1, bytes('0301 0000 00000000 45000020')),
  ethernet(0x8100, Buffer.concat([bytes('0064 0800'), ipv4(17, client, server, udp(500, 4500, bytes('00')))])),
  ipv6(58, bytes('87000000 00000000')),
  ipv6(17, udp(547, 546, bytes('01000001'))),
  inFrame(17, udp(40_000, 4789, Buffer.concat([bytes('08000000 00002a00'), inFrame(1, bytes('0800 0000 0001 0001'))]))),
  inFrame(47, Buffer.concat([bytes('0000 0800'), ipv4(6, client, server, tcp(1, 2, 3, 4, flags.syn))])),
];
const hci = [
  '01 0304 00',
  '04 05 04 00 4000 13',
  '02 40 20 07 00 03 00 04 00 0a 02 00',
  '04 3e 0c 02 01 00 00 01 02 03 04 05 06 00',
].map(bytes);
const timed = (packets: readonly Buffer[]): CapturedPacket[] =>
  packets.map((packet, n) => ({ timeMs: 1_700_000_000_000 + n * 250, bytes: packet }));

/** Small sound captures in every container, for damaging. */
export const captureSeeds: readonly Uint8Array[] = [
  pcapFile(timed(frames)),
  pcapFile(timed(frames), { isLittleEndian: false }),
  pcapFile(timed(frames), { isNano: true }),
  // A raw IPv4 link and a Linux cooked one: the frames' first bytes are then read as other things.
  pcapFile(timed(frames.map((frame) => frame.subarray(14))), { linkType: 101 }),
  pcapFile(timed(frames), { linkType: 113 }),
  pcapngFile(timed(frames)),
  pcapngFile(timed(frames), false),
  btsnoopFile(timed(hci)),
];
