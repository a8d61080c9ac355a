import type { TraceModel } from '../model/trace-model.ts';
import type { Computer } from './computers.ts';
import type { Generation } from './sequence.ts';
import type { WireCursor } from './wire-cursor.ts';

/** The content of a packet whose time has come. */
export interface TimedPacket {
  model: TraceModel;
  computer: Computer;
  timeNs: number;
  generation: Generation;
  message: WireCursor;
}
