import type { LanguageModel } from 'ai';
import type { OpenLines } from '../../lines/open-document.ts';
import { emitAnswer } from '../create-investigator.ts';
import { openDocuments } from '../evidence/open-documents.ts';
import type { Investigate, InvestigationEvent, InvestigationRequest, Report } from '../report.ts';
import { askModel } from './ask-model.ts';
import { judgeAnswer } from './judge-answer.ts';

interface ModelInvestigatorOptions {
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
    emitAnswer(report, emit);
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
    const report = await askModel<Report>({
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
      judge: (answer, strangersIn) =>
        judgeAnswer(answer, { strangersIn, documents, files: request.files, builtin, engine: options.engine }),
    });
    return { ...report, steps };
  } catch (error) {
    request.signal.throwIfAborted();
    options.onFallback?.(error instanceof Error ? error.name : 'unknown');
    return undefined;
  }
}
