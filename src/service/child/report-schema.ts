import { z } from 'zod';
import type { Report } from '../investigator/report.ts';

/** Checks what an investigating child process says before anything else believes it. */
export function parseReport(value: unknown): Report | undefined {
  const parsed = reportSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

const number = z.number();
const numbers = z.array(z.int());
const statement = z.object({ text: z.string(), citations: numbers });
const verdict = z.enum(['CONFIRMED', 'LIKELY', 'INCONCLUSIVE']);

const reportSchema: z.ZodType<Report> = z.object({
  verdict,
  cause: z.string(),
  answer: z.string().max(1_000_000),
  citations: z
    .array(
      z.object({
        file: z.string(),
        line_start: z.int().min(1),
        line_end: z.int().min(1),
        excerpt: z.string(),
        n: z.int(),
        sha256: z.string(),
      }),
    )
    .max(1000),
  confidence: z.enum(['high', 'medium', 'low', 'none']),
  findings: z
    .array(
      z.object({
        title: z.string(),
        severity: z.enum(['critical', 'error', 'warning', 'info']),
        citations: numbers,
        rule: z.string(),
      }),
    )
    .max(1000),
  hypotheses: z.array(
    z.object({ title: z.string(), verdict, speaksFor: z.array(statement), speaksAgainst: z.array(statement) }),
  ),
  steps: z.array(
    z.object({
      n: number,
      tool: z.string(),
      input: z.record(z.string(), z.union([z.string(), number])),
      status: z.enum(['done', 'failed']),
      summary: z.string(),
      citations: numbers,
    }),
  ),
  nextActions: z.array(z.string()),
  signature: z.string().nullable(),
  droppedClaims: number,
  engine: z.string(),
  query: z.string().nullable().default(null),
});
