import type { Claim, Observation } from '../detect/observation.ts';
import { verdictOf } from '../detect/verdict-rules.ts';
import type { CitationBook } from '../evidence/citation-book.ts';
import type { Hypothesis } from '../report.ts';
import type { Draft } from './draft.ts';
import { atMostLikely } from './draft-of.ts';
import { citationsOf } from './quotes.ts';

const maxHypotheses = 5;

/** The causes that were weighed, best first, with what speaks for and against each. */
export async function hypothesesOf(draft: Draft, book: CitationBook): Promise<Hypothesis[]> {
  const candidates = draft.used
    .filter((one) => one.role !== 'context' && one.severity !== 'info')
    .slice(0, maxHypotheses);
  const hypotheses: Hypothesis[] = [];
  for (const [index, one] of candidates.entries()) {
    const claims: Claim[] = [
      { text: one.title, ranges: one.evidence.slice(0, 3) },
      ...one.details.filter((claim) => claim.ranges.length > 0),
    ];
    const speaksFor = await cited(claims, book);
    if (speaksFor.length === 0) continue;
    // Only the first may be the answer.
    const verdict = index === 0 ? draft.verdict : atMostLikely(verdictOf(one, candidates));
    const speaksAgainst = await cited(against(one, candidates), book);
    hypotheses.push({ title: one.title.plain, verdict, speaksFor, speaksAgainst });
  }
  return hypotheses;
}

async function cited(claims: readonly Claim[], book: CitationBook): Promise<Hypothesis['speaksFor']> {
  const found: Hypothesis['speaksFor'] = [];
  for (const { text, ranges } of claims) {
    const citations = (await citationsOf(ranges, book)).map(({ n }) => n);
    if (citations.length > 0) found.push({ text: text.plain, citations });
  }
  return found;
}

function against(one: Observation, all: readonly Observation[]): Claim[] {
  const earlier = all.find(
    (other) => other !== one && other.document === one.document && other.firstLine < one.firstLine,
  );
  if (earlier === undefined) return [];
  const plain = `It starts later (line ${one.firstLine}) than “${earlier.title.plain}” (line ${earlier.firstLine})`;
  return [{ text: { md: '', plain }, ranges: earlier.evidence.slice(0, 1) }];
}
