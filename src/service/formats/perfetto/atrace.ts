import type { Machine, TraceModel } from './model/trace-model.ts';

/** What a program wrote into the kernel's trace marker: `B|1636|name`, `E`, `S|1636|name|7`, `C|1636|name|3` and so on. */
interface AtracePoint {
  phase: string;
  /** Process id; 0 where it is not said. */
  pid: number;
  name: string;
  /** Value of a counter, or the cookie that ties an asynchronous end to its begin. */
  value: number;
  track: string;
}

/** Reads a marker; undefined where it is other text. */
export function parseAtrace(text: string): AtracePoint | undefined {
  const tidy = text.replace(/(?<![\n\0])[\n\0]+$/, '');
  const phase = tidy[0];
  if (phase === undefined || phase === '|') return undefined;
  const fields = tidy.split('|');
  const pid = wholeNumber(fields[1]);
  const point = { phase, pid: pid ?? 0, name: '', value: 0, track: '' };
  const [first = '', second = '', third = ''] = fields.slice(2);
  switch (phase) {
    case 'B': {
      if (pid === undefined) return undefined;
      const rest = fields.slice(2).join('|');
      return { ...point, name: rest === '' ? '[empty slice name]' : rest };
    }
    case 'E':
      return point;
    case 'S':
    case 'F':
    case 'C': {
      const value = wholeNumber(second);
      return pid === undefined || first === '' || value === undefined ? undefined : { ...point, name: first, value };
    }
    case 'I':
      return pid === undefined || first === '' ? undefined : { ...point, name: first };
    case 'N':
      return pid === undefined || first === '' || second === '' ? undefined : { ...point, track: first, name: second };
    case 'G': {
      const value = wholeNumber(third);
      if (pid === undefined || first === '' || second === '' || value === undefined) return undefined;
      return { ...point, track: first, name: second, value };
    }
    case 'H': {
      const value = wholeNumber(third === '' ? second : third);
      return pid === undefined || first === '' || value === undefined ? undefined : { ...point, track: first, value };
    }
    default:
      return undefined;
  }
}

export function applyAtrace(
  model: TraceModel,
  machine: Machine,
  timeNs: number,
  tid: number,
  point: AtracePoint,
): void {
  const { table } = machine;
  const { pid, name, value } = point;
  const thread = () => (pid === 0 ? table.threadOf(tid) : table.threadInProcess(tid, pid));
  switch (point.phase) {
    case 'B':
      model.begin(model.threadTrack(machine, thread()), timeNs, undefined, name);
      noteKill(model, machine, timeNs, name);
      return;
    case 'E': {
      const ending = pid === 0 ? table.findThread(tid) : thread();
      if (ending !== undefined) model.end(model.threadTrack(machine, ending), timeNs);
      return;
    }
    case 'I':
      model.complete(model.threadTrack(machine, thread()), timeNs, 0, undefined, name);
      return;
    case 'S':
    case 'F': {
      const process = table.processOf(pid);
      const set = `atrace ${machine.id} ${process} ${name}`;
      const cookie = String(value);
      if (point.phase === 'F') model.end(model.tracks.end(set, cookie), timeNs);
      else {
        const track = model.own(model.tracks.begin(set, cookie, true), { machine, process, name });
        model.begin(track, timeNs, undefined, name, true);
      }
      return;
    }
    case 'N':
    case 'G':
    case 'H':
      return applyOnTrack(model, machine, timeNs, point);
    case 'C':
      return applyCounter(model, machine, timeNs, tid, point);
  }
}

function applyOnTrack(model: TraceModel, machine: Machine, timeNs: number, point: AtracePoint): void {
  const process = machine.table.processOf(point.pid);
  const isGlobal = point.track === 'DeviceStateChanged';
  const set = `atrace-track ${machine.id} ${isGlobal ? '' : process} ${point.track}`;
  const owner = { machine, process, name: point.track };
  const cookie = String(point.value);
  if (point.phase === 'N')
    model.complete(model.own(model.tracks.span(set, timeNs, 0), owner), timeNs, 0, undefined, point.name);
  else if (point.phase === 'G')
    model.begin(model.own(model.tracks.begin(set, cookie), owner), timeNs, undefined, point.name);
  else model.end(model.tracks.end(set, cookie), timeNs);
}

function applyCounter(model: TraceModel, machine: Machine, timeNs: number, tid: number, point: AtracePoint): void {
  if (point.name === 'kill_one_process') {
    if (point.value !== 0) markKilled(model, machine, timeNs, point.value >>> 0, undefined);
  } else if (point.name === 'ScreenState' || point.name.startsWith('battery_stats.')) {
    model.count({ machine }, timeNs, point.name, point.value);
    return;
  }
  const { table } = machine;
  const owner =
    point.pid === 0 ? { machine, thread: table.threadOf(tid) } : { machine, process: table.processOf(point.pid) };
  model.count(owner, timeNs, point.name, point.value);
}

/** `lmk,pid,reason,oom adj,…`: the low memory killer tells of what it does by the name of a slice. */
function noteKill(model: TraceModel, machine: Machine, timeNs: number, name: string): void {
  if (!name.startsWith('lmk,')) return;
  const [, pid, reason, adjustment] = name.split(',');
  const killed = wholeNumber(pid);
  if (killed === undefined || killed < 0 || wholeNumber(adjustment) === undefined) return;
  markKilled(model, machine, timeNs, killed, reason);
}

function markKilled(
  model: TraceModel,
  machine: Machine,
  timeNs: number,
  pid: number,
  reason: string | undefined,
): void {
  const process = machine.table.processOf(pid);
  const owner = { machine, process };
  const track = model.own(model.tracks.trackOf(`process ${machine.id} ${process}`), owner);
  const slice = model.complete(track, timeNs, 0, undefined, 'mem.lmk');
  const whose = machine.table.process(process).name ?? `process ${pid}`;
  model.notices.add('killed', reason ? `${whose} (reason ${reason})` : whose, timeNs, slice?.line ?? 0, owner);
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[+-]?\d{1,19}$/.test(text.trim()) ? Number(text) : undefined;
}
