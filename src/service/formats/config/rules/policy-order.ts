import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { findingAt } from './finding-at.ts';
import { type FirewallPolicy, firewallPolicies, takesAllOf } from './firewall-policies.ts';

const maxPolicies = 3000;
const maxShown = 20;
/** Names by which people know the side that is not theirs. */
const outside = /^(?:wan[-_]?\d*|untrust\w*|outside\w*|internet|external|public|isp[-_]?\d*|virtual-wan-link|any)$/i;

/** Policies that let everything in from outside, and those that an earlier one keeps from ever being asked. */
export function findPolicyTroubles(config: ConfigText, document: string): Finding[] {
  const active = firewallPolicies(config)
    .filter(({ isDisabled, permits }) => !isDisabled && permits !== undefined)
    .slice(0, maxPolicies);
  const lists = Map.groupBy(active, ({ list }) => list);
  return [
    ...active.flatMap((policy) => letsAllIn(policy, document)),
    ...[...lists.values()].flatMap((policies) => neverAsked(policies, document)),
  ].slice(0, maxShown);
}

function letsAllIn(policy: FirewallPolicy, document: string): Finding[] {
  const { permits, isNarrowed, takes, name, line } = policy;
  const isOpen = permits && !isNarrowed && !takes.source && !takes.destination && !takes.service && !takes.application;
  const from = [...(takes.from ?? ['any'])];
  if (!isOpen || !from.some((zone) => outside.test(zone))) return [];
  return [
    findingAt(document, line, {
      rule: 'config.everything-permitted',
      severity: 'warning',
      title: `Policy ${name} lets everything from ${from.join(', ')} through to ${[...(takes.to ?? ['any'])].join(', ')}`,
      explanation: 'Every address may reach every address there, with every service.',
      next: `Name the addresses and services that policy ${name} is meant for, or disable it.`,
      subjects: [name],
    }),
  ];
}

function neverAsked(policies: readonly FirewallPolicy[], document: string): Finding[] {
  const wide = policies.filter(({ isNarrowed }) => !isNarrowed);
  return policies.flatMap((policy, index): Finding[] => {
    const by = wide.find((each) => policies.indexOf(each) < index && takesAllOf(each, policy));
    if (!by) return [];
    const isHarmful = by.permits !== policy.permits;
    return [
      findingAt(document, [by.line, policy.line], {
        rule: 'config.unreachable-rule',
        severity: isHarmful ? 'warning' : 'info',
        title: `Policy ${policy.name} can never match: policy ${by.name} before it matches everything it would match`,
        explanation: isHarmful
          ? `Policy ${by.name} does the opposite: it ${by.permits ? 'lets through' : 'stops'} what policy ${policy.name} is to ${policy.permits ? 'let through' : 'stop'}.`
          : 'Both do the same; the checks of the later one (profiles, logging) are never applied.',
        next: `Move policy ${policy.name} before policy ${by.name}, or remove it.`,
        subjects: [policy.name, by.name],
      }),
    ];
  });
}
