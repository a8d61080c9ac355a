import type { Claim } from '../detect/observation.ts';
import { confidenceOf } from '../detect/verdict-rules.ts';
import { createCitationBook, isVerbatim, type OpenByName } from '../evidence/citation-book.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';
import type { ReadFile, Report } from '../report.ts';
import { filesLine } from '../tell/files-line.ts';
import { renderAnswer } from '../tell/render-answer.ts';
import { prose, words } from '../wording/say.ts';
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
  const verdict = answer.verdict === 'CONFIRMED' && builtin.verdict !== 'CONFIRMED' ? 'LIKELY' : answer.verdict;
  const book = createCitationBook((name) => documents.verbatim(name));
  const draft = {
    verdict,
    cause: prose(answer.cause),
    explanation: explanation.length === 0 ? [] : [{ text: prose(explanation.join(' ')), ranges: [] }],
    proof: proof.claims,
    also: [],
    notCause: notCause.claims,
    unsettled: [],
    next: answer.next.map((text) => prose(text).md),
    used: [],
    signature: builtin.signature,
  };
  const rendered = await renderAnswer(draft, filesLine(files), book);
  if (rendered.proof.length === 0) return 'None of the quoted lines is in the files.';
  const all = book.all();
  const own = {
    title: words(draft.cause.plain).plain,
    severity: 'error' as const,
    citations: [...new Set(rendered.proof)],
    rule: 'model',
  };
  return {
    ...builtin,
    verdict,
    cause: draft.cause.plain,
    answer: rendered.markdown,
    citations: all,
    confidence: confidenceOf(verdict, all.length),
    findings: [own],
    hypotheses: [
      {
        title: draft.cause.plain,
        verdict,
        speaksFor: [{ text: draft.cause.plain, citations: own.citations }],
        speaksAgainst: [],
      },
    ],
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
  for (const claim of claims) {
    const ranges: Claim['ranges'] = [];
    for (const { file, line_start, line_end, excerpt } of claim.quotes) {
      const isThere = excerpt === undefined || (await isVerbatim({ file, line_start, line_end, excerpt }, open));
      if (isThere) ranges.push({ document: file, lineStart: line_start, lineEnd: line_end });
    }
    if (ranges.length > 0 && ranges.length === claim.quotes.length) proved.push({ text: prose(claim.text), ranges });
  }
  return { claims: proved, dropped: claims.length - proved.length };
}
