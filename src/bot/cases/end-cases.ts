import type { JobHandler } from '#jobs/queue.ts';
import {
  type CaseRow,
  type CaseStore,
  endStates,
  type FileRow,
  type PlaceRow,
  type QuestionRow,
} from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';
import { deliverTogether } from './gather-answers.ts';
import { isOpen } from './is-open.ts';
import type { NewDelivery } from './messages.ts';
import type { Place } from './place.ts';
import { done, type Planned, planNothing, planWrites, together } from './planned.ts';
import { nameInWords, notice, sentences } from './sentences.ts';

export type EndDeps = Pick<CaseDeps, 'store' | 'gathered' | 'deliver' | 'clock' | 'progress' | 'settings' | 'log'>;

/**
 * Ends a case without an answer and says so once wherever somebody waits for one. `reason` completes a sentence that
 * begins with the file's name.
 */
export async function endCase(
  deps: EndDeps,
  row: CaseRow,
  state: 'skipped' | 'failed',
  reason: string,
  hears: (place: Place) => boolean = () => true,
): Promise<Planned> {
  if (endStates.includes(row.state)) return planNothing();
  const { store } = deps;
  const waiting = await openQuestions(store, [row.id]);
  const places = (await placesOf(store, waiting.filter(isAwaited))).filter(({ place }) => hears(place));
  const deliveries: NewDelivery<Place>[] = places.map(({ key, place }) => ({
    key: `verdict:${row.id}:${key}${roundOf(waiting)}`,
    place,
    message: { kind: 'verdicts', files: [{ name: nameInWords(row.name), verdict: state, reason }], links: [] },
  }));
  return together(
    planWrites(
      store.updateCase(row.id, { state, detail: reason }),
      ...waiting.map(({ id }) => store.updateQuestion(id, { state: 'failed' })),
    ),
    await deliverTogether(deps, { batch: batchOf(waiting), ending: waiting.map(({ id }) => id) }, deliveries),
    settleProgress(row),
  );
}

/** What failed once more after somebody asked for it anew is told once more: the file's own question is over then. */
function roundOf(waiting: readonly QuestionRow[]): string {
  const [again] = waiting.some(({ kind }) => kind === 'file') ? [] : waiting.filter(isAwaited);
  return again ? `:${again.id}` : '';
}

function batchOf(waiting: readonly QuestionRow[]): string | null {
  return waiting.find(({ batch }) => batch !== null)?.batch ?? null;
}

const casesAtOnce = 100;

/** Ends every case of a content that still waits for it: some now, the others by a job of their own. */
export async function endContent(deps: EndDeps, sha256: string, reason: string): Promise<Planned> {
  const rows = await deps.store.openCasesOfContent(sha256, casesAtOnce);
  const rest = newJob('end-content', { sha256, reason, round: rows.at(-1)?.id ?? '' });
  return together(...(await Promise.all(rows.map((row) => endCase(deps, row, 'failed', reason)))), {
    writes: [],
    enqueue: rows.length === casesAtOnce ? [rest] : [],
  });
}

/** The same for a content that is given up. */
export async function failContent(
  deps: EndDeps,
  { sha256, generation }: Pick<FileRow, 'sha256' | 'generation'>,
  reason: string,
): Promise<Planned> {
  const ended = await endContent(deps, sha256, reason);
  return together(ended, planWrites(deps.store.updateFile(sha256, generation, { state: 'failed' })));
}

export function createEndContent(deps: EndDeps): JobHandler {
  return caseHandler({
    kind: 'end-content',
    concurrency: 1,
    async run({ sha256, reason }) {
      return done(await endContent(deps, sha256, reason));
    },
  });
}

/** Nobody is told what these would have been answered; the lines that show the work on them go. */
export function cancelQuestions(
  { store, progress }: Pick<EndDeps, 'store' | 'progress'>,
  open: readonly QuestionRow[],
) {
  return open.flatMap(({ id, placeKey }) => [
    store.updateQuestion(id, { state: 'cancelled' }),
    ...progress.hurry(placeKey),
  ]);
}

/** Stops a case: what it was about is gone. Whoever was promised an answer to a command hears of it, nobody else does. */
export async function cancelCase(
  deps: EndDeps,
  row: CaseRow,
  why: 'deleted' | 'cancelled' = 'deleted',
): Promise<Planned> {
  if (endStates.includes(row.state)) return planNothing();
  const waiting = await openQuestions(deps.store, [row.id]);
  const writes = [
    deps.store.updateCase(row.id, { state: 'cancelled', detail: why }),
    ...cancelQuestions(deps, waiting),
  ];
  const promised = await placesOf(
    deps.store,
    waiting.filter(({ kind }) => kind === 'command'),
  );
  const words = [
    `${nameInWords(row.name)} ${why === 'deleted' ? sentences.deletedMeanwhile() : sentences.cancelledMeanwhile()}`,
  ];
  const told = promised.map(({ key, place }) => ({
    key: `cancelled:${row.id}:${key}`,
    place,
    message: notice('info', words),
  }));
  return together(planWrites(...writes), await deps.deliver(told), settleProgress(row));
}

/** Where somebody waits: nobody else hears how it ends. */
export function placesOf(store: CaseStore, questions: readonly QuestionRow[]): Promise<PlaceRow[]> {
  return store.findPlaces([...new Set(questions.map(({ placeKey }) => placeKey))]);
}

/** Begins the key of a question that nobody asked: how it fails nobody waits to hear. */
export const unaskedPrefix = 'unasked:';

/** Somebody waits to hear how it ends, whatever the end. */
export function isAwaited({ askKey, kind }: Pick<QuestionRow, 'askKey' | 'kind'>): boolean {
  return !askKey.startsWith(unaskedPrefix) && kind !== 'overheard';
}

/** Ends one question alone, and the case with it where it was the case's own. */
export async function endQuestion(
  deps: EndDeps,
  question: QuestionRow,
  row: CaseRow,
  sentence: string,
): Promise<Planned> {
  const { store, deliver } = deps;
  if (!isAwaited(question)) {
    return planWrites(store.updateQuestion(question.id, { state: 'failed' }));
  }
  if (question.kind === 'file') return endCase(deps, row, 'failed', sentence);
  const place = await store.findPlace(question.placeKey);
  const paragraphs = [`${nameInWords(row.name)} ${sentence}`];
  return together(
    planWrites(store.updateQuestion(question.id, { state: 'failed' })),
    await deliver(
      place
        ? [{ key: `failed:${question.id}:${place.key}`, place: place.place, message: notice('failed', paragraphs) }]
        : [],
    ),
  );
}

/** Ends a question whose job was given up, where it still waits. */
export async function giveUpQuestion(deps: EndDeps, questionId: string): Promise<Planned> {
  const question = await deps.store.findQuestion(questionId);
  const row = question && isOpen(question) ? await deps.store.findCase(question.caseId) : undefined;
  return question && row ? endQuestion(deps, question, row, sentences.investigationFailed()) : planNothing();
}

/** Tells the operator in the error log and in the channel there is for that, once a day for each `key`. */
export async function tellOperator(deps: EndDeps, key: string, paragraphs: string[]): Promise<Planned> {
  const { isNews, toldAtMs } = await deps.store.tellOnce(key);
  if (isNews) deps.log.error('the operator should look at this', { key, message: paragraphs.join(' ') });
  const place = deps.settings.opsPlace;
  if (!place) return planNothing();
  return deps.deliver([{ key: `ops:${key}:${toldAtMs}`, place, message: notice('failed', paragraphs) }]);
}

/** Looks, once this end is committed, whether it was the last of its message. */
export function settleProgress({ id, messageTs }: CaseRow): Planned {
  return { writes: [], enqueue: messageTs === null ? [] : [newJob('settle', { caseId: id })] };
}

/** Those questions of some cases that still wait for their answer. */
export async function openQuestions(store: CaseStore, caseIds: readonly string[]): Promise<QuestionRow[]> {
  return (await store.questionsOfCases(caseIds)).filter(isOpen);
}
