import { type Claim, linesAt } from '../detect/observation.ts';
import { confidenceOf } from '../detect/verdict-rules.ts';
import { createCitationBook, isVerbatim, type OpenByName } from '../evidence/citation-book.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';
import type { ReadFile, Report } from '../report.ts';
import { type Draft, emptyDraft } from '../tell/draft.ts';
import { atMostLikely } from '../tell/draft-of.ts';
import { filesLine } from '../tell/files-line.ts';
import { renderAnswer } from '../tell/render-answer.ts';
import { prose } from '../wording/say.ts';
import type { ModelAnswer, ModelClaim } from './model-answer.ts';

interface JudgedAgainst {
  documents: OpenDocuments;
  files: readonly ReadFile[];
  builtin: Report;
  engine: string;
  /** Figures and names of a text that the model was not shown. */
  strangersIn: (text: string) => string[];
}

/** A report of the claims whose quotes are in the file, or what the model is told where the answer cannot stand. */
export async function judgeAnswer(answer: ModelAnswer, against: JudgedAgainst): Promise<Report | string> {
  const { documents, files, builtin, engine, strangersIn } = against;
  const strangers = strangersIn(answer.cause);
  if (strangers.length > 0) return `The cause names what no tool has shown: ${strangers.slice(0, 5).join(', ')}.`;
  const open = (name: string) => documents.open(name);
  const proof = await provedClaims(answer.claims, open);
  const notCause = await provedClaims(answer.not_the_cause, open);
  const explained = answer.explanation.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== '');
  const explanation = explained.filter((sentence) => strangersIn(sentence).length === 0);
  const droppedClaims =
    builtin.droppedClaims + proof.dropped + notCause.dropped + explained.length - explanation.length;
  // A model may find more than the rules, but only the rules say that a file states its cause.
  const verdict = builtin.verdict === 'CONFIRMED' ? answer.verdict : atMostLikely(answer.verdict);
  const book = createCitationBook((name) => documents.verbatim(name));
  const cause = prose(answer.cause);
  const draft: Draft = {
    ...emptyDraft,
    verdict,
    cause,
    explanation: explanation.length === 0 ? [] : [{ text: prose(explanation.join(' ')), ranges: [] }],
    proof: proof.claims,
    notCause: notCause.claims,
    next: answer.next.map((text) => prose(text).md),
  };
  const rendered = await renderAnswer(draft, filesLine(files), book);
  if (rendered.proof.length === 0) return 'None of the quoted lines is in the files.';
  const citations = [...new Set(rendered.proof)];
  return {
    ...builtin,
    verdict,
    cause: cause.plain,
    answer: rendered.markdown,
    citations: book.all(),
    confidence: confidenceOf(verdict, book.all().length),
    findings: [{ title: cause.plain, severity: 'error', citations, rule: 'model' }],
    hypotheses: [{ title: cause.plain, verdict, speaksFor: [{ text: cause.plain, citations }], speaksAgainst: [] }],
    nextActions: draft.next,
    droppedClaims: droppedClaims + rendered.droppedClaims,
    engine,
  };
}

/** Claims all of whose quotes are in the file; the others are counted. */
async function provedClaims(
  claims: readonly ModelClaim[],
  open: OpenByName,
): Promise<{ claims: Claim[]; dropped: number }> {
  const proved: Claim[] = [];
  for (const { text, quotes } of claims) {
    const areThere = await Promise.all(
      quotes.map(({ excerpt, ...place }) => excerpt === undefined || isVerbatim({ ...place, excerpt }, open)),
    );
    const ranges = quotes.map(({ file, line_start, line_end }) => linesAt(file, line_start, line_end));
    if (quotes.length > 0 && areThere.every(Boolean)) proved.push({ text: prose(text), ranges });
  }
  return { claims: proved, dropped: claims.length - proved.length };
}
