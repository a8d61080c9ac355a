import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Html } from './html.ts';

/** A part of a page that a script looks at again: told only when it changed. `againMs` undefined: it is final. */
export async function answerFragment(c: Context, fragment: Html, againMs: number | undefined): Promise<Response> {
  const body = String(await fragment);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = {
    etag,
    'cache-control': 'private, no-cache',
    ...(againMs === undefined ? {} : { 'x-again-ms': String(againMs) }),
  };
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
  return c.html(body, 200, headers);
}
