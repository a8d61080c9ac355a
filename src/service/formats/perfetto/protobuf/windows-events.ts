import type { Machine, TraceModel } from '../model/trace-model.ts';
import { readThreadEntry } from './thread-entry.ts';
import { nextField, openField, unsignedOf, type WireCursor } from './wire-cursor.ts';

const anonymousThread = 0xffff_ffff;

/** Windows: who runs, and files and disks, whose slices are not read. */
export function applyWindowsEvents(model: TraceModel, machine: Machine, timeNs: number, bundle: WireCursor): void {
  const { table } = machine;
  while (nextField(bundle)) {
    if (bundle.field !== 2 || bundle.wire !== 2) continue;
    const event = openField(bundle);
    let thread = 0;
    let isDisk = false;
    let readied: number | undefined;
    while (nextField(event)) {
      if (event.field === 5) thread = unsignedOf(event) >>> 0;
      else if (event.wire !== 2) continue;
      else if (event.field === 2) {
        const { tid: next, pid: previous } = readThreadEntry(
          openField(event),
          { tid: 1, pid: 2, name: 0 },
          anonymousThread,
        );
        const taking = table.threadOf(next >>> 0);
        const leaving = table.threadOf(previous >>> 0);
        const line = model.recorder.record(
          timeNs,
          'switch',
          `${model.who({ machine, thread: leaving })} → ${model.who({ machine, thread: taking })}`,
        );
        machine.scheduling.switch(0, timeNs, leaving, false, taking, line);
      } else if (event.field === 3) readied = readThreadEntry(openField(event), { tid: 1, pid: 0, name: 0 }).tid;
      else if (event.field > 6) {
        isDisk = true;
        model.unreadSources.add('etw');
      }
    }
    if (thread !== 0 && isDisk) table.threadOf(thread);
    if (readied === undefined) continue;
    table.threadOf(readied >>> 0);
    table.threadOf(thread);
  }
}
