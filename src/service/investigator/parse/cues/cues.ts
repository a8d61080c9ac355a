import type { Query } from '../../query/query.ts';

/** What is asked, by words that ask wherever they stand; the rest of the words say of what. */
export interface Cues {
  rest: string;
  asks: ReadonlySet<Ask>;
  stat?: Pick<Query, 'take' | 'percent'>;
  order?: 'most' | 'least';
  edges: ReadonlySet<'first' | 'last'>;
  nth?: number;
  bound?: { is: '>' | '>=' | '<' | '<='; value: string };
  everyMs?: number;
  /** "Top three". */
  limit?: number | undefined;
  /** "And how often each". */
  isOfEach?: boolean;
  /** "Which gate": what is told apart, or asked for. */
  which?: string;
  /** "Hottest": of what kind the number is. */
  measure?: string;
  worst?: 'worst' | 'best';
  /** "Most common": by how many lines have it. */
  isOfCommon?: boolean;
  /** "Biggest": of a size, where nothing else is named. */
  size?: boolean;
  /** "Lag at the highest depth": what is told where another number is greatest. */
  beside?: string;
  /** "Fastest": the least time, or the highest speed. */
  isOfPace?: boolean;
  /** The highest of a number, or of how many. */
  isTop?: boolean;
  /** "Nginx makes up what part": the part is named. */
  isOfName?: boolean;
  /** "How many times": no amount is added up. */
  isOften?: boolean;
  /** "Per gate". */
  per?: string;
  /** That were tried again, or were not. */
  tried?: 'some' | 'none';
  /** It begins with "slowest", "longest": a thing is asked for. */
  isOfThing?: boolean;
}

export type Ask =
  | 'count'
  | 'when'
  | 'why'
  | 'share'
  | 'list'
  | 'id'
  | 'exists'
  | 'distinct'
  | 'long'
  | 'rate'
  | 'busiest'
  | 'change'
  | 'together'
  | 'running'
  | 'open'
  | 'more'
  | 'value'
  | 'between'
  | 'never'
  | 'who'
  | 'total'
  | 'streak'
  | 'gap'
  | 'always'
  | 'ever'
  | 'every'
  | 'either'
  | 'old'
  | 'both'
  | 'before';

/** Each of them is asked for, and not the one with the most. */
export const isOfEach = ({ per, isOfEach: each }: Pick<Cues, 'per' | 'isOfEach'>): boolean =>
  per !== undefined || each === true;

/** Told apart by it: all of them, or from the one with the most where no other order is asked for. */
export const rankedBy = (by: string, cues: Pick<Cues, 'per' | 'isOfEach' | 'order'>): Pick<Query, 'by' | 'order'> => ({
  by,
  ...(isOfEach(cues) && cues.order === undefined ? {} : { order: cues.order ?? 'most' }),
});

/** Whether the one of two has more, where yes or no is asked for, or less. */
export const expectsOf = ({ asks, order }: Pick<Cues, 'asks' | 'order'>): Pick<Query, 'expects'> =>
  asks.has('exists') && !asks.has('either') ? { expects: order === 'least' ? 'fewer' : 'more' } : {};

/** As they are noted down, one after the other. */
export type CuesNoted = { -readonly [key in keyof Cues]: Cues[key] } & {
  asks: Set<Ask>;
  edges: Set<'first' | 'last'>;
  /** Words that stand for what was taken out. */
  kept: string;
};

/** A word that asks, wherever it stands, and what it asks for. */
export type CueRow = readonly [RegExp, (cue: CuesNoted, groups: Record<string, string | undefined>) => void];

/** A noun of a question. */
export const noun = '[a-z][a-z-]*';

export function rank(cue: CuesNoted, isMost: boolean): void {
  cue.order = isMost ? 'most' : 'least';
}
