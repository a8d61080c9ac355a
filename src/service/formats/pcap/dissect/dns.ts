import { type Dissection, pushLayer } from './dissection.ts';

const responseCodes: Record<number, string> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
};

const recordTypes: Record<number, string> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  43: 'DS',
  48: 'DNSKEY',
  64: 'SVCB',
  65: 'HTTPS',
  255: 'ANY',
};

export function responseCodeName(code: number): string {
  return responseCodes[code] ?? `RCODE${code}`;
}

/** RFC 1035: header and first question; answers are counted, not read. */
export function readDns(dissection: Dissection, start: number, end: number): void {
  const { view } = dissection;
  if (!pushLayer(dissection, 'dns') || start + 12 > end) return;
  const flags = view.getUint16(start + 2);
  const isResponse = (flags & 0x8000) !== 0;
  const question = view.getUint16(start + 4) > 0 ? readName(dissection.bytes, start + 12, end) : undefined;
  const typeCode = question && question.next + 2 <= end ? view.getUint16(question.next) : 0;
  const recordType = recordTypes[typeCode] ?? `TYPE${typeCode}`;
  const name = question?.name ?? '';
  const code = flags & 15;
  dissection.notes.push({
    kind: 'dns',
    id: view.getUint16(start),
    isResponse,
    name,
    recordType,
    code,
    answers: view.getUint16(start + 6),
  });
  dissection.info = isResponse
    ? `DNS response ${responseCodeName(code)} ${recordType} ${name}, ${view.getUint16(start + 6)} answers`
    : `DNS query ${recordType} ${name}`;
}

/** On a port of its own: a standard query or its answer, one question of a known type and class with a sane name. */
export function looksLikeDns(dissection: Dissection, start: number, end: number): boolean {
  const { view } = dissection;
  if (start + 17 > end) return false;
  const flags = view.getUint16(start + 2);
  const isStandard = (flags & 0x7840) === 0 && view.getUint16(start + 4) === 1;
  const isPlausible =
    view.getUint16(start + 6) <= 64 && view.getUint16(start + 8) <= 64 && view.getUint16(start + 10) <= 64;
  if (!isStandard || !isPlausible) return false;
  const { next } = readName(dissection.bytes, start + 12, end);
  if (next + 4 > end) return false;
  const recordClass = view.getUint16(next + 2) & 0x7fff;
  return recordTypes[view.getUint16(next)] !== undefined && (recordClass === 1 || recordClass === 255);
}

/** A question's name is never compressed; a pointer ends it. */
function readName(bytes: Uint8Array, start: number, end: number): { name: string; next: number } {
  const labels: string[] = [];
  let at = start;
  while (at < end && bytes[at] !== 0 && labels.length < 128) {
    const length = bytes[at]!;
    if (length > 63 || at + 1 + length > end) return { name: labels.join('.'), next: end };
    labels.push(printable(bytes.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return { name: labels.length === 0 ? '.' : labels.join('.'), next: at + 1 };
}

/** Bytes outside visible ASCII as \xNN, so that a name cannot break a printed line. */
export function printable(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    text +=
      byte > 0x20 && byte < 0x7f
        ? String.fromCharCode(byte)
        : byte === 0x20
          ? ' '
          : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}
