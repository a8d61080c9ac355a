import type { Dimension } from './quantity.ts';
import type { StateAsked } from './state-words.ts';

export type Statistic = 'median' | 'mean' | 'max' | 'min' | 'sum' | `p${number}`;

/** What lines are told apart by, or counted as. */
export type ConditionAsked =
  | { kind: 'failing' }
  | { kind: 'succeeding' }
  | { kind: 'status'; from: number; to: number }
  | { kind: 'beyond'; isAbove: boolean; value: number; unit: string }
  | { kind: 'words'; words: string[] };

export interface MeasureAsked {
  dimension?: Dimension;
  /** Which way what is measured went, as the one who is asked about sees it. */
  flow?: 'sent' | 'received';
  /** Lines are counted where no line states it. */
  isOptional?: boolean;
  /** Only a column of a table may be meant. */
  isOfTable?: boolean;
  /** Words of the question that may name the number. */
  words: string[];
}

/** A question whose answer is computed, taken apart. */
export interface Asked {
  kind: 'rank' | 'statistic' | 'share' | 'distinct' | 'rhythm' | 'gap' | 'ends' | 'length' | 'sides';
  /** "per endpoint", "which user": the noun lines are grouped by. */
  group?: string;
  /** The number asked about; lines are counted where it is absent. */
  measure?: MeasureAsked;
  statistics: Statistic[];
  /** Fastest, least, lowest. */
  isLow: boolean;
  /** How many were asked for. */
  limit?: number;
  /** Only such lines are counted. */
  conditions: ConditionAsked[];
  /** Of a share: what makes the part. */
  part?: { conditions: ConditionAsked[]; subject: string[] };
  /** "The worst": by time where there is one, else by failures. */
  isWorst?: boolean;
  /** "Failed passwords": may be how the lines say it, rather than passwords on lines that fail. */
  outcome?: { phrase: string; noun: string };
  /** Words and phrases the lines must hold. */
  subject: string[];
  /** Quoted: to be found as they are. */
  phrases: string[];
  /** Per minute, per hour. */
  stepMs?: number;
  /** "compare web-1 and web-2": both sides named by a value. */
  values?: string[];
  /** "At the start against the end": the first and the last tenth. */
  areEdges?: boolean;
  /** The last seven days against the seven before them. */
  areWeeks?: boolean;
  /** "How long was it down". */
  state?: StateAsked;
  /** "from A to B": words of the first and the last line. */
  ends?: [string[], string[]];
}
