import type { IndexedDocument } from '../../lines/index-document.ts';
import { severityOfLevel } from '../../lines/level.ts';
import { citeLine } from '../cite.ts';
import type { Finding, Severity } from '../reading.ts';
import type { RuleHit } from './log-observer.ts';
import { messageOf } from './message-of.ts';

/** Findings of one rule at most; the more frequent ones stay. */
const perRule = 8;

/** What the rules saw, told once for each template, and the failing templates no rule knows. */
export function ruleFindings(document: string, hits: readonly RuleHit[], indexed: IndexedDocument): Finding[] {
  const byTemplate = Map.groupBy(hits, ({ rule, form }) => `${rule.rule} ${indexed.templateOfForm[form]}`);
  const findings = [...byTemplate.values()].map((group) => findingOf(document, group, indexed));
  return [...Map.groupBy(findings, ({ rule }) => rule).values()].flatMap((list) =>
    list.sort((a, b) => b.count - a.count || a.evidence[0]!.lineStart - b.evidence[0]!.lineStart).slice(0, perRule),
  );
}

function findingOf(document: string, group: RuleHit[], indexed: IndexedDocument): Finding {
  group.sort((a, b) => a.lines[0]! - b.lines[0]!);
  const first = group[0]!;
  const { rule } = first;
  const count = group.reduce((sum, hit) => sum + hit.count, 0);
  const last = group.reduce((latest, hit) => (hit.lastLine > latest.lastLine ? hit : latest), first);
  const message = messageOf(first.message);
  const lines = [...new Set([...group.flatMap((hit) => hit.lines).slice(0, 5), last.lastLine])].sort((a, b) => a - b);
  const template = indexed.templates[indexed.templateOfForm[first.form]!]?.text ?? message;
  const subjects = subjectsOf(first.message);
  return {
    rule: rule.rule,
    title: `${rule.label}: ${message}`.slice(0, 260),
    explanation: `${rule.explanation}${count > 1 ? ` Seen ${count} times.` : ''}`,
    severity: graver(rule.severity, first.level),
    role: rule.role,
    certainty: rule.role === 'context' ? 'certain' : 'likely',
    count,
    ...(!Number.isNaN(first.firstTimeMs) && { firstTimeMs: first.firstTimeMs, lastTimeMs: last.lastTimeMs }),
    evidence: lines.map((line) => citeLine(document, line)),
    signature: signatureOf(template),
    ...(subjects.length > 0 && { subjects }),
    ...(rule.next && { next: rule.next }),
  };
}

/** A line that calls itself worse than its rule does is as grave as it says; one that says less stays with the rule. */
function graver(severity: Severity, level: number): Severity {
  const order: Severity[] = ['info', 'warning', 'error', 'critical'];
  const said = severityOfLevel(level);
  return severity !== 'info' && said !== undefined && order.indexOf(said) > order.indexOf(severity) ? said : severity;
}

/** Templates of error lines that nothing has told of: none has a form of `told`. */
export function failingTemplates(
  document: string,
  told: readonly Pick<RuleHit, 'form'>[],
  indexed: IndexedDocument,
): Finding[] {
  const toldTemplates = new Set(told.map(({ form }) => indexed.templateOfForm[form]));
  return indexed.templates
    .map((template, id) => ({ template, id }))
    .filter(
      ({ template, id }) =>
        template.level >= 3 &&
        template.count > 0 &&
        !toldTemplates.has(id) &&
        !isRequest.test(template.text) &&
        messageOf(template.text) !== '',
    )
    .sort((a, b) => b.template.level - a.template.level || b.template.count - a.template.count || a.id - b.id)
    .slice(0, 20)
    .map(({ template }) => ({
      rule: 'log.failing-template',
      title: messageOf(template.text).slice(0, 260),
      explanation: `Lines of this kind report a failure${template.count > 1 ? `, ${template.count} times` : ''}.`,
      severity: template.level >= 4 ? 'critical' : 'error',
      role: 'symptom',
      certainty: 'likely',
      count: template.count,
      ...(template.firstTimeMs !== null && { firstTimeMs: template.firstTimeMs }),
      ...(template.lastTimeMs !== null && { lastTimeMs: template.lastTimeMs }),
      evidence: [...new Set([template.firstLine, template.lastLine])].map((line) => citeLine(document, line)),
      signature: signatureOf(template.text),
    }));
}

/** Requests of an access log are told by their status. */
const isRequest = /"(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS) /;

export const signatureOf = (template: string): string => messageOf(template).replace(/\s+/g, ' ').slice(0, 200);

/** Hosts, services, paths and quoted names a line is about. */
function subjectsOf(text: string): string[] {
  const found = new Set<string>();
  for (const match of text
    .slice(0, 1000)
    .matchAll(
      /"(?:service|host|hostname|component|logger|job|pod|app)"\s{0,80}:\s{0,80}"([^"]{1,80})"|\b((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,40})?|(?:[a-z][\w-]{0,200}\.){2,20}[a-z]{2,200}(?::\d{1,40})?)\b|(\/[\w.-]{1,200}(?:\/[\w.-]{1,200}){1,20})/g,
    )) {
    found.add((match[1] ?? match[2] ?? match[3])!);
    if (found.size >= 6) break;
  }
  return [...found];
}
