/** Two states that follow each other, by the words lines tell them with and the words people ask for them with. */
export interface StatePair {
  name: string;
  /** Lines that tell of the first state, of the second. */
  on: RegExp;
  off: RegExp;
  /** Words of a question that mean the first state, the second. */
  askedOn: RegExp;
  askedOff?: RegExp;
  /** A thing that is begun anew was not ended; of a state only the first line counts. */
  isWork?: boolean;
}

/** Any of these as whole words, upper and lower case alike. */
export const any = (...parts: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d-])(?:${parts.join('|')})(?![\\p{L}\\d])`, 'iu');
