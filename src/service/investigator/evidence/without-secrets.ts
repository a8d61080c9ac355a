import { createHash } from 'node:crypto';
import { maskAll } from '#core/secrets/mask-all.ts';
import { mask, maskSecrets } from '#core/secrets/mask-secrets.ts';
import { secretSpans } from '#core/secrets/secret-spans.ts';
import type { Investigate, Report } from '../report.ts';

type MaskText = (text: string) => string;

/** No report and no event of a run repeats a secret of a file or of its question: each is masked, in quotes and in words. */
export function withoutSecrets(investigate: Investigate): Investigate {
  return async (request, emit) => {
    const maskText = maskerFor(request.question);
    let told = '';
    const report = await investigate(request, (event) => {
      const masked = maskAll(event, maskText);
      if (masked.type === 'report_chunk') told += masked.text;
      emit(masked);
    });
    // What was told piece by piece is the answer, byte for byte.
    return maskedReport(report, told === '' ? maskText(report.answer) : told, maskText);
  };
}

/** A secret that the question names is one wherever it is said again, in words that do not tell it for one. */
function maskerFor(question: string): MaskText {
  const asked = secretSpans(question)
    .map(([from, to]) => question.slice(from, to))
    .filter((secret) => secret.length >= shortestSecret);
  return (text) => maskSecrets(asked.reduce((shown, secret) => shown.replaceAll(secret, mask), text));
}

const shortestSecret = 4;

function maskedReport(report: Report, answer: string, maskText: MaskText): Report {
  const citations = report.citations.map((citation) => {
    const excerpt = maskText(citation.excerpt);
    if (excerpt === citation.excerpt) return citation;
    return { ...citation, excerpt, sha256: createHash('sha256').update(excerpt).digest('hex') };
  });
  const { findings, hypotheses, steps, nextActions, cause, signature, query } = report;
  const masked = maskAll({ findings, hypotheses, steps, nextActions, cause, signature, query }, maskText);
  return { ...report, ...masked, citations, answer };
}
