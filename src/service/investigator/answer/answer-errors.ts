import type { Evidence, Investigation } from '../investigation.ts';
import { noErrors } from './answer-absence.ts';
import { aboutSubject, answerCause, asClaim, isTold, unsettledOf } from './answer-cause.ts';
import type { Draft } from './draft.ts';
import { inShort, leftOut } from './in-short.ts';
import { noOwnTrouble, ownTrouble } from './own-trouble.ts';
import { join, plural, say, sentences, words } from './say.ts';

/** The errors of the file, each distinct one with its count, cause and consequence. */
export function answerErrors(run: Investigation, evidence: Evidence): Draft {
  if (run.question.isYesNo && evidence.about?.subject.isNamed === true) {
    const calm = ownTrouble(run, evidence) === undefined ? noOwnTrouble(run, evidence) : undefined;
    if (calm !== undefined) return calm;
  }
  const wantsWarnings = /warning/i.test(run.question.text);
  const pool = isCalledSo(evidence) ? aboutSubject(run, evidence) : evidence.observations;
  const errors = pool.filter(
    (one) =>
      (one.kind === 'failure' || (one.kind === 'finding' && one.role !== 'context')) &&
      (one.severity === 'error' || one.severity === 'critical' || (wantsWarnings && one.severity === 'warning')),
  );
  if (errors.length === 0)
    return pool !== evidence.observations && isTold(pool[0], evidence)
      ? answerCause(run, evidence)
      : noErrors(run, evidence);
  const lines = errors.reduce((sum, one) => sum + one.count, 0);
  const sorted = [...errors].sort(
    (a, b) => Number(a.isRoutine ?? false) - Number(b.isRoutine ?? false) || b.weight - a.weight || b.count - a.count,
  );
  const shown = sorted.slice(0, 24);
  const heads = join(
    shown.slice(0, errors.length > 3 ? 5 : 3).map((one) => (errors.length > 2 ? inShort(one) : one.title)),
    '; ',
  );
  const rest =
    errors.length > shown.length ? words(`; ${errors.length - shown.length} more kinds are not listed`) : words('');
  const others = evidence.observations.filter((one) => !errors.includes(one) && one.severity !== 'info');
  return {
    verdict: 'CONFIRMED',
    cause: say`${plural(errors.length, 'distinct error')} in ${plural(lines, 'line')}: ${heads}`,
    explanation:
      errors.length > 4 || rest.md !== ''
        ? [
            { text: say`Each is listed below with its first lines, the most telling first${rest}`, ranges: [] },
            ...leftOut(evidence, errors),
          ]
        : leftOut(evidence, errors),
    proof: shown.map((one) => ({
      text: sentences([one.title, ...one.details.map((claim) => claim.text)]),
      ranges: one.evidence.slice(0, 2),
    })),
    also: others.slice(0, 6).map(asClaim),
    notCause: [],
    unsettled: unsettledOf(evidence),
    next: [...new Set(shown.slice(0, 3).flatMap((one) => one.next))].slice(0, 3),
    used: [...shown, ...others].slice(0, 24),
    signature: shown[0]?.signature ?? null,
  };
}

/** The part that was asked about goes by that name: what is only spelled alike picks no errors of the whole. */
function isCalledSo({ about }: Evidence): boolean {
  return about === undefined || about.subject.label.toLowerCase().includes(about.subject.asked.toLowerCase());
}
