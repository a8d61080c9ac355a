import { RemoteError } from '#core/errors.ts';
import type { Job, JobHandler, JobOutcome } from '#jobs/queue.ts';
import type { QuestionRow } from '../store/case-store.ts';
import type { JobControl } from '../store/job-control.ts';
import type { ServiceStore } from '../store/service-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { type CaseJobs, jobKey, newJob } from './case-jobs.ts';
import { placesOf, tellOperator } from './end-cases.ts';
import { isOpen } from './is-open.ts';
import { type Planned, planNothing, planWrites, together } from './planned.ts';
import { notice, sentences } from './sentences.ts';

type Deps = CaseDeps & { control: JobControl; services: ServiceStore; fingerprint(): Promise<string> };

type Refusal = { status: 401 | 403; sinceMs: number };

/** The kinds that need the service, and what each waits for. */
type GuardedKind = 'upload' | 'await' | 'investigate';

const probeMs = 60_000;
/** Parked jobs are woken when the key is taken again; this only catches what a wake-up missed. */
const parkedMs = 300_000;
/** Woken at once; the others follow shortly after. */
const mostWoken = 200;
const wakeGapMs = 200;

export interface ServiceGate {
  /** Parks a job instead of running it while the service refuses the key, and whenever it refuses it. */
  guard(handler: JobHandler): JobHandler;
  /** One request each minute while the key is refused; parked work goes on when it is taken. */
  probe: JobHandler;
  /** Looks again now: at start, on a nudge, when the key changed. */
  lookAgain(): Promise<void>;
  isClosed(): Promise<boolean>;
}

/** Stops all work for a key at its first 401 or 403, tells the operator once and each waiting place once. */
export function createServiceGate(deps: Deps): ServiceGate {
  const { store, services, control, analysis, clock, queue, log, fingerprint } = deps;

  async function refusal(): Promise<Refusal | null> {
    const key = await services.findKey(await fingerprint());
    if (key?.refusedWith == null || key.refusedSinceMs === null) return null;
    return { status: key.refusedWith === 403 ? 403 : 401, sinceMs: key.refusedSinceMs };
  }

  async function park(job: Job, refused: Refusal, opening: Planned): Promise<JobOutcome> {
    const kind = job.kind as GuardedKind;
    const dedupKey = jobKey(kind, job.payload as never);
    const planned = together(opening, await tellPlaces(deps, kind, job, refused), {
      writes: [services.park(dedupKey)],
      enqueue: [newJob('probe', { round: roundOf(refused) }, clock.now() + probeMs)],
    });
    return { status: 'later', runAtMs: clock.now() + parkedMs, ...planned };
  }

  async function open(error: RemoteError): Promise<{ refused: Refusal; opening: Planned }> {
    const status = error.code === 'forbidden' ? 403 : 401;
    const known = await refusal();
    if (known?.status === status) return { refused: known, opening: planNothing() };
    // A second bad key goes on with the wait that the first began: people hear of it once.
    const refused: Refusal = { status, sinceMs: (await services.refusedSinceMs()) ?? clock.now() };
    const key = await fingerprint();
    return {
      refused,
      opening: together(
        planWrites(services.refuse(key, status, refused.sinceMs)),
        await tellOperator(deps, `service:${status}:${key}:${refused.sinceMs}`, operatorWords(status)),
      ),
    };
  }

  return {
    guard(handler) {
      return {
        ...handler,
        async run(job, context) {
          const refused = await refusal();
          if (refused) return park(job, refused, planNothing());
          try {
            return await handler.run(job, context);
          } catch (error) {
            if (!isKeyRefused(error)) throw error;
            const opened = await open(error);
            return park(job, opened.refused, opened.opening);
          }
        },
      };
    },

    probe: {
      kind: 'probe',
      concurrency: 1,
      async run(_job, { signal }) {
        const again = { status: 'later', runAtMs: clock.now() + probeMs } as const;
        try {
          await analysis.probe(signal);
        } catch (error) {
          if (isKeyRefused(error)) return { ...again, writes: (await open(error)).opening.writes };
          if (error instanceof RemoteError) return again;
          throw error;
        }
        const parked = await services.parked(mostWoken);
        log.info('the service takes the key again', { woken: parked.length });
        const writes = [services.accept(), services.unpark(parked), ...control.hasten(parked)];
        return parked.length < mostWoken
          ? { status: 'done', writes }
          : { status: 'later', runAtMs: clock.now() + wakeGapMs, writes };
      },
    },

    async lookAgain() {
      if ((await services.parked(1)).length === 0) return;
      // A key that was never refused has no probe of its own yet.
      const refused = await refusal();
      if (refused) await queue.hasten(jobKey('probe', { round: roundOf(refused) }));
      else await queue.enqueue([newJob('probe', { round: `look:${clock.now()}` })]);
    },

    isClosed: async () => (await refusal()) !== null,
  };

  function roundOf({ status, sinceMs }: Refusal): string {
    return `${status}:${sinceMs}`;
  }

  async function questionsOf(kind: GuardedKind, { payload }: Job): Promise<QuestionRow[]> {
    if (kind === 'investigate') {
      const question = await store.findQuestion((payload as CaseJobs['investigate']).questionId);
      return question ? [question] : [];
    }
    const rows = await store.openCasesOfContent((payload as CaseJobs['upload']).sha256);
    return await store.questionsOfCases(rows.map(({ id }) => id));
  }

  async function tellPlaces(from: Deps, kind: GuardedKind, job: Job, refused: Refusal): Promise<Planned> {
    const places = await placesOf(store, (await questionsOf(kind, job)).filter(isOpen));
    return from.deliver(
      places.map(({ key, place }) => ({
        key: `waits:${refused.sinceMs}:${key}`,
        place,
        message: notice('waiting', [sentences.waitsForService()]),
      })),
    );
  }
}

function isKeyRefused(error: unknown): error is RemoteError {
  return error instanceof RemoteError && (error.code === 'unauthorized' || error.code === 'forbidden');
}

/** What happened, what mends it, and what goes on by itself. */
export function operatorWords(status: 401 | 403): string[] {
  const after = 'All work waits and resumes automatically once the service accepts the key; nothing is lost.';
  return status === 401
    ? [
        'The log service no longer accepts the API key (HTTP 401): it is unknown, revoked, or past its 90 days.',
        'In the service’s console, under Settings, API keys: revoke the old key, generate a new one, and put it in API_KEY or API_KEY_FILE (the file is re-read automatically).',
        after,
      ]
    : [
        'The log service knows the API key, but its account lacks api_access (HTTP 403).',
        'A team admin can turn it on (Team, Members, API access). The key is not the problem: do not rotate it.',
        after,
      ];
}
