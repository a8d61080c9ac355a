import { createHash } from 'node:crypto';
import { hideValue } from '#core/secrets/hide-value.ts';
import { maskAll } from '#core/secrets/mask-all.ts';
import { mask, maskSecrets } from '#core/secrets/mask-secrets.ts';
import { secretSpans } from '#core/secrets/secret-spans.ts';
import { holdsSecret, maskSecrets as maskSettings } from '../../formats/config/secrets/mask-secrets.ts';
import type { DocumentInfo, FileType } from '../../formats/reading.ts';
import { type LineLayout, layoutOf } from '../../lines/layouts/line-layout.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import type { Investigate, Report } from '../report.ts';

/** A line of a configuration that would give a password away when quoted. Logs are quoted as they are. */
export function isSecretLine(fileType: FileType, line: string): boolean {
  if (fileType !== 'config') return false;
  return (
    holdsSecret(line) ||
    /\bauthentication\s{1,4}(?:text\s{1,4}|mode\s{1,4})?(?!md5\b|mode\b|text\b|login\b|ppp\b)\S/i.test(line)
  );
}

/** Lines of a document from one on, for those who may read an answer and not the file: without the secrets in them. */
export function withoutSecretsIn(
  { fileType, secretLines = [] }: DocumentInfo,
  from: number,
  lines: string[],
): string[] {
  const hidden = new Set(secretLines);
  const maskText = fileType === 'config' ? maskSettings : maskSecrets;
  return maskText(lines.join('\n'))
    .split('\n')
    .map((line, index) => (hidden.has(from + index) ? mask : line));
}

const headLines = 60;

/** The lines in which a document tells how it is written. */
export const headOf = (document: OpenDocument): Promise<string[]> =>
  document.lines(1, Math.min(headLines, document.info.lines));

/** A table whose heading says that a column holds secrets, with that column masked: its lines alone show nothing of it. */
export async function withoutSecretCells(document: OpenDocument): Promise<OpenDocument> {
  if (document.info.fileType !== 'log' || document.info.lines < 2) return document;
  const head = await headOf(document);
  const layout = layoutOf(head);
  if (layout === undefined || !head.some((line) => hiddenIn(line, layout).length > 0)) return document;
  const lines = async (from: number, to: number) =>
    (await document.lines(from, to)).map((line) =>
      hiddenIn(line, layout).reduce((shown, value) => shown.replaceAll(value, mask), line),
    );
  return { ...document, lines };
}

function hiddenIn(line: string, layout: LineLayout): string[] {
  const cells = layout.cells?.(line) ?? layout.fields(line)?.fields ?? [];
  return [...cells].flatMap(([name, value]) => (hideValue(name, value) === value ? [] : [String(value)]));
}

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
