import { maxEvidence } from '../cite.ts';
import type { Finding } from '../reading.ts';

const sameMs = 5000;

/**
 * Findings of which a log with a wall clock repeats what a kernel log tells, told once with the lines of both.
 * `bootTimes` holds, by document of a kernel log, what its times need to be wall clock times.
 */
export function toldOnce(findings: readonly Finding[], bootTimes: ReadonlyMap<string, number>): Finding[] {
  const repeated = new Set<Finding>();
  const joined = new Map<Finding, Finding>();
  for (const finding of findings) {
    const bootMs = bootTimes.get(finding.evidence[0]?.document ?? '');
    if (bootMs === undefined || finding.firstTimeMs === undefined) continue;
    const atMs = finding.firstTimeMs + bootMs;
    const other = findings.find((one) => !repeated.has(one) && isRepeat(one, finding, atMs, bootTimes));
    if (!other) continue;
    repeated.add(other);
    joined.set(finding, { ...finding, evidence: [...finding.evidence, ...other.evidence].slice(0, maxEvidence) });
  }
  return findings.filter((finding) => !repeated.has(finding)).map((finding) => joined.get(finding) ?? finding);
}

function isRepeat(one: Finding, told: Finding, atMs: number, bootTimes: ReadonlyMap<string, number>): boolean {
  if (one.rule !== told.rule || one.title !== told.title || one.firstTimeMs === undefined) return false;
  const isOfKernelLog = bootTimes.has(one.evidence[0]?.document ?? '');
  return !isOfKernelLog && Math.abs(one.firstTimeMs - atMs) <= sameMs;
}
