import type { Report, Verdict } from '../report.ts';
import type { Observation } from './observation.ts';
import { isOfDevice } from './read-findings.ts';

/**
 * When an answer may call itself what.
 *
 * CONFIRMED: the file itself states the cause and its lines are quoted: a reader's certain finding of role cause
 * (a kernel oops, a fatal exception with its stack), or a failure whose own words name its cause ("certificate
 * expired", "syntax error", "OutOfMemoryError") while no other failure began before it. An answer to a look-up
 * (where, how many, when) is CONFIRMED when the lines were found and quoted.
 *
 * LIKELY: a cause by a rule of inference: a trend that ends in a failure, a share that rises, the first failure of a
 * chain, a failure in one window. Nothing in the file states it, other explanations remain.
 *
 * INCONCLUSIVE: nothing in the file explains what was asked, or only warnings do. It never guesses: it says what
 * was looked at, and what to capture next.
 */
export function verdictOf(cause: Observation | undefined, all: readonly Observation[]): Verdict {
  if (cause === undefined || cause.evidence.length === 0 || cause.severity === 'info' || cause.role === 'context')
    return 'INCONCLUSIVE';
  if (cause.kind === 'finding') return verdictOfFinding(cause);
  const isStated = cause.kind === 'failure' && cause.severity !== 'warning' && cause.certainty === 'certain';
  return isStated && !hasEarlierFailure(cause, all) ? 'CONFIRMED' : 'LIKELY';
}

function verdictOfFinding(cause: Observation): Verdict {
  if (cause.certainty === 'certain' && cause.role === 'cause') return endsSomething(cause) ? 'CONFIRMED' : 'LIKELY';
  return cause.certainty === 'possible' || cause.severity === 'warning' ? 'INCONCLUSIVE' : 'LIKELY';
}

/** A device's or a driver's complaint leaves the machine running, a hung GPU is reset: what it explains is inferred. */
function endsSomething({ rule, severity }: Observation): boolean {
  return (severity === 'critical' && rule !== 'gpu.hang') || !isOfDevice(rule);
}

export function confidenceOf(verdict: Verdict, citations: number): Report['confidence'] {
  if (citations === 0) return 'none';
  if (verdict === 'CONFIRMED') return 'high';
  return verdict === 'LIKELY' ? 'medium' : 'low';
}

function hasEarlierFailure(cause: Observation, all: readonly Observation[]): boolean {
  return all.some(
    (other) =>
      other !== cause &&
      other.document === cause.document &&
      (other.severity === 'error' || other.severity === 'critical') &&
      other.firstLine < cause.firstLine,
  );
}
