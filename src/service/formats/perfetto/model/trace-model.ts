import { type AsyncTracks, createAsyncTracks } from './async-tracks.ts';
import { type Counters, createCounters } from './counters.ts';
import { isMainThread } from './main-thread.ts';
import { createNotices, type Notices } from './notices.ts';
import { createProcessTable, type ProcessTable } from './process-table.ts';
import { createScheduling, type Scheduling, type ThreadUse, useBetween } from './scheduling.ts';
import { createSliceStacks, type Slice, type SliceStacks } from './slice-stacks.ts';
import { createSliceSummary, type SliceSummary } from './slice-summary.ts';
import type { TraceRecorder } from './trace-recorder.ts';

/** One computer of the trace: its processes and threads, and when they ran. */
export interface Machine {
  id: number;
  table: ProcessTable;
  scheduling: Scheduling;
}

/** Whose work a track shows. */
export interface TrackOwner {
  machine: Machine;
  thread?: number;
  process?: number;
  name?: string | undefined;
}

/** What is known of a trace so far; the readers of each form feed it in the order of time. */
export interface TraceModel {
  recorder: TraceRecorder;
  slices: SliceStacks;
  summary: SliceSummary;
  counters: Counters;
  notices: Notices;
  tracks: AsyncTracks;
  /** Sources of slices that are not read, by name. */
  unreadSources: Set<string>;
  machine(id: number): Machine;
  machines(): Iterable<Machine>;
  threadTrack(machine: Machine, thread: number): number;
  own(track: number, owner: TrackOwner): number;
  ownerOf(track: number): TrackOwner | undefined;
  who(owner: TrackOwner | undefined): string;
  /** The same for people: a main thread goes by its process. */
  whose(owner: TrackOwner | undefined): string;
  begin(
    track: number,
    timeNs: number,
    category: string | undefined,
    name: string | undefined,
    isSingle?: boolean,
  ): Slice | undefined;
  end(track: number, timeNs: number, category?: string, name?: string): Slice | undefined;
  /** A slice of known length; 0 is an instant. */
  complete(
    track: number,
    timeNs: number,
    durationNs: number,
    category: string | undefined,
    name: string | undefined,
    isRecoverable?: boolean,
  ): Slice | undefined;
  count(owner: TrackOwner, timeNs: number, name: string, value: number, unit?: string): void;
  /** Nothing more comes: what is open lasts until then. */
  finish(endNs: number): void;
}

export function createTraceModel(recorder: TraceRecorder): TraceModel {
  const machines = new Map<number, Machine>();
  const owners = new Map<number, TrackOwner>();
  const tracks = createAsyncTracks();
  const summary = createSliceSummary();
  const counters = createCounters();
  const notices = createNotices();
  const slices = createSliceStacks((slice) => closed(slice, false));

  /** The scheduling of a thread, where the trace tells of it. */
  const useOf = (owner: TrackOwner | undefined, timeNs: number): ThreadUse | undefined =>
    owner?.thread === undefined ? undefined : owner.machine.scheduling.use(owner.thread, timeNs);

  const closed = (slice: Slice, isOpen: boolean): void => {
    const owner = owners.get(slice.track);
    const after = slice.atBegin && useOf(owner, slice.startNs + (slice.durationNs ?? 0));
    summary.add(slice, owner, isOpen, after && useBetween(slice.atBegin!, after));
  };

  const model: TraceModel = {
    recorder,
    slices,
    summary,
    counters,
    notices,
    tracks,
    unreadSources: new Set(),
    machine(id) {
      const known = machines.get(id);
      if (known) return known;
      const machine: Machine = { id, table: createProcessTable(), scheduling: createScheduling() };
      machines.set(id, machine);
      return machine;
    },
    machines: () => machines.values(),
    threadTrack(machine, thread) {
      const track = tracks.trackOf(`thread ${machine.id} ${thread}`);
      if (!owners.has(track)) owners.set(track, { machine, thread });
      return track;
    },
    own(track, owner) {
      if (!owners.has(track)) owners.set(track, owner);
      return track;
    },
    ownerOf: (track) => owners.get(track),
    who: (owner) => describe(owner),
    whose: (owner) => (owner?.thread === undefined ? describe(owner) : personLabel(owner.machine, owner.thread)),
    begin(track, timeNs, category, name, isSingle = false) {
      const slice = isSingle ? slices.beginSingle(track, timeNs, name) : slices.begin(track, timeNs, category, name);
      if (!slice) return undefined;
      const owner = owners.get(track);
      slice.line = recorder.record(timeNs, describe(owner), `begin ${labelOf(category, name)}`);
      const use = useOf(owner, timeNs);
      if (use) slice.atBegin = use;
      return slice;
    },
    end(track, timeNs, category, name) {
      const slice = slices.end(track, timeNs, category, name);
      if (slice) {
        const tookText = durationText(slice.durationNs ?? 0);
        recorder.record(
          timeNs,
          describe(owners.get(track)),
          `end ${labelOf(slice.category, slice.name)} after ${tookText}`,
        );
      }
      return slice;
    },
    complete(track, timeNs, durationNs, category, name, isRecoverable) {
      const slice = slices.complete(track, timeNs, durationNs, category, name, isRecoverable);
      if (!slice) return undefined;
      const label = labelOf(category, name);
      slice.line = recorder.record(
        timeNs,
        describe(owners.get(track)),
        durationNs === 0 ? `instant ${label}` : `slice ${label} for ${durationText(durationNs)}`,
      );
      summary.add(slice, owners.get(track));
      return slice;
    },
    count(owner, timeNs, name, value, unit = '') {
      if (!Number.isFinite(value)) return;
      const line = recorder.record(
        timeNs,
        describe(owner),
        `counter ${name} = ${value}${unit === '' ? '' : ` ${unit}`}`,
      );
      const process =
        owner.process ?? (owner.thread === undefined ? undefined : owner.machine.table.thread(owner.thread).process);
      const whose = process === undefined || process === 0 ? '' : processLabel(owner.machine, process);
      counters.add({
        name: whose === '' ? name : `${name} of ${whose}`,
        unit,
        timeMs: recorder.timeMsOf(timeNs),
        value,
        line,
      });
    },
    finish(endNs) {
      for (const machine of machines.values()) machine.scheduling.finish(endNs);
      for (const slice of slices.finish(endNs)) closed(slice, true);
    },
  };
  return model;
}

export function processLabel(machine: Machine, process: number): string {
  const { pid, name } = machine.table.process(process);
  return name ? `${name} ${pid}` : `process ${pid}`;
}

/** A thread within its process: main threads are called so, as the kernel cuts the name of the process for theirs. */
export function threadOfProcessLabel(machine: Machine, thread: number): string {
  const { tid, name } = machine.table.thread(thread);
  if (isMainThread(machine, thread)) return 'main thread';
  return name ? `${name} ${tid}` : `thread ${tid}`;
}

/** Who a thread is to a person: a main thread goes by its process. */
export function personLabel(machine: Machine, thread: number): string {
  const { process } = machine.table.thread(thread);
  const isMain = process !== undefined && process !== 0 && isMainThread(machine, thread);
  return isMain ? processLabel(machine, process) : threadLabel(machine, thread);
}

function threadLabel(machine: Machine, thread: number): string {
  const life = machine.table.thread(thread);
  const owner = life.process === undefined || life.process === 0 ? undefined : machine.table.process(life.process);
  const key = owner?.name ?? owner?.pid;
  // Names change seldom, and every line of the printed form asks for one.
  if (life.label !== undefined && life.label.name === life.name && life.label.owner === key) return life.label.text;
  const own = life.name ? `${life.name} ${life.tid}` : `thread ${life.tid}`;
  const text = owner === undefined ? own : `${processLabel(machine, life.process!)} › ${own}`;
  life.label = { name: life.name, owner: key, text };
  return text;
}

/** Nanoseconds as a person reads them. */
export function durationText(durationNs: number): string {
  if (durationNs >= 1e9) return `${trimmed(durationNs / 1e9)} s`;
  if (durationNs >= 1e6) return `${trimmed(durationNs / 1e6)} ms`;
  if (durationNs >= 1e3) return `${trimmed(durationNs / 1e3)} µs`;
  return `${Math.round(durationNs)} ns`;
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function describe(owner: TrackOwner | undefined): string {
  if (!owner) return '-';
  const base =
    owner.thread !== undefined
      ? threadLabel(owner.machine, owner.thread)
      : owner.process !== undefined
        ? processLabel(owner.machine, owner.process)
        : '';
  if (!owner.name) return base === '' ? '-' : base;
  return base === '' ? `track ${owner.name}` : `${base} track ${owner.name}`;
}

function labelOf(category: string | undefined, name: string | undefined): string {
  const shown = name === undefined || name === '' ? '(no name)' : name;
  return category === undefined || category === '' ? shown : `${shown} [${category}]`;
}
