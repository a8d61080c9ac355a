import type { IndexedDocument } from '../../lines/index-document.ts';
import type { OpenDocument } from '../../lines/open-document.ts';
import type { Finding } from '../reading.ts';

const failed = '" 5[0-9][0-9] [0-9-]';
const missed = '" 4[0-9][0-9] [0-9-]';
const answered = '" [1-5][0-9][0-9] [0-9-]';
const budgetMs = 3000;

/** Requests a web server's access log shows as failed. Nothing for logs that are none. */
export async function accessFindings(document: OpenDocument, indexed: IndexedDocument): Promise<Finding[]> {
  const isAccessLog = indexed.templates.some((template) =>
    /"(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS) /.test(template.text),
  );
  if (!isAccessLog) return [];
  const all = await document.search({ pattern: answered, all: ['" '], limit: 1, budgetMs });
  if (all.total === 0) return [];
  const result: Finding[] = [];
  for (const [pattern, rule, severityAtLeast, severity, label] of [
    [failed, 'http.server-error', 'error', 'error', 'answered with a server error (5xx)'],
    [missed, 'http.client-error', 'warning', 'warning', 'refused (4xx)'],
  ] as const) {
    const found = await document.search({ pattern, severityAtLeast, all: ['" '], limit: 5, budgetMs });
    if (found.total === 0 || (rule === 'http.client-error' && found.total < all.total * 0.05)) continue;
    const lines = [...new Set([...found.lines, found.lastLine!])];
    const [first, last] = await Promise.all([document.meta(found.firstLine!), document.meta(found.lastLine!)]);
    result.push({
      rule,
      title: `${found.total} of ${all.total} requests were ${label}`,
      explanation: 'Counted by the status each request was logged with.',
      severity,
      role: 'symptom',
      certainty: 'certain',
      count: found.total,
      ...(first.timeMs !== undefined && { firstTimeMs: first.timeMs }),
      ...(last.timeMs !== undefined && { lastTimeMs: last.timeMs }),
      evidence: lines.map((line) => ({ document: document.info.name, lineStart: line, lineEnd: line })),
      signature: rule,
    });
  }
  return result;
}
