import type { ReadContext } from '../../format.ts';
import type { TraceModel } from '../model/trace-model.ts';
import { readPackets } from './packet-stream.ts';
import { createTraceReader } from './trace-reader.ts';

/** Reads a trace of packets into the model. Gives what was not read, in plain words. */
export async function readProtobuf(context: ReadContext, model: TraceModel): Promise<string[]> {
  const reader = createTraceReader(model);
  const batches = readPackets(context.source);
  let readBytes = 0;
  for (;;) {
    const step = await batches.next();
    if (step.done) {
      reader.finish();
      await model.recorder.flush();
      const damage = step.value.damage;
      const read = `${reader.packets()} packets were read`;
      return [
        ...(damage === undefined ? [] : [`${context.name}: ${damage}; ${read}.`]),
        ...reader.unread(context.name),
      ];
    }
    context.signal.throwIfAborted();
    for (const packet of step.value) {
      reader.add(packet);
      readBytes += packet.length;
      if (reader.isFull()) {
        reader.drain();
        await model.recorder.flush();
      }
    }
    context.progress(Math.min(1, readBytes / Math.max(1, context.source.sizeBytes)));
  }
}
