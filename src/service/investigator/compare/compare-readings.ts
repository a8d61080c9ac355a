import type { OpenLines } from '../../lines/open-document.ts';
import { createInvestigator } from '../create-investigator.ts';
import type { ReadFile, Report } from '../report.ts';

export interface ComparisonOptions {
  openLines: OpenLines;
  signal: AbortSignal;
  budgetMs: number;
}

/**
 * What is new, gone, more frequent, slower or configured otherwise in the second to fifth file against the first.
 * The same as an investigation of those files; for callers without a question or a stream.
 */
export async function compareReadings(files: readonly ReadFile[], options: ComparisonOptions): Promise<Report> {
  const { openLines, signal, budgetMs } = options;
  const investigate = createInvestigator({ openLines });
  return investigate({ files, question: '', mode: 'quick', signal, budgetMs }, () => {});
}
