import type { gateModes, Policy } from '#core/policy.ts';

export const gates: readonly (readonly [(typeof gateModes)[number], string])[] = [
  ['allow', 'Leave as it is'],
  ['mask', 'Mask before upload and before posting'],
  ['block', 'Do not upload, do not post'],
];

/** What holds in a channel, or for a project, in lines a person reads. */
export function policyInWords(policy: Policy, projectKey?: string): string[] {
  const lines = [
    `Unrequested answers: ${policy.leastVerdict === 'INCONCLUSIVE' ? 'all' : `from ${policy.leastVerdict} on`}${policy.quietHours === '' ? '' : `, not in ${policy.quietHours}`}.`,
    policy.reviewChannel === ''
      ? 'Shadow mode: off.'
      : `Shadow mode: answers go to ${policy.reviewChannel} to be rated.`,
    `Personal data: ${(gates.find(([value]) => value === policy.personal)?.[1] ?? '').toLowerCase()}.`,
  ];
  if (projectKey !== undefined) return [`Settings for tickets of ${projectKey}:`, ...lines];
  return [
    `Guests: ${policy.guests ? 'may ask' : 'may not ask'}. Channels shared with other organisations: ${policy.sharedChannels ? 'on' : 'off'}.`,
    policy.askers.length > 0 ? `Only these people may ask: ${policy.askers.join(', ')}.` : 'Everyone else may ask.',
    ...lines,
  ];
}

export function agreementInWords({ right, judged }: { right: number; judged: number }): string {
  if (judged === 0) return 'No answer has been rated yet.';
  return `Rated: ${right} of ${judged} right (${Math.round((100 * right) / judged)} %).`;
}
