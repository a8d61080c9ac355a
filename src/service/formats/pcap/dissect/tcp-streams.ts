import { type Dissection, pushLayer, type Transport } from './dissection.ts';
import {
  type AssemblyBudget,
  createAssemblyBudget,
  createMessageAssembly,
  type MessageAssembly,
  type Segment,
} from './message-assembly.ts';
import { type ArrivalKind, advance, createSequenceTrack, type SequenceTrack } from './tcp-arrival.ts';
import { createTcpProtocols, type TcpProtocols } from './tcp-protocols.ts';
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
  /** Acknowledgements of bytes that the capture does not hold. */
  unseenFrames: number[];
  unseenCount: number;
  finSeen: boolean;
}

export interface TcpStreams {
  /** Follows one segment; names the application's layer where one of its messages ended in it. */
  follow(dissection: Dissection): void;
  /** Names what a segment quoted in an error carries; nothing is learnt of the connection from it. */
  quote(dissection: Dissection): void;
  connections(): Iterable<Connection>;
}

interface Direction {
  track: SequenceTrack;
  assembly: MessageAssembly;
  /** Positions in the stream count from here, so that they do not turn over with the sequence numbers. */
  position: { sequence: number; count: number } | undefined;
}

interface Stream {
  connection: Connection;
  clientKey: string;
  directions: [Direction, Direction];
  protocols: TcpProtocols;
  /** Of the SYN and the SYN-ACK: another one on the same ports opens another connection. */
  openedWith: [number | undefined, number | undefined];
}

/** Connections beyond this are counted as conversations, their state is not followed: memory must not grow with the file. */
const maxStreams = 20_000;
const maxFrames = 12;

export function createTcpStreams(): TcpStreams {
  const streams = new Map<string, Stream>();
  const budget = createAssemblyBudget();

  function find(dissection: Dissection, transport: Transport): { stream: Stream; isClient: boolean } | undefined {
    const { from, conversation, flags, sequence } = transport;
    const isSyn = (flags & tcpFlags.syn) !== 0;
    const isOpening = isSyn && !hasSynAck(transport);
    const known = streams.get(conversation);
    const stream =
      known && !(isSyn && isReplaced(known, dissection, transport, isOpening)) ? known : open(transport, isOpening);
    if (!stream) return undefined;
    const isClient = stream.clientKey === from;
    if (isSyn) {
      stream.openedWith[isClient ? 0 : 1] = sequence;
      stream.protocols.setServerPort(isOpening ? transport.destinationPort : transport.sourcePort);
    }
    return { stream, isClient };
  }

  /** Another SYN on the same ports opens another connection; the answer to it starts its direction anew. */
  function isReplaced(stream: Stream, { number }: Dissection, transport: Transport, isOpening: boolean): boolean {
    const { from, conversation, sequence } = transport;
    const side = stream.clientKey === from ? 0 : 1;
    const opened = stream.openedWith[side];
    const isReused = opened !== undefined ? opened !== sequence : isOpening && hasTraffic(stream, from);
    if (!isReused) return false;
    if (isOpening) streams.set(`${conversation} #${number}`, stream);
    else stream.directions[side] = createDirection(budget);
    return isOpening;
  }

  function open(transport: Transport, isOpening: boolean): Stream | undefined {
    const { from, to, conversation } = transport;
    if (streams.size >= maxStreams && !streams.has(conversation)) return undefined;
    const isFromClient = isOpening || (!hasSynAck(transport) && transport.sourcePort >= transport.destinationPort);
    const stream = createStream(budget, isFromClient ? from : to, isFromClient ? to : from);
    streams.set(conversation, stream);
    return stream;
  }

  return {
    follow(dissection) {
      const transport = dissection.transport!;
      const found = find(dissection, transport);
      if (!found) return;
      const { stream, isClient } = found;
      const own = stream.directions[isClient ? 0 : 1];
      const other = stream.directions[isClient ? 1 : 0];
      const payload = dissection.bytes.subarray(transport.payloadStart, transport.payloadEnd);
      noteSegment(dissection, transport, stream.connection, isClient, payload.length);
      if (acknowledgesUnseen(other, transport)) {
        stream.connection.unseenCount++;
        if (stream.connection.unseenFrames.length < maxFrames) stream.connection.unseenFrames.push(dissection.number);
      }
      const arrival = advance(own.track, other.track, dissection, transport, stream.connection.handshakeMs);
      noteArrival(dissection, stream.connection, arrival);
      const start = positionOf(own, transport);
      // What a reset carries is a remark about the reset.
      if (arrival === 'keep-alive' || (transport.flags & tcpFlags.rst) !== 0) return;
      const names = new Set<string>();
      const segment: Segment = {
        start,
        end: start + payload.length,
        bytes: payload,
        frame: dissection.number,
        canWait: !dissection.isCut,
        isRepeat: arrival === 'retransmission' || arrival === 'spurious-retransmission',
        isLast: (transport.flags & tcpFlags.fin) !== 0,
      };
      own.assembly.take(segment, (bytes) => {
        // Like tshark by default: what arrived out of order is put in its place, but no message is read at it.
        if (arrival === 'reordered') return { isNamed: false };
        const parsed = stream.protocols.parse(dissection, transport, {
          ...bytes,
          side: isClient ? 'client' : 'server',
        });
        for (const name of parsed.names) names.add(name);
        return parsed;
      });
      for (const name of names) pushLayer(dissection, name);
    },
    quote(dissection) {
      const transport = dissection.transport!;
      const bytes = dissection.bytes.subarray(transport.payloadStart, transport.payloadEnd);
      if (bytes.length === 0) return;
      const protocols = streams.get(transport.conversation)?.protocols ?? createTcpProtocols();
      const { notes, info } = dissection;
      dissection.notes = [];
      const parsed = protocols.parse(dissection, transport, { bytes, side: 'client', canWait: false, isLast: false });
      dissection.notes = notes;
      dissection.info = info;
      for (const name of parsed.names) pushLayer(dissection, name);
    },
    *connections() {
      for (const { connection } of streams.values()) yield connection;
    },
  };
}

/** Told once for the same hole: the track jumps to what was acknowledged. */
function acknowledgesUnseen({ track }: Direction, { flags, acknowledgement }: Transport): boolean {
  const highest = track.acknowledgedUpTo ?? track.nextSequence;
  if ((flags & tcpFlags.ack) === 0 || (flags & tcpFlags.rst) !== 0) return false;
  if (track.nextSequence === undefined || highest === undefined) return false;
  const reached = ((highest - track.nextSequence) | 0) > 0 ? highest : track.nextSequence;
  if (((acknowledgement - reached) | 0) <= 0) return false;
  track.acknowledgedUpTo = acknowledgement;
  return true;
}

function hasTraffic({ connection }: Stream, from: string): boolean {
  return connection.client === from && connection.packets > 0;
}

/** The direction's bytes counted through, whatever the sequence number started from or turned over to. */
function positionOf(direction: Direction, { sequence, flags }: Transport): number {
  const first = sequence + ((flags & tcpFlags.syn) !== 0 ? 1 : 0);
  // Room below: what was sent before the first captured segment may still come.
  direction.position ??= { sequence: first >>> 0, count: 2 ** 32 };
  const { position } = direction;
  const ahead = (first - position.sequence) | 0;
  const count = position.count + ahead;
  if (ahead > 0) direction.position = { sequence: first >>> 0, count };
  return count;
}

function createStream(budget: AssemblyBudget, client: string, server: string): Stream {
  return {
    clientKey: client,
    directions: [createDirection(budget), createDirection(budget)],
    protocols: createTcpProtocols(),
    openedWith: [undefined, undefined],
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
      unseenFrames: [],
      unseenCount: 0,
      finSeen: false,
    },
  };
}

function createDirection(budget: AssemblyBudget): Direction {
  return { track: createSequenceTrack(), assembly: createMessageAssembly(budget), position: undefined };
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

const repeats: ReadonlySet<ArrivalKind> = new Set(['retransmission', 'fast-retransmission', 'spurious-retransmission']);

function noteArrival(dissection: Dissection, connection: Connection, arrival: ArrivalKind): void {
  if (arrival === 'reordered') connection.outOfOrderCount++;
  if (!repeats.has(arrival)) return;
  connection.retransmissionCount++;
  if (connection.retransmissions.length < maxFrames) connection.retransmissions.push(dissection.number);
  dissection.info += ' retransmission';
}
