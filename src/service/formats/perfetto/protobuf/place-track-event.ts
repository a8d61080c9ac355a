import { monotonicClock } from '../model/clocks.ts';
import type { Computer } from './computers.ts';
import { counterValue, type Sequence } from './sequence.ts';
import { readTrackEvent, type TrackEvent } from './track-event.ts';

/** A counter's new value. */
export interface Count {
  uuid: bigint;
  value: number;
}

/**
 * When a track event happens and what it counts, which only the events before it on its writer tell. Undefined where it
 * cannot be placed or lacks what it needs.
 */
export function placeTrackEvent(
  computer: Computer,
  sequence: Sequence,
  packetNs: number | undefined,
  bytes: Uint8Array,
): { timeNs: number; counts: Count[] } | undefined {
  const event = readTrackEvent(bytes);
  const timeNs = timeOf(computer, sequence, packetNs, event);
  if (timeNs === undefined) return undefined;
  if (event.hasThreadDelta && !sequence.areDeltasValid) return undefined;
  const { generation } = sequence;
  const counts: Count[] = [];
  const count = (uuid: bigint | undefined, value: number | undefined): boolean => {
    const counter = uuid === undefined ? undefined : computer.tracks.description(uuid)?.counter;
    if (uuid === undefined || value === undefined || !counter) return false;
    counts.push({ uuid, value: counterValue(sequence, uuid, value, counter) });
    return true;
  };
  if (event.type === 4 && !count(event.track ?? generation.defaultTrack, event.counterValue)) return undefined;
  const uuids = event.extraCounters.length > 0 ? event.extraCounters : generation.extraCounters;
  for (const [index, value] of event.extraValues.entries()) if (!count(uuids[index], value)) return undefined;
  return { timeNs, counts };
}

function timeOf(
  computer: Computer,
  sequence: Sequence,
  packetNs: number | undefined,
  event: TrackEvent,
): number | undefined {
  const fromMonotonic = (timeUs: number): number => {
    const monotonicNs = BigInt(Math.trunc(timeUs)) * 1000n;
    return computer.relative(computer.clocks.toMain(monotonicClock, monotonicNs) ?? monotonicNs);
  };
  if (event.deltaUs !== undefined) {
    if (!sequence.areDeltasValid) return undefined;
    sequence.deltaTimeUs += event.deltaUs;
    return fromMonotonic(sequence.deltaTimeUs);
  }
  return event.absoluteUs === 0 ? packetNs : fromMonotonic(event.absoluteUs);
}
