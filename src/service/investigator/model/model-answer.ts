import { z } from 'zod';

const line = z.number().int().min(1);

const claim = z.object({
  text: z.string().min(1).max(1000),
  quotes: z
    .array(z.object({ file: z.string(), line_start: line, line_end: line, excerpt: z.string().optional() }))
    .max(8),
});
export type ModelClaim = z.infer<typeof claim>;

/** What a model has to answer: claims with the places that prove them. Its words are checked, not trusted. */
const modelAnswer = z.object({
  verdict: z.enum(['CONFIRMED', 'LIKELY', 'INCONCLUSIVE']),
  cause: z.string().min(1).max(600),
  explanation: z.string().max(3000).default(''),
  claims: z.array(claim).max(20),
  not_the_cause: z.array(claim).max(6).default([]),
  next: z.array(z.string().max(600)).max(6).default([]),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;

/** Reads the answer out of what the model wrote, with or without a fence and words around it. */
export function readModelAnswer(text: string): ModelAnswer | undefined {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end <= start || end - start > 100_000) return undefined;
  try {
    const read = modelAnswer.safeParse(JSON.parse(text.slice(start, end + 1)));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}
