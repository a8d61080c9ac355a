import type { Clock } from '#core/clock.ts';
import { isAmong } from '#core/person-id.ts';
import { leastVerdicts, type Policy, quietUntilMs } from '#core/policy.ts';
import type { QuestionRow } from '../store/case-store.ts';
import { projectOf } from './issue-keys.ts';
import type { Verdict } from './messages.ts';
import type { Place } from './place.ts';
import type { Channel, Person } from './ports.ts';

export function channelScope({ team, channel }: { team: string; channel: string }): string {
  return `slack:${team}:${channel}`;
}

/** Whose policy holds at a place. */
export function scopeOf(place: Place): string {
  return place.kind === 'ticket' ? projectScope(projectOf(place.issueKey)) : channelScope(place);
}

export function projectScope(key: string): string {
  return `jira:${key}`;
}

export type Refusal = 'guest' | 'shared' | 'asker';

/** Why somebody may not ask here; undefined: they may. Who cannot be looked up is taken for a member. */
export function refusalOf(
  policy: Policy,
  {
    team,
    user,
    person,
    channel,
  }: { team: string; user: string | undefined; person: Person | null; channel: Channel | null },
): Refusal | undefined {
  if (channel?.isShared && !policy.sharedChannels) return 'shared';
  const isOutside = person?.kind === 'guest' || person?.kind === 'external';
  if (isOutside && !policy.guests) return 'guest';
  return policy.askers.length > 0 && !isAmong(policy.askers, { team, user: user ?? '' }) ? 'asker' : undefined;
}

export function isCertainEnough({ leastVerdict }: Policy, verdict: Verdict | undefined): boolean {
  return leastVerdicts.indexOf(verdict ?? 'INCONCLUSIVE') >= leastVerdicts.indexOf(leastVerdict);
}

/** Whether a policy may hold its answer back: nobody asked the bot for it. */
export function isUnrequested({ kind, isAddressed }: Pick<QuestionRow, 'kind' | 'isAddressed'>): boolean {
  return kind === 'file' && !isAddressed;
}

/** Why an answer nobody asked for in words is not posted where its file came; `until`: when quiet hours end. */
type HeldBack = { by: 'review' } | { by: 'verdict' } | { by: 'quiet hours'; until: number };

export function heldBack(policy: Policy, verdict: Verdict | undefined, clock: Clock): HeldBack | undefined {
  if (policy.reviewChannel !== '') return { by: 'review' };
  if (!isCertainEnough(policy, verdict)) return { by: 'verdict' };
  const until = quietUntilMs(policy, clock);
  return until === undefined ? undefined : { by: 'quiet hours', until };
}

export type PolicyOf = (scope: string) => Promise<Policy>;
