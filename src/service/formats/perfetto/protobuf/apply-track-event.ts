import { namePriority } from '../model/process-table.ts';
import type { Machine, TraceModel } from '../model/trace-model.ts';
import { startIfUnknown } from './android-processes.ts';
import type { Computer } from './computers.ts';
import type { DescribedTracks } from './described-tracks.ts';
import type { Count } from './place-track-event.ts';
import { type Generation, isSynthetic, syntheticTid } from './sequence.ts';
import type { LegacyEvent, TrackEvent } from './track-event.ts';
import { nextField, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

interface Place {
  thread: number | undefined;
  process: number | undefined;
  uuid: bigint;
  /** On the thread that its writer or the event itself names, not on a described track. */
  isOnThread: boolean;
}

/** Lets a track event happen: slices begin and end, counters move. What lacks its track or thread is dropped. */
export function applyTrackEvent(
  model: TraceModel,
  computer: Computer,
  generation: Generation,
  timeNs: number,
  event: TrackEvent,
  counts: readonly Count[],
): void {
  const { machine, tracks } = computer;
  const { legacy } = event;
  if (!event.type && !legacy?.phase) return;
  const category = categoryOf(event, generation);
  const name = nameOf(event, generation);
  const place = placeOf(machine, tracks, generation, event);
  if (!place || !scopeInstant(place, legacy)) return;
  for (const count of counts) applyCount(model, machine, tracks, timeNs, count);
  if (event.type === 4) return;
  const phase = legacy?.phase ? legacy.phase : phaseOf(event.type, place.thread !== undefined);
  if (phase === 'M') return applyName(machine, place, name, event);
  const track = trackOf(model, machine, tracks, place, legacy, category, name, phase);
  if (track === undefined) return;
  applySlice(model, phase, track, timeNs, category, name, place.thread !== undefined, legacy?.durationUs ?? 0);
  for (const pid of event.activePids) machine.table.processOf(pid >>> 0);
  if (event.started) startIfUnknown(computer, readLife(event.started));
  if (event.died) machine.table.endThread((readLife(event.died).pid ?? 0) >>> 0);
}

function applySlice(
  model: TraceModel,
  phase: string,
  track: number,
  timeNs: number,
  category: string | undefined,
  name: string | undefined,
  isOnThread: boolean,
  durationUs: number,
): void {
  switch (phase) {
    case 'B':
      if (isOnThread) model.begin(track, timeNs, category, name);
      return;
    case 'E':
      if (isOnThread) model.end(track, timeNs, category, name);
      return;
    case 'X':
      if (isOnThread) model.complete(track, timeNs, durationUs * 1000, category, name);
      return;
    case 'i':
    case 'I':
    case 'R':
    case 'n':
    case 'T':
    case 'p':
      model.complete(track, timeNs, 0, category, name);
      return;
    case 'b':
    case 'S':
      model.begin(track, timeNs, category, name);
      return;
    case 'e':
    case 'F':
      model.end(track, timeNs, category, name);
  }
}

function readLife(cursor: WireCursor): { pid: number | undefined; name: string; start: undefined } {
  let pid: number | undefined;
  let name = '';
  while (nextField(cursor)) {
    if (cursor.field === 2) pid = unsignedOf(cursor) >>> 0;
    else if (cursor.field === 3) name = textOf(cursor);
  }
  return { pid, name, start: undefined };
}

const noteText = 6;

/** Names of threads and processes, as Chrome once told them. */
function applyName(machine: Machine, place: Place, kind: string | undefined, { note }: TrackEvent): void {
  let told = '';
  while (note && nextField(note)) if (note.field === noteText) told = textOf(note);
  if (told === '') return;
  if (kind === 'thread_name' && place.thread !== undefined)
    machine.table.nameThread(place.thread, told, namePriority.event);
  else if (kind === 'process_name' && place.process !== undefined) machine.table.process(place.process).name ??= told;
}

function placeOf(
  machine: Machine,
  tracks: DescribedTracks,
  generation: Generation,
  event: TrackEvent,
): Place | undefined {
  const { table } = machine;
  const uuid = event.track ?? generation.defaultTrack ?? 0n;
  const { pid, tid } = generation;
  const isThreadKnown = pid !== undefined && tid !== undefined;
  const place: Place = { thread: undefined, process: undefined, uuid, isOnThread: false };
  if (uuid !== 0n) {
    const scope = tracks.resolve(uuid);
    if (!scope) return undefined;
    if (scope !== 'global' && 'thread' in scope) {
      place.thread = scope.thread;
      place.process = table.thread(scope.thread).process;
      return place;
    }
    if (scope !== 'global') place.process = scope.process;
    if (isThreadKnown) table.threadInProcess(tid, pid >>> 0);
    return place;
  }
  const { legacy } = event;
  const falls =
    ((event.track === undefined || event.type === undefined) && isThreadKnown) ||
    legacy?.pid !== undefined ||
    (legacy?.tid !== undefined && isThreadKnown);
  if (!falls) return place;
  let onPid = (pid ?? 0) >>> 0;
  let onTid = tid ?? 0;
  if (legacy?.pid !== undefined) {
    onPid = legacy.pid >>> 0;
    onTid = syntheticTid(-1, onPid);
  }
  if (legacy?.tid !== undefined) {
    onTid = legacy.tid >>> 0;
    if (isSynthetic(tid ?? 0)) onTid = syntheticTid(onTid, onPid);
  }
  if (onPid === 0 || onTid === 0) return undefined;
  place.thread = table.threadInProcess(onTid, onPid);
  place.process = table.thread(place.thread).process;
  place.isOnThread = true;
  return place;
}

const globalScope = 1;
const processScope = 2;

/** Instants of the old kind may belong to the process or to all; false where what they need is not known. */
function scopeInstant(place: Place, legacy: LegacyEvent | undefined): boolean {
  if (legacy?.phase !== 'i' && legacy?.phase !== 'I') return true;
  if (legacy.instantScope === globalScope) place.thread = undefined;
  else if (legacy.instantScope === processScope) {
    if (place.process === undefined) return false;
    place.thread = undefined;
  } else return place.thread !== undefined;
  return true;
}

function trackOf(
  model: TraceModel,
  machine: Machine,
  tracks: DescribedTracks,
  place: Place,
  legacy: LegacyEvent | undefined,
  category: string | undefined,
  name: string | undefined,
  phase: string,
): number | undefined {
  if (legacy && 'benSTpF'.includes(phase) && legacy.phase !== '')
    return legacyAsyncTrack(model, machine, place, legacy, category, name);
  if (legacy && (phase === 'i' || phase === 'I') && legacy.phase !== '') {
    if (legacy.instantScope === globalScope) return model.tracks.trackOf(`instants ${machine.id}`);
    if (legacy.instantScope === processScope) {
      const process = place.process!;
      return model.own(model.tracks.trackOf(`instants ${machine.id} ${process}`), {
        machine,
        process,
        name: 'instants',
      });
    }
  }
  if (!place.isOnThread) return tracks.track(place.uuid);
  return place.thread === undefined ? undefined : model.threadTrack(machine, place.thread);
}

function legacyAsyncTrack(
  model: TraceModel,
  machine: Machine,
  place: Place,
  legacy: LegacyEvent,
  category: string | undefined,
  name: string | undefined,
): number | undefined {
  if (!legacy.id) return undefined;
  const isLocal = legacy.id.kind === 'local';
  if (isLocal && place.process === undefined) return undefined;
  const byName = 'STpF'.includes(legacy.phase);
  const scope = legacy.idScope === undefined ? (byName ? name : category) : `${category ?? ''}:${legacy.idScope}`;
  const set = `legacy ${machine.id} ${isLocal ? place.process : 'all'} ${scope ?? ''} ${legacy.id.value}`;
  const process = place.process ?? 0;
  return model.own(model.tracks.trackOf(set), { machine, process, name: name ?? 'asynchronous' });
}

function phaseOf(type: number | undefined, isOnThread: boolean): string {
  if (type === 1) return isOnThread ? 'B' : 'b';
  if (type === 2) return isOnThread ? 'E' : 'e';
  return type === 3 ? (isOnThread ? 'i' : 'n') : '';
}

function applyCount(
  model: TraceModel,
  machine: Machine,
  tracks: DescribedTracks,
  timeNs: number,
  { uuid, value }: Count,
): void {
  const description = tracks.description(uuid);
  const scope = tracks.resolve(uuid);
  if (!description?.counter || !scope) return;
  const owner = scope === 'global' ? { machine } : { machine, ...scope };
  model.count(owner, timeNs, description.name ?? 'counter', value, description.counter.unit);
}

function nameOf(event: TrackEvent, generation: Generation): string | undefined {
  const id = event.nameId || (event.legacy?.nameId ?? 0);
  return id === 0 ? event.name : generation.eventNames.get(id);
}

function categoryOf(event: TrackEvent, generation: Generation): string | undefined {
  const { categoryIds, categories } = event;
  if (categoryIds.length === 1 && categories.length === 0)
    return generation.categories.get(categoryIds[0]!) ?? `unknown(${categoryIds[0]})`;
  const all = [...categoryIds.flatMap((id) => generation.categories.get(id) ?? []), ...categories];
  return all.length === 0 ? undefined : all.join(',');
}
