import {
  appendNumbers,
  bigOf,
  doubleOf,
  nextField,
  openField,
  openMessage,
  signedOf,
  textOf,
  unsignedOf,
  type WireCursor,
} from './wire-cursor.ts';

export interface LegacyEvent {
  nameId: number;
  /** One letter, empty where there is none. */
  phase: string;
  durationUs: number;
  id: { kind: 'unscoped' | 'local' | 'global'; value: string } | undefined;
  idScope: string | undefined;
  instantScope: number;
  pid: number | undefined;
  tid: number | undefined;
}

/** A track event as it is written. */
export interface TrackEvent {
  /** 1 begin, 2 end, 3 instant, 4 counter. */
  type: number | undefined;
  track: bigint | undefined;
  nameId: number;
  name: string | undefined;
  categoryIds: number[];
  categories: string[];
  counterValue: number | undefined;
  extraCounters: bigint[];
  extraValues: number[];
  deltaUs: number | undefined;
  absoluteUs: number;
  /** Needs the state of its writer for times of threads or counts of instructions. */
  hasThreadDelta: boolean;
  legacy: LegacyEvent | undefined;
  /** The first note on the event. */
  note: WireCursor | undefined;
  /** Android tells of a process it started, and of one that died. */
  started: WireCursor | undefined;
  died: WireCursor | undefined;
  /** Processes that Chrome says are in use. */
  activePids: number[];
}

const maxList = 64;
const maxActive = 10_000;

export function readTrackEvent(bytes: Uint8Array): TrackEvent {
  const event: TrackEvent = {
    type: undefined,
    track: undefined,
    nameId: 0,
    name: undefined,
    categoryIds: [],
    categories: [],
    counterValue: undefined,
    extraCounters: [],
    extraValues: [],
    deltaUs: undefined,
    absoluteUs: 0,
    hasThreadDelta: false,
    legacy: undefined,
    note: undefined,
    started: undefined,
    died: undefined,
    activePids: [],
  };
  const cursor = openMessage(bytes);
  while (nextField(cursor)) readField(event, cursor);
  return event;
}

function readField(event: TrackEvent, cursor: WireCursor): void {
  switch (cursor.field) {
    case 1:
      event.deltaUs = signedOf(cursor);
      return;
    case 16:
      event.absoluteUs = signedOf(cursor);
      return;
    case 2:
    case 8:
      event.hasThreadDelta = true;
      return;
    case 3:
      if (event.categoryIds.length < maxList) event.categoryIds.push(unsignedOf(cursor));
      return;
    case 22:
      if (event.categories.length < maxList) event.categories.push(textOf(cursor));
      return;
    case 4:
      if (cursor.wire === 2) event.note ??= openField(cursor);
      return;
    case 49:
      if (cursor.wire === 2) readActive(event.activePids, openField(cursor));
      return;
    case 2010:
      if (cursor.wire === 2) event.started = openField(cursor);
      return;
    case 2013:
      if (cursor.wire === 2) event.died = openField(cursor);
      return;
    case 6:
      if (cursor.wire === 2) event.legacy = readLegacy(openField(cursor));
      return;
    case 9:
      event.type = unsignedOf(cursor);
      return;
    case 10:
      event.nameId = unsignedOf(cursor);
      return;
    case 23:
      event.name = textOf(cursor);
      return;
    case 11:
      event.track = bigOf(cursor);
      return;
    case 30:
      event.counterValue = signedOf(cursor);
      return;
    case 44:
      event.counterValue = doubleOf(cursor);
      return;
    case 31:
    case 45:
      if (event.extraCounters.length < maxList) event.extraCounters.push(bigOf(cursor));
      return;
    case 12:
      if (event.extraValues.length < maxList) event.extraValues.push(signedOf(cursor));
      return;
    case 46:
      if (event.extraValues.length < maxList) event.extraValues.push(doubleOf(cursor));
  }
}

function readActive(pids: number[], cursor: WireCursor): void {
  while (nextField(cursor)) if (cursor.field === 1) appendNumbers(cursor, pids, maxActive);
}

function readLegacy(cursor: WireCursor): LegacyEvent {
  const legacy: LegacyEvent = {
    nameId: 0,
    phase: '',
    durationUs: 0,
    id: undefined,
    idScope: undefined,
    instantScope: 0,
    pid: undefined,
    tid: undefined,
  };
  while (nextField(cursor)) {
    if (cursor.field === 1) legacy.nameId = unsignedOf(cursor);
    else if (cursor.field === 2) legacy.phase = String.fromCharCode(unsignedOf(cursor) & 0xff);
    else if (cursor.field === 3) legacy.durationUs = signedOf(cursor);
    else if (cursor.field === 6) legacy.id = { kind: 'unscoped', value: String(bigOf(cursor)) };
    else if (cursor.field === 10) legacy.id = { kind: 'local', value: String(bigOf(cursor)) };
    else if (cursor.field === 11) legacy.id = { kind: 'global', value: String(bigOf(cursor)) };
    else if (cursor.field === 7) legacy.idScope = textOf(cursor);
    else if (cursor.field === 14) legacy.instantScope = unsignedOf(cursor);
    else if (cursor.field === 18) legacy.pid = signedOf(cursor);
    else if (cursor.field === 19) legacy.tid = signedOf(cursor);
  }
  return legacy;
}
