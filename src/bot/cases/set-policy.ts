import type { JobHandler } from '#jobs/queue.ts';
import type { NewSetting } from '../intake/intake.ts';
import type { CaseDeps } from './case-deps.ts';
import { caseHandler } from './case-jobs.ts';
import { channelOf } from './channel-of.ts';
import { done, planWrites } from './planned.ts';
import { channelScope, projectScope } from './policy.ts';
import { notice, sentences } from './sentences.ts';

/** Saves what a full member of a channel set for it, or who may for a project; whoever else tried is told, alone. */
export function createSetPolicy(deps: CaseDeps): JobHandler {
  const { policies, deliver } = deps;
  return caseHandler({
    kind: 'set-policy',
    async run({ setting }) {
      const { team, channel, user, project, policy, key } = setting;
      const problem = await problemOf(deps, setting);
      const saying = project ? sentences.projectSettingsSaved(project) : sentences.settingsSaved();
      const place = { kind: 'reply', team, channel, user, responseUrl: '' } as const;
      const told = await deliver([{ key: `told:${key}`, place, message: notice('info', [problem ?? saying]) }]);
      const scope = project ? projectScope(project) : channelScope({ team, channel });
      const saved = problem ? [] : [policies.savePolicy(scope, policy, user)];
      return done(planWrites(...saved), told);
    },
  });
}

/** Why it is not saved. */
async function problemOf(deps: CaseDeps, setting: NewSetting): Promise<string | undefined> {
  const { team, project, policy } = setting;
  if (!(await maySet(deps, setting)))
    return project ? sentences.projectSettingsRefused(project) : sentences.settingsRefused();
  const { reviewChannel } = policy;
  const canReview = reviewChannel === '' || (await channelOf(deps.slack, team, reviewChannel))?.isMember;
  return canReview ? undefined : sentences.noReviewChannel(reviewChannel);
}

async function maySet({ slack, privacy }: CaseDeps, { team, channel, user, project }: NewSetting): Promise<boolean> {
  if (project) return await privacy.mayGovern({ team, user, channel }, project);
  const [person, members] = await Promise.all([slack.person(team, user), slack.members(team, channel)]);
  return person?.kind === 'member' && members?.has(user) === true;
}
