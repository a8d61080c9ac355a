import type { Machine, TraceModel } from '../model/trace-model.ts';

/** An event of a JSON trace, its values checked. */
export interface JsonEvent {
  phase: string;
  timeNs: number;
  durationNs: number | undefined;
  pid: number | string | undefined;
  tid: number | string | undefined;
  category: string | undefined;
  name: string | undefined;
  /** Of asynchronous events: within the process only, or everywhere. */
  id: { value: string; isLocal: boolean } | undefined;
  scope: string | undefined;
  counters: Record<string, number>;
  newName: string | undefined;
  /** Of a profile's piece. */
  hasSamples: boolean;
}

/** Numbers for processes and threads that are given by name. */
interface JsonIds {
  of(id: number | string): number;
}

const firstMadeId = 4_000_000_000;

export function createJsonIds(): JsonIds {
  const made = new Map<string, number>();
  return {
    of(id) {
      if (typeof id === 'number') return id;
      const known = made.get(id);
      if (known !== undefined) return known;
      const number = firstMadeId + made.size;
      made.set(id, number);
      return number;
    },
  };
}

export function applyJsonEvent(
  model: TraceModel,
  machine: Machine,
  ids: JsonIds,
  timeNs: number,
  event: JsonEvent,
): void {
  const { table } = machine;
  if (event.phase === 'P') {
    model.unreadSources.add('v8_cpu_profile');
    if (!event.hasSamples) return;
  }
  const pid = ids.of(event.pid ?? 0);
  // Writers that know no threads leave the thread out, or write 0.
  const tid = event.tid === undefined || event.tid === 0 ? pid : ids.of(event.tid);
  if (typeof event.pid === 'string') table.process(table.processOf(pid)).name = event.pid;
  if (typeof event.tid === 'string') table.nameThread(table.threadOf(tid), event.tid);
  const thread = table.threadInProcess(tid, pid);
  const track = () => model.threadTrack(machine, thread);
  const { category, name } = event;
  switch (event.phase) {
    case 'B':
      model.begin(track(), timeNs, category, name ?? '[No name]');
      return;
    case 'E':
      model.end(track(), timeNs, category, name);
      return;
    case 'X': {
      if (event.durationNs === undefined) return;
      const shown = name ?? '[No name]';
      if (model.complete(track(), timeNs, event.durationNs, category, shown, true)) return;
      // What cannot nest in the slices around it gets a track beside them.
      const beside = model.tracks.span(`beside ${thread}`, timeNs, event.durationNs);
      const owner = { machine, thread, name: 'overlapping' };
      model.complete(model.own(beside, owner), timeNs, event.durationNs, category, shown);
      return;
    }
    case 'b':
    case 'e':
    case 'n':
      return applyAsync(model, machine, timeNs, event, table.processOf(pid));
    case 'i':
    case 'I':
    case 'R':
      return applyInstant(model, machine, timeNs, event, thread, table.processOf(pid));
    case 'C':
      for (const [key, value] of Object.entries(event.counters))
        model.count({ machine, thread }, timeNs, `${name ?? 'counter'} ${key}`, value);
      return;
    case 'M':
      if (event.newName === undefined) return;
      if (name === 'thread_name') table.nameThread(thread, event.newName);
      else if (name === 'process_name') table.process(table.processOf(pid)).name = event.newName;
  }
}

function applyAsync(model: TraceModel, machine: Machine, timeNs: number, event: JsonEvent, process: number): void {
  const { id, category, name } = event;
  if (!id || event.pid === undefined) return;
  const set = `async ${id.isLocal ? process : 'all'} ${category ?? ''} ${id.value}`;
  const track = model.own(model.tracks.trackOf(set), { machine, process, name: name ?? 'asynchronous' });
  if (event.phase === 'b') model.begin(track, timeNs, category, name ?? '[No name]');
  else if (event.phase === 'e') model.end(track, timeNs, category, name);
  else model.complete(track, timeNs, 0, category, name);
}

function applyInstant(
  model: TraceModel,
  machine: Machine,
  timeNs: number,
  event: JsonEvent,
  thread: number,
  process: number,
): void {
  const { category, name, scope } = event;
  if (scope === 'g') model.complete(model.tracks.trackOf('instants'), timeNs, 0, category, name);
  else if (scope === 'p') {
    if (event.pid === undefined) return;
    const track = model.own(model.tracks.trackOf(`instants ${process}`), { machine, process, name: 'instants' });
    model.complete(track, timeNs, 0, category, name);
  } else if (event.tid !== undefined)
    model.complete(model.threadTrack(machine, thread), timeNs, 0, category, name ?? '[No name]');
}
