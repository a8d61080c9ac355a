import type { Verdict } from '../report.ts';

/** How much of a question was understood, and how much of the file was looked at. */
export interface Grounds {
  unread: readonly string[];
  isInferred: boolean;
  isWhole: boolean;
}

/** The lesser of how strong the evidence is and how much of the question was understood. */
export function verdictFor(evidence: Verdict, { unread, isInferred, isWhole }: Grounds): Verdict {
  return unread.length > 0 || isInferred || !isWhole ? atMostLikely(evidence) : evidence;
}

/** For what follows from a cause and is not stated itself. */
export const atMostLikely = (verdict: Verdict): Verdict => (verdict === 'CONFIRMED' ? 'LIKELY' : verdict);
