import { createTraceClocks, type TraceClocks } from '../model/clocks.ts';
import type { Machine, TraceModel } from '../model/trace-model.ts';
import { createDescribedTracks, type DescribedTracks } from './described-tracks.ts';
import type { KernelTrack } from './kernel-tracks.ts';
import { createSequence, type Sequence } from './sequence.ts';

/** One computer that wrote packets: its clocks, its writers, its tracks. */
export interface Computer {
  machine: Machine;
  clocks: TraceClocks;
  tracks: DescribedTracks;
  sequence(id: number): Sequence;
  relative(timeNs: bigint): number;
  latestNs: number;
  /** Events of the kernel from before are not of this trace. */
  startedNs: number | undefined;
  keepsEarlyEvents: boolean;
  /** From when the buffers of all processors hold events. */
  completeFromNs: number | undefined;
  seenCpus: Set<number>;
  lastOnCpu: Map<string, number>;
  /** Kinds of kernel events that describe themselves; undefined are those that draw nothing. */
  kernelTracks: Map<number, KernelTrack | undefined>;
  /** Which life of a process the system's own number of its start means. */
  processByStart: Map<number, number>;
  startOfProcess: Map<number, number>;
}

export interface Computers {
  of(machine: number): Computer;
  /** Nanoseconds from the trace's zero, small enough to be exact. */
  relative(timeNs: bigint): number;
  /** Times of the main clock are those from the trace's zero as they are. */
  startsAtZero(): boolean;
  /** The trace's zero since 1970, where it is known. */
  epoch(): bigint | undefined;
}

const exactNs = BigInt(Number.MAX_SAFE_INTEGER);
const maxSequences = 200_000;

export function createComputers(model: TraceModel): Computers {
  const computers = new Map<number, Computer>();
  let zeroNs: bigint | undefined;

  const relative = (timeNs: bigint): number => {
    // Times since boot are exact as they are; those since 1970 only from a zero of their own.
    zeroNs ??= timeNs > exactNs ? timeNs : 0n;
    return Number(timeNs - zeroNs);
  };

  return {
    relative,
    startsAtZero: () => zeroNs === 0n,
    of(id) {
      const known = computers.get(id);
      if (known) return known;
      const machine = model.machine(id);
      machine.table.adoptIdle();
      const sequences = new Map<number, Sequence>();
      const computer: Computer = {
        machine,
        clocks: createTraceClocks(),
        tracks: createDescribedTracks(model, machine),
        sequence(number) {
          const sequence = sequences.get(number) ?? createSequence();
          if (sequences.size < maxSequences) sequences.set(number, sequence);
          return sequence;
        },
        relative,
        latestNs: 0,
        startedNs: undefined,
        keepsEarlyEvents: false,
        completeFromNs: undefined,
        seenCpus: new Set(),
        lastOnCpu: new Map(),
        kernelTracks: new Map(),
        processByStart: new Map(),
        startOfProcess: new Map(),
      };
      computers.set(id, computer);
      return computer;
    },
    epoch() {
      const offset = computers.get(0)?.clocks.realtimeOffset();
      return offset === undefined ? undefined : offset + (zeroNs ?? 0n);
    },
  };
}
