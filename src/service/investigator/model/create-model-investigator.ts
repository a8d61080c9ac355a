import type { LanguageModel } from 'ai';
import type { OpenLines } from '../../lines/open-document.ts';
import { filesLine } from '../answer/files-line.ts';
import { renderAnswer } from '../answer/render-answer.ts';
import { prose, words } from '../answer/say.ts';
import type { Claim } from '../detect/observation.ts';
import { createCitationBook } from '../evidence/citation-book.ts';
import { type OpenDocuments, openDocuments } from '../evidence/open-documents.ts';
import { isVerbatim } from '../evidence/quote-verifier.ts';
import type { Investigate, InvestigationEvent, InvestigationRequest, Report } from '../report.ts';
import { confidenceOf } from '../verdict-rules.ts';
import { askModel } from './ask-model.ts';
import type { ModelAnswer } from './model-answer.ts';

export interface ModelInvestigatorOptions {
  builtin: Investigate;
  openLines: OpenLines;
  /** Made when first needed: loading it costs time and memory nobody pays who has no model. */
  model: () => Promise<LanguageModel>;
  /** As told in reports: `<provider>/<model>`. */
  engine: string;
  /** Told why the built-in report was used instead; never holds log text. */
  onFallback?: (reason: string) => void;
}

/**
 * Deep runs asked of a language model on top of the built-in findings, with the same documents and the same check of
 * quotes. Whatever goes wrong with the model, the built-in report is the answer. Quick runs stay built in.
 */
export function createModelInvestigator(options: ModelInvestigatorOptions): Investigate {
  return async (request, emit) => {
    if (request.mode === 'quick') return options.builtin(request, emit);
    const builtin = await options.builtin(request, (event) => {
      if (!isEnding(event)) emit(event);
    });
    const report = (await improve(options, request, builtin, emit)) ?? builtin;
    emit({ type: 'stage', name: 'verify', status: 'done' });
    emit({ type: 'stage', name: 'report', status: 'started' });
    for (const [index, text] of report.answer.split(/(?<=\n\n)/).entries()) emit({ type: 'report_chunk', index, text });
    emit({ type: 'stage', name: 'report', status: 'done' });
    return report;
  };
}

/** What ends the built-in run is held back: the model's part comes before the end. */
function isEnding(event: InvestigationEvent): boolean {
  if (event.type === 'report_chunk') return true;
  return event.type === 'stage' && (event.name === 'report' || (event.name === 'verify' && event.status === 'done'));
}

async function improve(
  options: ModelInvestigatorOptions,
  request: InvestigationRequest,
  builtin: Report,
  emit: (event: InvestigationEvent) => void,
): Promise<Report | undefined> {
  await using documents = openDocuments(request.files, options.openLines);
  const steps = [...builtin.steps];
  try {
    const answer = await askModel({
      model: await options.model(),
      documents,
      question: request.question,
      findings: builtin,
      signal: AbortSignal.any([
        request.signal,
        AbortSignal.timeout(Math.max(1000, Math.floor(request.budgetMs * 0.7))),
      ]),
      used(tool, input, summary) {
        const step = { n: steps.length + 1, tool, input, status: 'done' as const, summary, citations: [] };
        steps.push(step);
        emit({ type: 'step', step });
      },
    });
    if (answer === undefined) throw new Error('its answer had another form');
    const report = await checked(answer, documents, request, builtin, options.engine);
    if (report === undefined) throw new Error('none of its quotes is in the file');
    return { ...report, steps };
  } catch (error) {
    request.signal.throwIfAborted();
    options.onFallback?.(error instanceof Error ? error.name : 'unknown');
    return undefined;
  }
}

/** Keeps the claims whose quotes are in the file; undefined where none is left. */
async function checked(
  answer: ModelAnswer,
  documents: OpenDocuments,
  request: InvestigationRequest,
  builtin: Report,
  engine: string,
): Promise<Report | undefined> {
  const open = (name: string) => documents.open(name);
  const proof: Claim[] = [];
  let droppedClaims = builtin.droppedClaims;
  for (const claim of answer.claims) {
    const ranges: Claim['ranges'] = [];
    for (const { file, line_start, line_end, excerpt } of claim.quotes) {
      const isThere = excerpt === undefined || (await isVerbatim({ file, line_start, line_end, excerpt }, open));
      if (isThere) ranges.push({ document: file, lineStart: line_start, lineEnd: line_end });
    }
    if (ranges.length === 0 || ranges.length < claim.quotes.length) droppedClaims++;
    else proof.push({ text: prose(claim.text), ranges });
  }
  // A model may find more than the rules, but only the rules say that a file states its cause.
  const verdict = answer.verdict === 'CONFIRMED' && builtin.verdict !== 'CONFIRMED' ? 'LIKELY' : answer.verdict;
  const book = createCitationBook(open);
  const draft = {
    verdict,
    cause: prose(answer.cause),
    explanation: answer.explanation === '' ? [] : [{ text: prose(answer.explanation), ranges: [] }],
    proof,
    also: [],
    notCause: answer.not_the_cause.map((text) => ({ text: prose(text), ranges: [] })),
    unsettled: [],
    next: answer.next.map((text) => prose(text).md),
    used: [],
    signature: builtin.signature,
  };
  const rendered = await renderAnswer(draft, filesLine(request.files), book);
  if (rendered.proof.length === 0) return undefined;
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
