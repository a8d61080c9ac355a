import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** What protects one side's Initial packets: anyone who saw the first one can derive it (RFC 9001, section 5.2). */
export interface InitialKeys {
  key: Buffer;
  iv: Buffer;
  headerKey: Buffer;
}

interface OpenedPacket {
  packetNumber: number;
  payload: Uint8Array;
}

const version2 = 0x6b3343cf;

/** Salts by version: final 1 and 2 (RFC 9001, 9369), the drafts before them, and the two that Google ran with TLS. */
const salts = {
  v1: '38762cf7f55934b34d179ae6a4c80cadccbb7f0a',
  v2: '0dede3def700a6db819381be6e269dcbf9bd2ed9',
  draft29: 'afbfec289993d24c9e9786f19c6111e04390a899',
  draft23: 'c3eef712c72ebb5a11a7d2432bb46365bef9f502',
  draft22: '7fbcdb0e7c66bbe9193a96cd21519ebd7a02644a',
  t050: '7ff579e5acd072915580304c43a2367c60488310',
  t051: '7a4edef4e7ccee5fa4506c19124fc8ccda6e033d',
};

/** Undefined for a version that is not known, or does not carry TLS. */
function saltOf(version: number): string | undefined {
  if (version === 1) return salts.v1;
  if (version === version2) return salts.v2;
  if (version === 0x54303530) return salts.t050;
  if (version === 0x54303531) return salts.t051;
  // Facebook's own numbers stand for drafts.
  if (version === 0xfaceb001) return salts.draft22;
  if (version === 0xfaceb002 || version === 0xfaceb00e) return salts.draft23;
  // Reserved to force a negotiation (RFC 9000, section 15); they came up with the later drafts.
  if ((version & 0x0f0f0f0f) === 0x0a0a0a0a) return salts.draft29;
  if (version >>> 8 !== 0xff0000) return undefined;
  const draft = version & 0xff;
  if (draft < 22) return undefined;
  if (draft === 22) return salts.draft22;
  if (draft <= 28) return salts.draft23;
  return draft <= 32 ? salts.draft29 : salts.v1;
}

export function isQuicVersion(version: number): boolean {
  return saltOf(version) !== undefined || version === 0x51303530;
}

export function isInitial(version: number, firstByte: number): boolean {
  const type = (firstByte >> 4) & 3;
  return version === version2 ? type === 1 : type === 0;
}

export function deriveInitialKeys(
  version: number,
  destinationId: Uint8Array,
): { client: InitialKeys; server: InitialKeys } | undefined {
  const salt = saltOf(version);
  if (salt === undefined) return undefined;
  const secret = createHmac('sha256', Buffer.from(salt, 'hex')).update(destinationId).digest();
  const prefix = version === version2 ? 'quicv2' : 'quic';
  const side = (label: string): InitialKeys => {
    const own = expand(secret, label, 32);
    return {
      key: expand(own, `${prefix} key`, 16),
      iv: expand(own, `${prefix} iv`, 12),
      headerKey: expand(own, `${prefix} hp`, 16),
    };
  };
  return { client: side('client in'), server: side('server in') };
}

/** Takes the protection off; undefined where the keys are not those of the packet. `packet` ends where it ends. */
export function openInitial(
  keys: InitialKeys,
  packet: Uint8Array,
  numberAt: number,
  expectedNumber: number,
): OpenedPacket | undefined {
  if (numberAt + 20 > packet.length) return undefined;
  const mask = createCipheriv('aes-128-ecb', keys.headerKey, null).update(packet.subarray(numberAt + 4, numberAt + 20));
  const first = packet[0]! ^ (mask[0]! & 0x0f);
  const numberBytes = (first & 3) + 1;
  const header = Buffer.from(packet.subarray(0, numberAt + numberBytes));
  header[0] = first;
  let truncated = 0;
  for (let index = 0; index < numberBytes; index++) {
    header[numberAt + index] = header[numberAt + index]! ^ mask[1 + index]!;
    truncated = truncated * 256 + header[numberAt + index]!;
  }
  const packetNumber = wholeNumber(truncated, numberBytes, expectedNumber);
  const nonce = Buffer.from(keys.iv);
  for (let index = 0, rest = packetNumber; rest > 0 && index < 8; index++, rest = Math.floor(rest / 256)) {
    nonce[11 - index] = nonce[11 - index]! ^ (rest % 256);
  }
  const body = packet.subarray(numberAt + numberBytes);
  if (body.length < 16) return undefined;
  const decipher = createDecipheriv('aes-128-gcm', keys.key, nonce);
  decipher.setAAD(header);
  decipher.setAuthTag(body.subarray(body.length - 16));
  try {
    const payload = Buffer.concat([decipher.update(body.subarray(0, body.length - 16)), decipher.final()]);
    return { packetNumber, payload };
  } catch {
    return undefined;
  }
}

/** RFC 9000, appendix A.3. */
function wholeNumber(truncated: number, numberBytes: number, expected: number): number {
  const window = 256 ** numberBytes;
  const candidate = expected - (expected % window) + truncated;
  if (candidate <= expected - window / 2) return candidate + window;
  return candidate > expected + window / 2 && candidate >= window ? candidate - window : candidate;
}

/** HKDF-Expand-Label of TLS 1.3 for at most one block. */
function expand(secret: Buffer, label: string, length: number): Buffer {
  const name = `tls13 ${label}`;
  const info = Buffer.concat([Buffer.from([0, length, name.length]), Buffer.from(name), Buffer.from([0, 1])]);
  return createHmac('sha256', secret).update(info).digest().subarray(0, length);
}
