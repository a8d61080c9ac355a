import {
  bigOf,
  nextField,
  numberIn,
  openField,
  openMessage,
  signedOf,
  textOf,
  unsignedOf,
  type WireCursor,
} from './wire-cursor.ts';

/** What the packets of one writer leave for those after them, from one clearing of that state to the next. */
export interface Generation {
  eventNames: Map<number, string>;
  categories: Map<number, string>;
  /** Processes of graphics contexts and of script engines. */
  graphicsPids: Map<number, number>;
  isolatePids: Map<number, number>;
  /** Whose code a packet of a script engine tells of where it does not say so. */
  scriptTid: number | undefined;
  defaultTrack: bigint | undefined;
  defaultClock: number | undefined;
  extraCounters: bigint[];
  pid: number | undefined;
  tid: number | undefined;
}

/** One writer of packets, in the order of the file. */
export interface Sequence {
  generation: Generation;
  isValid: boolean;
  areDeltasValid: boolean;
  deltaTimeUs: number;
  /** Counters that are told as differences, by their tracks. */
  counterTotals: Map<bigint, number>;
}

const maxInterned = 500_000;
const graphicsContexts = 23;
const scriptIsolates = 35;
const internedFields = new Set([1, 2, graphicsContexts, scriptIsolates]);
const scriptDefaults = 99;

export function createSequence(): Sequence {
  return {
    generation: emptyGeneration(undefined),
    isValid: false,
    areDeltasValid: false,
    deltaTimeUs: 0,
    counterTotals: new Map(),
  };
}

export function clearState(sequence: Sequence): void {
  sequence.generation = emptyGeneration(sequence.generation);
  sequence.isValid = true;
  sequence.counterTotals = new Map();
  sequence.areDeltasValid = false;
}

export function losePackets(sequence: Sequence): void {
  sequence.isValid = false;
  sequence.areDeltasValid = false;
}

/** Events read so far keep the defaults they were written under. */
export function takeDefaults(sequence: Sequence, bytes: Uint8Array): void {
  const generation: Generation = {
    ...sequence.generation,
    defaultTrack: undefined,
    defaultClock: undefined,
    extraCounters: [],
    scriptTid: undefined,
  };
  const cursor = openMessage(bytes);
  while (nextField(cursor)) {
    if (cursor.field === 58) generation.defaultClock = unsignedOf(cursor);
    if (cursor.field === scriptDefaults && cursor.wire === 2) generation.scriptTid = numberIn(openField(cursor), 1);
    if (cursor.field !== 11 || cursor.wire !== 2) continue;
    const defaults = openField(cursor);
    while (nextField(defaults)) {
      if (defaults.field === 11) generation.defaultTrack = bigOf(defaults);
      else if (defaults.field === 31 || defaults.field === 45) generation.extraCounters.push(bigOf(defaults));
    }
  }
  sequence.generation = generation;
  sequence.areDeltasValid = false;
}

export function takeInterned(sequence: Sequence, bytes: Uint8Array): void {
  if (!sequence.isValid) return;
  const cursor = openMessage(bytes);
  while (nextField(cursor)) {
    if (cursor.wire !== 2 || !internedFields.has(cursor.field)) continue;
    const entry = openField(cursor);
    let id = 0;
    let name = '';
    let pid = 0;
    while (nextField(entry)) {
      if (entry.field === 1) id = unsignedOf(entry);
      else if (entry.field === 2 && entry.wire === 2) name = textOf(entry);
      else if (entry.field === 2) pid = unsignedOf(entry) >>> 0;
    }
    const { graphicsPids, isolatePids } = sequence.generation;
    if (cursor.field === graphicsContexts || cursor.field === scriptIsolates) {
      const pids = cursor.field === graphicsContexts ? graphicsPids : isolatePids;
      if (pids.size < maxInterned && !pids.has(id)) pids.set(id, pid);
      continue;
    }
    const into = cursor.field === 1 ? sequence.generation.categories : sequence.generation.eventNames;
    // A second entry of the same id is against the rules; the first one counts.
    if (into.size < maxInterned && !into.has(id)) into.set(id, name);
  }
}

/** The value a counter stands at: in its unit, with differences added up. */
export function counterValue(
  sequence: Sequence,
  uuid: bigint,
  value: number,
  counter: { multiplier: number; isIncremental: boolean },
): number {
  const scaled = value * counter.multiplier;
  if (!counter.isIncremental) return scaled;
  const total = (sequence.counterTotals.get(uuid) ?? 0) + scaled;
  if (sequence.counterTotals.size < maxInterned) sequence.counterTotals.set(uuid, total);
  return total;
}

/** A thread descriptor (legacy): whose events without a track are, and from when their time differences count. */
export function takeThread(sequence: Sequence, thread: WireCursor, isSandboxed: boolean): void {
  let pid = 0;
  let tid = 0;
  sequence.deltaTimeUs = 0;
  while (nextField(thread)) {
    if (thread.field === 1) pid = signedOf(thread);
    else if (thread.field === 2) tid = signedOf(thread);
    else if (thread.field === 6) sequence.deltaTimeUs = signedOf(thread);
  }
  sequence.generation.pid = pid;
  sequence.generation.tid = isSandboxed ? syntheticTid(tid, pid) : tid;
  sequence.areDeltasValid = true;
}

/** Threads whose ids are those of a sandbox get one that no other process can have. */
export function syntheticTid(tid: number, pid: number): number {
  return pid * 4_294_967_296 + (tid >>> 0);
}

export function isSynthetic(tid: number): boolean {
  return tid >= 4_294_967_296;
}

function emptyGeneration(before: Generation | undefined): Generation {
  return {
    eventNames: new Map(),
    categories: new Map(),
    graphicsPids: new Map(),
    isolatePids: new Map(),
    scriptTid: undefined,
    defaultTrack: undefined,
    defaultClock: undefined,
    extraCounters: [],
    pid: before?.pid,
    tid: before?.tid,
  };
}
