import { isOwnCode } from '../../formats/log/own-code.ts';
import { exceptionIn } from './entity-values.ts';

interface At {
  place: number;
  timeMs: number | undefined;
}

/** Exceptions stand in a record or in the stack below it; the first frame of our own code tells where it was thrown. */
export interface ExceptionWatch {
  /** A record, and the exception its own text names. */
  see(at: At, name: string | undefined): void;
  seeBelow(text: string): void;
  /** A record that is not counted, nor what stands below it. */
  skip(): void;
  /** The frame that most often is on top, and how often. */
  frameOf(name: string): { frame: string; count: number } | undefined;
}

const javaFrame = /^\s+at (\S.{2,200})$/;
const pythonFrame = /^\s+File "([^"]{1,200})", line (\d+), in (\S{1,80})/;
const mostNames = 500;
const mostFrames = 50;

/** Calls `found` once a record that has an exception. */
export function watchExceptions(found: (name: string, at: At) => void): ExceptionWatch {
  const frames = new Map<string, Map<string, number>>();
  let pending: At | undefined;
  let name: string | undefined;
  let hasFrame = false;
  return {
    see(at, own) {
      pending = { place: at.place, timeMs: at.timeMs };
      name = own;
      hasFrame = false;
      if (own !== undefined) found(own, pending);
    },
    skip() {
      pending = undefined;
    },
    seeBelow(text) {
      if (pending === undefined) return;
      if (name === undefined) {
        name = /^\s+at /.test(text) ? undefined : exceptionIn(text);
        if (name !== undefined) found(name, pending);
      }
      if (name === undefined || hasFrame) return;
      const python = pythonFrame.exec(text);
      const frame = python === null ? javaFrame.exec(text)?.[1] : `${python[3]} (${python[1]}:${python[2]})`;
      if (frame === undefined || !isOwnCode(frame, python?.[1])) return;
      hasFrame = python === null;
      const counts = frames.get(name) ?? new Map<string, number>();
      if (frames.size < mostNames) frames.set(name, counts);
      if (counts.has(frame) || counts.size < mostFrames) counts.set(frame, (counts.get(frame) ?? 0) + 1);
    },
    frameOf(wanted) {
      const [top] = [...(frames.get(wanted) ?? [])].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
      return top === undefined ? undefined : { frame: top[0], count: top[1] };
    },
  };
}
