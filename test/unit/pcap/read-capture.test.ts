import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pcap } from '../../../src/service/formats/pcap/format.ts';
import { readPrinted } from '../../support/read-printed.ts';
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
} from './build-capture.ts';

const client = '10.0.0.1';
const server = '10.0.0.2';
const startMs = Date.UTC(2026, 0, 2, 3, 4, 5);

const read = (bytes: Buffer) => readPrinted(pcap, bytes, 'a.pcap');

const fromClient = (bits: number, sequence: number, acknowledgement: number, payload = '') =>
  ethernet(0x0800, ipv4(6, client, server, tcp(40_000, 80, sequence, acknowledgement, bits, Buffer.from(payload))));
const fromServer = (bits: number, sequence: number, acknowledgement: number, payload = '') =>
  ethernet(0x0800, ipv4(6, server, client, tcp(80, 40_000, sequence, acknowledgement, bits, Buffer.from(payload))));
const timed = (frames: readonly Uint8Array[]): CapturedPacket[] =>
  frames.map((bytes, index) => ({ timeMs: startMs + index, bytes }));
const query = ethernet(0x0800, ipv4(17, client, server, udp(5_000, 53, dns(7, 'db.example'))));
const failure = ethernet(0x0800, ipv4(17, server, client, udp(53, 5_000, dns(7, 'db.example', 3))));

it.each([
  ['little-endian pcap', pcapFile(timed([query, failure]))],
  ['big-endian pcap', pcapFile(timed([query, failure]), { isLittleEndian: false })],
  ['nanosecond pcap', pcapFile(timed([query, failure]), { isNano: true })],
  ['pcapng', pcapngFile(timed([query, failure]))],
  ['big-endian pcapng', pcapngFile(timed([query, failure]), false)],
])('reads %s', async (_, bytes) => {
  expect(pcap.detect({ name: 'x', sizeBytes: bytes.length, head: bytes, tail: bytes })).toBe(1);
  const { reading, lines } = await read(bytes);
  expect(reading.capture).toEqual({ packets: 2, protocols: { dns: 2, eth: 2, ip: 2, udp: 2 }, conversations: 1 });
  expect(reading.unread).toEqual([]);
  expect(lines[1]).toBe(
    '2026-01-02T03:04:05.001000Z 10.0.0.2:53 > 10.0.0.1:5000 DNS response NXDOMAIN A db.example, 0 answers, 70 bytes on the wire [eth:ip:udp:dns]',
  );
});

it('reads a Bluetooth log and says why the connection was lost', async () => {
  const disconnect = Buffer.from([4, 0x05, 4, 0, 0x42, 0, 0x08]);
  const { reading } = await read(btsnoopFile([{ timeMs: startMs, bytes: disconnect }]));
  expect(reading.capture?.protocols).toMatchObject({ hci_h4: 1 });
  expect(reading.documents[0]).toMatchObject({ firstTimeMs: startMs, lines: 1 });
  expect(reading.findings).toMatchObject([
    { rule: 'bluetooth.disconnect', title: 'Bluetooth connection lost: connection timeout, once' },
  ]);
});

it('keeps the packets before the damage and says where it starts', async () => {
  const whole = pcapFile(timed([query, failure]));
  const { reading } = await read(whole.subarray(0, whole.length - 10));
  expect(reading.capture?.packets).toBe(1);
  expect(reading.unread[0]).toContain('the file ends within record 2');
});

it('counts packets of a link type nobody reads', async () => {
  const { reading, lines } = await read(pcapFile(timed([Buffer.from([1, 2, 3])]), { linkType: 182 }));
  expect(reading.capture).toMatchObject({ packets: 1, protocols: {} });
  expect(lines[0]).toContain('UNKNOWN LINK TYPE');
});

it('names the failing DNS question and cites the answer before the question', async () => {
  const { reading } = await read(pcapFile(timed([query, failure])));
  expect(reading.findings).toMatchObject([
    {
      rule: 'dns.failure',
      title: 'DNS answers NXDOMAIN for A db.example from 10.0.0.2:53, once',
      evidence: [{ document: 'a.pcap#packets', lineStart: 2, lineEnd: 2 }, { lineStart: 1 }],
    },
  ]);
});

it('tells a refused connection from one nobody answers', async () => {
  const refused = await read(pcapFile(timed([fromClient(flags.syn, 1, 0), fromServer(flags.rst | flags.ack, 0, 2)])));
  expect(refused.reading.findings.map(({ title }) => title)).toEqual([
    '10.0.0.2:80 refuses connections: 1 attempt answered with RST',
  ]);
  const silent = await read(
    pcapFile(timed([fromClient(flags.syn, 1, 0), fromClient(flags.syn, 1, 0), fromClient(flags.syn, 1, 0)])),
  );
  expect(silent.reading.findings.map(({ rule }) => rule)).toContain('tcp.no-answer');
});

it('counts HTTP where a message ends, and retransmissions not at all', async () => {
  const head = 'HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\n';
  const frames = [
    fromClient(flags.syn, 0, 0),
    fromServer(flags.syn | flags.ack, 0, 1),
    fromClient(flags.ack, 1, 1, 'GET /a HTTP/1.1\r\nHost: h\r\n\r\n'),
    fromServer(flags.ack, 1, 27, head),
    fromServer(flags.ack, 1 + head.length, 27, 'busy'),
    fromServer(flags.ack, 1 + head.length, 27, 'busy'),
  ];
  const { reading } = await read(pcapFile(frames.map((bytes, index) => ({ timeMs: startMs + index * 100, bytes }))));
  expect(reading.capture?.protocols).toMatchObject({ tcp: 6, http: 2 });
  expect(reading.findings.map(({ title }) => title)).toEqual([
    '1 retransmission in 6 TCP packets (16.7 %), most between 10.0.0.1:40000 and 10.0.0.2:80',
    'HTTP 503 Busy to GET h/a, once',
  ]);
});

it('puts fragments together before it looks at what they carry', async () => {
  const datagram = udp(5_000, 53, dns(9, 'a-rather-long-name.example', 2));
  const first = ethernet(0x0800, ipv4(17, server, client, datagram.subarray(0, 16), 0x2000));
  const last = ethernet(0x0800, ipv4(17, server, client, datagram.subarray(16), 2));
  const { reading } = await read(pcapFile(timed([last, first])));
  expect(reading.capture?.protocols).toEqual({ eth: 2, ip: 2, udp: 1, dns: 1 });
});

it('does not follow a crafted frame down for ever', async () => {
  let frame: Buffer = Buffer.alloc(0);
  for (let depth = 0; depth < 200; depth++) frame = ipv4(4, client, server, frame);
  const { reading } = await read(pcapFile(timed([ethernet(0x0800, frame)])));
  expect(reading.capture?.packets).toBe(1);
});

it('keeps names from the wire on one line', async () => {
  const hostile = ethernet(0x0800, ipv4(17, client, server, udp(5_000, 53, dns(1, 'a\nb<!channel>'))));
  const { lines } = await read(pcapFile(timed([hostile])));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('a\\x0ab');
});

it('survives whatever bytes it is given', async () => {
  const frames = timed([
    query,
    failure,
    fromClient(flags.syn, 1, 0),
    fromServer(flags.ack, 1, 1, 'HTTP/1.1 200 OK\r\n\r\n'),
  ]);
  const seeds = [pcapFile(frames), pcapngFile(frames), btsnoopFile(frames)];
  const mutated = fc
    .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 20 }), fc.nat(60))
    .map(([seed, edits, cut]) => {
      const bytes = Buffer.from(seed.subarray(0, seed.length - cut));
      for (const [at, value] of edits) if (at >= 8 && at < bytes.length) bytes[at] = value;
      return bytes;
    });
  await fc.assert(
    fc.asyncProperty(mutated, async (bytes) => {
      const { reading, lines } = await read(bytes);
      expect(lines).toHaveLength(reading.capture!.packets);
    }),
    { numRuns: 200 },
  );
});

it('goes on behind missing segments of a body without naming the broken message', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n';
  const at = (offset: number) => 1 + head.length + offset;
  const frames = [
    fromClient(flags.syn, 0, 0),
    fromServer(flags.syn | flags.ack, 0, 1),
    fromClient(flags.ack, 1, 1, 'GET /a HTTP/1.1\r\nHost: h\r\n\r\n'),
    fromServer(flags.ack, 1, 27, head),
    // 1,000 bytes were not captured, then the body ends and a second, whole answer follows.
    fromServer(flags.ack, at(1000), 27, 'x'.repeat(2000)),
    fromServer(flags.ack, at(3000), 27, 'HTTP/1.1 204 No Content\r\n\r\n'),
  ];
  const { reading } = await read(pcapFile(timed(frames)));
  expect(reading.capture?.protocols.http).toBe(2);
});

it('says so where a file that was taken for a capture does not start as one', async () => {
  const { reading } = await read(Buffer.alloc(200, 7));
  expect(reading.unread).toEqual([expect.stringContaining('does not start like a capture')]);
});
