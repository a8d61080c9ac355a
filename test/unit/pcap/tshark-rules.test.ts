import { createCipheriv } from 'node:crypto';
import { expect, it } from 'vitest';
import { deriveInitialKeys, openInitial } from '../../../src/service/formats/pcap/dissect/quic-keys.ts';
import { pcap } from '../../../src/service/formats/pcap/format.ts';
import { readPrinted } from '../../support/read-printed.ts';
import { dns, ethernet, flags, ipv4, pcapFile, tcp, udp } from './build-capture.ts';

const client = '10.0.0.1';
const server = '10.0.0.2';
const { ack, psh, fin } = flags;
const startMs = Date.UTC(2026, 0, 2, 3, 4, 5);

/** Frames far enough apart that no old segment counts as reordered, near enough that no answer is slow. */
const read = (frames: readonly Uint8Array[], linkType = 1) =>
  readPrinted(
    pcap,
    pcapFile(
      frames.map((bytes, index) => ({ timeMs: startMs + index * 900, bytes })),
      { linkType },
    ),
    'a.pcap',
  );
const segment = (isClient: boolean, port: number, sequence: number, payload: string | Uint8Array, bits = ack | psh) => {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload;
  return isClient
    ? ethernet(0x0800, ipv4(6, client, server, tcp(40_000, port, sequence, 1, bits, bytes)))
    : ethernet(0x0800, ipv4(6, server, client, tcp(port, 40_000, sequence, 1, bits, bytes)));
};
/** The innermost layer of each frame. */
const innermost = (lines: readonly string[]) => lines.map((line) => /(\w+)\]$/.exec(line)?.[1]);

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const record = (type: number, length: number) =>
  Uint8Array.from([type, 3, 3, length >> 8, length & 255, ...Buffer.alloc(length)]);

it('names the frame that completes a message, not those that only carry parts of it', async () => {
  const { lines } = await read([
    segment(true, 80, 1, request.slice(0, 10)),
    segment(true, 80, 11, request.slice(10)),
    segment(false, 80, 1, 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab'),
    segment(false, 80, 41, 'cd'),
  ]);
  expect(innermost(lines)).toEqual(['tcp', 'http', 'tcp', 'http']);
});

it('reads a body by chunks and one that lasts until the close', async () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const { lines } = await read([
    segment(true, 80, 1, request),
    segment(false, 80, 1, `${chunked}5\r\nabc`),
    segment(false, 80, 1 + chunked.length + 6, 'de\r\n0\r\n\r\n'),
    segment(false, 80, 1 + chunked.length + 15, 'HTTP/1.1 500 No\r\n\r\nall of it'),
    segment(false, 80, 1 + chunked.length + 43, '', ack | fin),
  ]);
  expect(innermost(lines)).toEqual(['http', 'tcp', 'http', 'tcp', 'http']);
});

it('does not read a segment again that was sent twice, and closes a gap with the late one', async () => {
  const first = request.slice(0, 10);
  const { lines, reading } = await read([
    segment(true, 80, 1, first),
    segment(true, 80, 1, first),
    segment(true, 80, 11, request.slice(10)),
  ]);
  expect(innermost(lines)).toEqual(['tcp', 'tcp', 'http']);
  expect(reading.findings).toMatchObject([{ rule: 'tcp.retransmission', count: 1 }]);
});

it('takes bytes on a port of HTTP that are no message for no HTTP', async () => {
  const { reading } = await read([segment(true, 80, 1, record(22, 20)), segment(false, 80, 1, record(22, 20))]);
  expect(reading.capture?.protocols).not.toHaveProperty('http');
  expect(reading.capture?.protocols).not.toHaveProperty('tls');
});

it('names where a record starts and where it ends, but not what lies within it', async () => {
  const bytes = record(23, 30);
  const { lines } = await read([
    segment(false, 443, 1, bytes.slice(0, 10)),
    segment(false, 443, 11, bytes.slice(10, 20)),
    segment(false, 443, 21, bytes.slice(20)),
  ]);
  expect(innermost(lines)).toEqual(['tls', 'tcp', 'tls']);
});

it('follows a mail connection into TLS once both sides agreed', async () => {
  const { lines } = await read([
    segment(true, 25, 1, 'STARTTLS\r\n'),
    segment(false, 25, 1, '220 go ahead\r\n'),
    segment(true, 25, 11, record(22, 20)),
  ]);
  expect(innermost(lines)).toEqual(['tcp', 'tcp', 'tls']);
});

it('reads through a proxy that was asked to connect', async () => {
  const { lines } = await read([
    segment(true, 8080, 1, 'CONNECT a.example:443 HTTP/1.1\r\n\r\n'),
    segment(false, 8080, 1, 'HTTP/1.1 200 OK\r\n\r\n'),
    segment(true, 8080, 37, record(22, 20)),
  ]);
  expect(lines.map((line) => /\[(.*)\]$/.exec(line)?.[1])).toEqual([
    'eth:ip:tcp:http',
    'eth:ip:tcp:http',
    'eth:ip:tcp:http:tls',
  ]);
});

it('opens a QUIC handshake with the keys of RFC 9001, appendix A', () => {
  const keys = deriveInitialKeys(1, Buffer.from('8394c8f03e515708', 'hex'))!;
  expect(keys.client.key.toString('hex')).toBe('1f369613dd76d5467730efcbe3b1a22d');
  expect(keys.client.iv.toString('hex')).toBe('fa044b2f42a3fd3b46fb255c');
  expect(keys.client.headerKey.toString('hex')).toBe('9f50449e04a0e810283a1e9933adedd2');
  expect(keys.server.key.toString('hex')).toBe('cf3a5331653c364c88f0f379b6067e37');
});

it('finds TLS in a QUIC datagram, and none where the keys do not fit', async () => {
  const datagram = quicInitial(Buffer.from('0102030405060708', 'hex'));
  const broken = Buffer.from(datagram);
  broken[broken.length - 1]! ^= 1;
  const { reading } = await read([
    ethernet(0x0800, ipv4(17, client, server, udp(50_000, 443, datagram))),
    ethernet(0x0800, ipv4(17, client, server, udp(50_001, 443, broken))),
  ]);
  expect(reading.capture?.protocols).toMatchObject({ quic: 2, tls: 1, udp: 2 });
  expect(openInitial(deriveInitialKeys(1, Buffer.from('00', 'hex'))!.client, datagram, 18, 0)).toBeUndefined();
});

it.each([
  ['Teredo', 1, ethernet(0x0800, ipv4(17, client, server, udp(3544, 5_000, ipv6()))), 'eth:ip:udp:teredo:ipv6:icmpv6'],
  [
    'EtherIP',
    1,
    ethernet(0x0800, ipv4(97, client, server, Buffer.concat([Buffer.from('3000', 'hex'), query()]))),
    'eth:ip:etherip:eth:ip:udp:dns',
  ],
  [
    'a PIM register',
    1,
    ethernet(0x0800, ipv4(103, client, server, Buffer.concat([Buffer.from('2100000000000000', 'hex'), datagram()]))),
    'eth:ip:pim:ip:udp:dns',
  ],
  ['FabricPath', 1, ethernet(0x8903, Buffer.concat([Buffer.alloc(2), query()])), 'eth:cfp:eth:ip:udp:dns'],
  ['IPv6 announced as IPv4', 1, ethernet(0x0800, ipv6()), 'eth:ip:ipv6:icmpv6'],
  [
    'SNAP on token ring',
    6,
    Buffer.concat([Buffer.from('1040020000000002020000000001'.slice(0, 28), 'hex').fill(0, 2), snap()]),
    'tr:llc:ip:udp:dns',
  ],
  ['SNAP on FDDI', 10, Buffer.concat([Buffer.alloc(13).fill(0x50, 0, 1), snap()]), 'fddi:llc:ip:udp:dns'],
  ['Ethernet bridged over ATM', 100, bridged(2), 'llc:eth:ip:udp:dns'],
  [
    'Ethernet bridged over frame relay',
    107,
    Buffer.concat([Buffer.from('1841030080', 'hex'), Buffer.from('0080c20007', 'hex'), query()]),
    'fr:eth:ip:udp:dns',
  ],
  [
    'the packet filter log',
    117,
    Buffer.concat([Buffer.from('3d02', 'hex'), Buffer.alloc(62), datagram()]),
    'pflog:ip:udp:dns',
  ],
  [
    'per-packet information',
    192,
    Buffer.concat([Buffer.from('0000080001000000', 'hex'), query()]),
    'ppi:eth:ip:udp:dns',
  ],
])('takes %s off', async (_, linkType, frame, path) => {
  const { lines } = await read([frame], linkType);
  expect(lines[0]).toMatch(new RegExp(`\\[${path}\\]$`));
});

it.each([
  ['an answer that came after its asker had gone', 53, 50_000, 'icmp.remark'],
  ['a service that is not there', 50_000, 53, 'icmp.error'],
  ['a probe of traceroute', 50_000, 33_440, 'icmp.remark'],
])('judges an unreachable port by what was sent: %s', async (_, from, to, rule) => {
  const quoted = ipv4(17, client, server, udp(from, to, Buffer.alloc(4)));
  const error = Buffer.concat([Buffer.from('0303000000000000', 'hex'), quoted]);
  const { reading } = await read([ethernet(0x0800, ipv4(1, server, client, error))]);
  expect(reading.findings.map((finding) => finding.rule)).toEqual([rule]);
});

it('does not count names as failures that routine asks for, or that exist after all', async () => {
  const asked = (name: string, code: number, id: number) => [
    ethernet(0x0800, ipv4(17, client, server, udp(5_000, 53, dns(id, name)))),
    ethernet(0x0800, ipv4(17, server, client, udp(53, 5_000, answered(dns(id, name, code), code === 0)))),
  ];
  const { reading } = await read([
    ...asked('_ipp._tcp.example.com', 3, 1),
    ...asked('db.example.com', 0, 2),
    ...asked('db.example.com.corp.example', 3, 3),
    ...asked('gone.example.com', 3, 4),
  ]);
  expect(reading.findings.map(({ rule, title }) => `${rule} ${/A (\S+)/.exec(title)?.[1]}`)).toEqual([
    'dns.failure gone.example.com',
    'dns.no-such-name _ipp._tcp.example.com',
    'dns.no-such-name db.example.com.corp.example',
  ]);
});

it('does not call a question unanswered that was asked as the capture ended', async () => {
  const question = ethernet(0x0800, ipv4(17, client, server, udp(5_000, 53, dns(1, 'a.example.com'))));
  expect((await read([question])).reading.findings).toEqual([]);
  const later = Array.from({ length: 9 }, () => ethernet(0x0806, Buffer.alloc(28)));
  expect((await read([question, ...later])).reading.findings).toMatchObject([{ rule: 'dns.no-answer' }]);
});

function datagram(): Buffer {
  return ipv4(17, client, server, udp(5_000, 53, dns(7, 'db.example')));
}

function query(): Buffer {
  return ethernet(0x0800, datagram());
}

function snap(): Buffer {
  return Buffer.concat([Buffer.from('aaaa030000000800', 'hex'), datagram()]);
}

function bridged(paddingBytes: number): Buffer {
  return Buffer.concat([Buffer.from('aaaa030080c20007', 'hex'), Buffer.alloc(paddingBytes), query()]);
}

function answered(message: Buffer, hasAnswer: boolean): Buffer {
  message.writeUInt16BE(hasAnswer ? 1 : 0, 6);
  return message;
}

/** An echo request. */
function ipv6(): Buffer {
  const head = Buffer.alloc(40);
  head[0] = 0x60;
  head.writeUInt16BE(8, 4);
  head[6] = 58;
  return Buffer.concat([head, Buffer.from('8000000000000000', 'hex')]);
}

/** An Initial packet of version 1 with the start of a client hello, protected as its sender would. */
function quicInitial(destinationId: Buffer): Buffer {
  const { key, iv, headerKey } = deriveInitialKeys(1, destinationId)!.client;
  const hello = Buffer.concat([Buffer.from('010000fc0303', 'hex'), Buffer.alloc(250)]);
  const crypto = Buffer.concat([Buffer.from([6, 0, 0x40 | (hello.length >> 8), hello.length & 255]), hello]);
  const header = Buffer.concat([
    Buffer.from('c000000001', 'hex'),
    Buffer.from([destinationId.length]),
    destinationId,
    // No source id, no token, the length of number, payload and tag, the number 0.
    Buffer.from([0, 0, 0x40 | ((crypto.length + 17) >> 8), (crypto.length + 17) & 255, 0]),
  ]);
  const cipher = createCipheriv('aes-128-gcm', key, iv);
  cipher.setAAD(header);
  const packet = Buffer.concat([header, cipher.update(crypto), cipher.final(), cipher.getAuthTag()]);
  const numberAt = header.length - 1;
  const sample = packet.subarray(numberAt + 4, numberAt + 20);
  const mask = createCipheriv('aes-128-ecb', headerKey, null).update(sample);
  packet[0] = packet[0]! ^ (mask[0]! & 15);
  packet[numberAt] = packet[numberAt]! ^ mask[1]!;
  return packet;
}
