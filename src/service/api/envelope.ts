import { createHash } from 'node:crypto';
import type { ApiError } from './errors.ts';

export interface Success {
  status?: 200 | 201 | 202;
  message: string;
  data: unknown;
  headers?: Record<string, string>;
}

/** The success body of the specification, with a validator where the client may keep a copy. */
export function successResponse(request: Request, result: Success): Response {
  const status = result.status ?? 200;
  const body = JSON.stringify({ code: status, message: result.message, data: result.data });
  const headers = new Headers({ 'content-type': 'application/json', ...result.headers });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    headers.set('cache-control', 'no-store');
    return new Response(body, { status, headers });
  }
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  headers.set('etag', etag);
  headers.set('cache-control', 'private, no-cache');
  headers.set('vary', 'Authorization, Cookie');
  if (isNoneMatch(request.headers.get('if-none-match'), etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { status, headers });
}

export interface ErrorFrame {
  requestId: string;
  docsUrl: string;
  accept: string;
  path: string;
}

/** The same envelope, or RFC 9457 for a client that asks for it. */
export function errorBody(error: ApiError, frame: ErrorFrame): { body: string; contentType: string } {
  const docsUrl = `${frame.docsUrl}#${error.code}`;
  const detail = error.message;
  if (/\bapplication\/problem\+json\b/i.test(frame.accept)) {
    const problem = {
      type: docsUrl,
      title: error.code.replaceAll('_', ' '),
      status: error.status,
      detail,
      instance: frame.path,
      error_code: error.code,
      request_id: frame.requestId,
      ...error.extra,
    };
    return { body: JSON.stringify(problem), contentType: 'application/problem+json' };
  }
  const data = { error_code: error.code, detail, request_id: frame.requestId, ...error.extra, docs_url: docsUrl };
  return { body: JSON.stringify({ code: error.status, message: detail, data }), contentType: 'application/json' };
}

export function errorResponse(error: ApiError, frame: ErrorFrame): Response {
  const { body, contentType } = errorBody(error, frame);
  const headers = new Headers({ 'content-type': contentType, 'cache-control': 'no-store', ...error.headers });
  return new Response(body, { status: error.status, headers });
}

function isNoneMatch(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
