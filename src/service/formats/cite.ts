import type { Finding, LineRange, TimelineEvent } from './reading.ts';

/** Ranges that a finding cites at most. */
export const maxEvidence = 12;

export const citeLine = (document: string, line: number): LineRange => ({ document, lineStart: line, lineEnd: line });

/** When each finding began, where that is known. */
export function eventsOf(findings: readonly Finding[]): TimelineEvent[] {
  return findings.flatMap(({ title, severity, firstTimeMs, evidence: [first] }) =>
    firstTimeMs === undefined || first === undefined
      ? []
      : [{ timeMs: firstTimeMs, document: first.document, line: first.lineStart, severity, text: title }],
  );
}
