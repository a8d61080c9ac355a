import { z } from 'zod';
import type { SearchRow } from '../store/searches.ts';

export const maxQueryCharacters = 4000;

/** A question: counted in characters, so that a face or a Chinese word costs one. */
export const querySchema = z
  .string()
  .refine((text) => text.trim() !== '', 'must not be blank')
  .refine((text) => text.length <= 2 * maxQueryCharacters && [...text].length <= maxQueryCharacters, 'query_too_long')
  .describe('Free-text question about the file, at most 4,000 characters.');

const citationSchema = z.object({
  n: z.number().int(),
  file: z.string(),
  line_start: z.number().int(),
  line_end: z.number().int(),
  excerpt: z.string(),
  sha256: z.string(),
});

const chartSchema = z.object({
  kind: z.enum(['line', 'bar']),
  title: z.string(),
  across: z.string().optional(),
  categories: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number()) })),
});

export const searchRecordSchema = z.object({
  id: z.string(),
  file_id: z.string().optional(),
  delta_id: z.string().optional(),
  mode: z.enum(['quick', 'deep']),
  query: z.string(),
  status: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
  progress: z.number().optional().describe('0 to 1 while it runs, once it is known.'),
  answer: z.string().optional().describe('Markdown; the one member a simple client needs.'),
  citations: z.array(citationSchema).optional(),
  confidence: z.enum(['high', 'medium', 'low', 'none']).optional(),
  verdict: z.enum(['CONFIRMED', 'LIKELY', 'INCONCLUSIVE']).optional(),
  root_cause: z.string().nullable().optional(),
  signature: z.string().nullable().optional(),
  hypotheses: z.array(z.looseObject({})).optional(),
  steps: z.array(z.looseObject({})).optional(),
  findings: z.array(z.looseObject({})).optional(),
  next_actions: z.array(z.string()).optional(),
  read_as: z.string().nullable().optional().describe('The question in its written form; null where none was asked.'),
  chart: chartSchema.optional().describe('The result itself, where it is better looked at than read.'),
  engine: z.string().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().optional(),
  duration_ms: z.number().int().optional(),
  links: z.record(z.string(), z.string()),
});

export function searchPath(search: Pick<SearchRow, 'id' | 'targetKind' | 'targetId'>): string {
  return `/api/v1/${search.targetKind}s/${search.targetId}/searches/${search.id}`;
}

export function toSearchRecord(search: SearchRow): z.infer<typeof searchRecordSchema> {
  const { report } = search;
  return {
    id: search.id,
    ...(search.targetKind === 'file' ? { file_id: search.targetId } : { delta_id: search.targetId }),
    mode: search.mode,
    query: search.query,
    status: search.status,
    ...(report
      ? {
          answer: report.answer,
          citations: report.citations,
          confidence: report.confidence,
          verdict: report.verdict,
          root_cause: report.cause,
          signature: report.signature,
          findings: report.findings.map((finding) => ({ ...finding })),
          next_actions: report.nextActions,
          read_as: report.query,
          ...(report.chart ? { chart: report.chart } : {}),
          engine: report.engine,
        }
      : {}),
    ...(report && search.mode === 'deep'
      ? {
          hypotheses: report.hypotheses.map((hypothesis) => ({
            title: hypothesis.title,
            verdict: hypothesis.verdict,
            speaks_for: hypothesis.speaksFor,
            speaks_against: hypothesis.speaksAgainst,
          })),
          steps: report.steps.map((step) => ({ ...step })),
        }
      : {}),
    ...(search.status === 'FAILED'
      ? { error: { code: search.errorCode ?? 'search_failed', message: search.errorMessage ?? 'The search failed.' } }
      : {}),
    created_at: new Date(search.createdAtMs).toISOString(),
    ...(search.endedAtMs === null
      ? {}
      : {
          completed_at: new Date(search.endedAtMs).toISOString(),
          duration_ms: search.endedAtMs - (search.startedAtMs ?? search.createdAtMs),
        }),
    links: { self: searchPath(search) },
  };
}
