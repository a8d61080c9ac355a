import type { JobHandler, JobOutcome } from '#jobs/queue.ts';
import { filePollDelayMs, recoveryPollDelayMs } from '../analysis/poll-schedule.ts';
import type { FileRow } from '../store/case-store.ts';
import type { JobControl } from '../store/job-control.ts';
import type { CaseDeps } from './case-deps.ts';
import { type AwaitPayload, asJson, jobKey } from './case-jobs.ts';
import { decideAwait } from './decide-await.ts';
import { endContent, isOpen, placesOf } from './end-cases.ts';
import { type Planned, planNothing, together } from './planned.ts';
import { nameInWords, notice, sentences } from './sentences.ts';
import { fetchAgain } from './upload-file.ts';

type Deps = CaseDeps & { control: JobControl };

/** Watches one file until it is ready or lost: one watcher, however many cases wait. */
export function createAwaitFile(deps: Deps): JobHandler {
  const { store, analysis, clock, random, log, settings } = deps;
  const warned = new Set<string>();
  return {
    kind: 'await',
    concurrency: 8,
    async run(job, { signal }): Promise<JobOutcome> {
      const payload = job.payload as unknown as AwaitPayload;
      const file = await store.findFile(payload.sha256);
      if (!file?.serviceId || file.generation !== payload.generation || file.state !== 'analysing') {
        return { status: 'done' };
      }
      const seen = await analysis.file(file.serviceId, signal);
      const now = clock.now();
      const record = seen.status === 'found' ? seen.value : undefined;
      if (record?.status.kind === 'in_progress' && !record.status.isKnown && !warned.has(record.status.word)) {
        warned.add(record.status.word);
        log.warn('the service reports an unknown status; it counts as in progress', { word: record.status.word });
      }
      const decision = decideAwait(record?.status, payload, {
        nowMs: now,
        sinceMs: Math.max(file.analysisSinceMs ?? job.enqueuedAtMs, analysis.reachedSinceMs()),
        deadlineMs: settings.fileDeadlineMs,
      });
      const askedMs = seen.status === 'found' ? seen.delayMs : undefined;
      const set = record
        ? [
            store.updateFile(file.sha256, file.generation, {
              record: record.raw,
              fileType: record.fileType ?? file.fileType,
            }),
          ]
        : [];
      switch (decision.do) {
        case 'ready':
          return { status: 'done', ...together({ writes: set, enqueue: [] }, await goOn(deps, file)) };
        case 'wait': {
          const polls = (payload.polls ?? 0) + 1;
          const waitedMs = now - (file.analysisSinceMs ?? job.enqueuedAtMs);
          const delayMs =
            decision.pace === 'recovery'
              ? recoveryPollDelayMs(askedMs, random())
              : filePollDelayMs(polls, waitedMs, askedMs, random());
          const told = decision.tell ? await tellRecovery(deps, file) : planNothing();
          return {
            status: 'later',
            runAtMs: now + delayMs,
            payload: asJson({ ...payload, polls, missing: undefined, failed: undefined, ...decision.memory }),
            ...together({ writes: set, enqueue: [] }, told),
          };
        }
        case 'lost':
          return { status: 'done', ...(await fetchAgain(deps, file.sha256, file.generation)) };
        case 'fail': {
          const { reason, isFinal } = decision;
          const failure = isFinal ? reason : null;
          return {
            status: 'done',
            ...together(await endContent(deps, file.sha256, reason), {
              writes: [...set, store.updateFile(file.sha256, file.generation, { state: 'failed', failure })],
              enqueue: [],
            }),
          };
        }
      }
    },
    async onDead(job) {
      const { sha256, generation } = job.payload as unknown as AwaitPayload;
      return together(await endContent(deps, sha256, sentences.notFollowed()), {
        writes: [store.updateFile(sha256, generation, { state: 'failed' })],
        enqueue: [],
      });
    },
  };
}

async function goOn({ store, control }: Deps, file: FileRow): Promise<Planned> {
  const rows = await store.openCasesOfContent(file.sha256);
  const waiting = (await store.questionsOfCases(rows.map(({ id }) => id))).filter(isOpen);
  return {
    writes: [
      store.updateFile(file.sha256, file.generation, { state: 'completed' }),
      store.updateCasesOfContent(file.sha256, 'investigating'),
      ...control.hasten(waiting.map(({ id }) => jobKey('investigate', { questionId: id }))),
    ],
    enqueue: [],
  };
}

async function tellRecovery({ store, deliver }: Deps, file: FileRow): Promise<Planned> {
  const rows = await store.openCasesOfContent(file.sha256);
  const waiting = (await store.questionsOfCases(rows.map(({ id }) => id))).filter(isOpen);
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
