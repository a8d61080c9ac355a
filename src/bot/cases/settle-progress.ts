import type { JobHandler } from '#jobs/queue.ts';
import { readAnswer } from '../analysis/read-answer.ts';
import { type CaseRow, endStates } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler } from './case-jobs.ts';
import { channelScope, heldBack, isUnrequested } from './policy.ts';

type Deps = Pick<CaseDeps, 'store' | 'progress' | 'policies' | 'clock'>;

/** Takes the progress marker off a message once every file of it has come to an end. */
export function createSettleProgress(deps: Deps): JobHandler {
  const { store, progress } = deps;
  return caseHandler({
    kind: 'settle',
    async run({ caseId }) {
      const row = await store.findCase(caseId);
      if (!row?.team || !row.channel || !row.messageTs) return { status: 'done' };
      const message = { team: row.team, channel: row.channel, ts: row.messageTs };
      const rows = await store.casesOfMessage(message.team, message.channel, message.ts);
      if (!rows.every(({ state }) => endStates.includes(state))) return { status: 'done' };
      const hasFailed = rows.some(({ state }) => state === 'failed');
      const outcome = (await hasAnswer(deps, message, rows)) ? 'answered' : hasFailed ? 'failed' : 'dropped';
      return { status: 'done', writes: progress.resolve(message, outcome) };
    },
  });
}

/** A mark for answers that nobody can find there would send people looking for them. */
async function hasAnswer(
  { store, policies, clock }: Deps,
  message: { team: string; channel: string },
  rows: readonly CaseRow[],
): Promise<boolean> {
  const policy = await policies.policyOf(channelScope(message));
  const answered = rows.filter(({ state }) => state === 'answered');
  const own = (await store.questionsOfCases(answered.map(({ id }) => id))).filter(({ kind }) => kind === 'file');
  return answered.some(({ id }) => {
    const question = own.find(({ caseId }) => caseId === id);
    return !question || !isUnrequested(question) || !heldBack(policy, readAnswer(question.answer).verdict, clock);
  });
}
