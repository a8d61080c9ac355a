import type { Claim, Observation } from '../detect/observation.ts';
import type { Verdict } from '../report.ts';
import { type Text, words } from '../wording/say.ts';
import type { ResultChart } from './chart-of.ts';

/** An answer before its quotes are looked up. */
export interface Draft {
  verdict: Verdict;
  cause: Text;
  /** Plain words after the headline. */
  explanation: Claim[];
  /** The result itself, where it is better looked at. */
  chart?: ResultChart;
  /** Each stands on its own quotes; where none holds, the claim is dropped. */
  proof: Claim[];
  /** What else the file shows. */
  also: Claim[];
  notCause: Claim[];
  /** How many of `also` are shown; five unless told. */
  maxAlso?: number;
  /** Which part of the question could not be settled. */
  unsettled: Text[];
  next: string[];
  /** The written form of how the question was read. */
  readAs?: string;
  /** What the answer rests on, most important first. */
  used: Observation[];
  signature: string | null;
  /** It was counted over all lines, so that none is a result too and needs no quote. */
  isCounted?: boolean;
}

export const emptyDraft: Draft = {
  verdict: 'INCONCLUSIVE',
  cause: words(''),
  explanation: [],
  proof: [],
  also: [],
  notCause: [],
  unsettled: [],
  next: [],
  used: [],
  signature: null,
};
