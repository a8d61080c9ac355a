import { type AnswerOutline, alsoUnder, headings, historyUnder, label, sentences } from './answer-outline.ts';
import type { Prose } from './prose.ts';
import { type Fitted, fitProse } from './split-prose.ts';

export interface AnswerBudget {
  /** Everything between the head and the foot of the answer. */
  body: number;
  /** One quote with its place; a longer one goes to the rest. */
  quote: number;
  /** Kept free of quotes, so that some words always find room. */
  reservedForWords: number;
  /** What to do next, and what is not the cause, each. */
  next: number;
  measure(block: Prose): number;
}

/** The deciding line and four more: others bury the telling ones, which come first. */
const mostProof = 5;

interface FittedAnswer extends Fitted {
  /** Fits too, for those who want to know more: further proof, and what else is in the file. */
  folded: Prose[];
}

/**
 * What of an answer goes into its one message, in reading order, and what does not. Proof has the first right to room: a
 * reader can do without a paragraph sooner than without the lines that prove it. Only whole pieces, uncut.
 */
export function fitAnswer(outline: AnswerOutline, limits: AnswerBudget): FittedAnswer {
  const { measure } = limits;
  let budget = limits.body - measure(label(headings.proof));
  const shownProof: Prose[] = [];
  const moreProof: Prose[] = [];
  const restProof: Prose[] = [];
  for (const quote of outline.proof) {
    const size = measure(quote);
    const fits = size <= limits.quote && size <= budget - limits.reservedForWords;
    (fits ? (shownProof.length < mostProof ? shownProof : moreProof) : restProof).push(quote);
    if (fits) budget -= size;
  }
  const take = (prose: readonly Prose[], most: number): Fitted => {
    const fitted = fitProse(prose, Math.min(budget, most), measure);
    budget -= fitted.shown.reduce((sum, block) => sum + measure(block), 0);
    return fitted;
  };
  const next = take(sentences(headings.next, outline.next), limits.next);
  const notTheCause = take(sentences(headings.notTheCause, outline.notTheCause), limits.next);
  const history = take(historyUnder(outline.history), limits.next);
  const explanation = take(outline.explanation, budget);
  const also = take(alsoUnder(outline.also), budget);
  const under = (proof: readonly Prose[], heading: string = headings.proof) =>
    proof.length > 0 ? [label(heading), ...proof] : [];
  return {
    shown: [...explanation.shown, ...under(shownProof), ...notTheCause.shown, ...history.shown, ...next.shown],
    folded: [...under(moreProof, headings.moreProof), ...also.shown],
    rest: [...explanation.rest, ...under(restProof), ...notTheCause.rest, ...history.rest, ...next.rest, ...also.rest],
  };
}
