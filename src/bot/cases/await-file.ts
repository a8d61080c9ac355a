import type { JobHandler, JobOutcome } from '#jobs/queue.ts';
import { filePollDelayMs, recoveryPollDelayMs } from '../analysis/poll-schedule.ts';
import type { FileStatus } from '../analysis/read-file-record.ts';
import type { FileRow } from '../store/case-store.ts';
import type { JobControl } from '../store/job-control.ts';
import type { CaseDeps } from './case-deps.ts';
import { type AwaitPayload, asJson, caseHandler, jobKey } from './case-jobs.ts';
import { type AwaitDecision, decideAwait } from './decide-await.ts';
import { endContent, failContent, openQuestions, placesOf } from './end-cases.ts';
import { done, type Planned, planNothing, planWrites, together } from './planned.ts';
import { nameInWords, notice, sentences } from './sentences.ts';
import { fetchAgain } from './upload-file.ts';

type Deps = CaseDeps & { control: JobControl };

/** Watches one file until it is ready or lost: one watcher, however many cases wait. */
export function createAwaitFile(deps: Deps): JobHandler {
  const { store, analysis, clock, random, log, settings } = deps;
  const warned = new Set<string>();

  function warnOfUnknown(status: FileStatus | undefined): void {
    if (status?.kind !== 'in_progress' || status.isKnown || warned.has(status.word)) return;
    warned.add(status.word);
    log.warn('the service reports an unknown status; it counts as in progress', { word: status.word });
  }

  async function wait(
    file: FileRow,
    payload: AwaitPayload,
    decision: Extract<AwaitDecision, { do: 'wait' }>,
    keep: Planned,
    { nowMs, sinceMs, askedMs }: { nowMs: number; sinceMs: number; askedMs: number | undefined },
  ): Promise<JobOutcome> {
    const polls = (payload.polls ?? 0) + 1;
    const delayMs =
      decision.pace === 'recovery'
        ? recoveryPollDelayMs(askedMs, random())
        : filePollDelayMs(polls, nowMs - sinceMs, askedMs, random());
    const told = decision.tell ? await tellRecovery(deps, file) : planNothing();
    return {
      status: 'later',
      runAtMs: nowMs + delayMs,
      payload: asJson({ ...payload, polls, missing: undefined, failed: undefined, ...decision.memory }),
      ...together(keep, told),
    };
  }

  return caseHandler({
    kind: 'await',
    concurrency: 8,
    async run(payload, job, { signal }) {
      const { sha256, generation } = payload;
      const file = await store.findFile(sha256);
      if (!file?.serviceId || file.generation !== generation || file.state !== 'analysing') return { status: 'done' };
      const seen = await analysis.file(file.serviceId, signal);
      const nowMs = clock.now();
      const record = seen.status === 'found' ? seen.value : undefined;
      warnOfUnknown(record?.status);
      const sinceMs = file.analysisSinceMs ?? job.enqueuedAtMs;
      const decision = decideAwait(record?.status, payload, {
        nowMs,
        sinceMs: Math.max(sinceMs, analysis.reachedSinceMs()),
        deadlineMs: settings.fileDeadlineMs,
      });
      const keep = record
        ? planWrites(
            store.updateFile(sha256, generation, { record: record.raw, fileType: record.fileType ?? file.fileType }),
          )
        : planNothing();
      switch (decision.do) {
        case 'ready':
          return done(keep, await goOn(deps, file));
        case 'wait': {
          const askedMs = seen.status === 'found' ? seen.delayMs : undefined;
          return wait(file, payload, decision, keep, { nowMs, sinceMs, askedMs });
        }
        case 'lost':
          return done(await fetchAgain(deps, sha256, generation));
        case 'fail': {
          const ended = await endContent(deps, sha256, decision.reason);
          const failure = decision.isFinal ? decision.reason : null;
          return done(ended, keep, planWrites(store.updateFile(sha256, generation, { state: 'failed', failure })));
        }
      }
    },
    onDead: (content) => failContent(deps, content, sentences.notFollowed()),
  });
}

async function goOn({ store, control }: Deps, file: FileRow): Promise<Planned> {
  const rows = await store.openCasesOfContent(file.sha256);
  const waiting = await openQuestions(
    store,
    rows.map(({ id }) => id),
  );
  return planWrites(
    store.updateFile(file.sha256, file.generation, { state: 'completed' }),
    store.updateCasesOfContent(file.sha256, 'investigating'),
    ...control.hasten(waiting.map(({ id }) => jobKey('investigate', { questionId: id }))),
  );
}

async function tellRecovery({ store, deliver }: Deps, file: FileRow): Promise<Planned> {
  const rows = await store.openCasesOfContent(file.sha256);
  const waiting = await openQuestions(
    store,
    rows.map(({ id }) => id),
  );
  const places = await placesOf(store, waiting);
  // Each by the name it has there: another place's is none of its business.
  const nameAt = new Map(
    waiting.map(({ placeKey, caseId }) => [placeKey, rows.find(({ id }) => id === caseId)?.name ?? '']),
  );
  return deliver(
    places.map(({ key, place }) => ({
      key: `recovery:${file.sha256}:${file.generation}:${key}`,
      place,
      message: notice('waiting', [`${nameInWords(nameAt.get(key) ?? '')}: ${sentences.mayRecover()}`]),
    })),
  );
}
