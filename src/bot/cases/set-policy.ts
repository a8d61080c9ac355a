import type { JobHandler } from '#jobs/queue.ts';
import type { CaseDeps } from './case-deps.ts';
import type { CaseJobs } from './case-jobs.ts';
import { together } from './planned.ts';
import { channelScope } from './policy.ts';
import { notice, sentences } from './sentences.ts';

/** Saves what a full member of a channel set for it; whoever else tried is told, alone. */
export function createSetPolicy(deps: CaseDeps): JobHandler {
  const { slack, policies, deliver } = deps;
  return {
    kind: 'set-policy',
    async run(job) {
      const { setting } = job.payload as unknown as CaseJobs['set-policy'];
      const { team, channel, user, policy, key } = setting;
      const [person, members] = await Promise.all([slack.person(team, user), slack.members(team, channel)]);
      const isAllowed = person?.kind === 'member' && members?.has(user) === true;
      const words = isAllowed ? sentences.settingsSaved() : sentences.settingsRefused();
      const place = { kind: 'reply', team, channel, user, responseUrl: '' } as const;
      const told = await deliver([{ key: `told:${key}`, place, message: notice('info', [words]) }]);
      const saved = isAllowed ? [policies.savePolicy(channelScope({ team, channel }), policy, user)] : [];
      return { status: 'done', ...together({ writes: saved, enqueue: [] }, told) };
    },
  };
}
