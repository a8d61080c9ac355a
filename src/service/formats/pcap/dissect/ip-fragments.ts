/** Puts IPv4 and IPv6 fragments together again. Holds at most `maxDatagrams` unfinished ones, the oldest is given up. */
export interface Reassembly {
  /** The whole payload once the last missing piece came, else undefined. */
  add(key: string, offset: number, hasMore: boolean, payload: Uint8Array): Uint8Array | undefined;
}

const maxDatagrams = 256;
const maxDatagramBytes = 65_535;
const maxPieces = 1_024;

export function createReassembly(): Reassembly {
  const pending = new Map<
    string,
    { pieces: { offset: number; payload: Uint8Array }[]; totalBytes: number | undefined }
  >();

  return {
    add(key, offset, hasMore, payload) {
      const datagram = pending.get(key) ?? { pieces: [], totalBytes: undefined };
      if (!pending.has(key)) {
        if (pending.size >= maxDatagrams) pending.delete(pending.keys().next().value!);
        pending.set(key, datagram);
      }
      if (offset + payload.length > maxDatagramBytes || datagram.pieces.length >= maxPieces) return undefined;
      datagram.pieces.push({ offset, payload: new Uint8Array(payload) });
      if (!hasMore) datagram.totalBytes = offset + payload.length;
      const whole = join(datagram.pieces, datagram.totalBytes);
      if (whole) pending.delete(key);
      return whole;
    },
  };
}

function join(
  pieces: { offset: number; payload: Uint8Array }[],
  totalBytes: number | undefined,
): Uint8Array | undefined {
  if (totalBytes === undefined) return undefined;
  pieces.sort((a, b) => a.offset - b.offset);
  let reached = 0;
  for (const { offset, payload } of pieces) {
    if (offset > reached) return undefined;
    reached = Math.max(reached, offset + payload.length);
  }
  if (reached < totalBytes) return undefined;
  const whole = new Uint8Array(totalBytes);
  for (const { offset, payload } of pieces) whole.set(payload.subarray(0, Math.max(0, totalBytes - offset)), offset);
  return whole;
}
