import type { Claim, Observation } from '../detect/observation.ts';
import { verdictOf } from '../detect/verdict-rules.ts';
import type { CitationBook } from '../evidence/citation-book.ts';
import type { Report } from '../report.ts';
import type { Draft } from './draft.ts';

const maxHypotheses = 5;

/** The causes that were weighed, best first, with what speaks for and against each. */
export async function hypothesesOf(draft: Draft, book: CitationBook): Promise<Report['hypotheses']> {
  const candidates = draft.used
    .filter((one) => one.role !== 'context' && one.severity !== 'info')
    .slice(0, maxHypotheses);
  const hypotheses: Report['hypotheses'] = [];
  for (const [index, one] of candidates.entries()) {
    const claims: Claim[] = [
      { text: one.title, ranges: one.evidence.slice(0, 3) },
      ...one.details.filter((claim) => claim.ranges.length > 0),
    ];
    const speaksFor = await cited(claims, book);
    if (speaksFor.length === 0) continue;
    const verdict = index === 0 ? draft.verdict : demoted(verdictOf(one, candidates));
    hypotheses.push({
      title: one.title.plain,
      verdict,
      speaksFor,
      speaksAgainst: await cited(against(one, candidates), book),
    });
  }
  return hypotheses;
}

async function cited(claims: readonly Claim[], book: CitationBook): Promise<{ text: string; citations: number[] }[]> {
  const result: { text: string; citations: number[] }[] = [];
  for (const claim of claims) {
    const citations: number[] = [];
    for (const range of claim.ranges) {
      const citation = await book.cite(range);
      if (citation !== undefined) citations.push(citation.n);
    }
    if (citations.length > 0) result.push({ text: claim.text.plain, citations });
  }
  return result;
}

function against(one: Observation, all: readonly Observation[]): Claim[] {
  const earlier = all.find(
    (other) => other !== one && other.document === one.document && other.firstLine < one.firstLine,
  );
  if (earlier === undefined) return [];
  return [
    {
      text: {
        md: '',
        plain: `It starts later (line ${one.firstLine}) than “${earlier.title.plain}” (line ${earlier.firstLine})`,
      },
      ranges: earlier.evidence.slice(0, 1),
    },
  ];
}

/** Only the first hypothesis may be the answer; one that lost is at most likely. */
function demoted(verdict: Report['verdict']): Report['verdict'] {
  return verdict === 'CONFIRMED' ? 'LIKELY' : verdict;
}
