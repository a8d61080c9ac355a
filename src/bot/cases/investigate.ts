import { RemoteError } from '#core/errors.ts';
import { wholeText } from '#core/kept-text.ts';
import { maskAll } from '#core/secrets/mask-all.ts';
import type { Statement } from '#core/sql.ts';
import { withToldBefore } from '#core/told-before.ts';
import type { JobHandler, JobOutcome, Json } from '#jobs/queue.ts';
import type { SearchAnswer, SearchTarget, Seen } from '../analysis/client.ts';
import { searchPollDelayMs } from '../analysis/poll-schedule.ts';
import { findSearch, readSearchId, readSearchIds, readSearchState } from '../analysis/read-search.ts';
import type { CaseRow, FileRow, QuestionRow } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { asJson, type CaseJobs, caseHandler, newJob } from './case-jobs.ts';
import { endQuestion, giveUpQuestion } from './end-cases.ts';
import { isOpen } from './is-open.ts';
import { restMs } from './open-cases.ts';
import { done } from './planned.ts';
import { toQuery } from './query.ts';
import { sentences } from './sentences.ts';
import { toldBefore } from './told-before.ts';
import { fetchAgain } from './upload-file.ts';

interface Asked {
  question: QuestionRow;
  row: CaseRow;
  file: FileRow & { serviceId: string };
  target: SearchTarget;
  payload: CaseJobs['investigate'];
  query: string;
  fairKey: string;
}

/** A search held open must not be cut before the longest that services are known to take. */
const leastHoldMs = 20 * 60_000;
/** The steps before end the file themselves, at the latest when people have mended nothing for a week. */
const longestWaitMs = 8 * 24 * 60 * 60_000;
const longestRestMs = 5 * 60_000;
const mostAnswerLength = 2_000_000;

/** Has one question investigated in depth, once: whatever dies or is cut, the same search is found again. */
export function createInvestigate(deps: CaseDeps): JobHandler {
  const { store, analysis, clock, settings, log, metrics, random } = deps;
  const repeats = metrics.counter('deep_search_repeats_total', 'Deep searches posted again after an unknown result.');

  async function post(asked: Asked, signal: AbortSignal): Promise<JobOutcome> {
    const { question, target, query } = asked;
    if (question.posts > 0) {
      repeats.add();
      log.warn('deep search is posted again with the same key', { questionId: question.id, posts: question.posts + 1 });
    }
    const postedAtMs = question.postedAtMs ?? clock.now();
    await store.updateQuestion(question.id, { state: 'searching', posts: question.posts + 1, postedAtMs });
    try {
      const answer = await analysis.postDeep(
        {
          target,
          query,
          idempotencyKey: question.idempotencyKey,
          timeoutMs: Math.max(settings.deepDeadlineMs, leastHoldMs),
          group: asked.fairKey,
        },
        signal,
      );
      return read(asked, answer, postedAtMs);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      return await afterFailure(asked, error, signal);
    }
  }

  /** Where nothing was begun the post does not count; where nobody knows, it is looked for before another. */
  async function afterFailure(asked: Asked, error: RemoteError, signal: AbortSignal): Promise<JobOutcome> {
    const { question, row, file, payload } = asked;
    const undone = store.updateQuestion(question.id, { posts: question.posts, postedAtMs: question.postedAtMs });
    switch (error.code) {
      case 'not_found': {
        // The service forgot a file that it had finished: retention, or another account.
        const fetched = await fetchAgain(deps, file.sha256, file.generation);
        const writes = [undone, ...fetched.writes];
        return { status: 'later', runAtMs: clock.now() + restMs, writes, enqueue: fetched.enqueue };
      }
      case 'unauthorized':
      case 'forbidden':
        await undone;
        throw error;
      case 'retry_later':
        return { status: 'later', runAtMs: clock.now() + (error.retryAfterMs ?? 5_000), writes: [undone] };
      case 'rejected':
        log.warn('deep search refused', { questionId: question.id, message: error.message });
        return done(await endQuestion(deps, question, row, sentences.refusedQuestion(error.status)));
      default:
        if (signal.aborted) throw error;
        log.warn('deep search ended with an unknown result', { questionId: question.id, message: error.message });
        return later({ ...payload, ambiguousEnds: (payload.ambiguousEnds ?? 0) + 1 }, error.retryAfterMs ?? 5_000);
    }
  }

  /** After an end nobody saw: is there a search of ours already? */
  async function findAgain(asked: Asked, signal: AbortSignal): Promise<JobOutcome> {
    const { question, target, query, payload } = asked;
    const listed = await analysis.searches(target, signal);
    if (listed.status === 'found') {
      const taken = await store.takenSearchIds(readSearchIds(listed.value));
      const sinceMs = (question.postedAtMs ?? 0) - 60_000;
      const searchId = findSearch(listed.value, query, sinceMs, (id) => taken.has(id));
      if (!searchId) return post(asked, signal);
      await store.updateQuestion(question.id, { searchId });
      return poll({ ...asked, question: { ...question, searchId } }, signal);
    }
    // One repeat is the most that may cost somebody money; a death of this process is not the service's doing.
    if ((payload.ambiguousEnds ?? 0) >= 2 || question.posts >= 4) {
      return done(await endQuestion(deps, question, asked.row, sentences.endUnknown()));
    }
    return post(asked, signal);
  }

  async function poll(asked: Asked, signal: AbortSignal): Promise<JobOutcome> {
    const { question, target, payload } = asked;
    const seen = await seek(question, target, signal);
    if (seen.status === 'found') return read(asked, seen.value, question.postedAtMs ?? clock.now());
    return later(
      { ...payload, polls: (payload.polls ?? 0) + 1 },
      searchPollDelayMs(payload.polls ?? 0, undefined, random()),
    );
  }

  async function seek(question: QuestionRow, target: SearchTarget, signal: AbortSignal): Promise<Seen<SearchAnswer>> {
    if (question.statusUrl) {
      const seen = await analysis.search({ url: question.statusUrl }, signal);
      if (seen.status === 'found' || !question.searchId) return seen;
    }
    return question.searchId
      ? analysis.search({ target, searchId: question.searchId }, signal)
      : { status: 'unsupported' };
  }

  async function read(asked: Asked, answer: SearchAnswer, postedAtMs: number): Promise<JobOutcome> {
    const { question, row, payload } = asked;
    const state = readSearchState(answer.httpStatus, answer.headers, answer.body);
    switch (state.kind) {
      case 'running': {
        const statusUrl = state.statusUrl ? analysis.resolve(state.statusUrl) : null;
        const writes: Statement[] = [
          store.updateQuestion(question.id, {
            searchId: state.id ?? question.searchId,
            statusUrl: statusUrl ?? question.statusUrl,
          }),
        ];
        const polls = (payload.polls ?? 0) + 1;
        const delayMs = searchPollDelayMs(polls - 1, answer.delayMs, random());
        const leftMs = Math.max(postedAtMs, analysis.reachedSinceMs()) + settings.deepDeadlineMs - clock.now();
        return later(
          { ...payload, polls, progress: state.progress },
          Math.max(1_000, Math.min(delayMs, leftMs)),
          writes,
        );
      }
      case 'failed':
        log.warn('deep search failed', { questionId: question.id, reason: state.reason?.slice(0, 300) });
        return done(await endQuestion(deps, question, row, sentences.investigationFailed()));
      case 'finished': {
        const body = answer.text.length > mostAnswerLength ? answer.text.slice(0, mostAnswerLength) : answer.body;
        const set = { searchId: readSearchId(answer.body) ?? question.searchId, answer: maskAll(body ?? '') as Json };
        return {
          status: 'done',
          writes: [store.updateQuestion(question.id, set)],
          enqueue: [newJob('conclude', { questionId: question.id, round: 'first' })],
        };
      }
    }
  }

  function later(payload: CaseJobs['investigate'], delayMs: number, writes: readonly Statement[] = []): JobOutcome {
    return { status: 'later', runAtMs: clock.now() + delayMs, payload: asJson(payload), writes };
  }

  /** The file, or both side by side; waits for the one it is compared with. */
  async function targetOf(
    question: QuestionRow,
    row: CaseRow,
    serviceId: string,
    payload: CaseJobs['investigate'],
    signal: AbortSignal,
  ): Promise<SearchTarget | JobOutcome> {
    if (question.against === null) return { fileId: serviceId };
    if (question.deltaId !== null) return { deltaId: question.deltaId };
    const other = await store.findCase(question.against);
    const baseline = other?.sha256 ? await store.findFile(other.sha256) : undefined;
    const isLost = !other || isOver(other);
    if (isLost || baseline?.serviceId === serviceId) {
      const words = isLost ? sentences.baselineLost() : sentences.sameBytes();
      return done(await endQuestion(deps, question, row, words));
    }
    if (baseline?.state !== 'completed' || !baseline.serviceId) return later(payload, restMs);
    const compared = await analysis.compare([baseline.serviceId, serviceId], signal);
    if (compared.status !== 'found') {
      return done(await endQuestion(deps, question, row, sentences.comparesNothing()));
    }
    await store.updateQuestion(question.id, { deltaId: compared.value });
    return { deltaId: compared.value };
  }

  async function load(
    payload: CaseJobs['investigate'],
    fairKey: string,
    signal: AbortSignal,
  ): Promise<Asked | JobOutcome> {
    const question = await store.findQuestion(payload.questionId);
    if (!question || !isOpen(question) || question.answer !== null) return { status: 'done' };
    const row = await store.findCase(question.caseId);
    if (!row) return { status: 'done' };
    const file = row.sha256 ? await store.findFile(row.sha256) : undefined;
    if (file?.state !== 'completed' || file.serviceId === null) {
      const hasWaitedMs = clock.now() - question.createdAtMs;
      if (isOver(row) || hasWaitedMs > longestWaitMs) {
        const known = row.state === 'cancelled' ? sentences.deletedMeanwhile() : row.detail;
        const reason = known ?? sentences.gaveUp(hasWaitedMs);
        return done(await endQuestion(deps, question, row, reason));
      }
      // Hastened when the file is ready.
      return later(payload, Math.min(Math.max(restMs, hasWaitedMs / 10), longestRestMs));
    }
    const target = await targetOf(question, row, file.serviceId, payload, signal);
    if ('status' in target) return target;
    const told = await toldBefore(deps, question);
    const isBeside = !question.isTyped && question.against === null && row.vendor === 'slack';
    const asked = toQuery(await wholeText(deps.vault, question), isBeside);
    const query = told === undefined ? asked : toQuery(withToldBefore(asked, told));
    return { question, row, file: { ...file, serviceId: file.serviceId }, target, payload, query, fairKey };
  }

  return caseHandler({
    kind: 'investigate',
    concurrency: 8,
    leaseMs: 60_000,
    async run(payload, { fairKey }, { signal }) {
      const asked = await load(payload, fairKey, signal);
      if ('status' in asked) return asked;
      const { question, row } = asked;
      if (question.posts === 0) return post(asked, signal);
      const isLate =
        clock.now() - Math.max(question.postedAtMs ?? 0, analysis.reachedSinceMs()) > settings.deepDeadlineMs;
      const isKnown = question.searchId !== null || question.statusUrl !== null;
      if (isLate) {
        // Asked once more at the end: a webhook that never came may be all that is missing.
        const seen = isKnown ? await seek(question, asked.target, signal) : undefined;
        if (seen?.status === 'found') {
          const state = readSearchState(seen.value.httpStatus, seen.value.headers, seen.value.body);
          if (state.kind !== 'running') return read(asked, seen.value, question.postedAtMs ?? 0);
        }
        return done(await endQuestion(deps, question, row, sentences.tooLong(settings.deepDeadlineMs)));
      }
      return isKnown ? poll(asked, signal) : findAgain(asked, signal);
    },
    onDead: ({ questionId }) => giveUpQuestion(deps, questionId),
  });
}

/** Its file came to nothing. */
function isOver({ state }: CaseRow): boolean {
  return state === 'failed' || state === 'skipped' || state === 'cancelled';
}
