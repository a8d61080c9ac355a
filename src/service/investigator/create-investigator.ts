import type { OpenLines } from '../lines/open-document.ts';
import { answerCode } from './answer/answer-code.ts';
import { answerEveryRun } from './answer/answer-every-run.ts';
import { answerWas } from './answer/answer-was.ts';
import { chooseAnswer } from './answer/choose-answer.ts';
import type { Draft } from './answer/draft.ts';
import { filesLine } from './answer/files-line.ts';
import { followUp, type Led } from './answer/follow-up.ts';
import { hypothesesOf } from './answer/hypotheses.ts';
import { mergeAnswers } from './answer/merge-answers.ts';
import { renderAnswer } from './answer/render-answer.ts';
import { plural, say, words } from './answer/say.ts';
import { withShortHeadline } from './answer/short-headline.ts';
import { answerAttempts } from './attempts/answer-attempts.ts';
import { valueAtEvent } from './attempts/value-at-event.ts';
import { answerCounter } from './calculate/answer-counter.ts';
import { courseOfNumber } from './calculate/answer-course.ts';
import { answerCalculation } from './calculate/calculate.ts';
import { answerCrash, asksWhyItCrashed } from './crashes/answer-crash.ts';
import type { Observation } from './detect/observation.ts';
import { answerEnding, spanOfRun } from './endings/answer-ending.ts';
import { answerFailingTests } from './endings/failing-tests.ts';
import { outcomeOfEach } from './endings/outcome-of-each.ts';
import { answerEpisodes } from './episodes/answer-episodes.ts';
import { answerEpisodesWhole } from './episodes/answer-whole.ts';
import { createCitationBook } from './evidence/citation-book.ts';
import { openDocuments } from './evidence/open-documents.ts';
import { gather, surveyAll, textsLeftOut } from './gather.ts';
import { compareGroups } from './groups/compare-groups.ts';
import type { Evidence, Investigation } from './investigation.ts';
import { answerMembers, answerMembersWhole } from './members/answer-members.ts';
import { missingThings } from './members/missing-things.ts';
import { answerPlaces } from './places/answer-places.ts';
import { type Narrowed, narrowed } from './places/narrow.ts';
import { type OwnerNamed, ownerNamed } from './places/owner-named.ts';
import { inFileNotation } from './question/file-notation.ts';
import { parseQuestion } from './question/parse-question.ts';
import type { Question } from './question/question.ts';
import { settleTimes } from './question/settle-times.ts';
import { splitQuestion } from './question/split-question.ts';
import type { Investigate, InvestigationEvent, InvestigationRequest, InvestigationStep, Report } from './report.ts';
import { answerSilence } from './silence/answer-silence.ts';
import { answerSpans } from './spans/answer-spans.ts';
import { answerFirst } from './states/answer-first.ts';
import { answerOnly } from './states/answer-only.ts';
import { answerState } from './states/answer-state.ts';
import type { Survey } from './survey/survey.ts';
import { answerTable, answerTableWhole } from './tables/answer-table.ts';
import { answerOthers } from './units/answer-others.ts';
import { isAskedWithin, unitNamed, withinUnit } from './units/named-unit.ts';
import { confidenceOf } from './verdict-rules.ts';
import { answerVerdicts } from './verdicts/answer-verdicts.ts';
import { looksLikeName } from './words/asked-word.ts';

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
    const parts = files.length > 1 ? [asked] : splitQuestion(asked);
    const whole =
      (await answerCrash(run)) ??
      (await answerSpans(run)) ??
      (await answerFailingTests(run)) ??
      (await answerVerdicts(run)) ??
      (await answerState(run)) ??
      (await answerFirst(run)) ??
      (await compareGroups(run)) ??
      (await answerMembersWhole(run, parts)) ??
      (await answerEpisodesWhole(run, parts)) ??
      (await answerTableWhole(run, parts));
    const isAsAsked = parts.length === 1 && (parts[0] === asked || parts[0] === run.question.text);
    const runs = isAsAsked ? [run] : await partRuns(run, parts);
    const gathered: { part: Investigation; found: Evidence | Draft }[] = [];
    if (whole !== undefined) gathered.push({ part: run, found: whole });
    let surveys: Survey[] | undefined;
    for (const part of whole === undefined ? runs : []) {
      // What is computed from the lines needs no survey of them.
      const surveyed = async () => (surveys ??= await surveyAll(run));
      const calculated =
        (await answerEveryRun(part)) ??
        (await answerEnding(part)) ??
        // Of the run as a whole it was asked above.
        (part === run ? undefined : await answerFailingTests(part)) ??
        (await outcomeOfEach(part)) ??
        (await missingThings(part)) ??
        (await answerWas(part)) ??
        (part === run ? undefined : await answerState(part)) ??
        (await answerPlaces(part, surveyed)) ??
        (await answerCode(part)) ??
        (await answerOthers(part, surveyed)) ??
        (await answerOnly(part)) ??
        (await courseOfNumber(part)) ??
        (await answerCounter(part)) ??
        (await answerAttempts(part)) ??
        (await answerSilence(part)) ??
        (await answerEpisodes(part)) ??
        (await answerTable(part)) ??
        (await answerCalculation(part)) ??
        (await answerMembers(part)) ??
        (await valueAtEvent(part)) ??
        (await spanOfRun(part));
      gathered.push({ part, found: calculated ?? (await gather(part, await surveyed())) });
    }
    stage('retrieve', 'done');
    stage('investigate', 'started');
    const drafts: Led[] = [];
    for (const { part, found } of gathered) {
      const [lead] = drafts;
      if ('verdict' in found) drafts.push({ part, draft: found });
      else {
        const draft = (lead && (await followUp(part, found, lead))) ?? (await chooseAnswer(part, found));
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
    request.signal.throwIfAborted();
    stage('verify', 'started');
    const report = await reportOf(draft, run, steps);
    stage('verify', 'done');
    stage('report', 'started');
    for (const [index, text] of chunksOf(report.answer).entries()) emit({ type: 'report_chunk', index, text });
    stage('report', 'done');
    return report;
  };
}

function withOwner(draft: Draft, { name }: OwnerNamed): Draft {
  const text = say`No line carries the name ${name}; this is about the whole file`;
  return { ...draft, explanation: [...draft.explanation, { text, ranges: [] }] };
}

const asksWhy = /^(?:and |so |¿)?(?:why|how come|warum|wieso|weshalb|por qué|pourquoi|perché)\b/i;

/** Says what was not looked through line by line, where that is so. */
function withLeftOut(draft: Draft, run: Investigation, surveys: readonly Survey[]): Draft {
  const left = textsLeftOut(run, surveys);
  const [first] = left;
  if (first === undefined) return draft;
  const told = say`${plural(left.length, 'text')} of ${left.length + surveys.length} (${first.name}${words(left.length > 1 ? ' and others' : '')}) ${words(left.length === 1 ? 'was' : 'were')} not looked through line by line: the least telling by findings, name, age and size`;
  return { ...draft, unsettled: [...draft.unsettled, told] };
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

async function reportOf(draft: Draft, run: Investigation, steps: InvestigationStep[]): Promise<Report> {
  const book = createCitationBook((name) => run.documents.verbatim(name));
  const rendered = await renderAnswer(draft, filesLine(run.files), book);
  let { droppedClaims } = rendered;
  const findings: Report['findings'] = [];
  for (const { title, severity, rule, evidence } of statedBy(draft)) {
    const citations: number[] = [];
    for (const range of evidence.slice(0, 6)) {
      const citation = await book.cite(range);
      if (citation !== undefined) citations.push(citation.n);
    }
    if (citations.length > 0) findings.push({ title: title.plain, severity, citations, rule });
    else droppedClaims++;
  }
  const hypotheses = await hypothesesOf(draft, book);
  // A cause none of whose quotes holds is no cause.
  const isProven = draft.verdict === 'INCONCLUSIVE' || rendered.proof.length > 0;
  const verdict = isProven ? draft.verdict : 'INCONCLUSIVE';
  const answer = isProven ? rendered.markdown : rendered.markdown.replace(`**${draft.verdict}: `, '**INCONCLUSIVE: ');
  run.step(
    'verify',
    { quotes: book.all().length },
    `${book.all().length} quotes found in the file, ${droppedClaims} claims dropped`,
  );
  steps.at(-1)!.citations = rendered.proof.slice(0, 20);
  return {
    verdict,
    cause: draft.cause.plain,
    answer,
    citations: book.all(),
    confidence: confidenceOf(verdict, book.all().length),
    findings,
    hypotheses,
    steps,
    nextActions: draft.next,
    signature: draft.signature,
    droppedClaims,
    engine: 'builtin',
  };
}

async function partRuns(run: Investigation, parts: readonly string[]): Promise<Investigation[]> {
  const runs: Investigation[] = [];
  for (const part of partQuestions(parts)) runs.push({ ...run, question: await settleTimes(part, run.documents) });
  return runs;
}

/** "... and who logs them?" speaks of what the part before named. */
function partQuestions(parts: readonly string[]): Question[] {
  const questions: Question[] = [];
  for (const text of parts) {
    const before = questions.at(-1);
    const question = parseQuestion(withSubject(text, before));
    const isBack =
      /\b(?:it|its|they|them|those|these|this|that|he|she)\b/i.test(text) ||
      (question.terms.length === 0 && /\bthere\b|^(?:and |but )?why\W*$/i.test(text));
    const names = question.terms.filter((term) => /[A-Z_./:@\d-]/.test(term));
    if (before !== undefined && /\b(?:else|others?)\b/i.test(text)) {
      questions.push({ ...question, besides: before.terms.filter(looksLikeName) });
      continue;
    }
    // "... and how many retries did that cause?": what is counted is named, only the cause is not.
    const isOwnCount = question.intent === 'count' && question.terms.length > 0;
    if (before !== undefined && isBack && names.length === 0 && question.intent !== 'when' && !isOwnCount) {
      questions.push({ ...question, phrases: [...before.phrases], pairs: [...before.pairs], terms: [...before.terms] });
    } else questions.push(question);
  }
  return questions;
}

const bareVersion = /^(?:and )?(?:which|what)(?: is (?:its|the))? (version|release|build)\W*$/i;

/** "When was tshark installed, and which version?": of the thing that was named before. */
function withSubject(text: string, before: Question | undefined): string {
  const noun = bareVersion.exec(text)?.[1];
  const name = before?.terms.find((term) => !/(?:ed|ing)$/i.test(term));
  return noun === undefined || name === undefined ? text : `which ${noun} of ${name}?`;
}

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
