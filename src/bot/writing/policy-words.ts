import { readPersonId } from '#core/person-id.ts';
import type { gateModes, Policy } from '#core/policy.ts';
import { type Inline, type Prose, paragraph, visible } from './prose.ts';

export const gates: readonly (readonly [(typeof gateModes)[number], string])[] = [
  ['allow', 'Leave as it is'],
  ['mask', 'Mask before upload and before posting'],
  ['block', 'Do not upload, do not post'],
];

/** What holds in a channel, or for a project, in lines a person reads. */
export function policyInWords(policy: Policy, projectKey?: string): Prose[] {
  const lines = [
    paragraph(
      `Unrequested answers: ${verdictsPosted(policy)}${policy.quietHours === '' ? '' : `, not in ${visible(policy.quietHours)}`}.`,
    ),
    policy.reviewChannel === '' ? paragraph('Shadow mode: off.') : shadowMode(policy.reviewChannel),
    paragraph(`Personal data: ${(gates.find(([value]) => value === policy.personal)?.[1] ?? '').toLowerCase()}.`),
  ];
  if (projectKey !== undefined) return [paragraph(`Settings for tickets of ${visible(projectKey)}:`), ...lines];
  return [
    paragraph(
      `Guests: ${policy.guests ? 'may ask' : 'may not ask'}. Channels shared with other organisations: ${policy.sharedChannels ? 'on' : 'off'}.`,
    ),
    policy.askers.length > 0 ? onlyThese(policy.askers) : paragraph('Everyone else may ask.'),
    ...lines,
  ];
}

function verdictsPosted({ leastVerdict }: Policy): string {
  if (leastVerdict === 'INCONCLUSIVE') return 'all';
  return leastVerdict === 'CONFIRMED' ? 'only CONFIRMED' : `from ${leastVerdict} on`;
}

function shadowMode(channel: string): Prose {
  const named: Inline = { text: visible(channel), names: { kind: 'channel', id: channel } };
  return { kind: 'paragraph', inlines: [{ text: 'Shadow mode: answers go to ' }, named, { text: ' to be rated.' }] };
}

function onlyThese(askers: readonly string[]): Prose {
  const people = askers.flatMap((id, index): Inline[] => {
    const { user } = readPersonId(id) ?? {};
    const person: Inline = { text: visible(id), ...(user ? { names: { kind: 'user', id: user } } : {}) };
    return index === 0 ? [person] : [{ text: ', ' }, person];
  });
  return { kind: 'paragraph', inlines: [{ text: 'Only these people may ask: ' }, ...people, { text: '.' }] };
}

export function agreementInWords({ right, judged }: { right: number; judged: number }): string {
  if (judged === 0) return 'No answer has been rated yet.';
  return `Rated: ${right} of ${judged} right (${Math.round((100 * right) / judged)} %).`;
}
