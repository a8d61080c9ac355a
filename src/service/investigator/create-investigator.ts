import type { OpenLines } from '../lines/open-document.ts';
import { answerQuestion } from './answer-question.ts';
import { openDocuments } from './evidence/open-documents.ts';
import { explain } from './explain/explain.ts';
import type { Scene } from './investigation.ts';
import type { Investigate, InvestigationRequest, InvestigationStep, Report } from './report.ts';
import { reportOf } from './report-of.ts';

interface InvestigatorOptions {
  openLines: OpenLines;
  /** Monotonic milliseconds; only bounds the run, never reaches the report. */
  elapsedMs?: () => number;
}

type Emit = Parameters<Investigate>[1];

/**
 * The built-in investigator: no model, no clock and no chance in what it reports. Throws only when `signal` aborts.
 */
export function createInvestigator(options: InvestigatorOptions): Investigate {
  const elapsedMs = options.elapsedMs ?? (() => performance.now());
  return async (request, emit) => {
    const started = elapsedMs();
    const steps: InvestigationStep[] = [];
    const stage = (name: 'plan' | 'retrieve' | 'investigate' | 'verify', status: 'started' | 'done') =>
      emit({ type: 'stage', name, status });
    stage('plan', 'started');
    await using documents = openDocuments(request.files, options.openLines);
    emit(intentOf(request));
    stage('plan', 'done');
    request.signal.throwIfAborted();
    stage('retrieve', 'started');
    const scene = sceneOf(request, documents, steps, emit, () => elapsedMs() - started < request.budgetMs * 0.8);
    const { draft, query } = await answerQuestion(scene, request.question, explain);
    stage('retrieve', 'done');
    stage('investigate', 'started');
    stage('investigate', 'done');
    request.signal.throwIfAborted();
    stage('verify', 'started');
    const report = { ...(await reportOf(draft, scene, steps)), query };
    stage('verify', 'done');
    emitAnswer(report, emit);
    return report;
  };
}

/** Cut after paragraphs, so that each chunk reads; joined they are the answer. */
export function emitAnswer({ answer }: Report, emit: Emit): void {
  emit({ type: 'stage', name: 'report', status: 'started' });
  const chunks = answer.split(/(?<=\n\n)/).filter((text) => text !== '');
  for (const [index, text] of chunks.entries()) emit({ type: 'report_chunk', index, text });
  emit({ type: 'stage', name: 'report', status: 'done' });
}

function sceneOf(
  { files, mode, signal }: InvestigationRequest,
  documents: Scene['documents'],
  steps: InvestigationStep[],
  emit: Emit,
  hasTime: () => boolean,
): Scene {
  const totalBytes = documents.infos.reduce((sum, info) => sum + info.sizeBytes, 0);
  return {
    files,
    documents,
    mode,
    signal,
    hasTime,
    step(tool, input, summary) {
      const step: InvestigationStep = { n: steps.length + 1, tool, input, status: 'done', summary, citations: [] };
      steps.push(step);
      if (mode === 'deep') emit({ type: 'step', step });
    },
    progress(message, scannedBytes) {
      const share = totalBytes === 0 ? 1 : Math.min(1, scannedBytes / totalBytes);
      emit({ type: 'progress', percent: Math.round(10 + share * 70), message, scannedBytes, totalBytes });
    },
  };
}

function intentOf({ files, question }: InvestigationRequest): Parameters<Emit>[0] {
  const plan =
    question.trim() === ''
      ? [
          'Collect the findings of the file readers',
          'Search the lines for failures, trends and changes',
          'Rank the findings, cause first',
        ]
      : ['Learn the field names of the file', 'Turn the question into a query', 'Run the query over all lines'];
  const intent = files.length > 1 ? 'compare' : question.trim() === '' ? 'cause' : 'question';
  return { type: 'query_intent', intent, plan: [...plan, 'Look up each quote in the file'], filters: {} };
}
