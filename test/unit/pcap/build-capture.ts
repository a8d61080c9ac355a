/** Builds small captures byte by byte, so that tests need no file from elsewhere. */
export interface CapturedPacket {
  timeMs: number;
  bytes: Uint8Array;
  /** On the wire, where the capture cut it. */
  wireLength?: number;
}

export function pcapFile(
  records: readonly CapturedPacket[],
  options: { isLittleEndian?: boolean; isNano?: boolean; linkType?: number } = {},
): Buffer {
  const { isLittleEndian = true, isNano = false, linkType = 1 } = options;
  const head = words([isNano ? 0xa1b23c4d : 0xa1b2c3d4, 0x00020004, 0, 0, 262_144, linkType], isLittleEndian);
  return Buffer.concat([
    head,
    ...records.flatMap(({ timeMs, bytes, wireLength }) => [
      words(
        [Math.floor(timeMs / 1000), (timeMs % 1000) * (isNano ? 1e6 : 1e3), bytes.length, wireLength ?? bytes.length],
        isLittleEndian,
      ),
      bytes,
    ]),
  ]);
}

export function pcapngFile(records: readonly CapturedPacket[], isLittleEndian = true): Buffer {
  const block = (type: number, body: Buffer) => {
    const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
    const length = padded.length + 12;
    return Buffer.concat([words([type, length], isLittleEndian), padded, words([length], isLittleEndian)]);
  };
  // if_tsresol 9: nanoseconds.
  const resolution = Buffer.concat([
    halves([9, 1], isLittleEndian),
    Buffer.from([9, 0, 0, 0]),
    halves([0, 0], isLittleEndian),
  ]);
  return Buffer.concat([
    block(
      0x0a0d0d0a,
      Buffer.concat([words([0x1a2b3c4d], isLittleEndian), halves([1, 0], isLittleEndian), Buffer.alloc(8, 0xff)]),
    ),
    block(1, Buffer.concat([halves([1, 0], isLittleEndian), words([0], isLittleEndian), resolution])),
    ...records.map(({ timeMs, bytes }) => {
      const ticks = BigInt(timeMs) * 1_000_000n;
      const header = words(
        [0, Number(ticks >> 32n), Number(ticks & 0xffffffffn), bytes.length, bytes.length],
        isLittleEndian,
      );
      return block(6, Buffer.concat([header, bytes]));
    }),
  ]);
}

export function btsnoopFile(records: readonly CapturedPacket[]): Buffer {
  return Buffer.concat([
    Buffer.from('btsnoop\0', 'latin1'),
    words([1, 1002], false),
    ...records.flatMap(({ timeMs, bytes }) => {
      const time = Buffer.alloc(8);
      time.writeBigInt64BE(BigInt(timeMs) * 1000n + 0x00dcddb30f2f8000n);
      return [words([bytes.length, bytes.length, 0, 0], false), time, bytes];
    }),
  ]);
}

export function ethernet(type: number, payload: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('0200000000010200000000020000', 'hex').fill(0, 12), payload]).fill(
    halves([type], false),
    12,
    14,
  );
}

export function ipv4(protocol: number, from: string, to: string, payload: Uint8Array, fragment = 0, id = 1): Buffer {
  const head = Buffer.alloc(20);
  head[0] = 0x45;
  head.writeUInt16BE(20 + payload.length, 2);
  head.writeUInt16BE(id, 4);
  head.writeUInt16BE(fragment, 6);
  head[8] = 64;
  head[9] = protocol;
  head.set(from.split('.').map(Number), 12);
  head.set(to.split('.').map(Number), 16);
  return Buffer.concat([head, payload]);
}

export function udp(from: number, to: number, payload: Uint8Array): Buffer {
  return Buffer.concat([halves([from, to, 8 + payload.length, 0], false), payload]);
}

export const flags = { fin: 1, syn: 2, rst: 4, psh: 8, ack: 16 };

export function tcp(
  from: number,
  to: number,
  sequence: number,
  acknowledgement: number,
  bits: number,
  payload: Uint8Array = Buffer.alloc(0),
  window = 1000,
): Buffer {
  return Buffer.concat([
    halves([from, to], false),
    words([sequence, acknowledgement], false),
    Buffer.from([0x50, bits]),
    halves([window, 0, 0], false),
    payload,
  ]);
}

/** A query or response with one question of type A. */
export function dns(id: number, name: string, responseCode?: number): Buffer {
  const labels = name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]);
  const bits = responseCode === undefined ? 0x0100 : 0x8180 | responseCode;
  return Buffer.concat([halves([id, bits, 1, 0, 0, 0], false), Buffer.from([...labels, 0]), halves([1, 1], false)]);
}

function words(values: readonly number[], isLittleEndian: boolean): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    if (isLittleEndian) bytes.writeUInt32LE(value >>> 0, index * 4);
    else bytes.writeUInt32BE(value >>> 0, index * 4);
  });
  return bytes;
}

function halves(values: readonly number[], isLittleEndian: boolean): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    if (isLittleEndian) bytes.writeUInt16LE(value, index * 2);
    else bytes.writeUInt16BE(value, index * 2);
  });
  return bytes;
}
