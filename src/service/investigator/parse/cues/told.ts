import type { Column } from '../../facts/schema.ts';
import { type Condition, saysTheSame } from '../../query/query.ts';
import type { Cues } from './cues.ts';

/** The times that a question names, and which way it is said to go. */
export interface InTime {
  /** A moment is named. */
  isAt: boolean;
  /** Two stretches of time are. */
  areTimes: boolean;
  /** How it was before or after a moment. */
  isThen: boolean;
  /** Which way it goes is asked. */
  course?:
    | { expects?: 'up' | 'down' | undefined; measure?: string | undefined; isOfAmount?: boolean | undefined }
    | undefined;
}

/** What a question tells beside what it is about. */
export interface Told extends InTime {
  cues: Cues;
  /** The names that it has, where such lines have them. */
  names(where: readonly Condition[]): Condition[];
  /** A number that the words name. */
  figure?: Column | undefined;
  /** One that the program numbers is named. */
  isOfOne: boolean;
}

/** The names of the question that the lines meant are not known by already. */
export const namesBeside = (where: readonly Condition[], { names }: Told): Condition[] =>
  names(where).filter((one) => !where.some((other) => saysTheSame(one, other)));
