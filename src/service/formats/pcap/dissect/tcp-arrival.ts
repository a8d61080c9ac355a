import type { Dissection, Transport } from './dissection.ts';
import { tcpFlags } from './transport.ts';

/** Where one direction of a connection has got to. */
export interface SequenceTrack {
  nextSequence: number | undefined;
  lastAdvanceMs: number | undefined;
  hasGap: boolean;
  /** By the other side. */
  acknowledged: number | undefined;
}

export type Arrival =
  | { kind: 'next' | 'reordered' | 'retransmission' | 'keep-alive' | 'empty' }
  | { kind: 'gap'; missingBytes: number };

/** Within this an old sequence number counts as reordering where no round trip was measured, in milliseconds (as in Wireshark). */
const defaultReorderingMs = 3;

export function createSequenceTrack(): SequenceTrack {
  return { nextSequence: undefined, lastAdvanceMs: undefined, hasGap: false, acknowledged: undefined };
}

/** Where a segment stands in its direction, by the rules of Wireshark's sequence analysis. Moves the track on. */
export function advance(
  track: SequenceTrack,
  { timeMs }: Dissection,
  { sequence, flags, payloadStart, payloadEnd }: Transport,
  roundTripMs: number | undefined,
): Arrival {
  const payloadBytes = payloadEnd - payloadStart;
  const control = (flags & (tcpFlags.syn | tcpFlags.fin)) !== 0 ? 1 : 0;
  const length = payloadBytes + control;
  const ahead = track.nextSequence === undefined ? 0 : (sequence - track.nextSequence) | 0;
  if (length === 0 && track.nextSequence !== undefined) return { kind: 'empty' };
  if (payloadBytes <= 1 && control === 0 && ahead === -1) return { kind: 'keep-alive' };
  if (ahead < 0) {
    const wasAcknowledged = track.acknowledged !== undefined && ((sequence + length - track.acknowledged) | 0) <= 0;
    const sinceMs = (timeMs ?? 0) - (track.lastAdvanceMs ?? 0);
    const isRecent = sinceMs >= 0 && sinceMs <= (roundTripMs ?? defaultReorderingMs);
    const isReordered = track.hasGap && !wasAcknowledged && isRecent && ahead + length <= 0;
    return { kind: isReordered ? 'reordered' : 'retransmission' };
  }
  track.nextSequence = (sequence + length) >>> 0;
  track.lastAdvanceMs = timeMs;
  if (length === 0) return { kind: 'empty' };
  if (ahead === 0) return { kind: 'next' };
  track.hasGap = true;
  return { kind: 'gap', missingBytes: ahead };
}
