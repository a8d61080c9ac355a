import type { JobHandler, NewJob } from '#jobs/queue.ts';
import type { CaseDeps } from '../case-deps.ts';
import { caseHandler, newJob } from '../case-jobs.ts';
import { isOpen } from '../is-open.ts';
import type { ReplyPlace } from '../place.ts';
import { done, type Planned } from '../planned.ts';
import { notice } from '../sentences.ts';
import { readStages, type StatusDeps } from './read-work.ts';
import { statusWords } from './status-words.ts';

/** Work of a command that is over by then is shown by its answer alone. */
const afterMs = 30_000;
const againMs = 60_000;
/** The address that answers a command works for half an hour. */
const lastMs = 25 * 60_000;

/** What a command planned, with the job that tells whoever gave it, once, how far it is where that takes long. */
export function withWaiting(
  { clock }: Pick<CaseDeps, 'clock'>,
  planned: Planned,
  asked: { askKey: string; alone: ReplyPlace },
): Planned {
  const isQuestion = planned.enqueue.some(({ kind }) => kind === 'investigate');
  const job: NewJob = newJob('tell-waiting', { askKey: asked.askKey, place: asked.alone }, clock.now() + afterMs);
  return isQuestion ? { ...planned, enqueue: [...planned.enqueue, job] } : planned;
}

/**
 * One line to the asker alone. Slack replaces nothing through the address of a typed command and takes five messages by
 * it, which answers need too: so it is one line for good. In a thread the edited line tells the same to all.
 */
export function createTellWaiting(deps: StatusDeps): JobHandler {
  const { store, clock } = deps;
  return caseHandler({
    kind: 'tell-waiting',
    concurrency: 4,
    async run({ askKey, place }, job) {
      const asked = await store.questionsAskedBy(askKey);
      const open = asked.filter((question) => isOpen(question) && !question.placeKey.startsWith('thread:'));
      const { stages, noun, isParked } = await readStages(deps, open);
      if (isParked && clock.now() - job.enqueuedAtMs < lastMs) {
        return { status: 'later', runAtMs: clock.now() + againMs };
      }
      if (isParked || stages.length === 0) return { status: 'done' };
      const words = `${statusWords(stages, noun)} I will answer here.`;
      const line = { key: `waiting:${askKey}`, place, message: notice('info', [words]) };
      return done(await deps.deliver([line]));
    },
  });
}
