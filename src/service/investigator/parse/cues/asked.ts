import type { Query } from '../../query/query.ts';

/** What is asked, and the words of it that no line has. */
export interface Asked {
  query: Query;
  taken: readonly string[];
  /** Not by the lines' own words alone. */
  isGuessed: boolean;
  /** What something is said to be: at a moment it is what it was last. */
  isOfStates?: boolean;
  /** What the question calls the lines that are meant, and no line does. */
  unnamed?: string;
  unread?: readonly string[];
  /** Names that are nowhere in the file. */
  absent?: readonly string[];
}
