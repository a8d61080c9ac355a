/** A counter's course, thinned as it grows. */
interface CounterCourse {
  name: string;
  unit: string;
  points: { timeMs: number; value: number; line: number }[];
  /** Every how manyth value is kept by now. */
  stride: number;
  seen: number;
}

export interface Counters {
  add(value: { name: string; unit: string; timeMs: number; value: number; line: number }): void;
  courses(): Iterable<CounterCourse>;
}

const maxCounters = 2_000;
const maxPoints = 2_000;

export function createCounters(): Counters {
  const courses = new Map<string, CounterCourse>();
  return {
    add({ name, unit, timeMs, value, line }) {
      let course = courses.get(name);
      if (!course) {
        if (courses.size >= maxCounters) return;
        course = { name, unit, points: [], stride: 1, seen: 0 };
        courses.set(name, course);
      }
      if (course.seen++ % course.stride !== 0) return;
      course.points.push({ timeMs, value, line });
      if (course.points.length < maxPoints) return;
      course.points = course.points.filter((_, index) => index % 2 === 0);
      course.stride *= 2;
    },
    courses: () => courses.values(),
  };
}
