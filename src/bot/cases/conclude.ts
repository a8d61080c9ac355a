import { quietUntilMs } from '#core/policy.ts';
import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import type { JobHandler } from '#jobs/queue.ts';
import { isFigure, readAnswer, type ServiceAnswer } from '../analysis/read-answer.ts';
import type { CaseRow, FileRow, PlaceRow, QuestionRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { checkEvidence } from './check-evidence.ts';
import type { QuoteCheck } from './check-quotes.ts';
import { chooseCharts } from './choose-charts.ts';
import { compareWithEarlier } from './compare-files.ts';
import { composeAnswer } from './compose-answer.ts';
import { giveUpQuestion, settleProgress } from './end-cases.ts';
import { deliverTogether } from './gather-answers.ts';
import {
  type AnswerAction,
  type AnswerControls,
  answerActions,
  type CauseHistory,
  type Chart,
  type NewDelivery,
  type ProofQuote,
  type SeenBefore,
  type Verdict,
} from './messages.ts';
import { type NamedCause, namedCause } from './named-cause.ts';
import { type Place, placeKey } from './place.ts';
import { done, type Planned, planNothing, planWrites } from './planned.ts';
import { isCertainEnough, isUnrequested, scopeOf } from './policy.ts';
import { sourceOfCase } from './privacy.ts';
import { recall } from './recall-cause.ts';
import { relatedPlaces, toLink } from './related-places.ts';
import { answeredBefore, saySame } from './same-as-before.ts';
import { answerKey } from './thread-home.ts';

/** A ticket that a thread names is waited for so long before the answer goes out without it. */
const tieWaitMs = 30_000;

/** Turns what the service said into one answer for each place it belongs to. */
export function createConclude(deps: CaseDeps): JobHandler {
  const { store, clock } = deps;
  return caseHandler({
    kind: 'conclude',
    concurrency: 4,
    async run({ questionId }, job, { signal }) {
      const question = await store.findQuestion(questionId);
      const row = question ? await store.findCase(question.caseId) : undefined;
      const file = row?.sha256 ? await store.findFile(row.sha256) : undefined;
      if (!question || !row || !file || question.answer === null) return { status: 'done' };
      if (question.state === 'cancelled' || question.state === 'failed') return { status: 'done' };
      if (await waitsForTie(deps, question, job.enqueuedAtMs)) {
        return { status: 'later', runAtMs: clock.now() + 1_000 };
      }
      const related = await relatedPlaces(deps, question, row);
      const service = readAnswer(question.answer);
      const cause = question.kind === 'file' ? await namedCause(service.signature, service.verdict) : null;
      const answers = await composeAll(deps, {
        question,
        row,
        file,
        service,
        cause,
        charts: await chartsOf(deps, question, row, file, service, signal),
        ...related,
      });
      const before = await answeredBefore(deps, question, service);
      const news = before ? await Promise.all(answers.map((answer) => saySame(deps, before, answer))) : answers;
      const isMarked = cause !== null || (question.kind === 'file' && service.verdict === 'INCONCLUSIVE');
      const tickets = isMarked ? related.targets.filter(({ place }) => place.kind === 'ticket') : [];
      const named = related.targets.flatMap(
        ({ key }) => (key === question.placeKey ? related.named.get(key) : []) ?? [],
      );
      const told = await allowed(deps, question, row, news, service.verdict);
      const isOwn = question.kind === 'file';
      const ends = row.state !== 'answered' && (isOwn || !(await hasOwnQuestion(deps, row)));
      return done(
        {
          writes: [
            store.holdsWhileWanted(question.id),
            store.updateQuestion(question.id, { state: 'answered', named: named.map(({ key }) => key) }),
            ...(ends ? [store.updateCase(row.id, { state: 'answered', detail: null })] : []),
          ],
          // Only once this answer is out is it certain which of two places that end at once did not know the other.
          enqueue: [
            ...(isOwn ? [newJob('tell-related', { questionId })] : []),
            ...tickets.map(({ key }) => newJob('mark-ticket', { questionId, placeKey: key })),
          ],
        },
        cause ? remember(deps, { cause, row, told: service.cause }) : planNothing(),
        await deliverTogether(deps, { batch: question.batch, ending: [question.id] }, told),
        isOwn ? await compareWithEarlier(deps, row, related.targets[0], question.batch) : planNothing(),
        row.state === 'answered' ? planNothing() : settleProgress(row),
      );
    },
    onDead: ({ questionId }) => giveUpQuestion(deps, questionId),
  });
}

async function allowed(
  deps: CaseDeps,
  question: QuestionRow,
  row: CaseRow,
  answers: readonly NewDelivery<Place>[],
  verdict: Verdict | undefined,
): Promise<readonly NewDelivery<Place>[]> {
  // What people ask each other is not in the file: nobody waits to hear that.
  if (question.kind === 'overheard') return verdict === 'INCONCLUSIVE' ? [] : answers;
  if (question.kind !== 'file') return answers;
  // A ticket that the thread names did not ask for it.
  const isAskedFor = ({ place }: NewDelivery<Place>) =>
    !isUnrequested(question) && placeKey(place) === question.placeKey;
  const [asked, others] = [answers.filter(isAskedFor), answers.filter((answer) => !isAskedFor(answer))];
  return [...asked, ...(await byPolicy(deps, row, others, verdict))];
}

/** Answers nobody asked for in words: only from a certainty on, not in quiet hours, and for review first where that is set. */
async function byPolicy(
  deps: CaseDeps,
  row: CaseRow,
  answers: readonly NewDelivery<Place>[],
  verdict: Verdict | undefined,
): Promise<NewDelivery<Place>[]> {
  const { policies, clock, privacy } = deps;
  const kept: NewDelivery<Place>[] = [];
  for (const answer of answers) {
    const policy = await policies.policyOf(scopeOf(answer.place));
    const notBeforeMs = quietUntilMs(policy, clock);
    const timed = notBeforeMs === undefined ? answer : { ...answer, notBeforeMs };
    if (policy.reviewChannel !== '') {
      const team = row.vendor === 'slack' ? (row.team ?? '') : '';
      const place = { kind: 'channel', team, channel: policy.reviewChannel } as const;
      if (await privacy.readersMaySee(place, sourceOfCase(row))) kept.push({ ...answer, place });
    } else if (isCertainEnough(policy, verdict)) kept.push(timed);
  }
  return kept;
}

async function waitsForTie({ store, clock }: CaseDeps, question: QuestionRow, sinceMs: number): Promise<boolean> {
  if (clock.now() - sinceMs > tieWaitMs) return false;
  return (await store.tiesOfThread(question.placeKey)).some(({ state }) => state === 'pending');
}

async function hasOwnQuestion({ store }: CaseDeps, row: CaseRow): Promise<boolean> {
  return (await store.questionsOfCases([row.id])).some(({ kind }) => kind === 'file');
}

/** Kept for the next file with the same cause. */
function remember(
  { memory, clock }: CaseDeps,
  { cause, row, told }: { cause: NamedCause; row: CaseRow; told: string | undefined },
): Planned {
  const seen = { caseId: row.id, placeKey: row.placeKey, seenAtMs: clock.now() };
  return planWrites(...memory.see({ ...cause, cause: maskSecrets(told ?? cause.words) }, seen));
}

async function composeAll(
  deps: CaseDeps,
  input: {
    question: QuestionRow;
    row: CaseRow;
    file: FileRow;
    service: ServiceAnswer;
    cause: NamedCause | null;
    charts: Chart[];
    targets: PlaceRow[];
    named: Map<string, PlaceRow[]>;
  },
): Promise<NewDelivery<Place>[]> {
  const { question, row, file, targets, named, service, cause } = input;
  const check = service.quotes.length > 0 ? await lookUpAll(deps, question, file, service.quotes) : undefined;
  const isTyped = question.isTyped && question.text.trim() !== '';
  const asked = question.kind !== 'file' && isTyped ? question.text.slice(0, 500) : undefined;
  const against = question.against ? await deps.store.findCase(question.against) : undefined;
  // What it was compared with may be named where the place may; what was asked is told only where it was asked.
  const asking = (key: string) => (named.get(key) ?? []).find((place) => place.key === question.placeKey);
  const mayTell = (key: string) => key === question.placeKey || asking(key) !== undefined;
  const label = {
    name: row.name,
    fileType: file.fileType ?? undefined,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
  };
  const rawJson = JSON.stringify(question.answer, null, 2).slice(0, 500_000);
  const pages = new Map(
    await Promise.all(targets.map(async ({ key }) => [key, await deps.links.caseUrl(question.id, key)] as const)),
  );
  const histories = new Map<string, CauseHistory | undefined>();
  for (const target of targets) histories.set(target.key, cause ? await recall(deps, cause, row, target) : undefined);
  const told = targets.filter(({ key }) => key !== question.filedIn);
  return told.map(({ key, place }) => ({
    key: answerKey(question.id, key),
    place,
    message: composeAnswer({
      file: label,
      uploadedName: file.name,
      question: key === question.placeKey ? asked : undefined,
      askedIn: asked === undefined ? undefined : asking(key)?.label,
      against: mayTell(key) ? against?.name : undefined,
      maskedBefore: row.masked ?? undefined,
      isAsked: key === question.placeKey && isTyped,
      service,
      check,
      rawJson,
      history: histories.get(key),
      charts: input.charts,
      otherPlaces: (named.get(key) ?? []).flatMap(toLink),
      page: pages.get(key),
      controls: controlsFor(deps, question, service, place, seenBefore(histories.get(key), place, targets)),
    }),
  }));
}

/** Pictures of what was found, where something was; an answer without them is better than none. */
async function chartsOf(
  { analysis, log }: CaseDeps,
  { kind, against, text }: QuestionRow,
  row: CaseRow,
  { serviceId }: FileRow,
  service: ServiceAnswer,
  signal: AbortSignal,
): Promise<Chart[]> {
  const { verdict, cause, readAs, quotes, chart } = service;
  // What was asked for, drawn; whatever else the file has charts of is about something else.
  if (isFigure(service)) return chart && verdict !== 'INCONCLUSIVE' ? [chart] : [];
  if (kind !== 'file' || against !== null || serviceId === null || !cause || verdict === 'INCONCLUSIVE') return [];
  const isCause = readAs !== undefined || text.trim() === '' || row.vendor === 'jira';
  try {
    const finding = { words: cause, documents: quotes.map(({ file }) => file), isCause };
    return chooseCharts(await analysis.dashboard(serviceId, signal), finding);
  } catch (error) {
    log.info('charts are not available', { error });
    return [];
  }
}

/** What can be done with an answer where it stands; tickets take commands instead. */
function controlsFor(
  { ticketsForChat }: CaseDeps,
  { id }: QuestionRow,
  service: ServiceAnswer,
  place: Place,
  seen: SeenBefore | undefined,
): AnswerControls | undefined {
  if (place.kind === 'ticket') return undefined;
  const hasFinding = service.cause !== undefined || service.verdict !== undefined;
  const isOffered: Record<AnswerAction, boolean> = {
    ask: true,
    around: service.quotes.length > 0,
    compare: true,
    file: hasFinding && ticketsForChat.site !== '',
    right: hasFinding,
    wrong: hasFinding,
    show: place.kind === 'reply',
  };
  const actions = answerActions.filter((action) => isOffered[action]);
  return { questionId: id, actions, ...(seen ? { seenBefore: seen } : {}) };
}

/** A thread can be linked to the ticket that knows the cause, unless it belongs to it already. */
function seenBefore(
  history: CauseHistory | undefined,
  place: Place,
  targets: readonly PlaceRow[],
): SeenBefore | undefined {
  if (!history) return undefined;
  const { suggestion: link, links } = history;
  const [open] = links;
  const isLinked = targets.some((target) => target.place.kind === 'ticket' && target.place.issueKey === link?.issueKey);
  return {
    ...(link && place.kind === 'thread' && !isLinked ? { link } : {}),
    ...(open ? { open: { label: open.label, url: open.url } } : {}),
  };
}

/** Quotes of a comparison stand in one file or the other. */
async function lookUpAll(
  deps: CaseDeps,
  { against }: QuestionRow,
  file: FileRow,
  quotes: readonly ProofQuote[],
): Promise<QuoteCheck | undefined> {
  if (against === null) return await lookUp(deps, file, quotes);
  const other = await deps.store.findCase(against);
  const baseline = other?.sha256 ? await deps.store.findFile(other.sha256) : undefined;
  const checks = await Promise.all([file, ...(baseline ? [baseline] : [])].map((one) => lookUp(deps, one, quotes)));
  if (checks.length < 2) return undefined;
  const kept = new Set<ProofQuote>();
  const letters = new Map<string, string>();
  for (const check of checks) {
    if (check?.state !== 'checked') return undefined;
    for (const quote of check.kept) kept.add(quote);
    for (const [word, read] of check.letters) letters.set(word, read);
  }
  const found = quotes.filter((quote) => kept.has(quote));
  return { state: 'checked', kept: found, dropped: quotes.length - kept.size, letters };
}

async function lookUp(
  { spool, log, metrics }: CaseDeps,
  file: FileRow,
  quotes: readonly ProofQuote[],
): Promise<QuoteCheck | undefined> {
  const spooled = await spool.find(file.sha256);
  if (!spooled) return undefined;
  const open = (start: number, end: number) => spool.open(file.sha256, start, end);
  const check = await checkEvidence(quotes, { sizeBytes: spooled.sizeBytes, open }).catch((error: unknown) => {
    // An answer whose quotes cannot be looked up is posted as unchecked rather than not at all.
    log.warn('quotes could not be looked up', { sha256: file.sha256, error });
    return undefined;
  });
  if (check?.state === 'checked' && check.dropped > 0) {
    metrics.counter('quotes_dropped_total', 'Quotes of the service that are not in the file.').add({}, check.dropped);
    log.warn('quotes that are not in the file were dropped', { sha256: file.sha256, dropped: check.dropped });
  }
  return check;
}
