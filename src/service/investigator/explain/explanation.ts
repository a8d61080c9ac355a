import type { Observation } from '../detect/observation.ts';
import type { Scene } from '../investigation.ts';
import type { Draft } from '../tell/draft.ts';

export interface ExplainAsked {
  /** Names and words that stand in the file: they choose component and lines, never the rank inside them. */
  about?: readonly string[];
  /** On the clock of the documents. */
  window?: { fromMs: number; toMs: number };
}

/** Why it went wrong, before its quotes are looked up. `lead` is the cause told, where one was found. */
export interface Explanation extends Draft {
  lead?: Observation;
}

export type Explain = (scene: Scene, asked?: ExplainAsked) => Promise<Explanation>;
