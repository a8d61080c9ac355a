import type { TimedPacket } from './timed-packet.ts';
import {
  messagesIn,
  nextField,
  numberIn,
  openField,
  signedOf,
  textOf,
  unsignedOf,
  type WireCursor,
} from './wire-cursor.ts';

const coarseClock = '4';

/** Dumps of heaps: those with samples name their process. */
export function applyHeapDumps({ computer, message }: TimedPacket): void {
  for (const dump of messagesIn(message, 5)) {
    let pid = 0;
    let timestamp = 0;
    let hasSamples = false;
    while (nextField(dump)) {
      if (dump.field === 1) pid = unsignedOf(dump) >>> 0;
      else if (dump.field === 2) hasSamples = true;
      else if (dump.field === 9) timestamp = signedOf(dump);
    }
    if (hasSamples && computer.clocks.toMain(coarseClock, BigInt(timestamp)) !== undefined)
      computer.machine.table.processOf(pid);
  }
}

export function applyGraphicsEvent({ computer, generation, message }: TimedPacket): void {
  let isEvent = false;
  let context = 0;
  while (nextField(message)) {
    if (message.field === 1) isEvent = true;
    else if (message.field === 5) context = unsignedOf(message);
  }
  if (isEvent) computer.machine.table.processOf(generation.graphicsPids.get(context) ?? 0);
}

export function applyMemorySnapshot({ computer, message }: TimedPacket): void {
  for (const process of messagesIn(message, 3)) computer.machine.table.processOf((numberIn(process, 1) ?? 0) >>> 0);
}

/** Code that a script engine made: of the isolate's process, on the thread it names or its writer's usual one. */
export function applyScript({ computer, generation, message }: TimedPacket): void {
  const { table } = computer.machine;
  let isolate = 0;
  let tid = generation.scriptTid;
  while (nextField(message)) {
    if (message.field === 1) isolate = unsignedOf(message);
    else if (message.field === 2 && message.wire === 0) tid = unsignedOf(message) >>> 0;
  }
  const pid = generation.isolatePids.get(isolate);
  if (pid === undefined) return;
  table.processOf(pid);
  if (tid !== undefined) table.threadInProcess(tid >>> 0, pid);
}

export function applyStackSample({ computer, message }: TimedPacket): void {
  const { table } = computer.machine;
  for (const task of messagesIn(message, 1)) {
    let pid: number | undefined;
    let tid: number | undefined;
    while (nextField(task)) {
      if (task.field === 2) pid = unsignedOf(task) >>> 0;
      else if (task.field === 3) tid = unsignedOf(task) >>> 0;
    }
    if (pid !== undefined) table.processOf(pid);
    if (tid !== undefined && pid !== undefined) table.threadInProcess(tid, pid);
    else if (tid !== undefined) table.threadOf(tid);
  }
}

/** Where a frame keeps its parts; 0 for none. */
interface FrameLayout {
  pid: number;
  jank: number;
  layer: number;
}

const displayFrame: FrameLayout = { pid: 3, jank: 7, layer: 0 };
const surfaceFrame: FrameLayout = { pid: 4, jank: 9, layer: 5 };
/** Frames as they were to be and as they came, by their field. */
const frameKinds = [
  undefined,
  { layout: displayFrame, isActual: false },
  { layout: displayFrame, isActual: true },
  { layout: surfaceFrame, isActual: false },
  { layout: surfaceFrame, isActual: true },
];

/** Of the kinds of jank, the one that is none. */
const noJank = 1;

/** Frames as the display saw them: shown in time, or late and why. */
export function applyFrames({ model, computer: { machine }, timeNs, message }: TimedPacket): void {
  while (nextField(message)) {
    const kind = message.wire === 2 ? frameKinds[message.field] : undefined;
    if (kind === undefined) continue;
    const { pid, jank, layer } = readFrame(openField(message), kind.layout);
    const owner = { machine, process: machine.table.processOf(pid) };
    if (!kind.isActual || jank === 0 || jank === noJank) continue;
    const why = jankReasons.filter(({ bit }) => (jank & bit) !== 0).map(({ reason }) => reason);
    const text = `${why.length > 0 ? why.join(', ') : 'late frame'}${layer === '' ? '' : ` of ${layer}`}`;
    const line = model.recorder.record(timeNs, model.who(owner), `late frame: ${text}`);
    model.notices.add('jank', text, timeNs, line, owner);
  }
}

function readFrame(cursor: WireCursor, layout: FrameLayout) {
  const frame = { pid: 0, jank: 0, layer: '' };
  while (nextField(cursor)) {
    if (cursor.field === layout.pid) frame.pid = unsignedOf(cursor) >>> 0;
    else if (cursor.field === layout.jank) frame.jank = unsignedOf(cursor);
    else if (cursor.field === layout.layer) frame.layer = textOf(cursor);
  }
  return frame;
}

const jankReasons = [
  { bit: 2, reason: 'display scheduling' },
  { bit: 4, reason: 'frame prediction was wrong' },
  { bit: 8, reason: 'display hardware' },
  { bit: 16, reason: 'composition missed its deadline on the CPU' },
  { bit: 32, reason: 'composition missed its deadline on the GPU' },
  { bit: 64, reason: 'application missed its deadline' },
  { bit: 128, reason: 'buffers piled up' },
  { bit: 256, reason: 'unknown' },
  { bit: 512, reason: 'composition stuffed' },
  { bit: 1024, reason: 'frame was dropped' },
];
