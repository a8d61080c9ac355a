import type { Context } from 'hono';
import { ApiError } from '../api/errors.ts';
import { readText } from '../api/read-json.ts';

/** The fields of a plain form. Bounded like any other body. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type');
  }
  return new URLSearchParams(await readText(c.req.raw));
}
