import { type Dissection, pushLayer, type Transport } from './dissection.ts';
import { createDnsReader } from './dns-messages.ts';
import { createHttpReader, type HttpExchange, looksLikeHttp } from './http-messages.ts';
import type { MessageReader } from './stream-messages.ts';
import { type Arrival, advance, createSequenceTrack, type SequenceTrack } from './tcp-arrival.ts';
import { createTlsReader, looksLikeTls } from './tls-messages.ts';
import { tcpFlags } from './transport.ts';

/** What one TCP connection went through. Frames are packet numbers. */
export interface Connection {
  client: string;
  server: string;
  packets: number;
  payloadBytes: number;
  firstTimeMs: number | undefined;
  lastTimeMs: number | undefined;
  synFrames: number[];
  synAckFrame: number | undefined;
  synTimeMs: number | undefined;
  /** From the SYN to the client's ACK of the SYN-ACK, in milliseconds. */
  handshakeMs: number | undefined;
  retransmissions: number[];
  retransmissionCount: number;
  outOfOrderCount: number;
  resetFrame: number | undefined;
  resetBy: 'client' | 'server' | undefined;
  /** Whether data went both ways before the reset. */
  payloadBeforeReset: boolean;
  zeroWindowFrames: number[];
  finSeen: boolean;
}

export interface TcpStreams {
  /** Follows one segment; names the application's layer where one of its messages ended in it. */
  follow(dissection: Dissection): void;
  connections(): Iterable<Connection>;
}

interface Direction {
  track: SequenceTrack;
  reader: MessageReader | undefined;
}

interface Stream {
  connection: Connection;
  clientKey: string;
  directions: [Direction, Direction];
  protocol: 'tls' | 'http' | 'dns' | 'unknown';
  exchange: HttpExchange;
}

/** Connections beyond this are counted as conversations, their state is not followed: memory must not grow with the file. */
const maxStreams = 20_000;
const maxFrames = 12;

const tlsPorts = new Set([443, 465, 563, 636, 853, 989, 990, 992, 993, 994, 995, 5061, 5671, 8883]);
const httpPorts = new Set([80, 3128, 3132, 5985, 8080, 8088, 11371, 1900, 2869, 2710]);

export function createTcpStreams(): TcpStreams {
  const streams = new Map<string, Stream>();

  function find(dissection: Dissection, transport: Transport): { stream: Stream; isClient: boolean } | undefined {
    const { from, to, conversation: key } = transport;
    let stream = streams.get(key);
    const isOpening = (transport.flags & (tcpFlags.syn | tcpFlags.ack)) === tcpFlags.syn;
    const isReused =
      stream !== undefined && isOpening && (stream.connection.finSeen || stream.connection.resetFrame !== undefined);
    if (!stream || isReused) {
      if (streams.size >= maxStreams && !isReused) return undefined;
      const isFromClient = isOpening || (!hasSynAck(transport) && transport.sourcePort >= transport.destinationPort);
      if (stream) streams.set(`${key} #${dissection.number}`, stream);
      stream = createStream(isFromClient ? from : to, isFromClient ? to : from);
      streams.set(key, stream);
    }
    return { stream, isClient: stream.clientKey === from };
  }

  return {
    follow(dissection) {
      const transport = dissection.transport!;
      const found = find(dissection, transport);
      if (!found) return;
      const { stream, isClient } = found;
      const direction = stream.directions[isClient ? 0 : 1];
      const opposite = stream.directions[isClient ? 1 : 0];
      const payload = dissection.bytes.subarray(transport.payloadStart, transport.payloadEnd);
      noteSegment(dissection, transport, stream.connection, isClient, payload.length);
      const arrival = advance(direction.track, dissection, transport, stream.connection.handshakeMs);
      if ((transport.flags & tcpFlags.ack) !== 0) opposite.track.acknowledged = transport.acknowledgement;
      noteArrival(dissection, stream.connection, arrival);
      if (arrival.kind === 'retransmission' || arrival.kind === 'keep-alive') return;
      const reader =
        payload.length > 0 || direction.reader ? readerFor(stream, direction, isClient, transport, payload) : undefined;
      if (!reader) return;
      if (arrival.kind === 'reordered') {
        if (reader.fill(payload.length)) pushLayer(dissection, stream.protocol);
        return;
      }
      if (arrival.kind === 'gap' && !reader.skip(arrival.missingBytes)) reader.restart();
      let hasMessage = payload.length > 0 && reader.feed(dissection, payload);
      if (dissection.isTruncated && payload.length > 0) {
        hasMessage = true;
        reader.restart();
      }
      if ((transport.flags & tcpFlags.fin) !== 0 && reader.close(dissection)) hasMessage = true;
      if (hasMessage && stream.protocol !== 'unknown') pushLayer(dissection, stream.protocol);
    },
    *connections() {
      for (const { connection } of streams.values()) yield connection;
    },
  };
}

function createStream(client: string, server: string): Stream {
  return {
    clientKey: client,
    directions: [createDirection(), createDirection()],
    protocol: 'unknown',
    exchange: { methods: [] },
    connection: {
      client,
      server,
      packets: 0,
      payloadBytes: 0,
      firstTimeMs: undefined,
      lastTimeMs: undefined,
      synFrames: [],
      synAckFrame: undefined,
      synTimeMs: undefined,
      handshakeMs: undefined,
      retransmissions: [],
      retransmissionCount: 0,
      outOfOrderCount: 0,
      resetFrame: undefined,
      resetBy: undefined,
      payloadBeforeReset: false,
      zeroWindowFrames: [],
      finSeen: false,
    },
  };
}

function createDirection(): Direction {
  return { track: createSequenceTrack(), reader: undefined };
}

function hasSynAck(transport: Transport): boolean {
  return (transport.flags & (tcpFlags.syn | tcpFlags.ack)) === (tcpFlags.syn | tcpFlags.ack);
}

function noteSegment(
  dissection: Dissection,
  transport: Transport,
  connection: Connection,
  isClient: boolean,
  payloadBytes: number,
): void {
  const { flags, window } = transport;
  const { number, timeMs } = dissection;
  connection.packets++;
  connection.payloadBytes += payloadBytes;
  connection.firstTimeMs ??= timeMs;
  connection.lastTimeMs = timeMs ?? connection.lastTimeMs;
  const isSyn = (flags & tcpFlags.syn) !== 0;
  if (isSyn && !hasSynAck(transport)) {
    if (connection.synFrames.length < maxFrames) connection.synFrames.push(number);
    connection.synTimeMs ??= timeMs;
  } else if (isSyn) connection.synAckFrame ??= number;
  else if (isClient && connection.synAckFrame !== undefined && connection.handshakeMs === undefined) {
    if (timeMs !== undefined && connection.synTimeMs !== undefined)
      connection.handshakeMs = timeMs - connection.synTimeMs;
  }
  if ((flags & tcpFlags.rst) !== 0 && connection.resetFrame === undefined) {
    connection.resetFrame = number;
    connection.resetBy = isClient ? 'client' : 'server';
    connection.payloadBeforeReset = connection.payloadBytes > 0;
  }
  if ((flags & tcpFlags.fin) !== 0) connection.finSeen = true;
  const isPlain = (flags & (tcpFlags.syn | tcpFlags.fin | tcpFlags.rst)) === 0;
  if (window === 0 && isPlain && connection.zeroWindowFrames.length < maxFrames)
    connection.zeroWindowFrames.push(number);
}

function noteArrival(dissection: Dissection, connection: Connection, arrival: Arrival): void {
  if (arrival.kind === 'reordered') connection.outOfOrderCount++;
  if (arrival.kind !== 'retransmission') return;
  connection.retransmissionCount++;
  if (connection.retransmissions.length < maxFrames) connection.retransmissions.push(dissection.number);
  dissection.info += ' retransmission';
}

function readerFor(
  stream: Stream,
  direction: Direction,
  isClient: boolean,
  transport: Transport,
  payload: Uint8Array,
): MessageReader | undefined {
  if (stream.protocol === 'unknown' && payload.length > 0) stream.protocol = recognise(transport, payload);
  if (stream.protocol === 'unknown') return undefined;
  if (!direction.reader) {
    const isTls = stream.protocol === 'tls';
    if (stream.protocol === 'dns') direction.reader = createDnsReader();
    else direction.reader = isTls ? createTlsReader(isClient ? 'client' : 'server') : createHttpReader(stream.exchange);
  }
  return direction.reader;
}

function recognise(transport: Transport, payload: Uint8Array): Stream['protocol'] {
  for (const port of [transport.sourcePort, transport.destinationPort]) {
    if (port === 53) return 'dns';
    if (tlsPorts.has(port)) return 'tls';
    if (httpPorts.has(port)) return 'http';
  }
  if (looksLikeTls(payload)) return 'tls';
  return looksLikeHttp(payload) ? 'http' : 'unknown';
}
