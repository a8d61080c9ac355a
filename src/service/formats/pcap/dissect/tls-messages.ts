import type { Dissection } from './dissection.ts';
import { printable } from './dns.ts';
import type { MessageParser } from './stream-messages.ts';

const recordHeaderBytes = 5;
const maxRecordBytes = 18_432;

/** What both directions of a connection know of its version. */
interface TlsSession {
  version: 'unknown' | 'ssl2' | 'ssl3' | 'tls' | 'tls13';
  /** Sides that sent a change of cipher: what follows is encrypted. */
  encrypted: Set<'client' | 'server'>;
}

export function createTlsSession(): TlsSession {
  return { version: 'unknown', encrypted: new Set() };
}

/** On a port that nothing else owns: a handshake or data record of SSL 3.0 to TLS 1.3, or an SSL 2.0 client hello. */
export function looksLikeTls(bytes: Uint8Array): boolean {
  if (looksLikeSsl2ClientHello(bytes)) return true;
  if (bytes.length < recordHeaderBytes) return false;
  const length = (bytes[3]! << 8) | bytes[4]!;
  const isCommon = bytes[0] === 22 || bytes[0] === 23;
  return isCommon && bytes[1] === 3 && bytes[2]! <= 3 && length > 0 && length < maxRecordBytes;
}

/** No record starts with four printable characters: something else speaks on a port of TLS. */
export function cannotBeTls(bytes: Uint8Array): boolean {
  return bytes.length > 4 && bytes.subarray(0, 4).every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** Records (RFC 8446, section 5.1); whatever is handed in is TLS, also what no record can be made of. */
export function createTlsParser(session: TlsSession): MessageParser {
  return (dissection, { bytes, side, canWait }) => {
    for (let at = 0; at < bytes.length; ) {
      const left = bytes.length - at;
      if (left < (session.version === 'ssl2' ? 3 : recordHeaderBytes)) {
        if (!canWait) break;
        return { isNamed: true, wants: { from: at, bytes: 'segment' } };
      }
      const layout = layoutOf(session, bytes, at);
      if (layout === undefined) break;
      const { totalBytes } = layout;
      if (totalBytes > left) {
        if (!canWait) break;
        return { isNamed: true, wants: { from: at, bytes: totalBytes - left } };
      }
      if (layout.isRecord) {
        const record = bytes.subarray(at, at + totalBytes);
        learnVersion(session, record, side);
        noteRecord(dissection, record, side, session.encrypted.has(side));
        if (record[0] === 20) session.encrypted.add(side);
      } else if (layout.ssl2Message !== undefined && session.version === 'unknown') {
        if (layout.ssl2Message >= 2 && layout.ssl2Message <= 8) session.version = 'ssl2';
      }
      at += totalBytes;
    }
    return { isNamed: true };
  };
}

interface Layout {
  totalBytes: number;
  isRecord: boolean;
  ssl2Message?: number | undefined;
}

/** Undefined where the rest is no record. */
function layoutOf(session: TlsSession, bytes: Uint8Array, at: number): Layout | undefined {
  const isKnownType = bytes[at]! >= 20 && bytes[at]! <= 25;
  const recordBytes = recordHeaderBytes + ((bytes[at + 3]! << 8) | bytes[at + 4]!);
  if (session.version === 'tls' || session.version === 'ssl3') {
    if (bytes[at] === 0x80 && bytes[at + 2] === 1) return ssl2Layout(bytes, at);
    if (isKnownType) return { totalBytes: recordBytes, isRecord: true };
    return session.version === 'ssl3' ? { totalBytes: recordBytes, isRecord: false } : undefined;
  }
  if (session.version === 'ssl2' || looksLikeSsl2(bytes, at)) return ssl2Layout(bytes, at);
  const isRecord = isKnownType && bytes[at + 1] === 3 && bytes[at + 2]! <= 3;
  return isRecord ? { totalBytes: recordBytes, isRecord: true } : undefined;
}

/** Two bytes of header, three where the first bit says that the record is padded. */
function ssl2Layout(bytes: Uint8Array, at: number): Layout {
  const first = bytes[at]!;
  const headerBytes = (first & 0x80) !== 0 ? 2 : 3;
  const length = ((first & (headerBytes === 2 ? 0x7f : 0x3f)) << 8) | bytes[at + 1]!;
  return { totalBytes: headerBytes + length, isRecord: false, ssl2Message: bytes[at + headerBytes] };
}

/** Error, client hello, client master key, server hello: what SSL 2.0 sends in the clear. */
function looksLikeSsl2(bytes: Uint8Array, at: number): boolean {
  return bytes[at]! >= 0x80 && [0, 1, 2, 4].includes(bytes[at + 2]!);
}

/** RFC 5246, appendix E.2: cipher specs of three bytes each, a session id of none or 16, a challenge of 32. */
function looksLikeSsl2ClientHello(bytes: Uint8Array): boolean {
  if (bytes.length < 46 || bytes[0] !== 0x80 || bytes[2] !== 1) return false;
  const read16 = (at: number) => (bytes[at]! << 8) | bytes[at + 1]!;
  const isSpecs = read16(5) > 0 && read16(5) % 3 === 0;
  return isSpecs && (read16(7) === 0 || read16(7) === 16) && read16(9) === 32;
}

/** The handshake types that TLS has. */
const handshakeTypes = new Set([0, 1, 2, 4, 5, 6, 8, 11, 12, 13, 14, 15, 16, 20, 21, 22, 23, 24, 25, 67]);

/** A client hello only offers a version, every other record is of the one that counts. */
function learnVersion(session: TlsSession, record: Uint8Array, side: 'client' | 'server'): void {
  if (session.version !== 'unknown' && session.version !== 'tls') return;
  const isHandshake = record[0] === 22;
  const isOffer = isHandshake && (record[5] === 1 || !handshakeTypes.has(record[5]!));
  if (session.version === 'unknown' && !isOffer) session.version = record[2] === 0 ? 'ssl3' : 'tls';
  const isServerHello = isHandshake && record[5] === 2 && record.length >= 11 && !session.encrypted.has(side);
  if (isServerHello && supportedVersion(record, 'server') === 0x0304) session.version = 'tls13';
}

function noteRecord(dissection: Dissection, record: Uint8Array, side: 'client' | 'server', isEncrypted: boolean): void {
  const type = record[0];
  dissection.info = `TLS ${({ 20: 'change cipher spec', 21: 'alert', 22: 'handshake', 23: 'application data' } as Record<number, string>)[type!] ?? 'record'}`;
  if (type === 21 && record.length === recordHeaderBytes + 2 && !isEncrypted) {
    dissection.notes.push({ kind: 'tls-alert', level: record[5]!, description: record[6]! });
    dissection.info = `TLS alert ${record[5] === 2 ? 'fatal' : 'warning'} ${tlsAlertName(record[6]!)}`;
  }
  if (type !== 22 || isEncrypted || record.length < 11) return;
  const isHello = record[5] === (side === 'client' ? 1 : 2);
  if (!isHello) return;
  const version = supportedVersion(record, side) ?? (record[9]! << 8) | record[10]!;
  const serverName = side === 'client' ? readServerName(record) : undefined;
  dissection.notes.push({ kind: 'tls-hello', side, version, serverName });
  dissection.info = `${tlsVersionName(version)} ${side} hello${serverName ? ` for ${serverName}` : ''}`;
}

/** A handshake message outside a record, as QUIC carries it. */
export function noteHandshake(dissection: Dissection, message: Uint8Array, side: 'client' | 'server'): void {
  const record = new Uint8Array(recordHeaderBytes + Math.min(message.length, maxRecordBytes));
  record.set([22, 3, 3, (record.length - recordHeaderBytes) >> 8, (record.length - recordHeaderBytes) & 0xff]);
  record.set(message.subarray(0, maxRecordBytes), recordHeaderBytes);
  noteRecord(dissection, record, side, false);
}

/** Walks the extensions of a hello; calls back with type, start and end. */
function forEachExtension(record: Uint8Array, visit: (type: number, start: number, end: number) => void): void {
  const read16 = (at: number) => ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0);
  let at = 11 + 32;
  at += 1 + (record[at] ?? 0);
  if (record[5] === 1) {
    at += 2 + read16(at);
    at += 1 + (record[at] ?? 0);
  } else at += 3;
  const end = Math.min(record.length, at + 2 + read16(at));
  for (at += 2; at + 4 <= end; at += 4 + read16(at + 2))
    visit(read16(at), at + 4, Math.min(end, at + 4 + read16(at + 2)));
}

function supportedVersion(record: Uint8Array, side: 'client' | 'server'): number | undefined {
  let version: number | undefined;
  forEachExtension(record, (type, start, end) => {
    if (type !== 43) return;
    for (let at = side === 'client' ? start + 1 : start; at + 2 <= end; at += 2) {
      const offered = (record[at]! << 8) | record[at + 1]!;
      // Values like 0x?a?a are GREASE (RFC 8701).
      if ((offered & 0x0f0f) !== 0x0a0a) version = Math.max(version ?? 0, offered);
    }
  });
  return version;
}

function readServerName(record: Uint8Array): string | undefined {
  let name: string | undefined;
  forEachExtension(record, (type, start, end) => {
    if (type === 0 && start + 5 <= end) name = printable(record.subarray(start + 5, end)).slice(0, 255);
  });
  return name;
}

export function tlsVersionName(version: number): string {
  return { 768: 'SSL 3.0', 769: 'TLS 1.0', 770: 'TLS 1.1', 771: 'TLS 1.2', 772: 'TLS 1.3' }[version] ?? 'TLS';
}

const alertNames: Record<number, string> = {
  0: 'close notify',
  10: 'unexpected message',
  20: 'bad record MAC',
  40: 'handshake failure',
  42: 'bad certificate',
  43: 'unsupported certificate',
  44: 'certificate revoked',
  45: 'certificate expired',
  46: 'certificate unknown',
  47: 'illegal parameter',
  48: 'unknown CA',
  49: 'access denied',
  50: 'decode error',
  51: 'decrypt error',
  70: 'protocol version',
  71: 'insufficient security',
  80: 'internal error',
  86: 'inappropriate fallback',
  90: 'user canceled',
  109: 'missing extension',
  112: 'unrecognized name',
  116: 'certificate required',
  120: 'no application protocol',
};

/** RFC 8446, section 6. */
export function tlsAlertName(description: number): string {
  return alertNames[description] ?? `alert ${description}`;
}
