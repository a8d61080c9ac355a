import { deflateSync } from 'node:zlib';

/** A field of a protobuf message: its number, and a number, a text, bytes, or the fields of a message. */
export type Field = [number, number | bigint | string | Uint8Array | Field[]];

export function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(([number, value]) => encoded(number, value)));
}

export function traceFile(...packets: readonly Field[][]): Buffer {
  return message(packets.map((packet): Field => [1, packet]));
}

export function compressed(...packets: readonly Field[][]): Field[] {
  return [[50, deflateSync(traceFile(...packets))]];
}

/** A descriptor of a thread's track. */
export function threadTrack(uuid: number, pid: number, tid: number, name: string): Field[] {
  const thread: Field[] = [
    [1, pid],
    [2, tid],
    [5, name],
  ];
  return [
    [10, 1],
    [41, 1],
    [
      60,
      [
        [1, uuid],
        [4, thread],
      ],
    ],
  ];
}

export const types = { begin: 1, end: 2, instant: 3, counter: 4 };

export function trackEvent(
  timeNs: number | bigint,
  uuid: number,
  type: number,
  name?: string,
  more: Field[] = [],
): Field[] {
  const event: Field[] = [[9, type], [11, uuid], ...(name === undefined ? [] : [[23, name] as Field]), ...more];
  return [
    [8, timeNs],
    [10, 1],
    [11, event],
  ];
}

/** Events of the kernel, as one processor's buffer holds them. */
export function ftrace(
  cpu: number,
  ...events: { timeNs: number; tid: number; field: number; fields: Field[] }[]
): Field[] {
  const bundle = events.map(
    ({ timeNs, tid, field, fields }): Field => [
      2,
      [
        [1, timeNs],
        [2, tid],
        [field, fields],
      ],
    ],
  );
  return [[1, [[1, cpu], ...bundle]]];
}

export const print = (timeNs: number, tid: number, text: string) => ({
  timeNs,
  tid,
  field: 3,
  fields: [[2, text]] as Field[],
});

export function processTree(
  ...processes: { pid: number; name: string; threads?: { tid: number; name: string }[] }[]
): Field[] {
  const tree: Field[] = processes.map(({ pid, name }) => [
    1,
    [
      [1, pid],
      [2, 0],
      [3, name],
    ],
  ]);
  for (const { pid, threads = [] } of processes)
    for (const { tid, name } of threads)
      tree.push([
        2,
        [
          [1, tid],
          [2, name],
          [3, pid],
        ],
      ]);
  return [
    [8, 1],
    [2, tree],
  ];
}

/** Boot time and the time since 1970 of one moment. */
export function clockSnapshot(bootNs: bigint, realtimeNs: bigint): Field[] {
  return [
    [
      6,
      [
        [
          1,
          [
            [1, 6],
            [2, bootNs],
          ],
        ],
        [
          1,
          [
            [1, 1],
            [2, realtimeNs],
          ],
        ],
      ],
    ],
  ];
}

function encoded(number: number, value: Field[1]): Buffer {
  if (typeof value === 'number' || typeof value === 'bigint') return Buffer.concat([varint(number * 8), varint(value)]);
  const bytes = typeof value === 'string' ? Buffer.from(value) : Array.isArray(value) ? message(value) : value;
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number | bigint): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    const bits = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest === 0n ? bits : bits | 0x80);
  } while (rest !== 0n);
  return Buffer.from(bytes);
}
