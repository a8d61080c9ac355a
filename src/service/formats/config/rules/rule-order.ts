import type { Finding } from '../../reading.ts';
import type { ConfigText, Statement } from '../config-text.ts';
import { findingAt } from './finding-at.ts';
import { type Conditions, conditionsOfEntry, conditionsOfOptions, covers } from './rule-conditions.ts';

const maxRules = 2000;
const maxShown = 20;

export interface Rule {
  list: string;
  line: number;
  action: string;
  conditions: Conditions;
}

/** Rules that never apply, because one before them takes all they would take; and lists that let everything through. */
export function findRuleTroubles(config: ConfigText, document: string): Finding[] {
  const lists = Map.groupBy(rulesOf(config), ({ list }) => list);
  return [...lists]
    .flatMap(([list, all]) => [
      ...neverReached(list, all.slice(0, maxRules), document),
      ...letsAllThrough(list, all, document),
    ])
    .slice(0, maxShown);
}

/** The entries of all lists and chains, in their order. */
export function rulesOf({ statements, kind }: ConfigText): Rule[] {
  return statements.flatMap((statement) => ruleOf(statement, kind === 'asa') ?? []);
}

/** An entry of a router's list, or of a firewall's chain. */
function ruleOf({ text, path, line }: Statement, isMask: boolean): Rule | undefined {
  const chain = /^-A (\S{1,200})(.*?) -[jg] (ACCEPT|DROP|REJECT)\b/.exec(text);
  if (chain) {
    const list = `chain ${chain[1]}${path[0] ? ` of ${path[0].slice(1)}` : ''}`;
    return {
      list,
      line,
      action: chain[3] === 'ACCEPT' ? 'permit' : 'deny',
      conditions: conditionsOfOptions(chain[2]!),
    };
  }
  const numbered = /^access-list (\S+) (?:line \d+ )?(?:extended |standard )?((?:permit|deny) .+)$/.exec(text);
  const body = numbered?.[2] ?? /^(?:(?:seq )?\d+ )?((?:permit|deny) .+)$/.exec(text)?.[1];
  const outer = path[path.length - 1] ?? '';
  const list = numbered
    ? `access list ${numbered[1]}`
    : /^(?:ip |ipv4 )?access-list (?!\S+ (?:permit|deny))/.test(outer)
      ? outer
      : undefined;
  if (list === undefined || body === undefined) return undefined;
  const [action, ...words] = body.split(/\s+/);
  const conditions = conditionsOfEntry(words, isMask);
  return conditions ? { list, line, action: action!, conditions } : undefined;
}

function neverReached(list: string, rules: readonly Rule[], document: string): Finding[] {
  const shadowed: { rule: Rule; by: Rule }[] = [];
  for (const [index, rule] of rules.entries()) {
    // With thousands of rules only those that take much are held against the others.
    const before =
      index > 300 ? rules.slice(0, index).filter(({ conditions }) => conditions.size <= 1) : rules.slice(0, index);
    const by = before.find((each) => covers(each.conditions, rule.conditions));
    if (by) shadowed.push({ rule, by });
  }
  const [first] = shadowed;
  if (!first) return [];
  const isHarmful = shadowed.some(({ rule, by }) => rule.action !== by.action);
  const told = shadowed.find(({ rule, by }) => rule.action !== by.action) ?? first;
  const more = shadowed.length > 1 ? `, and ${shadowed.length - 1} more` : '';
  const finding = findingAt(document, [told.by.line, told.rule.line], {
    rule: 'config.unreachable-rule',
    severity: isHarmful ? 'warning' : 'info',
    certainty: 'certain',
    title: `A rule of ${list} can never match${more}`,
    explanation: isHarmful
      ? `Line ${told.by.line} already matches every packet of line ${told.rule.line} and does the opposite.`
      : `Line ${told.by.line} already matches every packet of line ${told.rule.line} and does the same.`,
    next: isHarmful
      ? `Move line ${told.rule.line} before line ${told.by.line}, or remove it.`
      : `Remove line ${told.rule.line}.`,
    subjects: [list],
  });
  return [{ ...finding, count: shadowed.length }];
}

/** An open door only where nothing was refused before it. */
function letsAllThrough(list: string, rules: readonly Rule[], document: string): Finding[] {
  const open = rules.find(({ action, conditions }) => action === 'permit' && conditions.size === 0);
  if (!open || /^chain (?:OUTPUT|.*(?:output|OUT)\b)|of nat$/.test(list)) return [];
  const refuses = rules.some(({ action, line }) => action === 'deny' && line < open.line);
  return [
    findingAt(document, open.line, {
      rule: 'config.everything-permitted',
      severity: refuses || /standard|^access list \d{1,2}$/.test(list) ? 'info' : 'warning',
      title: `${list} permits everything to everyone`,
      explanation: refuses
        ? 'Everything that no earlier rule denies passes.'
        : 'No earlier rule denies anything: the list filters nothing.',
      subjects: [list],
    }),
  ];
}
