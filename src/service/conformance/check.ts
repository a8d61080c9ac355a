import type { Subject } from './subject.ts';

/** One thing a server has to do, under the ids of the requirements it shows. */
export interface Check {
  ids: readonly string[];
  title: string;
  /** `specified`: the specification says so. `decided`: it leaves this open, and this is how we read it. */
  basis: 'specified' | 'decided';
  /** What cannot be had with a key alone. */
  needs?: 'account';
  /** Throws with what was seen instead. */
  run(subject: Subject): Promise<void>;
}

export class NotConformant extends Error {
  override name = 'NotConformant';
}

export function must(condition: unknown, what: string, seen?: unknown): asserts condition {
  if (condition) return;
  throw new NotConformant(seen === undefined ? what : `${what}; seen: ${JSON.stringify(seen)?.slice(0, 300)}`);
}

export function mustBe<T>(seen: unknown, wanted: T, what: string): asserts seen is T {
  must(Object.is(seen, wanted), `${what} must be ${JSON.stringify(wanted)}`, seen);
}
