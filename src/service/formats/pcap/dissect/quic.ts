import { type Dissection, pushLayer } from './dissection.ts';
import { createQuicCryptoStream, type QuicCryptoStream } from './quic-crypto-stream.ts';
import { deriveInitialKeys, type InitialKeys, isInitial, isQuicVersion, openInitial } from './quic-keys.ts';
import { noteHandshake } from './tls-messages.ts';

/** Remembers from frame to frame what opens the Initial packets of a QUIC connection. */
export interface QuicConnections {
  /** Reads a datagram that is QUIC by its form; false where it is something else. */
  read(dissection: Dissection, start: number, end: number): boolean;
}

interface Side {
  keys: InitialKeys;
  stream: QuicCryptoStream;
  nextNumber: number;
}

interface Attempt {
  client: string;
  /** The client keeps its own id when it has to begin again. */
  clientId: string;
  sides: { client: Side; server: Side };
}

interface LongHeader {
  version: number;
  first: number;
  destinationId: Uint8Array;
  sourceId: Uint8Array;
  /** Behind both connection ids. */
  at: number;
}

const maxConversations = 4_096;
/** A retry or another version begins the handshake anew on the same ports. */
const maxAttempts = 4;
const maxIdBytes = 20;
const maxFrames = 4_096;

export function createQuicConnections(): QuicConnections {
  const conversations = new Map<string, Attempt[]>();

  function attemptsOf(conversation: string): Attempt[] {
    const known = conversations.get(conversation);
    if (known) return known;
    if (conversations.size >= maxConversations) conversations.delete(conversations.keys().next().value!);
    const attempts: Attempt[] = [];
    conversations.set(conversation, attempts);
    return attempts;
  }

  /** By the keys at hand, else as the first packet of a handshake. Which of them fits, the packet itself proves. */
  function open(attempts: Attempt[], from: string, packet: Uint8Array, header: LongHeader, numberAt: number) {
    for (const attempt of attempts) {
      const side = attempt.client === from ? 'client' : 'server';
      const opened = openWith(attempt.sides[side], packet, numberAt);
      if (opened) return { side, payload: opened, stream: attempt.sides[side].stream } as const;
    }
    const keys = deriveInitialKeys(header.version, header.destinationId);
    if (!keys) return undefined;
    const clientId = Buffer.from(header.sourceId).toString('hex');
    const before = attempts.find((attempt) => attempt.client === from && attempt.clientId === clientId);
    const sides = {
      client: createSide(keys.client, before?.sides.client.stream),
      server: createSide(keys.server, before?.sides.server.stream),
    };
    const attempt = { client: from, clientId, sides };
    const payload = openWith(attempt.sides.client, packet, numberAt);
    if (!payload) return undefined;
    attempts.push(attempt);
    if (attempts.length > maxAttempts) attempts.shift();
    return { side: 'client', payload, stream: attempt.sides.client.stream } as const;
  }

  return {
    read(dissection, start, end) {
      const { bytes, view, transport } = dissection;
      if (!transport || end - start < 13) return false;
      const conversation = transport.conversation;
      if ((bytes[start]! & 0x80) === 0) {
        const isKnown = (bytes[start]! & 0x40) !== 0 && conversations.has(conversation);
        if (isKnown) pushLayer(dissection, 'quic');
        return isKnown;
      }
      if (!isQuicVersion(view.getUint32(start + 1)) || !readHeader(dissection, start, end)) return false;
      const attempts = attemptsOf(conversation);
      if (!pushLayer(dissection, 'quic') || dissection.isQuoted) return true;
      dissection.info = 'QUIC';
      let carriesTls = false;
      for (let at = start; at + 7 < end && (bytes[at]! & 0x80) !== 0; ) {
        const header = readHeader(dissection, at, end);
        const packet = header && readLength(dissection, header, end);
        if (!packet) break;
        if (isInitial(header.version, header.first)) {
          const whole = bytes.subarray(at, packet.end);
          const opened = open(attempts, transport.from, whole, header, packet.numberAt - at);
          if (opened && readFrames(dissection, opened.payload, opened.side, opened.stream)) carriesTls = true;
        }
        at = packet.end;
      }
      if (carriesTls) pushLayer(dissection, 'tls');
      return true;
    },
  };
}

function createSide(keys: InitialKeys, stream: QuicCryptoStream = createQuicCryptoStream()): Side {
  return { keys, stream, nextNumber: 0 };
}

function openWith(side: Side, packet: Uint8Array, numberAt: number): Uint8Array | undefined {
  const opened = openInitial(side.keys, packet, numberAt, side.nextNumber);
  if (!opened) return undefined;
  side.nextNumber = Math.max(side.nextNumber, opened.packetNumber + 1);
  return opened.payload;
}

/** The long header (RFC 9000, section 17.2), the same in all versions that are read. */
function readHeader({ bytes, view }: Dissection, start: number, end: number): LongHeader | undefined {
  const destinationBytes = bytes[start + 5]!;
  const sourceAt = start + 6 + destinationBytes;
  if (destinationBytes > maxIdBytes || sourceAt >= end) return undefined;
  const at = sourceAt + 1 + bytes[sourceAt]!;
  if (bytes[sourceAt]! > maxIdBytes || at > end) return undefined;
  const version = view.getUint32(start + 1);
  const destinationId = bytes.subarray(start + 6, sourceAt);
  return { version, first: bytes[start]!, destinationId, sourceId: bytes.subarray(sourceAt + 1, at), at };
}

/** Undefined for a packet without a length, behind which no other follows. */
function readLength(
  { bytes }: Dissection,
  header: LongHeader,
  end: number,
): { numberAt: number; end: number } | undefined {
  let at = header.at;
  const type = (header.first >> 4) & 3;
  const isRetry = type === 3 && !isInitial(header.version, 0x90);
  if (isRetry || header.version === 0) return undefined;
  if (isInitial(header.version, header.first)) {
    const token = readVarint(bytes, at, end);
    if (!token) return undefined;
    at = token.next + token.value;
  }
  const length = readVarint(bytes, at, end);
  if (!length || length.next + length.value > end) return undefined;
  return { numberAt: length.next, end: length.next + length.value };
}

/** True when TLS was handed bytes of its handshake. */
function readFrames(
  dissection: Dissection,
  payload: Uint8Array,
  side: 'client' | 'server',
  stream: QuicCryptoStream,
): boolean {
  let carriesTls = false;
  let at = 0;
  const next = (): number => {
    const number = readVarint(payload, at, payload.length);
    at = number ? number.next : payload.length + 1;
    return number?.value ?? 0;
  };
  for (let count = 0; at < payload.length && count < maxFrames; ) {
    const type = payload[at]!;
    at++;
    if (type <= 1) continue;
    count++;
    if (type === 2 || type === 3) {
      next();
      next();
      const ranges = next();
      next();
      for (let index = 0; index < ranges * 2 && at <= payload.length; index++) next();
      for (let index = 0; type === 3 && index < 3; index++) next();
    } else if (type === 6 || type === 8) {
      // Google's versions number it 8, which is no frame of an Initial packet elsewhere.
      const offset = next();
      const length = next();
      if (at + length > payload.length) break;
      const readable = stream.add(offset, payload.subarray(at, at + length));
      at += length;
      if (!readable) continue;
      carriesTls = true;
      noteHandshake(dissection, readable, side);
    } else break;
  }
  return carriesTls;
}

/** RFC 9000, section 16: the first two bits tell how long it is. */
function readVarint(bytes: Uint8Array, start: number, end: number): { value: number; next: number } | undefined {
  if (start >= end) return undefined;
  const next = start + 2 ** (bytes[start]! >> 6);
  if (next > end) return undefined;
  let value = bytes[start]! & 0x3f;
  for (let at = start + 1; at < next; at++) value = value * 256 + bytes[at]!;
  return { value, next };
}
