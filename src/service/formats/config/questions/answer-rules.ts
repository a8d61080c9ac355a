import { literalPattern } from '#core/literal-pattern.ts';
import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { panosCommands } from '../panos-commands.ts';
import { findUnreachableEntries } from '../rules/entry-order.ts';
import { type FirewallPolicy, firewallPolicies } from '../rules/firewall-policies.ts';
import { findPolicyTroubles } from '../rules/policy-order.ts';
import { findRuleTroubles, rulesOf } from '../rules/rule-order.ts';
import { type ConfigAnswer, fromFile, listed, type Words } from './config-answer.ts';

const asksForOpen =
  /\bany[\s/-]+(?:to[\s/-]+)?any\b|\b(?:permit|allow|accept|let|pass)\w*\s+(?:in\s+)?(?:everything|everyone|everybody|all traffic|anything|anyone)\b|\bopen to (?:everyone|everybody|the world|all|the internet)\b/i;
const asksForUnreachable =
  /\b(?:never|ever)\b.{0,20}\b(?:match|reach|appl|hit|used|fire)|\bshadow(?:s|ed|ing)?\b|\bunreachable\b|\bredundant\b/i;
const asksForRules = /\b(?:rules?|polic(?:y|ies)|acls?|access[- ]lists?|filters?|entries)\b/i;
const refuses = /\b(?:den(?:y|ies|ied)|block(?:s|ed)?|drop(?:s|ped)?|refuse[sd]?|reject(?:s|ed)?)\b/i;
const lets = /\b(?:allow(?:s|ed)?|permit(?:s|ted)?|accept(?:s|ed)?|lets?|pass(?:es)?|through)\b/i;

/** "is there an any-any rule", "does policy 3 ever match", "which policies let traffic in from wan1". */
export function answerRules(question: string, given: ConfigText): ConfigAnswer | undefined {
  const config = { ...given, statements: [...given.statements, ...panosCommands(given)] };
  const policies = firewallPolicies(config);
  const rules = [
    ...policies.map(({ name, line }) => ({ name, line })),
    ...rulesOf(config).map(({ list, line }) => ({ name: list, line })),
  ];
  if (rules.length === 0) return undefined;
  const troubles = () => [
    ...findRuleTroubles(config, ''),
    ...findUnreachableEntries(config, ''),
    ...findPolicyTroubles(config, ''),
  ];
  if (asksForOpen.test(question))
    return answerTroubles(ofRule(troubles(), 'config.everything-permitted'), rules, 'let everything through');
  if (!asksForRules.test(question)) return undefined;
  if (!asksForUnreachable.test(question)) return answerPolicies(question, policies);
  const named = /\b(?:policy|rule) "?([\w.-]*[\d_-][\w.-]*)"?/i.exec(question)?.[1];
  const about = named === undefined ? rules : rules.filter(({ name }) => name === named);
  const found = ofRule(troubles(), 'config.unreachable-rule').filter(
    ({ subjects }) => named === undefined || subjects?.[0] === named,
  );
  return about.length === 0 ? undefined : answerTroubles(found, about, 'can never match');
}

interface Named {
  name: string;
  line: number;
}

function ofRule(troubles: readonly Finding[], rule: string): Finding[] {
  return troubles.filter((each) => each.rule === rule);
}

/** Each by its name and lines: the last line is its own, one before it the line that takes all. */
function answerTroubles(found: readonly Finding[], rules: readonly Named[], said: string): ConfigAnswer {
  const told = found.map(({ subjects, evidence }) => {
    const [own, by] = evidence.map(({ lineStart }) => lineStart).reverse();
    return { name: subjects?.[0] ?? '', lines: by === undefined ? [own!] : [by, own!], own, by };
  });
  if (told.length === 0) {
    return {
      sentence:
        rules.length === 1
          ? ['Nothing keeps ', fromFile(rules[0]!.name), ' from being asked']
          : [`None of ${rules.length} rules ${said}`],
      proof: rules.slice(0, 6).map(({ name, line }) => ({ text: [fromFile(name)], lines: [line] })),
    };
  }
  return {
    sentence: [
      rules.length === 1 ? `It ${said}: ` : `${told.length} of ${rules.length} rules ${said}: `,
      ...told
        .slice(0, 6)
        .flatMap(
          ({ name, own, by }, index): Words => [
            ...(index > 0 ? [', '] : []),
            fromFile(name),
            ` (line ${own}${by === undefined ? '' : `, after line ${by} which takes all it would take`})`,
          ],
        ),
      ...(told.length > 6 ? [` and ${told.length - 6} more`] : []),
    ],
    proof: told.slice(0, 12).map(({ name, lines }) => ({ text: [fromFile(name)], lines })),
  };
}

function answerPolicies(question: string, policies: readonly FirewallPolicy[]): ConfigAnswer | undefined {
  const active = policies.filter(({ isDisabled }) => !isDisabled);
  const known = new Set(active.flatMap(({ takes }) => Object.values(takes).flatMap((names) => [...names])));
  const asked = [...known].filter((name) => mentions(question, name));
  const isRefusal = refuses.test(question);
  if (active.length === 0 || asked.length === 0 || (!isRefusal && !lets.test(question))) return undefined;
  const found = active.filter(
    (policy) => policy.permits === !isRefusal && asked.every((name) => isFor(policy, name, question, active)),
  );
  const did = isRefusal ? 'refuse' : 'let through';
  return {
    sentence: [
      found.length === 0
        ? `None of ${active.length} policies ${did} `
        : `${found.length} of ${active.length} policies ${did} `,
      ...listed(asked),
      ...(found.length === 0 ? [] : [': ', ...listed(found.map(({ name }) => name))]),
    ],
    proof: found.slice(0, 12).map(({ name, line }) => ({ text: ['policy ', fromFile(name)], lines: [line] })),
  };
}

/** A policy takes a name in the dimension where the file uses it, or takes anything there. `from X` and `to X` say which side. */
function isFor(policy: FirewallPolicy, name: string, question: string, all: readonly FirewallPolicy[]): boolean {
  const at = question.toLowerCase().indexOf(name.toLowerCase());
  const before = question.slice(0, at);
  const side = /\bfrom\W*$/i.test(before)
    ? ['from', 'source']
    : /\b(?:to|into|towards)\W*$/i.test(before)
      ? ['to', 'destination']
      : undefined;
  const dimensions = (['from', 'to', 'source', 'destination', 'service', 'application'] as const).filter(
    (dimension) =>
      (side === undefined || side.includes(dimension)) && all.some(({ takes }) => takes[dimension]?.has(name)),
  );
  return dimensions.some((dimension) => policy.takes[dimension]?.has(name) ?? true);
}

function mentions(question: string, name: string): boolean {
  const text = literalPattern(name);
  return new RegExp(`(?<![\\w.-])${text}(?![\\w-])`, 'i').test(question);
}
