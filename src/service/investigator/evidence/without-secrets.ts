import { createHash } from 'node:crypto';
import { maskAll } from '#core/secrets/mask-all.ts';
import { maskSecrets } from '#core/secrets/mask-secrets.ts';
import type { Investigate, Report } from '../report.ts';

/** No report and no event of a run repeats a secret of a file: each is masked, in quotes and in words. */
export function withoutSecrets(investigate: Investigate): Investigate {
  return async (request, emit) => {
    let told = '';
    const report = await investigate(request, (event) => {
      const masked = maskAll(event);
      if (masked.type === 'report_chunk') told += masked.text;
      emit(masked);
    });
    // What was told piece by piece is the answer, byte for byte.
    return maskedReport(report, told === '' ? maskSecrets(report.answer) : told);
  };
}

function maskedReport(report: Report, answer: string): Report {
  const citations = report.citations.map((citation) => {
    const excerpt = maskSecrets(citation.excerpt);
    if (excerpt === citation.excerpt) return citation;
    return { ...citation, excerpt, sha256: createHash('sha256').update(excerpt).digest('hex') };
  });
  const { findings, hypotheses, steps, nextActions, cause, signature } = report;
  return { ...report, ...maskAll({ findings, hypotheses, steps, nextActions, cause, signature }), citations, answer };
}
