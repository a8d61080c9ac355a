import type { ReadContext } from '../format.ts';
import type { DocumentInfo, Reading } from '../reading.ts';
import { describeTrace } from './describe-trace.ts';
import { traceKindOf } from './detect.ts';
import { traceFindings } from './findings.ts';
import { readJson } from './json/read-json.ts';
import { createTraceModel, type TraceModel } from './model/trace-model.ts';
import { createTraceRecorder, type TraceRecorder } from './model/trace-recorder.ts';
import { readProtobuf } from './protobuf/read-protobuf.ts';
import { readSystrace } from './systrace/read-systrace.ts';

const headBytes = 256 * 1024;
const tailBytes = 64 * 1024;

/** Reads a trace event by event; its printed form is the document that findings cite. */
export async function readTrace(context: ReadContext): Promise<Reading> {
  const head = await context.source.read(0, headBytes);
  const tail = await context.source.read(Math.max(0, context.source.sizeBytes - tailBytes), tailBytes);
  const kind = traceKindOf(head, tail, context.source.sizeBytes) ?? 'protobuf';
  const name = `${context.name}#events`;
  const writer = await context.createDocument(name);
  const recorder = createTraceRecorder(writer);
  const model = createTraceModel(recorder);
  const read = { protobuf: readProtobuf, json: readJson, systrace: readSystrace }[kind];
  const unread = await read(context, model);
  model.finish(recorder.lastNs() ?? 0);
  await recorder.flush();
  const printed = await writer.end();
  const findings = traceFindings(model, name);
  const unreadSources = [...model.unreadSources].sort();
  return {
    fileType: 'perfetto',
    documents: [documentOf(name, printed, recorder)],
    findings,
    ...describeTrace(model, kind, name, findings),
    unread: [...unread, ...limitsOf(model, context.name)],
    trace: { ...countsOf(model), unreadSources },
  };
}

function countsOf(model: TraceModel): { processes: number; threads: number; slices: number } {
  const tables = [...model.machines()].map(({ table }) => table);
  return {
    processes: tables.reduce((sum, table) => sum + table.processCount(), 0),
    threads: tables.reduce((sum, table) => sum + table.threadCount(), 0),
    slices: model.slices.count(),
  };
}

function documentOf(
  name: string,
  printed: { path: string; sizeBytes: number; lines: number },
  recorder: TraceRecorder,
): DocumentInfo {
  const firstTimeMs = recorder.firstTimeMs();
  const lastTimeMs = recorder.lastTimeMs();
  return {
    name,
    fileType: 'perfetto',
    ...printed,
    clock: firstTimeMs === undefined ? 'none' : recorder.isAbsolute() ? 'absolute' : 'boot',
    ...(firstTimeMs === undefined ? {} : { firstTimeMs }),
    ...(lastTimeMs === undefined ? {} : { lastTimeMs }),
  };
}

function limitsOf(model: TraceModel, name: string): string[] {
  const said: string[] = [];
  const unprinted = model.recorder.unprinted();
  if (unprinted > 0) said.push(`${name}: ${unprinted} events were counted but not printed.`);
  const dropped = model.slices.dropped();
  if (dropped > 0)
    said.push(`${name}: ${dropped} slices overlap others of their track without nesting and were dropped.`);
  if (model.unreadSources.size > 0)
    said.push(`${name}: these sources are not read: ${[...model.unreadSources].sort().join(', ')}.`);
  return said;
}
