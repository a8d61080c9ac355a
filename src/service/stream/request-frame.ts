import { z } from 'zod';
import { querySchema } from '../search/search-record.ts';
import { StreamError } from './stream-error.ts';

export interface RequestFrame {
  query: string;
  entityType: string;
  entityId: string;
}

const frameSchema = z.object({ query: querySchema, entity_id: z.string().min(1).max(100) });

/** The one frame a client sends. Throws what is wrong with it; unknown members are ignored. */
export function parseRequestFrame(text: string, types: readonly string[]): RequestFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StreamError('invalid_json', 'The frame is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new StreamError('invalid_json', 'The frame is not a JSON object.');
  }
  const entityType = (value as { entity_type?: unknown }).entity_type;
  if (typeof entityType !== 'string' || !types.includes(entityType)) {
    throw new StreamError('invalid_entity_type', 'entity_type is not one of the nine types.', { allowed: types });
  }
  const parsed = frameSchema.safeParse(value);
  if (parsed.success) return { query: parsed.data.query, entityType, entityId: parsed.data.entity_id };
  const issues = parsed.error.issues;
  if (issues.some((issue) => issue.message === 'query_too_long')) {
    throw new StreamError('query_too_long', 'The query is longer than 4,000 characters.');
  }
  const [first] = issues;
  throw new StreamError('invalid_request', `${first?.path.join('.')}: ${first?.message}`, {
    errors: issues.map((issue) => ({ field: issue.path.join('.'), reason: issue.message })),
  });
}
