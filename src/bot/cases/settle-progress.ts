import type { JobHandler } from '#jobs/queue.ts';
import { endStates } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import type { CaseJobs } from './case-jobs.ts';

/** Takes the progress marker off a message once every file of it has come to an end. */
export function createSettleProgress({ store, progress }: Pick<CaseDeps, 'store' | 'progress'>): JobHandler {
  return {
    kind: 'settle',
    async run(job) {
      const { caseId, isWithheld } = job.payload as CaseJobs['settle'];
      const row = await store.findCase(caseId);
      if (!row?.team || !row.channel || !row.messageTs) return { status: 'done' };
      const message = { team: row.team, channel: row.channel, ts: row.messageTs };
      const states = (await store.casesOfMessage(message.team, message.channel, message.ts)).map(({ state }) => state);
      if (!states.every((state) => endStates.includes(state))) return { status: 'done' };
      // A mark for an answer that nobody can find there would send people looking for it.
      if (isWithheld === true && states.length === 1)
        return { status: 'done', writes: progress.resolve(message, 'dropped') };
      const outcome = states.includes('answered') ? 'answered' : states.includes('failed') ? 'failed' : 'dropped';
      return { status: 'done', writes: progress.resolve(message, outcome) };
    },
  };
}
