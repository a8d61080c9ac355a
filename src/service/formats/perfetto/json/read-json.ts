import type { ReadContext } from '../../format.ts';
import { createEventQueue } from '../model/event-queue.ts';
import type { TraceModel } from '../model/trace-model.ts';
import { applySystraceLine } from '../systrace/apply-line.ts';
import { parseSystraceLine, type SystraceLine } from '../systrace/parse-line.ts';
import { applyJsonEvent, createJsonIds, type JsonEvent } from './apply-json-event.ts';
import { readJsonEvents } from './json-events.ts';

/** Reads a trace in Chrome's JSON form: an object with `traceEvents`, or the bare list of events. */
export async function readJson(context: ReadContext, model: TraceModel): Promise<string[]> {
  const machine = model.machine(0);
  const ids = createJsonIds();
  const queue = createEventQueue<JsonEvent | SystraceLine>();
  const apply = (timeNs: number, event: JsonEvent | SystraceLine) => {
    if ('phase' in event) applyJsonEvent(model, machine, ids, timeNs, event);
    else applySystraceLine(model, machine, event);
  };
  const events = readJsonEvents(context.source);
  let count = 0;
  for (;;) {
    const step = await events.next();
    context.signal.throwIfAborted();
    if (step.done) {
      for (const line of step.value.systemTrace.split('\n')) {
        const parsed = parseSystraceLine(line);
        if (parsed) queue.push(parsed.timeNs, Number.POSITIVE_INFINITY, line.length + 200, parsed);
      }
      queue.drain(true, apply);
      const { damage, skipped } = step.value;
      return [
        ...(damage === undefined ? [] : [`${context.name}: ${damage}; the ${count} events before it were read.`]),
        ...(skipped > 0 ? [`${context.name}: ${skipped} events could not be read and were skipped.`] : []),
      ];
    }
    for (const { event, sizeBytes } of step.value.events) {
      count++;
      // Names first, then what lasts longest, so that it holds what begins with it.
      const rank = event.phase === 'M' ? Number.NEGATIVE_INFINITY : -(event.durationNs ?? 0);
      queue.push(event.timeNs, rank, sizeBytes + 200, event);
    }
    if (queue.isFull()) queue.drain(false, apply);
    await model.recorder.flush();
    context.progress(Math.min(1, step.value.readBytes / Math.max(1, context.source.sizeBytes)));
  }
}
