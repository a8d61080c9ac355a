import type { OpenLines } from '../lines/open-document.ts';
import type { Draft } from './answer/draft.ts';
import { followUp, type Led } from './answer/follow-up.ts';
import { mergeAnswers } from './answer/merge-answers.ts';
import { say } from './answer/say.ts';
import { withShortHeadline } from './answer/short-headline.ts';
import { answerOfPart, answerOfWhole } from './computed-answers.ts';
import { asksWhyItCrashed } from './crashes/answer-crash.ts';
import { openDocuments } from './evidence/open-documents.ts';
import { explain } from './explain/explain.ts';
import { withLeftOut } from './explain/left-out.ts';
import { gather, surveyAll } from './gather.ts';
import type { Evidence, Investigation } from './investigation.ts';
import { isTroubleReport, namesOfReport } from './parse/trouble-report.ts';
import { partRuns } from './part-runs.ts';
import { type Narrowed, narrowed } from './places/narrow.ts';
import { type OwnerNamed, ownerNamed } from './places/owner-named.ts';
import { inFileNotation } from './question/file-notation.ts';
import { parseQuestion } from './question/parse-question.ts';
import type { Question } from './question/question.ts';
import { settleTimes } from './question/settle-times.ts';
import { splitQuestion } from './question/split-question.ts';
import type { Investigate, InvestigationEvent, InvestigationRequest, InvestigationStep, Report } from './report.ts';
import { reportOf } from './report-of.ts';
import type { Survey } from './survey/survey.ts';
import { answerOfUnit } from './units/answer-of-unit.ts';
import { isAskedWithin, unitNamed, withinUnit } from './units/named-unit.ts';

export interface InvestigatorOptions {
  openLines: OpenLines;
  /** Monotonic milliseconds; only bounds the run, never reaches the report. */
  elapsedMs?: () => number;
}

/**
 * The built-in investigator: no model, no clock and no chance in what it reports. Throws only when `signal` aborts.
 */
export function createInvestigator(options: InvestigatorOptions): Investigate {
  const elapsedMs = options.elapsedMs ?? (() => performance.now());
  return async (request, emit) => {
    const started = elapsedMs();
    const scene: Narrowed = narrowed(request.files, request.question) ?? request;
    const { files } = scene;
    const steps: InvestigationStep[] = [];
    const stage = (name: 'plan' | 'retrieve' | 'investigate' | 'verify' | 'report', status: 'started' | 'done') =>
      emit({ type: 'stage', name, status });
    stage('plan', 'started');
    await using documents = openDocuments(files, options.openLines);
    const noted = await inFileNotation(scene.question, documents);
    // The name of what the whole file is of asks for no line of it.
    const owner = await ownerNamed(noted, documents, request.signal);
    const told = asksWhyItCrashed(noted, files) ? '' : (owner?.question ?? noted);
    const question = parseQuestion(told);
    emit(intentEvent(question, files));
    stage('plan', 'done');

    const finish = async (draft: Draft): Promise<Report> => {
      request.signal.throwIfAborted();
      stage('verify', 'started');
      const report = await reportOf(draft, wide, steps);
      stage('verify', 'done');
      stage('report', 'started');
      for (const [index, text] of chunksOf(report.answer).entries()) emit({ type: 'report_chunk', index, text });
      stage('report', 'done');
      return report;
    };
    const totalBytes = documents.infos.reduce((sum, info) => sum + info.sizeBytes, 0);
    const settled = await settleTimes(question, documents);
    const wide: Investigation = {
      files,
      documents,
      question: settled,
      ...(owner === undefined || owner.services.length === 0 ? {} : { notHere: owner }),
      mode: request.mode,
      signal: request.signal,
      hasTime: () => elapsedMs() - started < request.budgetMs * 0.8,
      step(tool, input, summary, status = 'done') {
        const step: InvestigationStep = { n: steps.length + 1, tool, input, status, summary, citations: [] };
        steps.push(step);
        if (request.mode === 'deep') emit({ type: 'step', step });
      },
      progress(message, scannedBytes) {
        const share = totalBytes === 0 ? 1 : Math.min(1, scannedBytes / totalBytes);
        emit({ type: 'progress', percent: Math.round(10 + share * 70), message, scannedBytes, totalBytes });
      },
    };
    request.signal.throwIfAborted();
    stage('retrieve', 'started');
    const unit = /^(?:check|when)$/.test(settled.intent) ? undefined : await unitNamed(wide);
    const isWithin = unit !== undefined && isAskedWithin(settled);
    const asked = isWithin ? unit.question : told;
    const run: Investigation = !isWithin
      ? { ...wide, ...(unit === undefined ? {} : { unit }) }
      : { ...withinUnit(wide, unit), question: await settleTimes(parseQuestion(asked), documents) };
    const isReport = files.length === 1 && !isWithin && (told === '' || isTroubleReport(told));
    if (isReport) {
      const { question: _, ...rest } = wide;
      const explanation = await explain(rest, { about: told === '' ? [] : namesOfReport(told) });
      return await finish(explanation);
    }
    const parts = files.length > 1 ? [asked] : splitQuestion(asked);
    const whole = await answerOfWhole(run, parts);
    const isAsAsked = parts.length === 1 && (parts[0] === asked || parts[0] === run.question.text);
    const runs = isAsAsked ? [run] : await partRuns(run, parts);
    const gathered: { part: Investigation; found: Evidence | Draft }[] = [];
    if (whole !== undefined) gathered.push({ part: run, found: whole });
    let surveys: Survey[] | undefined;
    for (const part of whole === undefined ? runs : []) {
      // What is computed from the lines needs no survey of them.
      const surveyed = async () => (surveys ??= await surveyAll(run));
      const calculated = await answerOfPart(part, part === run, surveyed);
      gathered.push({ part, found: calculated ?? (await gather(part, await surveyed())) });
    }
    stage('retrieve', 'done');
    stage('investigate', 'started');
    const drafts: Led[] = [];
    for (const { part, found } of gathered) {
      const [lead] = drafts;
      if ('verdict' in found) drafts.push({ part, draft: found });
      else {
        const draft = (lead && (await followUp(part, found, lead))) ?? (await answerOfUnit(part, found));
        drafts.push({ part, evidence: found, draft });
      }
    }
    const merged = mergeAnswers(drafts.map((one) => ({ question: one.part.question.text, draft: one.draft })));
    const place = isWithin ? unit.label : scene.place;
    const placed = place === undefined ? merged : { ...merged, cause: say`${place}: ${merged.cause}` };
    const whose = owner === undefined || owner.services.length > 0 ? placed : withOwner(placed, owner);
    const draft = withShortHeadline(
      surveys === undefined ? whose : withLeftOut(whose, run, surveys),
      asksWhy.test(request.question),
    );
    stage('investigate', 'done');
    return await finish(draft);
  };
}

function withOwner(draft: Draft, { name }: OwnerNamed): Draft {
  const text = say`No line carries the name ${name}; this is about the whole file`;
  return { ...draft, explanation: [...draft.explanation, { text, ranges: [] }] };
}

const asksWhy = /^(?:and |so |¿)?(?:why|how come|warum|wieso|weshalb|por qué|pourquoi|perché)\b/i;

function intentEvent(question: Question, files: InvestigationRequest['files']): InvestigationEvent {
  const filters: Record<string, string> = {};
  if (question.phrases.length > 0) filters.phrases = question.phrases.join(', ');
  if (question.terms.length > 0) filters.terms = question.terms.slice(0, 8).join(', ');
  if (question.times.length > 0) filters.time = question.times.map((time) => time.label).join(', ');
  const plan = ['Take the findings of the readers', 'Look through the lines for failures, trends and changes'];
  if (question.text !== '') plan.push('Look for what the question names');
  plan.push('Rank what was found, cause first', 'Look up each quote in the file');
  return { type: 'query_intent', intent: files.length > 1 ? 'compare' : question.intent, plan, filters };
}

/** Cut after paragraphs, so that each chunk reads; joined they are the answer. */
function chunksOf(answer: string): string[] {
  return answer.split(/(?<=\n\n)/).filter((text) => text !== '');
}
