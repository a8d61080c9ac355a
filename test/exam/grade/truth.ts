/** The value a right answer states; known by counting what was made, never by reading it back. */
export type Truth =
  /** Any value from `low` to `high`, where methods differ, such as for percentiles. */
  | { kind: 'number'; low: number; high: number; unit?: string }
  | { kind: 'share'; part: number; whole: number }
  /** All of `names`; one of `others` before them, or beside them, is wrong. */
  | { kind: 'names'; names: readonly string[]; others: readonly string[] }
  | { kind: 'table'; counts: Readonly<Record<string, number>> }
  /** `yesWords` and `noWords` are states that say the same as yes and no. */
  | {
      kind: 'yes';
      isYes: boolean;
      yesWords?: readonly string[];
      noWords?: readonly string[];
      /** The subject is not in the file: to say so is to say no. */
      isAbsent?: boolean;
    }
  /** The log's own words, quoted or not: one of `words`, and none of `others`. */
  | { kind: 'words'; words: readonly string[]; others: readonly string[] }
  /** A point in time; `zeroMs` is what relative clocks count from, `offsetMinutes` the log's own zone. */
  | { kind: 'time'; timeMs: number; offsetMinutes: number; zeroMs?: number }
  | { kind: 'duration'; ms: number }
  | { kind: 'direction'; way: 'up' | 'down' | 'flat' }
  /** The subject is not in the file, or nothing in the file can tell: any value is wrong. */
  | { kind: 'nothing'; why: 'absent' | 'not told' };

export function describe(truth: Truth): string {
  switch (truth.kind) {
    case 'number': {
      const unit = truth.unit ? ` ${truth.unit}` : '';
      return truth.low === truth.high ? `${truth.low}${unit}` : `${truth.low} to ${truth.high}${unit}`;
    }
    case 'share':
      return `${((100 * truth.part) / truth.whole).toFixed(2)} % (${truth.part} of ${truth.whole})`;
    case 'names':
      return truth.names.join(', ') || 'none';
    case 'table':
      return JSON.stringify(truth.counts);
    case 'yes':
      return truth.isYes ? 'yes' : 'no';
    case 'words':
      return truth.words.join(' or ');
    case 'time':
      return `${new Date(truth.timeMs + truth.offsetMinutes * 60_000).toISOString().replace('Z', '')} in the log's zone`;
    case 'duration':
      return `${truth.ms / 1000} s`;
    case 'direction':
      return truth.way;
    case 'nothing':
      return truth.why === 'absent' ? 'the subject is not in the file' : 'nothing in the file can tell';
  }
}
