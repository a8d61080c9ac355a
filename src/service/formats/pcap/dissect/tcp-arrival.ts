import type { Dissection, Transport } from './dissection.ts';
import { tcpFlags } from './transport.ts';

/** Where one direction of a connection has got to. */
export interface SequenceTrack {
  nextSequence: number | undefined;
  lastAdvanceMs: number | undefined;
  /** What this side acknowledged last, when, and how often without anything new. */
  acknowledged: number | undefined;
  acknowledgedMs: number | undefined;
  duplicateAcknowledgements: number;
  window: number | undefined;
  /** Where the other side's acknowledgements have got to, if further than what was captured. */
  acknowledgedUpTo: number | undefined;
}

export type ArrivalKind =
  | 'next'
  | 'gap'
  | 'reordered'
  | 'retransmission'
  | 'fast-retransmission'
  | 'spurious-retransmission'
  | 'keep-alive'
  | 'window-probe'
  | 'empty';

/** Within this an old sequence number counts as reordering where no round trip was measured, in milliseconds. */
const defaultReorderingMs = 3;
/** After this the repeated acknowledgements no longer explain a retransmission, in milliseconds. */
const fastRetransmissionMs = 20;

export function createSequenceTrack(): SequenceTrack {
  return {
    nextSequence: undefined,
    lastAdvanceMs: undefined,
    acknowledged: undefined,
    acknowledgedMs: undefined,
    duplicateAcknowledgements: 0,
    window: undefined,
    acknowledgedUpTo: undefined,
  };
}

/**
 * Where a segment stands in its direction, by the rules documented for Wireshark's sequence analysis; moves the track
 * on. `roundTripMs` is that of the handshake.
 */
export function advance(
  own: SequenceTrack,
  other: SequenceTrack,
  { timeMs }: Dissection,
  transport: Transport,
  roundTripMs: number | undefined,
): ArrivalKind {
  const { sequence, acknowledgement, flags, window } = transport;
  const payloadBytes = transport.payloadEnd - transport.payloadStart;
  const isControl = (flags & (tcpFlags.syn | tcpFlags.fin | tcpFlags.rst)) !== 0;
  const consumed = payloadBytes + ((flags & (tcpFlags.syn | tcpFlags.fin)) !== 0 ? 1 : 0);
  const kind = classify(own, other, timeMs ?? 0, transport, payloadBytes, consumed, roundTripMs);

  const repeatsAck = own.acknowledged === acknowledgement && own.window === window && window !== 0;
  if (payloadBytes === 0 && !isControl && repeatsAck && sequence === own.nextSequence) own.duplicateAcknowledgements++;
  else if (own.acknowledged !== acknowledgement) own.duplicateAcknowledgements = 0;
  const next = (sequence + consumed) >>> 0;
  const isAhead = own.nextSequence === undefined || ((next - own.nextSequence) | 0) > 0;
  if (isAhead && kind !== 'window-probe') {
    own.nextSequence = next;
    own.lastAdvanceMs = timeMs;
  }
  own.window = window;
  if ((flags & tcpFlags.ack) !== 0) {
    own.acknowledged = acknowledgement;
    own.acknowledgedMs = timeMs;
  }
  return kind;
}

function classify(
  own: SequenceTrack,
  other: SequenceTrack,
  nowMs: number,
  { sequence, flags }: Transport,
  payloadBytes: number,
  consumed: number,
  roundTripMs: number | undefined,
): ArrivalKind {
  if (own.nextSequence === undefined) return consumed === 0 ? 'empty' : 'next';
  const ahead = (sequence - own.nextSequence) | 0;
  const isControl = (flags & (tcpFlags.syn | tcpFlags.fin | tcpFlags.rst)) !== 0;
  if (payloadBytes === 1 && ahead === 0 && other.window === 0) return 'window-probe';
  if (payloadBytes <= 1 && ahead === -1 && !isControl) return 'keep-alive';
  if (consumed === 0) return 'empty';
  const end = (sequence + payloadBytes) >>> 0;
  const wasAcknowledged = other.acknowledged !== undefined && ((end - other.acknowledged) | 0) <= 0;
  if (payloadBytes > 0 && wasAcknowledged) return 'spurious-retransmission';
  // One byte back with more behind it: what the last window probe carried is sent again with the rest.
  if (ahead > 0) return 'gap';
  if (ahead === 0 || (payloadBytes > 1 && ahead === -1)) return 'next';
  const isAnswerToRepeats = other.duplicateAcknowledgements >= 2 && other.acknowledged === sequence;
  if (isAnswerToRepeats && nowMs - (other.acknowledgedMs ?? 0) < fastRetransmissionMs) return 'fast-retransmission';
  const sinceMs = nowMs - (own.lastAdvanceMs ?? 0);
  const isRecent = sinceMs >= 0 && sinceMs < (roundTripMs || defaultReorderingMs);
  return isRecent && ahead + consumed !== 0 ? 'reordered' : 'retransmission';
}
