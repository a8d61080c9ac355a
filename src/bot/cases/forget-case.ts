import type { JobHandler } from '#jobs/queue.ts';
import type { CaseRow } from '../store/case-store.ts';
import type { ForgetRows, KeptDelivery } from '../store/forget-rows.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, jobKey, newJob } from './case-jobs.ts';
import { gatheredPrefix } from './gather-answers.ts';
import { offerRemoval } from './offer-removal.ts';
import { placeKey } from './place.ts';
import { done, type Planned, planNothing } from './planned.ts';

type Deps = CaseDeps & { rows: ForgetRows };

/** Deletes what is kept of a file of one place, and offers its posted answers for removal or has them removed. */
export function createForgetCase(deps: Deps): JobHandler {
  const { store, rows, settings } = deps;
  return caseHandler({
    kind: 'forget',
    async run({ caseId, isPlaceGone }) {
      const row = await store.findCase(caseId);
      if (!row) return { status: 'done' };
      const takesAnswers = settings.answersOfDeleted === 'remove';
      const { answers, ...forgetting } = await planForgetting(rows, row, takesAnswers);
      const posted = answers.filter(
        ({ place }) => place.kind !== 'reply' && !(isPlaceGone && placeKey(place) === row.placeKey),
      );
      const after = takesAnswers ? removeAll(deps, posted) : await offer(deps, row, posted);
      return done(
        forgetting,
        {
          writes: [],
          enqueue: row.sha256 ? [newJob('forget-content', { sha256: row.sha256, round: caseId })] : [],
        },
        after,
      );
    },
  });
}

/** What deletes a case with all that was said of it; `answers`: what may still stand somewhere. */
export async function planForgetting(rows: ForgetRows, row: CaseRow, takesAnswers: boolean) {
  const { id: caseId, vendor, team, channel } = row;
  const questionIds = await rows.questionIds(caseId);
  const { answers, others } = await keptDeliveriesOf(rows, questionIds);
  // That it was cancelled is still told: its words go once it is posted.
  const ends = await rows.deliveriesOf([`verdict:${caseId}:`, `waits:${caseId}:`]);
  const kept = [...answers, ...others, ...ends];
  const retold = kept
    .filter(({ key }) => key.startsWith(gatheredPrefix))
    .map((comment) => ({ comment, anew: `${comment.key}:without:${caseId}` }));
  const isInDigests = vendor === 'slack' && team !== null && channel !== null;
  return {
    answers,
    questions: questionIds.length,
    messages: kept.length,
    writes: [
      ...rows.forgetCase(row, kept),
      ...retold.map(({ comment, anew }) => rows.retell(comment, kept, anew, takesAnswers)),
    ],
    enqueue: [
      ...(isInDigests ? [newJob('forget-in-digests', { caseId, team, channel })] : []),
      // Nothing else comes to what is left.
      ...retold.map(({ anew }) => newJob('tell-gathered', { batch: anew, key: anew })),
    ],
  };
}

/** What was posted of some questions. */
export async function keptDeliveriesOf(
  rows: ForgetRows,
  questionIds: readonly string[],
): Promise<{ answers: KeptDelivery[]; others: KeptDelivery[] }> {
  const answers = await rows.deliveriesOf(questionIds.map((id) => `answer:${id}:`));
  return { answers, others: await rows.deliveriesOf(questionIds.map((id) => `failed:${id}:`)) };
}

/** Also those on their way: what arrives in the end is taken away then. */
function removeAll({ removeAnswer }: Deps, answers: readonly KeptDelivery[]): Planned {
  return { writes: [], enqueue: answers.map(({ destination, id }) => removeAnswer(destination, id)) };
}

function offer(deps: Deps, row: CaseRow, posted: readonly KeptDelivery[]): Planned | Promise<Planned> {
  if (deps.settings.answersOfDeleted === 'keep') return planNothing();
  const isOut = ({ state, toldIn }: KeptDelivery) => state !== 'planned' && state !== 'failed' && toldIn === null;
  return offerRemoval(deps, row, posted.filter(isOut));
}

/** Deletes a content that no place has any more: here, and at the service. */
export function createForgetContent(deps: Deps): JobHandler {
  const { clock, log } = deps;
  return caseHandler({
    kind: 'forget-content',
    concurrency: 2,
    async run({ sha256 }, _job, { signal }) {
      const ended = await forgetContent(deps, sha256, signal);
      if (ended === 'busy') return { status: 'later', runAtMs: clock.now() + 5_000 };
      if (ended === 'held') return { status: 'done' };
      log.info('content deleted', { sha256 });
      return { status: 'done', writes: ended };
    },
  });
}

/** Removes the bytes, and returns what is to be committed; nothing happens while a place has them or they are moved. */
export async function forgetContent(
  { store, rows, spool, analysis }: Pick<Deps, 'store' | 'rows' | 'spool'> & { analysis: ContentAtService },
  sha256: string,
  signal: AbortSignal,
) {
  if (await rows.isHeld(sha256)) return 'held';
  const file = await store.findFile(sha256);
  const generations = Array.from({ length: Math.min(file?.generation ?? 0, 40) }, (_, index) => index + 1);
  const keys = generations.flatMap((generation) => [
    jobKey('upload', { sha256, generation }),
    jobKey('await', { sha256, generation }),
  ]);
  if (await rows.isRunning(keys)) return 'busy';
  if (file?.serviceId && file.service === analysis.serviceName) await analysis.remove(file.serviceId, signal);
  await spool.remove(sha256);
  return rows.forgetContent(sha256, keys);
}

export interface ContentAtService {
  serviceName: string;
  /** One that is already gone is no error. */
  remove(fileId: string, signal: AbortSignal): Promise<void>;
}
