/** One side's handshake bytes, which the CRYPTO frames of its Initial packets carry by offset (RFC 9000, section 19.6). */
export interface QuicCryptoStream {
  /** The bytes that can be read now: those of the frame, or all up to it once a gap has closed. */
  add(offset: number, bytes: Uint8Array): Uint8Array | undefined;
}

/** A hello with large keys takes a few datagrams; more is not kept. */
const maxBytes = 64 * 1024;
const maxPieces = 256;

export function createQuicCryptoStream(): QuicCryptoStream {
  let reached = 0;
  /** Beyond `reached`, in order of offset. */
  let pieces: { offset: number; bytes: Uint8Array }[] = [];

  return {
    add(offset, bytes) {
      const end = offset + bytes.length;
      if (end <= reached || end > maxBytes) return undefined;
      const start = Math.max(offset, reached);
      const fresh = bytes.subarray(start - offset);
      if (pieces.length === 0 && start === reached) {
        reached = end;
        return fresh;
      }
      if (pieces.length >= maxPieces) return undefined;
      pieces.push({ offset: start, bytes: new Uint8Array(fresh) });
      pieces.sort((a, b) => a.offset - b.offset);
      const last = Math.max(...pieces.map((piece) => piece.offset + piece.bytes.length));
      let covered = reached;
      for (const piece of pieces) {
        if (piece.offset > covered) return undefined;
        covered = Math.max(covered, piece.offset + piece.bytes.length);
      }
      const whole = new Uint8Array(last - reached);
      for (const piece of pieces) whole.set(piece.bytes, piece.offset - reached);
      pieces = [];
      reached = last;
      return whole;
    },
  };
}
