import { applyAtrace, parseAtrace } from '../atrace.ts';
import type { Machine, TraceModel } from '../model/trace-model.ts';
import type { FieldValues } from './wire-cursor.ts';

/** One event of the Linux kernel: where it happened, and its fields by number. */
interface KernelEvent extends FieldValues {
  model: TraceModel;
  machine: Machine;
  cpu: number;
  timeNs: number;
  /** On which thread. */
  tid: number;
}

type Handler = (event: KernelEvent) => void;

/** Where each driver's form of an atrace marker keeps its parts; 0 for none. */
interface MarkerLayout {
  pid: number;
  name: number;
  type: number;
  value: number;
  begin: number;
}

const plainMarker = 80;
const eitherMarker = 333;
/** The display driver's, which names processes that its threads are no part of. */
const displayMarker = 348;

const markerLayouts: readonly (readonly [number, MarkerLayout])[] = [
  [plainMarker, { pid: 1, name: 2, type: 0, value: 0, begin: 3 }],
  [eitherMarker, { pid: 1, name: 2, type: 3, value: 4, begin: 5 }],
  [displayMarker, { pid: 1, name: 4, type: 5, value: 6, begin: 0 }],
  [349, { pid: 1, name: 4, type: 5, value: 6, begin: 0 }],
  [350, { pid: 2, name: 1, type: 3, value: 4, begin: 0 }],
  [467, { pid: 1, name: 4, type: 6, value: 7, begin: 0 }],
  [484, { pid: 1, name: 2, type: 4, value: 5, begin: 0 }],
];

/** The event that tells which thread a processor turns to. */
export const switchField = 4;

/** What each kind of event does to the model, by its field in an event. */
export const kernelEvents: ReadonlyMap<number, Handler> = new Map<number, Handler>([
  [3, applyPrint],
  [switchField, applySwitch],
  [11, applyFrequency],
  [18, ({ machine, numbers }) => void machine.table.threadOf(unsigned(numbers[1]))],
  [20, applyWaking],
  [35, (event) => applyKill(event, unsigned(event.numbers[2]), false)],
  [50, applyBinderTransaction],
  [235, applyNewTask],
  [236, applyRename],
  [240, applyProcessFree],
  [313, applyMemoryUse],
  [325, ({ machine, numbers }) => void machine.table.threadOf(unsigned(numbers[4]))],
  [326, applyOomScore],
  [327, (event) => void event.model.recorder.record(event.timeNs, whoOf(event), `event ${event.texts[1] ?? ''}`)],
  [331, applyFlaggedMarker],
  [334, (event) => applyKill(event, unsigned(event.numbers[1]), true)],
  [340, applyGpuMemory],
  [359, applyMemoryUse],
  ...markerLayouts.map(([field, layout]): [number, Handler] => [field, (event) => applyMarker(event, field, layout)]),
]);

const cloneThreadFlag = 0x0001_0000;

const unsigned = (value: number | undefined): number => (value ?? 0) >>> 0;

function whoOf({ model, machine, tid }: KernelEvent): string {
  return model.who({ machine, thread: machine.table.threadOf(tid) });
}

function applyPrint(event: KernelEvent): void {
  const { model, machine, timeNs, tid, texts } = event;
  const text = texts[2] ?? '';
  const point = parseAtrace(text);
  if (point) applyAtrace(model, machine, timeNs, tid, point);
  else model.recorder.record(timeNs, whoOf(event), `print ${text}`);
}

function applySwitch({ model, machine, cpu, timeNs, numbers, texts }: KernelEvent): void {
  const { table } = machine;
  const taking = table.threadOf(unsigned(numbers[6]));
  table.nameThread(taking, texts[5] ?? '');
  const leaving = table.threadOf(unsigned(numbers[2]));
  table.nameThread(leaving, texts[1] ?? '');
  recordSwitch(model, machine, cpu, timeNs, leaving, numbers[4] ?? 0, taking);
}

/** A processor turns from one thread to another; `leaving` is undefined where that one is not known. */
export function recordSwitch(
  model: TraceModel,
  machine: Machine,
  cpu: number,
  timeNs: number,
  leaving: number | undefined,
  previousState: number,
  taking: number,
): void {
  const isRunnable = previousState % 256 === 0;
  const left =
    leaving === undefined ? '?' : `${model.who({ machine, thread: leaving })} (${isRunnable ? 'runnable' : 'sleeps'})`;
  const text = `${left} → ${model.who({ machine, thread: taking })}`;
  const line = model.recorder.record(timeNs, `cpu ${cpu}`, text);
  machine.scheduling.switch(cpu, timeNs, leaving, isRunnable, taking, line);
}

function applyFrequency({ model, machine, timeNs, numbers }: KernelEvent): void {
  model.count({ machine }, timeNs, `frequency of cpu ${numbers[2] ?? 0}`, numbers[1] ?? 0, 'kHz');
}

function applyWaking(event: KernelEvent): void {
  const { model, machine, timeNs, numbers, texts } = event;
  const thread = machine.table.threadOf(numbers[2] ?? 0);
  machine.table.nameThread(thread, texts[1] ?? '');
  recordWaking(model, machine, timeNs, whoOf(event), thread);
}

export function recordWaking(model: TraceModel, machine: Machine, timeNs: number, waker: string, thread: number): void {
  const line = model.recorder.record(timeNs, waker, `wakes ${model.who({ machine, thread })}`);
  machine.scheduling.wake(thread, timeNs, line);
}

/** `isNew`: a victim that nothing has told of yet counts as a thread from now on. */
function applyKill(event: KernelEvent, pid: number, isNew: boolean): void {
  const { model, machine, timeNs, texts } = event;
  const thread = isNew ? machine.table.threadOf(pid) : machine.table.findThread(pid);
  const victim = thread === undefined ? (texts[1] ?? `process ${pid}`) : model.who({ machine, thread });
  const line = model.recorder.record(timeNs, whoOf(event), `kills ${victim} for lack of memory`);
  model.notices.add('killed', victim, timeNs, line);
}

function applyBinderTransaction({ machine, numbers }: KernelEvent): void {
  if (numbers[5] === 1) machine.table.threadOf(unsigned(numbers[4]));
}

function applyNewTask({ model, machine, timeNs, tid, numbers, texts }: KernelEvent): void {
  const { table } = machine;
  const fresh = unsigned(numbers[1]);
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

function applyRename({ machine: { table }, numbers, texts }: KernelEvent): void {
  const thread = table.threadOf(unsigned(numbers[1]));
  const name = texts[3] ?? '';
  table.nameThread(thread, name);
  const { process, tid } = table.thread(thread);
  if (process !== undefined && table.process(process).pid === tid) table.process(process).name = name;
}

function applyProcessFree({ model, machine, timeNs, numbers }: KernelEvent): void {
  const ended = unsigned(numbers[2]);
  const thread = machine.table.findThread(ended);
  if (thread !== undefined) model.recorder.record(timeNs, model.who({ machine, thread }), 'ended');
  machine.table.endThread(ended);
}

const memoryKinds = ['mem.rss.file', 'mem.rss.anon', 'mem.swap', 'mem.rss.shmem'];

function applyMemoryUse({ model, machine, timeNs, tid, numbers }: KernelEvent): void {
  const kind = memoryKinds[numbers[1] ?? -1];
  const thread = machine.table.findThread(tid);
  if (kind && thread !== undefined && numbers[3] !== 0)
    model.count({ machine, thread }, timeNs, kind, numbers[2] ?? 0, 'bytes');
}

function applyOomScore({ model, machine, timeNs, numbers }: KernelEvent): void {
  const thread = machine.table.threadOf(unsigned(numbers[3]));
  model.count({ machine, thread }, timeNs, 'oom_score_adj', ((numbers[2] ?? 0) << 16) >> 16);
}

function applyGpuMemory({ model, machine, timeNs, numbers }: KernelEvent): void {
  const pid = unsigned(numbers[2]);
  // Events about processes that are gone would only bring them back.
  if (pid === 0 || machine.table.findThread(pid) === undefined) return;
  const thread = machine.table.threadInProcess(pid, pid);
  model.count({ machine, thread }, timeNs, 'GPU memory', numbers[3] ?? 0, 'bytes');
}

/** A marker whose flags tell what it is. */
function applyFlaggedMarker({ model, machine, timeNs, tid, numbers, texts }: KernelEvent): void {
  const flag = numbers[1] ?? 0;
  const phase = flag & 1 ? 'B' : flag & 2 ? 'E' : flag & 4 ? 'C' : '';
  const point = { phase, pid: unsigned(numbers[3]), name: texts[2] ?? '', value: numbers[4] ?? 0, track: '' };
  if (phase !== '') applyAtrace(model, machine, timeNs, tid, point);
}

function applyMarker(
  { model, machine, timeNs, tid, numbers, texts }: KernelEvent,
  field: number,
  layout: MarkerLayout,
) {
  const type = layout.type === 0 ? undefined : numbers[layout.type];
  const begin = layout.begin === 0 ? undefined : numbers[layout.begin];
  const isPlain = field === plainMarker || (field === eitherMarker && !type);
  if (isPlain && begin === undefined && type === undefined) return;
  const phase = isPlain ? (begin ? 'B' : 'E') : String.fromCharCode((type ?? 0) & 0xff);
  if (!'BEC'.includes(phase)) return;
  const isTrusted = field !== displayMarker || phase === 'C';
  const pid = isTrusted ? unsigned(numbers[layout.pid]) : 0;
  const point = { phase, pid, name: texts[layout.name] ?? '', value: numbers[layout.value] ?? 0, track: '' };
  applyAtrace(model, machine, timeNs, tid, point);
}
