import { maskAll } from '#core/secrets/mask-all.ts';
import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import type { Observation } from './detect/observation.ts';
import { confidenceOf } from './detect/verdict-rules.ts';
import { createCitationBook } from './evidence/citation-book.ts';
import type { Scene } from './investigation.ts';
import type { InvestigationStep, Report } from './report.ts';
import type { Draft } from './tell/draft.ts';
import { filesLine } from './tell/files-line.ts';
import { hypothesesOf } from './tell/hypotheses.ts';
import { citationsOf } from './tell/quotes.ts';
import { renderAnswer } from './tell/render-answer.ts';

/** Each quote looked up in its file; a claim without one that holds is dropped. */
export async function reportOf(draft: Draft, run: Scene, steps: InvestigationStep[]): Promise<Report> {
  const book = createCitationBook((name) => run.documents.verbatim(name));
  const rendered = await renderAnswer(draft, filesLine(run.files), book);
  let { droppedClaims } = rendered;
  const findings: Report['findings'] = [];
  for (const { title, severity, rule, evidence } of statedBy(draft)) {
    const citations = (await citationsOf(evidence.slice(0, 6), book)).map(({ n }) => n);
    if (citations.length > 0) findings.push({ title: title.plain, severity, citations, rule });
    else droppedClaims++;
  }
  const hypotheses = await hypothesesOf(draft, book);
  // A cause none of whose quotes holds is no cause.
  const isProven = draft.verdict === 'INCONCLUSIVE' || rendered.proof.length > 0 || draft.isCounted === true;
  const verdict = isProven ? draft.verdict : 'INCONCLUSIVE';
  const answer = isProven ? rendered.markdown : rendered.markdown.replace(`**${draft.verdict}: `, '**INCONCLUSIVE: ');
  const all = book.all();
  run.step('verify', { quotes: all.length }, `${all.length} quotes found in the file, ${droppedClaims} claims dropped`);
  steps.at(-1)!.citations = rendered.proof.slice(0, 20);
  return {
    verdict,
    cause: draft.cause.plain,
    answer,
    citations: all,
    confidence: confidenceOf(verdict, all.length),
    findings,
    hypotheses,
    steps,
    nextActions: draft.next,
    signature: draft.signature,
    droppedClaims,
    engine: 'builtin',
    query: null,
    // Its labels are values of the file.
    ...(draft.chart && isProven ? { chart: maskAll(draft.chart, maskSecrets) } : {}),
  };
}

type Stated = Pick<Observation, 'title' | 'severity' | 'rule' | 'evidence'>;

/** What an answer stands on: what was observed, or where something was only looked up the lines that were found. */
function statedBy(draft: Draft): Stated[] {
  if (draft.used.length > 0 || draft.verdict === 'INCONCLUSIVE') return draft.used;
  return draft.proof
    .filter(({ ranges }) => ranges.length > 0)
    .slice(0, 6)
    .map(({ text, ranges }) => ({ title: text, severity: 'info', rule: 'log.lookup', evidence: ranges }));
}
