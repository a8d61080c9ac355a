import type { gateModes, Policy } from '#core/policy.ts';

export const gates: readonly (readonly [(typeof gateModes)[number], string])[] = [
  ['allow', 'Leave as it is'],
  ['mask', 'Mask before upload and before posting'],
  ['block', 'Do not upload, do not post'],
];

/** What holds in a channel, or for a project, in lines a person reads. */
export function policyInWords(policy: Policy, projectKey?: string): string[] {
  const lines = [
    `Answers nobody asked for: ${policy.leastVerdict === 'INCONCLUSIVE' ? 'all' : `from ${policy.leastVerdict} on`}${policy.quietHours === '' ? '' : `, not in ${policy.quietHours}`}.`,
    policy.reviewChannel === ''
      ? 'Shadow mode: off.'
      : `Shadow mode: answers go to ${policy.reviewChannel} to be judged.`,
    `Personal data: ${(gates.find(([value]) => value === policy.personal)?.[1] ?? '').toLowerCase()}.`,
  ];
  if (projectKey !== undefined) return [`What holds for tickets of ${projectKey}:`, ...lines];
  return [
    `Guests: ${policy.guests ? 'may ask' : 'may not ask'}. Channels shared with others: ${policy.sharedChannels ? 'served' : 'not served'}.`,
    policy.askers.length > 0 ? `Only these people may ask: ${policy.askers.join(', ')}.` : 'Everybody else may ask.',
    ...lines,
  ];
}

export function agreementInWords({ right, judged }: { right: number; judged: number }): string {
  if (judged === 0) return 'Nobody has judged an answer yet.';
  return `Judged: ${right} of ${judged} right (${Math.round((100 * right) / judged)} %).`;
}
