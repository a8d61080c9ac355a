import type { Machine, TraceModel } from '../model/trace-model.ts';
import { nextField, openField, openMessage, readValues, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

/** A kind of kernel event whose fields' names say that it draws slices or counters: which field is which, 0 for none. */
export interface KernelTrack {
  event: string;
  type: number;
  sliceName: number;
  trackName: number;
  value: number;
  scopeField: number;
  scope: 'thread' | 'process' | 'cpu' | 'other';
}

const maxFields = 32;
const maxKinds = 10_000;
const textType = 9;
/** int64, uint64, int32, uint32: what the kernel's numbers are written as. */
const numberTypes = new Set([3, 4, 5, 13]);

/** Keeps what a bundle of events says of the kinds it holds. The first description of a kind counts. */
export function describeKernelTrack(kinds: Map<number, KernelTrack | undefined>, bytes: Uint8Array): void {
  const cursor = openMessage(bytes);
  let id = 0;
  let description: WireCursor | undefined;
  while (nextField(cursor)) {
    if (cursor.field === 1) id = unsignedOf(cursor);
    else if (cursor.field === 2 && cursor.wire === 2) description = openField(cursor);
  }
  if (description && !kinds.has(id) && kinds.size < maxKinds) kinds.set(id, kernelTrackOf(description));
}

function kernelTrackOf(description: WireCursor): KernelTrack | undefined {
  const track: KernelTrack = {
    event: '',
    type: 0,
    sliceName: 0,
    trackName: 0,
    value: 0,
    scopeField: 0,
    scope: 'thread',
  };
  while (nextField(description)) {
    if (description.wire !== 2) continue;
    if (description.field === 1) track.event = textOf(description);
    if (description.field !== 2) continue;
    const { name, number, type } = readField(openField(description));
    if (number >= maxFields) return undefined;
    if (numberTypes.has(type)) takeNumber(track, name, number);
    else if (type === textType && name === 'slice_name') track.sliceName = number;
    else if (type === textType && name === 'track_name') track.trackName = number;
  }
  return (track.type > 0 && track.sliceName > 0) || track.value > 0 ? track : undefined;
}

const scopes: Record<string, KernelTrack['scope']> = { scope_tgid: 'process', scope_cpu: 'cpu' };

function takeNumber(track: KernelTrack, name: string, field: number): void {
  if (name === 'track_event_type') track.type = field;
  else if (name === 'counter_value') track.value = field;
  else if (name.startsWith('scope_')) {
    track.scopeField = field;
    track.scope = scopes[name] ?? 'other';
  }
}

function readField(cursor: WireCursor): { name: string; number: number; type: number } {
  const field = { name: '', number: 0, type: 0 };
  while (nextField(cursor)) {
    if (cursor.field === 1) field.name = textOf(cursor);
    else if (cursor.field === 3) field.number = unsignedOf(cursor);
    else if (cursor.field === 5) field.type = unsignedOf(cursor);
  }
  return field;
}

/** Lets an event of such a kind happen; what lacks a field that its kind has is dropped. */
export function applyKernelTrack(
  model: TraceModel,
  machine: Machine,
  timeNs: number,
  tid: number,
  kind: KernelTrack,
  event: WireCursor,
): void {
  const { numbers, texts } = readValues(event, maxFields - 1);
  const name = kind.trackName === 0 ? kind.event : texts[kind.trackName];
  const scope = kind.scopeField === 0 ? tid : numbers[kind.scopeField];
  if (name === undefined || scope === undefined) return;
  const owner = ownerOf(machine, kind, tid, name, scope);
  if (kind.type === 0 || kind.sliceName === 0) {
    const value = numbers[kind.value];
    if (value !== undefined) model.count({ ...owner, name: undefined }, timeNs, owner.name, value);
    return;
  }
  const slice = texts[kind.sliceName];
  const type = numbers[kind.type];
  if (slice === undefined || type === undefined) return;
  const whose = owner.thread ?? owner.process ?? scope;
  const key = `kernel ${machine.id} ${kind.scope} ${whose} ${kind.event} ${name}`;
  const track = model.own(model.tracks.trackOf(key), owner);
  const phase = String.fromCharCode(type & 0xff);
  if (phase === 'B') model.begin(track, timeNs, undefined, slice);
  else if (phase === 'E') model.end(track, timeNs);
  else if (phase === 'I') model.complete(track, timeNs, 0, undefined, slice);
}

/** Whose track it is: the thread's that wrote the event, or what the event's scope names. */
function ownerOf(machine: Machine, kind: KernelTrack, tid: number, name: string, scope: number) {
  const { table } = machine;
  if (kind.scope === 'thread') return { machine, thread: table.threadOf(tid), name };
  if (kind.scope === 'process') return { machine, process: table.processOf(scope), name };
  return { machine, name: kind.scope === 'cpu' ? `${name} of cpu ${scope}` : `${name} ${scope}` };
}
