import { citeLine, maxEvidence } from '../../cite.ts';
import type { Finding, Severity } from '../../reading.ts';

/** What a rule says; the rest of a finding follows from it. */
export interface Told {
  rule: string;
  severity: Severity;
  title: string;
  explanation: string;
  next?: string | undefined;
  subjects?: string[];
  certainty?: Finding['certainty'];
  signature?: string;
}

/** A finding on one line or several, each cited by itself. */
export function findingAt(document: string, lines: number | readonly number[], told: Told): Finding {
  const { rule, title, explanation, severity, next, subjects, certainty, signature } = told;
  const all = typeof lines === 'number' ? [lines] : lines;
  return {
    rule,
    title,
    explanation,
    severity,
    role: severity === 'error' ? 'cause' : 'context',
    certainty: certainty ?? (severity === 'error' ? 'certain' : 'possible'),
    count: Math.max(1, all.length),
    evidence: all.slice(0, maxEvidence).map((line) => citeLine(document, line)),
    signature: signature ?? `config ${rule.replace('config.', '')}`,
    ...(subjects ? { subjects } : {}),
    ...(next ? { next: [next] } : {}),
  };
}
