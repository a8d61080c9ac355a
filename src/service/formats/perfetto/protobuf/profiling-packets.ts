import type { TraceModel } from '../model/trace-model.ts';
import type { Computer } from './computers.ts';
import type { Generation } from './sequence.ts';
import { readThreadEntry } from './thread-entry.ts';
import {
  nextField,
  numberIn,
  openField,
  openMessage,
  signedOf,
  textOf,
  unsignedOf,
  type WireCursor,
} from './wire-cursor.ts';

const coarseClock = '4';
/** Of the kinds of jank, the one that is none. */
const noJank = 1;

/** Heaps, samples and frames: they name the processes they speak of. */
export function applyProfilingPacket(
  model: TraceModel,
  computer: Computer,
  timeNs: number,
  field: number,
  bytes: Uint8Array,
  generation: Generation,
): void {
  const { machine, clocks } = computer;
  const { table } = machine;
  const packet = openMessage(bytes);
  switch (field) {
    case 37:
      while (nextField(packet)) {
        if (packet.field !== 5 || packet.wire !== 2) continue;
        const dump = openField(packet);
        let pid = 0;
        let timestamp = 0;
        let hasSamples = false;
        while (nextField(dump)) {
          if (dump.field === 1) pid = unsignedOf(dump) >>> 0;
          else if (dump.field === 2) hasSamples = true;
          else if (dump.field === 9) timestamp = signedOf(dump);
        }
        if (hasSamples && clocks.toMain(coarseClock, BigInt(timestamp)) !== undefined) table.processOf(pid);
      }
      return;
    case 54:
      table.threadInProcess(generation.tid ?? 0, (generation.pid ?? 0) >>> 0);
      return;
    case 56:
    case 68:
      table.processOf((numberIn(packet, 1) ?? 0) >>> 0);
      return;
    case 53: {
      let isEvent = false;
      let context = 0;
      while (nextField(packet)) {
        if (packet.field === 1) isEvent = true;
        else if (packet.field === 5) context = unsignedOf(packet);
      }
      if (isEvent) table.processOf(generation.graphicsPids.get(context) ?? 0);
      return;
    }
    case 62:
      table.processOf((numberIn(packet, 4) ?? 0) >>> 0);
      return;
    case 49:
      table.threadOf((numberIn(packet, 5) ?? 0) >>> 0);
      return;
    case 73:
      while (nextField(packet))
        if (packet.field === 3 && packet.wire === 2) table.processOf((numberIn(openField(packet), 1) ?? 0) >>> 0);
      return;
    case 135:
      return applyStackSample(computer, packet);
    case 71: {
      const pid = (numberIn(packet, 2) ?? 0) >>> 0;
      if (pid !== 0) table.processOf(pid);
      return;
    }
    case 99:
    case 100:
    case 101:
    case 102:
    case 103:
      return applyScript(computer, generation, packet);
    case 131: {
      const { pid, name } = readThreadEntry(packet, { tid: 0, pid: 1, name: 3 });
      const process = table.process(table.processOf(pid >>> 0));
      if (name !== '') process.name = name;
      return;
    }
    case 76:
      return applyFrame(model, computer, timeNs, packet);
  }
}

/** Code that a script engine made: of the isolate's process, on the thread it names or its writer's usual one. */
function applyScript(computer: Computer, generation: Generation, packet: WireCursor): void {
  const { table } = computer.machine;
  let isolate = 0;
  let tid = generation.scriptTid;
  while (nextField(packet)) {
    if (packet.field === 1) isolate = unsignedOf(packet);
    else if (packet.field === 2 && packet.wire === 0) tid = unsignedOf(packet) >>> 0;
  }
  const pid = generation.isolatePids.get(isolate);
  if (pid === undefined) return;
  table.processOf(pid);
  if (tid !== undefined) table.threadInProcess(tid >>> 0, pid);
}

function applyStackSample(computer: Computer, packet: WireCursor): void {
  const { table } = computer.machine;
  while (nextField(packet)) {
    if (packet.field !== 1 || packet.wire !== 2) continue;
    const task = openField(packet);
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

/** Frames as the display saw them: shown in time, or late and why. */
function applyFrame(model: TraceModel, computer: Computer, timeNs: number, packet: WireCursor): void {
  while (nextField(packet)) {
    if (packet.wire !== 2 || packet.field < 1 || packet.field > 4) continue;
    const isSurface = packet.field >= 3;
    const isActual = packet.field === 2 || packet.field === 4;
    const frame = openField(packet);
    let pid = 0;
    let jank = 0;
    let layer = '';
    while (nextField(frame)) {
      if (frame.field === (isSurface ? 4 : 3)) pid = unsignedOf(frame) >>> 0;
      else if (frame.field === (isSurface ? 9 : 7)) jank = unsignedOf(frame);
      else if (isSurface && frame.field === 5) layer = textOf(frame);
    }
    const { machine } = computer;
    const owner = { machine, process: machine.table.processOf(pid) };
    if (!isActual || jank === 0 || jank === noJank) continue;
    const why = jankReasons.filter(({ bit }) => (jank & bit) !== 0).map(({ reason }) => reason);
    const text = `${why.length > 0 ? why.join(', ') : 'late frame'}${layer === '' ? '' : ` of ${layer}`}`;
    const line = model.recorder.record(timeNs, model.who(owner), `late frame: ${text}`);
    model.notices.add('jank', text, timeNs, line, owner);
  }
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
