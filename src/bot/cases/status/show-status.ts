import type { JobHandler, JobOutcome, NewJob } from '#jobs/queue.ts';
import type { KeptDelivery } from '../../store/forget-rows.ts';
import type { CaseDeps } from '../case-deps.ts';
import { asJson, type CaseJobs, newJob } from '../case-jobs.ts';
import { isOpen } from '../is-open.ts';
import type { StatusLine } from '../messages.ts';
import { type Place, placeKey } from '../place.ts';
import { done, planNothing } from '../planned.ts';
import { readWork, type StatusDeps, type Work } from './read-work.ts';
import { statusWords } from './status-words.ts';

type Payload = CaseJobs['show-status'];

/** Work that is over by then is shown by its answer alone. */
const afterMs = 15_000;
const stepMs = 5_000;
/** However many threads have a line, the bot edits no more often than this. */
const editGapMs = 2_000;
const longestRestMs = 60_000;

/** The job that tells how far a question is, once it takes long; only in threads: elsewhere nobody waits in one place. */
export function statusJobs({ clock }: Pick<CaseDeps, 'clock'>, place: Place, questionId: string): NewJob[] {
  if (place.kind !== 'thread') return [];
  return [newJob('show-status', { questionId, place, round: 0, words: '' }, clock.now() + afterMs)];
}

/** Of what says how far work is: nobody misses it. */
export function isStatusKey(key: string): boolean {
  return key.startsWith('status:') || key.startsWith('waiting:');
}

/** Begins the keys of the lines in a thread. */
function statusPrefix(key: string): string {
  return `status:${key}:`;
}

/**
 * One line in a thread that says how far the work there is: posted by the ledger once the work takes long, edited in
 * place while it goes on, taken away when the last answer is out. A thread has one line, whoever's question drew it.
 */
export function createShowStatus(deps: StatusDeps): JobHandler {
  return {
    kind: 'show-status',
    concurrency: 4,
    async run(job) {
      const payload = job.payload as unknown as Payload;
      const lines = await deps.rows.deliveriesOf([statusPrefix(placeKey(payload.place))]);
      const own = lines.find(({ key }) => key === keyOf(payload));
      return own ? await goOn(deps, payload, own) : await begin(deps, payload, lines.length > 0);
    },
    async onDead(job) {
      const payload = job.payload as unknown as Payload;
      const lines = await deps.rows.deliveriesOf([statusPrefix(placeKey(payload.place))]);
      const own = lines.find(({ key }) => key === keyOf(payload));
      return own ? remove(deps, own) : planNothing();
    },
  };
}

async function begin(deps: StatusDeps, payload: Payload, hasLine: boolean): Promise<JobOutcome> {
  const { store, clock } = deps;
  const question = await store.findQuestion(payload.questionId);
  if (!question || !isOpen(question)) return { status: 'done' };
  const waitedMs = clock.now() - question.createdAtMs;
  const later: JobOutcome = {
    status: 'later',
    runAtMs: clock.now() + Math.min(Math.max(stepMs, waitedMs / 10), longestRestMs),
  };
  if (hasLine) return later;
  const words = sayingOf(await readWork(deps, payload.place, false));
  if (words === undefined) return later;
  const planned = await deps.deliver([{ key: keyOf(payload), place: payload.place, message: lineOf(payload, words) }]);
  return {
    status: 'later',
    runAtMs: clock.now() + stepMs,
    payload: asJson({ ...payload, words }),
    writes: [store.hasNoDelivery(statusPrefix(placeKey(payload.place))), ...planned.writes],
    enqueue: planned.enqueue,
  };
}

async function goOn(deps: StatusDeps, payload: Payload, own: KeptDelivery): Promise<JobOutcome> {
  const { clock, edit, rows } = deps;
  const work = await readWork(deps, payload.place, true);
  if (own.state === 'failed' || work.stages.length === 0) return done(remove(deps, own));
  const words = sayingOf(work);
  if (words === undefined) {
    const next = { ...payload, round: payload.round + 1, words: '' };
    return { status: 'later', runAtMs: clock.now() + longestRestMs, payload: asJson(next), ...remove(deps, own) };
  }
  const lines = await rows.deliveriesOf(['status:']);
  const runAtMs = clock.now() + Math.max(stepMs, lines.length * editGapMs);
  if (own.state !== 'sent' || words === payload.words) return { status: 'later', runAtMs };
  const edited = edit([{ key: own.key, place: own.place, message: lineOf(payload, words) }]);
  return { status: 'later', runAtMs, payload: asJson({ ...payload, words }), ...edited };
}

function sayingOf({ stages, noun, isParked }: Work): string | undefined {
  return isParked || stages.length === 0 ? undefined : statusWords(stages, noun);
}

function lineOf({ questionId }: Payload, words: string): StatusLine {
  return { kind: 'status', words, questionId };
}

function keyOf({ place, questionId, round }: Payload): string {
  return `${statusPrefix(placeKey(place))}${questionId}:${round}`;
}

function remove({ removeAnswer }: StatusDeps, { destination, id }: KeptDelivery) {
  return { writes: [], enqueue: [removeAnswer(destination, id)] };
}
