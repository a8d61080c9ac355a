import type { Dissection } from './dissection.ts';
import { printable } from './dns.ts';
import { createMissingBytes, type MessageReader } from './stream-messages.ts';

const recordHeaderBytes = 5;
/** Enough for a ClientHello's server name; longer handshakes are not looked into. */
const maxKeptBytes = 16_384;

/** A TLS record: content type 20 to 24, a version of SSL 3.0 to TLS 1.3, a plausible length (RFC 8446, section 5.1). */
export function looksLikeTls(bytes: Uint8Array): boolean {
  if (bytes.length < recordHeaderBytes) return false;
  const length = (bytes[3]! << 8) | bytes[4]!;
  return bytes[0]! >= 20 && bytes[0]! <= 24 && bytes[1] === 3 && bytes[2]! <= 4 && length > 0 && length <= 18_432;
}

export function createTlsReader(side: 'client' | 'server'): MessageReader {
  let record: number[] = [];
  let recordBytes = 0;
  let isEncrypted = false;
  const missing = createMissingBytes();

  return {
    feed(dissection, bytes) {
      // A segment that opens a record is read as TLS at once; only those inside one are not.
      let isTls = recordBytes === 0;
      for (let at = 0; at < bytes.length; ) {
        if (
          recordBytes === 0 &&
          record.length === 0 &&
          bytes.length - at >= recordHeaderBytes &&
          !looksLikeTls(bytes.subarray(at))
        ) {
          return true;
        }
        const announced = announcedBytes(record);
        const take = Math.min(announced - recordBytes, bytes.length - at);
        const kept = Math.min(take, keptBytes(record) - record.length);
        for (let index = 0; index < kept; index++) record.push(bytes[at + index]!);
        recordBytes += take;
        at += take;
        if (recordBytes > recordHeaderBytes && recordBytes === announcedBytes(record)) {
          if (missing.isWhole()) {
            noteRecord(dissection, Uint8Array.from(record), side, isEncrypted);
            isTls = true;
          }
          if (record[0] === 20) isEncrypted = true;
          record = [];
          recordBytes = 0;
        }
      }
      return isTls;
    },
    close: () => false,
    skip(missingBytes) {
      const isWithin = recordBytes >= recordHeaderBytes && recordBytes + missingBytes <= announcedBytes(record);
      if (!isWithin) return false;
      missing.lose(missingBytes);
      recordBytes += missingBytes;
      if (recordBytes === announcedBytes(record)) {
        missing.isWhole();
        record = [];
        recordBytes = 0;
      }
      return true;
    },
    fill: missing.fill,
    restart() {
      record = [];
      recordBytes = 0;
      missing.clear();
    },
  };
}

/** With its header; the header alone until its length is known. */
function announcedBytes(record: readonly number[]): number {
  return record.length >= recordHeaderBytes ? recordHeaderBytes + ((record[3]! << 8) | record[4]!) : recordHeaderBytes;
}

/** Alerts and handshakes are looked into, of other records the header will do. */
function keptBytes(record: readonly number[]): number {
  return record.length < recordHeaderBytes || (record[0] !== 21 && record[0] !== 22) ? recordHeaderBytes : maxKeptBytes;
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
