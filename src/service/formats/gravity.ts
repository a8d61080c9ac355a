import type { Finding, Severity } from './reading.ts';

export const severityRanks: Record<Severity, number> = { critical: 0, error: 1, warning: 2, info: 3 };
const roleRanks: Record<Finding['role'], number> = { cause: 0, symptom: 1, context: 2 };

/** Gravest first, causes before symptoms. */
export function byWeight(a: Finding, b: Finding): number {
  return severityRanks[a.severity] - severityRanks[b.severity] || roleRanks[a.role] - roleRanks[b.role];
}

/** The same, then in order of the file. */
export function byGravity(a: Finding, b: Finding): number {
  return byWeight(a, b) || (a.evidence[0]?.lineStart ?? 0) - (b.evidence[0]?.lineStart ?? 0);
}
