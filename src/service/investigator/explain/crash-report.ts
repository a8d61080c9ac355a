import type { Evidence } from '../investigation.ts';
import type { Draft } from '../tell/draft.ts';
import { say } from '../wording/say.ts';

const died =
  /segfault|SIG(?:SEGV|ABRT|BUS|ILL|FPE)|signal (?:6|11|7|8|4)\b|core[- ]dump|code=dumped|status=\d+\/(?:ABRT|SEGV)|crash/i;

/** The report a dying program left beside the logs tells more than the line that says it died. */
export function withCrashReport(draft: Draft, evidence: Evidence): Draft {
  const [cause] = draft.used;
  if (cause === undefined || cause.rule === 'java.vm-crash' || !died.test(cause.title.plain)) return draft;
  const told = new Set(
    `${draft.cause.plain} ${cause.title.plain} ${cause.subjects}`.toLowerCase().match(/[a-z][\w.-]{3,}|\d{3,}/g) ?? [],
  );
  const report = evidence.observations.find(
    (one) =>
      one.rule === 'java.vm-crash' &&
      one.document !== cause.document &&
      one.subjects.split(/\s+/).some((word) => word.length > 2 && (told.has(word) || told.has(word.split('.')[0]!))),
  );
  if (report === undefined) return draft;
  return {
    ...draft,
    cause: say`${report.title}; ${cause.document} says: ${cause.title}`,
    explanation: [...report.details, ...draft.explanation],
    proof: [{ text: report.title, ranges: report.evidence }, ...draft.proof],
    next: [...new Set([...report.next, ...draft.next])].slice(0, 3),
    used: [report, ...draft.used.filter((one) => one !== report)],
    ...(report.signature === undefined ? {} : { signature: report.signature }),
    verdict: draft.verdict === 'INCONCLUSIVE' ? 'LIKELY' : draft.verdict,
  };
}
