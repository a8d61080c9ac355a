import { keepLongest, type LongSlice, longestFirst } from './long-slices.ts';
import type { TrackOwner } from './trace-model.ts';

/** Frames that were prepared for the display, and those that took too long; of the latter only the longest are kept. */
export interface FrameTimes {
  count: number;
  slow: readonly LongSlice[];
  slowCount: number;
  /** How long the frames of each thread took, in the order of time; of neighbours the slowest stands for all. */
  courses: readonly { owner: TrackOwner | undefined; frames: readonly FramePoint[] }[];
}

interface FramePoint {
  startNs: number;
  durationNs: number;
  line: number;
}

export interface Frames {
  /** False for slices that are no frame. */
  add(slice: LongSlice): boolean;
  times(): FrameTimes;
}

/** The main thread prepares a frame, then another thread draws it: a frame is counted where it starts. */
const frameNames = [/^(?:Choreographer#)?doFrame\b/, /^DrawFrames?\b/];
/** Two vertical syncs of a 60 Hz display: a frame that takes longer was shown late. */
const slowFrameNs = 33.4e6;
const keptSlow = 60;
const maxPoints = 2000;
const maxCourses = 200;

interface Course {
  owner: TrackOwner | undefined;
  frames: FramePoint[];
  /** How many frames a point stands for, and how many the last one does by now. */
  stride: number;
  inLast: number;
}

export function createFrames(): Frames {
  const kinds = frameNames.map((name) => ({
    name,
    count: 0,
    slow: [] as LongSlice[],
    slowCount: 0,
    courses: new Map<string, Course>(),
  }));

  return {
    add(slice) {
      const kind = kinds.find(({ name }) => name.test(slice.name));
      if (!kind) return false;
      kind.count++;
      if (slice.durationNs > slowFrameNs) {
        kind.slowCount++;
        kind.slow = keepLongest(kind.slow, slice, keptSlow);
      }
      const key = `${slice.owner?.machine.id} ${slice.owner?.thread} ${slice.owner?.name}`;
      let course = kind.courses.get(key);
      if (!course) {
        if (kind.courses.size >= maxCourses) return true;
        course = { owner: slice.owner, frames: [], stride: 1, inLast: 1 };
        kind.courses.set(key, course);
      }
      addPoint(course, { startNs: slice.startNs, durationNs: slice.durationNs, line: slice.line });
      return true;
    },
    times() {
      const { count, slow, slowCount, courses } = kinds.find((kind) => kind.count > 0) ?? kinds[0]!;
      return {
        count,
        slow: longestFirst(slow).slice(0, keptSlow),
        slowCount,
        courses: [...courses.values()].sort((a, b) => b.frames.length - a.frames.length),
      };
    },
  };
}

function addPoint(course: Course, point: FramePoint): void {
  const { frames } = course;
  if (course.inLast < course.stride) {
    course.inLast++;
    frames.push(slower(frames.pop()!, point));
    return;
  }
  frames.push(point);
  course.inLast = 1;
  if (frames.length < maxPoints) return;
  course.frames = frames.flatMap((first, index) =>
    index % 2 === 0 ? [slower(first, frames[index + 1] ?? first)] : [],
  );
  course.stride *= 2;
  course.inLast = course.stride;
}

function slower(first: FramePoint, second: FramePoint): FramePoint {
  return second.durationNs > first.durationNs ? second : first;
}
