import { type AtracePoint, applyAtrace, parseAtrace } from '../atrace.ts';
import type { Machine, TraceModel } from '../model/trace-model.ts';
import * as fields from './ftrace-fields.ts';
import { applyKernelTrack, type KernelTrack } from './kernel-tracks.ts';
import { unreadKernelSource } from './unread-sources.ts';
import { nextField, openField, signedOf, textOf, unsignedOf, type WireCursor } from './wire-cursor.ts';

const cloneThreadFlag = 0x0001_0000;

/** One event of the Linux kernel. `isEarly`: other processors' events are missing at its time, only its thread counts. */
export function applyFtraceEvent(
  model: TraceModel,
  machine: Machine,
  cpu: number,
  timeNs: number,
  cursor: WireCursor,
  isEarly: boolean,
  kernelTracks: ReadonlyMap<number, KernelTrack | undefined>,
): void {
  const tid = pidOf({ ...cursor });
  while (nextField(cursor)) {
    const { field } = cursor;
    if (cursor.wire !== 2) continue;
    const unread = unreadKernelSource(field);
    if (tid === undefined && unread !== 'pkvm_hypervisor') return;
    if (field !== fields.switchField) machine.table.threadOf(tid ?? 0);
    if (isEarly) return;
    if (unread !== undefined) model.unreadSources.add(unread);
    const kernelTrack = kernelTracks.get(field);
    if (kernelTrack) applyKernelTrack(model, machine, timeNs, tid ?? 0, kernelTrack, openField(cursor));
    else applyEvent(model, machine, cpu, timeNs, tid ?? 0, field, openField(cursor));
  }
}

function applyEvent(
  model: TraceModel,
  machine: Machine,
  cpu: number,
  timeNs: number,
  tid: number,
  field: number,
  event: WireCursor,
): void {
  const { table } = machine;
  const who = () => model.who({ machine, thread: table.threadOf(tid) });
  const marker = fields.markerLayouts.get(field);
  if (marker) return applyMarker(model, machine, timeNs, tid, field, marker, event);
  switch (field) {
    case fields.switchField:
      return applySwitch(model, machine, cpu, timeNs, event);
    case fields.wakingField: {
      const woken = numbersOf(event);
      const thread = table.threadOf(woken.numbers[2] ?? 0);
      table.nameThread(thread, woken.texts[1] ?? '');
      const line = model.recorder.record(timeNs, who(), `wakes ${model.who({ machine, thread })}`);
      machine.scheduling.wake(thread, timeNs, line);
      return;
    }
    case fields.printField: {
      const { texts } = numbersOf(event);
      const text = texts[2] ?? '';
      const point = parseAtrace(text);
      if (point) applyAtrace(model, machine, timeNs, tid, point);
      else model.recorder.record(timeNs, who(), `print ${text}`);
      return;
    }
    case fields.zeroField: {
      const { numbers, texts } = numbersOf(event);
      const flag = numbers[1] ?? 0;
      const phase = flag & 1 ? 'B' : flag & 2 ? 'E' : flag & 4 ? 'C' : '';
      const point = { phase, pid: (numbers[3] ?? 0) >>> 0, name: texts[2] ?? '', value: numbers[4] ?? 0, track: '' };
      if (phase !== '') applyAtrace(model, machine, timeNs, tid, point);
      return;
    }
    case fields.newTaskField:
      return applyNewTask(model, machine, timeNs, tid, event);
    case fields.renameField: {
      const { numbers, texts } = numbersOf(event);
      const thread = table.threadOf((numbers[1] ?? 0) >>> 0);
      const name = texts[3] ?? '';
      table.nameThread(thread, name);
      const { process } = table.thread(thread);
      if (process !== undefined && table.process(process).pid === table.thread(thread).tid)
        table.process(process).name = name;
      return;
    }
    case fields.processFreeField: {
      const ended = (numbersOf(event).numbers[2] ?? 0) >>> 0;
      const thread = table.findThread(ended);
      if (thread !== undefined) model.recorder.record(timeNs, model.who({ machine, thread }), 'ended');
      table.endThread(ended);
      return;
    }
    case fields.oomScoreField: {
      const { numbers } = numbersOf(event);
      const thread = table.threadOf((numbers[3] ?? 0) >>> 0);
      model.count({ machine, thread }, timeNs, 'oom_score_adj', ((numbers[2] ?? 0) << 16) >> 16);
      return;
    }
    case fields.blockedReasonField:
      table.threadOf((numbersOf(event).numbers[1] ?? 0) >>> 0);
      return;
    case fields.binderTransactionField: {
      const { numbers } = numbersOf(event);
      if (numbers[5] === 1) table.threadOf((numbers[4] ?? 0) >>> 0);
      return;
    }
    case fields.gpuMemoryField: {
      const { numbers } = numbersOf(event);
      const pid = (numbers[2] ?? 0) >>> 0;
      // Events about processes that are gone would only bring them back.
      if (pid === 0 || table.findThread(pid) === undefined) return;
      const thread = table.threadInProcess(pid, pid);
      model.count({ machine, thread }, timeNs, 'GPU memory', numbers[3] ?? 0, 'bytes');
      return;
    }
    case fields.signalField:
      table.threadOf((numbersOf(event).numbers[4] ?? 0) >>> 0);
      return;
    case fields.oomVictimField:
    case fields.lowMemoryKillField: {
      const { numbers, texts } = numbersOf(event);
      const pid = (numbers[field === fields.oomVictimField ? 1 : 2] ?? 0) >>> 0;
      const thread = field === fields.oomVictimField ? table.threadOf(pid) : table.findThread(pid);
      const victim = thread === undefined ? (texts[1] ?? `process ${pid}`) : model.who({ machine, thread });
      const line = model.recorder.record(timeNs, who(), `kills ${victim} for lack of memory`);
      model.notices.add('killed', victim, timeNs, line);
      return;
    }
    case fields.frequencyField: {
      const { numbers } = numbersOf(event);
      model.count({ machine }, timeNs, `frequency of cpu ${numbers[2] ?? 0}`, numbers[1] ?? 0, 'kHz');
      return;
    }
    case fields.genericField: {
      model.recorder.record(timeNs, who(), `event ${numbersOf(event).texts[1] ?? ''}`);
      return;
    }
  }
  if (fields.rssFields.has(field)) {
    const { numbers } = numbersOf(event);
    const kinds = ['mem.rss.file', 'mem.rss.anon', 'mem.swap', 'mem.rss.shmem'];
    const kind = kinds[numbers[1] ?? -1];
    const thread = table.findThread(tid);
    if (kind && thread !== undefined && numbers[3] !== 0)
      model.count({ machine, thread }, timeNs, kind, numbers[2] ?? 0, 'bytes');
  }
}

function applySwitch(model: TraceModel, machine: Machine, cpu: number, timeNs: number, event: WireCursor): void {
  const { numbers, texts } = numbersOf(event);
  const { table } = machine;
  const taking = table.threadOf((numbers[6] ?? 0) >>> 0);
  table.nameThread(taking, texts[5] ?? '');
  const leaving = table.threadOf((numbers[2] ?? 0) >>> 0);
  table.nameThread(leaving, texts[1] ?? '');
  const isRunnable = (numbers[4] ?? 0) % 256 === 0;
  const line = model.recorder.record(
    timeNs,
    `cpu ${cpu}`,
    `${model.who({ machine, thread: leaving })} (${isRunnable ? 'runnable' : 'sleeps'}) → ${model.who({ machine, thread: taking })}`,
  );
  machine.scheduling.switch(cpu, timeNs, leaving, isRunnable, taking, line);
}

function applyNewTask(model: TraceModel, machine: Machine, timeNs: number, tid: number, event: WireCursor): void {
  const { numbers, texts } = numbersOf(event);
  const { table } = machine;
  const fresh = (numbers[1] ?? 0) >>> 0;
  const name = texts[2] ?? '';
  if (fresh === 0) return;
  if (((numbers[3] ?? 0) & cloneThreadFlag) === 0) {
    table.startProcess(fresh, name);
    const parent = table.threadOf(tid);
    model.recorder.record(timeNs, model.who({ machine, thread: parent }), `starts process ${name} ${fresh}`);
    return;
  }
  const source = table.threadOf(tid);
  const thread = table.startThread(fresh);
  table.nameThread(thread, name);
  table.bindThreads(source, thread);
}

function applyMarker(
  model: TraceModel,
  machine: Machine,
  timeNs: number,
  tid: number,
  field: number,
  layout: fields.MarkerLayout,
  event: WireCursor,
): void {
  const { numbers, texts } = numbersOf(event);
  const type = layout.type === 0 ? undefined : numbers[layout.type];
  const begin = layout.begin === 0 ? undefined : numbers[layout.begin];
  let phase: string;
  if (field === 80 || (field === 333 && !type)) {
    if (begin === undefined && type === undefined) return;
    phase = begin ? 'B' : 'E';
  } else phase = String.fromCharCode((type ?? 0) & 0xff);
  if (!'BEC'.includes(phase) || phase === '') return;
  // The display driver names processes that its threads are no part of.
  const isUntrusted = field === 348 && phase !== 'C';
  const point: AtracePoint = {
    phase,
    pid: isUntrusted ? 0 : (numbers[layout.pid] ?? 0) >>> 0,
    name: texts[layout.name] ?? '',
    value: numbers[layout.value] ?? 0,
    track: '',
  };
  applyAtrace(model, machine, timeNs, tid, point);
}

/** Many switches in few bytes: only what comes is told, who leaves follows from the switch before. */
export interface CompactSwitch {
  timeNs: number;
  cpu: number;
  previousState: number;
  tid: number;
  name: string;
}

export function applyCompactSwitch(
  model: TraceModel,
  machine: Machine,
  event: CompactSwitch,
  lastOnCpu: Map<string, number>,
): void {
  const { table } = machine;
  const taking = table.threadOf(event.tid >>> 0);
  table.nameThread(taking, event.name);
  const key = `${machine.id} ${event.cpu}`;
  const leaving = lastOnCpu.get(key);
  lastOnCpu.set(key, taking);
  const isRunnable = event.previousState % 256 === 0;
  const left =
    leaving === undefined ? '?' : `${model.who({ machine, thread: leaving })} (${isRunnable ? 'runnable' : 'sleeps'})`;
  const line = model.recorder.record(
    event.timeNs,
    `cpu ${event.cpu}`,
    `${left} → ${model.who({ machine, thread: taking })}`,
  );
  machine.scheduling.switch(event.cpu, event.timeNs, leaving, isRunnable, taking, line);
}

export function applyCompactWaking(
  model: TraceModel,
  machine: Machine,
  event: { timeNs: number; cpu: number; tid: number },
  lastOnCpu: ReadonlyMap<string, number>,
): void {
  const waker = lastOnCpu.get(`${machine.id} ${event.cpu}`);
  if (waker === undefined) return;
  const thread = machine.table.threadOf(event.tid >>> 0);
  const line = model.recorder.record(
    event.timeNs,
    model.who({ machine, thread: waker }),
    `wakes ${model.who({ machine, thread })}`,
  );
  machine.scheduling.wake(thread, event.timeNs, line);
}

interface Values {
  numbers: (number | undefined)[];
  texts: (string | undefined)[];
}

const maxFields = 24;

function numbersOf(cursor: WireCursor): Values {
  const values: Values = { numbers: [], texts: [] };
  while (nextField(cursor)) {
    if (cursor.field > maxFields) continue;
    if (cursor.wire === 2) values.texts[cursor.field] = textOf(cursor);
    else values.numbers[cursor.field] = signedOf(cursor);
  }
  return values;
}

function pidOf(cursor: WireCursor): number | undefined {
  while (nextField(cursor)) if (cursor.field === 2 && cursor.wire === 0) return unsignedOf(cursor) >>> 0;
  return undefined;
}
