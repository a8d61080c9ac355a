import type { z } from 'zod';
import { maxDrainedBytes } from './drain-request.ts';
import { ApiError } from './errors.ts';

export const maxJsonBytes = 256 * 1024;
const maxMs = 30_000;

/** The body as the schema sees it; members it does not name are ignored. */
export async function readJson<S extends z.ZodObject>(request: Request, schema: S): Promise<z.infer<S>> {
  const mediaType = (request.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new ApiError('unsupported_media_type', { message: 'Send the body as application/json.' });
  }
  return checkFields(schema, parseObject(await readText(request)));
}

export function checkFields<S extends z.ZodObject>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const tooLong = parsed.error.issues.find((issue) => issue.message === 'query_too_long');
  if (tooLong) throw new ApiError('query_too_long', { extra: { max_characters: 4000 } });
  const errors = parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), reason: issue.message }));
  const first = errors[0];
  throw new ApiError('invalid_request', {
    message: first ? `${first.field || 'request'}: ${first.reason}` : 'The request is not valid.',
    extra: { errors },
  });
}

export async function readText(request: Request, maxBytes = maxJsonBytes): Promise<string> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ApiError('request_timeout')), maxMs);
  try {
    return await Promise.race([readWhole(request, maxBytes), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function readWhole(request: Request, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body?.values() ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxDrainedBytes) break;
    // Too much is read to its end and forgotten: many clients look at the answer only once they have sent everything.
    if (sizeBytes <= maxBytes) chunks.push(chunk);
  }
  if (sizeBytes > maxBytes) throw new ApiError('body_too_large', { extra: { max_bytes: maxBytes } });
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError('invalid_json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ApiError('invalid_json');
  return value;
}
