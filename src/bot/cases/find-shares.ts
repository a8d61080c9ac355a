import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler, newJob } from './case-jobs.ts';

/** How long after the event a share may take to be told by the vendor. */
const appearsWithinMs = 120_000;

/** `file_shared` names no message: finds those that carry the file, and has them read like any other. */
export function createFindShares({ slack, clock, log }: Pick<CaseDeps, 'slack' | 'clock' | 'log'>): JobHandler {
  return caseHandler({
    kind: 'find-shares',
    async run({ team, fileId, channel }, job) {
      const found = await slack.shares(team, fileId);
      const refs = found.status === 'found' ? found.value.filter((ref) => !channel || ref.channel === channel) : [];
      if (refs.length === 0) {
        const waitedMs = clock.now() - job.enqueuedAtMs;
        if (found.status === 'found' && waitedMs < appearsWithinMs) {
          return { status: 'later', runAtMs: clock.now() + 3_000 + waitedMs / 2 };
        }
        log.info('shared file without a message that can be seen', { fileId, status: found.status });
      }
      return { status: 'done', enqueue: refs.map((ref) => newJob('read-message', { ref })) };
    },
  });
}
