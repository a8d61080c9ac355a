import { eventsOf } from '../cite.ts';
import type { Finding, Reading, Series } from '../reading.ts';
import { kindOf } from './model/slice-summary.ts';
import { type Machine, processLabel, type TraceModel, threadOfProcessLabel } from './model/trace-model.ts';

const maxSeries = 24;
const maxRows = 100;

/** What charts and people look at beside the findings. */
export function describeTrace(
  model: TraceModel,
  kind: string,
  document: string,
  findings: readonly Finding[],
): Pick<Reading, 'series' | 'timeline' | 'facts' | 'tables'> {
  return {
    series: seriesOf(model, document),
    timeline: eventsOf(findings).sort((a, b) => a.timeMs - b.timeMs),
    facts: factsOf(model, kind),
    tables: tablesOf(model),
  };
}

function seriesOf(model: TraceModel, document: string): Series[] {
  return [...frameSeries(model, document), ...counterSeries(model, document)];
}

const maxFrameSeries = 4;

function frameSeries(model: TraceModel, document: string): Series[] {
  return model.summary
    .frames()
    .courses.filter(({ frames }) => frames.length > 2)
    .slice(0, maxFrameSeries)
    .map(({ owner, frames }) => ({
      name: `frame time of ${model.whose(owner)}`,
      unit: 'ms',
      document,
      points: frames
        .map(({ startNs, durationNs, line }) => ({
          timeMs: model.recorder.timeMsOf(startNs),
          value: milliseconds(durationNs),
          ...(line > 0 ? { line } : {}),
        }))
        .sort((a, b) => a.timeMs - b.timeMs),
    }));
}

function counterSeries(model: TraceModel, document: string): Series[] {
  return [...model.counters.courses()]
    .filter(({ points }) => points.length > 1)
    .sort((a, b) => b.seen - a.seen)
    .slice(0, maxSeries)
    .map(({ name, unit, points }) => ({
      name,
      unit,
      document,
      points: points.map(({ timeMs, value, line }) => ({ timeMs, value, ...(line > 0 ? { line } : {}) })),
    }));
}

function factsOf(model: TraceModel, kind: string): Reading['facts'] {
  const { recorder } = model;
  const lastMs = recorder.lastTimeMs() ?? 0;
  const firstMs = recorder.firstTimeMs() ?? 0;
  const frames = model.summary.frames();
  return {
    form: { protobuf: 'perfetto', json: 'Chrome JSON', systrace: 'systrace text' }[kind] ?? kind,
    slices: model.slices.count(),
    'duration (s)': Math.round(lastMs - firstMs) / 1000,
    ...(frames.count > 0 ? { frames: frames.count, 'slow frames': frames.slowCount } : {}),
  };
}

function tablesOf(model: TraceModel): NonNullable<Reading['tables']> {
  const tables: NonNullable<Reading['tables']> = {};
  const longest = longestRows(model);
  if (longest.length > 0) tables['longest slices'] = longest;
  const kinds = [...model.summary.kinds()].filter(({ totalNs }) => totalNs > 0).sort((a, b) => b.totalNs - a.totalNs);
  if (kinds.length > 0) {
    tables['slices by name'] = kinds.slice(0, maxRows).map(({ name, count, totalNs, longest: [top] }) => ({
      name,
      total_ms: milliseconds(totalNs),
      longest_ms: milliseconds(top?.durationNs ?? 0),
      count,
    }));
  }
  const threads = [...model.machines()].flatMap((machine) =>
    [...machine.scheduling.threads()]
      .filter(({ thread, runningNs, waitingNs }) => thread !== 0 && runningNs + waitingNs > 0)
      .map((time) => ({ machine, ...time })),
  );
  threads.sort((a, b) => b.runningNs - a.runningNs);
  if (threads.length > 0) {
    tables['threads by CPU time'] = threads
      .slice(0, maxRows)
      .map(({ machine, thread, runningNs, waitingNs, longestWaitNs }) => ({
        thread: [processOfThread(machine, thread), threadOfProcessLabel(machine, thread)].filter(Boolean).join(' › '),
        running_ms: milliseconds(runningNs),
        waiting_ms: milliseconds(waitingNs),
        longest_wait_ms: milliseconds(longestWaitNs),
      }));
  }
  const processes = [...model.machines()].flatMap((machine) => processRows(machine));
  if (processes.length > 0) tables.processes = processes.slice(0, maxRows * 5);
  return tables;
}

/** Of slices that differ in numbers alone, the longest of each thread: a hundred frames would hide all else. */
function longestRows(model: TraceModel): Record<string, string | number | null>[] {
  const rows = new Map<string, Record<string, string | number | null>>();
  for (const { name, owner, durationNs, startNs, line } of model.summary.longest()) {
    const thread = owner?.thread;
    const where = owner && thread !== undefined && owner.name === undefined ? owner.machine : undefined;
    const key = `${kindOf(name)} ${owner?.machine.id} ${thread} ${owner?.process} ${owner?.name}`;
    if (durationNs === 0 || rows.has(key) || rows.size >= maxRows) continue;
    rows.set(key, {
      name,
      thread: where ? threadOfProcessLabel(where, thread!) : model.who(owner),
      process: where ? processOfThread(where, thread!) : null,
      duration_ms: milliseconds(durationNs),
      start_ms: model.recorder.timeMsOf(startNs),
      line,
    });
  }
  return [...rows.values()];
}

function processOfThread(machine: Machine, thread: number): string | null {
  const { process } = machine.table.thread(thread);
  return process === undefined || process === 0 ? null : processLabel(machine, process);
}

function milliseconds(durationNs: number): number {
  return Math.round(durationNs / 1000) / 1000;
}

function processRows(machine: Machine): Record<string, string | number | null>[] {
  const threads = new Map<number, number>();
  for (let i = 0; i < machine.table.threadCount(); i++) {
    const { process } = machine.table.thread(i);
    if (process !== undefined) threads.set(process, (threads.get(process) ?? 0) + 1);
  }
  const rows: Record<string, string | number | null>[] = [];
  for (let i = 1; i < machine.table.processCount() && rows.length < maxRows * 5; i++) {
    const { pid } = machine.table.process(i);
    rows.push({ process: processLabel(machine, i), threads: threads.get(i) ?? 0, pid });
  }
  return rows.sort((a, b) => Number(b.threads) - Number(a.threads));
}
