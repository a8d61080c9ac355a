/** Translates the clocks a trace was recorded with into its main one, by the snapshots it holds of several at a time. */
export interface TraceClocks {
  /** `clocks` of one moment: id, reading in its own unit, nanoseconds a unit, whether readings are differences. */
  addSnapshot(clocks: readonly ClockReading[]): void;
  /** The main clock, boot time unless the trace says otherwise. */
  setMain(clock: string): void;
  main(): string;
  /** Nanoseconds of the main clock; undefined where no snapshot leads there. Readings that are differences add up. */
  toMain(clock: string, reading: bigint): bigint | undefined;
  /** What to add to the main clock's nanoseconds for those since 1970. */
  realtimeOffset(): bigint | undefined;
}

interface ClockReading {
  clock: string;
  reading: bigint;
  unitNs: bigint;
  isIncremental: boolean;
}

export const realtimeClock = '1';
export const monotonicClock = '3';
export const bootClock = '6';

interface Snapshot {
  readings: Map<string, bigint>;
}

const maxSnapshots = 10_000;
const maxSteps = 4;

export function createTraceClocks(): TraceClocks {
  const snapshots: Snapshot[] = [];
  const units = new Map<string, { unitNs: bigint; isIncremental: boolean; last: bigint }>();
  const snapshotsOf = new Map<string, Snapshot[]>();
  let main = bootClock;

  /** The last snapshot before the moment that has both clocks, else the first that has. */
  const convert = (from: string, to: string, timeNs: bigint): bigint | undefined => {
    const list = snapshotsOf.get(from);
    if (!list) return undefined;
    let found: Snapshot | undefined;
    for (const snapshot of list) {
      if (!snapshot.readings.has(to)) continue;
      if (found !== undefined && snapshot.readings.get(from)! > timeNs) break;
      found = snapshot;
    }
    return found && timeNs - found.readings.get(from)! + found.readings.get(to)!;
  };

  const translate = (from: string, to: string, timeNs: bigint): bigint | undefined => {
    if (from === to) return timeNs;
    let reached = new Map([[from, timeNs]]);
    const seen = new Set([from]);
    for (let step = 0; step < maxSteps && reached.size > 0; step++) {
      const next = new Map<string, bigint>();
      for (const [clock, value] of reached) {
        const direct = convert(clock, to, value);
        if (direct !== undefined) return direct;
        for (const snapshot of snapshotsOf.get(clock) ?? []) {
          for (const other of snapshot.readings.keys()) {
            if (seen.has(other)) continue;
            seen.add(other);
            next.set(other, convert(clock, other, value)!);
          }
        }
      }
      reached = next;
    }
    return undefined;
  };

  return {
    addSnapshot(clocks) {
      if (snapshots.length >= maxSnapshots) return;
      const snapshot: Snapshot = { readings: new Map() };
      for (const { clock, reading, unitNs, isIncremental } of clocks) {
        const readingNs = reading * unitNs;
        units.set(clock, { unitNs, isIncremental, last: readingNs });
        const earlier = snapshotsOf.get(clock);
        // A clock that ran backwards cannot be translated by that snapshot.
        if (earlier && earlier[earlier.length - 1]!.readings.get(clock)! > readingNs) continue;
        snapshot.readings.set(clock, readingNs);
        if (earlier) earlier.push(snapshot);
        else snapshotsOf.set(clock, [snapshot]);
      }
      snapshots.push(snapshot);
    },
    setMain(clock) {
      main = clock;
    },
    main: () => main,
    toMain(clock, reading) {
      const unit = units.get(clock);
      if (!unit) return clock === main ? reading : undefined;
      let readingNs = reading * unit.unitNs;
      if (unit.isIncremental) {
        readingNs += unit.last;
        unit.last = readingNs;
      }
      return translate(clock, main, readingNs);
    },
    realtimeOffset() {
      if (main === realtimeClock) return 0n;
      const snapshot = snapshots.find(({ readings }) => readings.has(main) && readings.has(realtimeClock));
      return snapshot && snapshot.readings.get(realtimeClock)! - snapshot.readings.get(main)!;
    },
  };
}
