type JsonObject = { [name: string]: unknown };

/** The JSON of a body, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body's own member, never one that every object inherits. */
export function own(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** First of the names that holds a string with something in it. */
export function ownText(value: unknown, ...names: string[]): string | undefined {
  for (const name of names) {
    const found = own(value, name);
    if (typeof found === 'string' && found.trim() !== '') return found;
  }
  return undefined;
}

/** What an answer is about: the envelope's `data`, or the body itself where a server sends none. */
export function readResource(body: unknown): unknown {
  if (!isObject(body) || !Object.hasOwn(body, 'data')) return body;
  const hasEnvelope = Object.hasOwn(body, 'code') || Object.hasOwn(body, 'message') || Object.keys(body).length === 1;
  return hasEnvelope || !Object.hasOwn(body, 'id') ? body.data : body;
}

/** The elements of a list in any of the shapes in use. Undefined: no list. */
export function readList(body: unknown): unknown[] | undefined {
  const resource = readResource(body);
  if (Array.isArray(resource)) return resource;
  for (const name of ['files', 'searches', 'items', 'list', 'results', 'data']) {
    const list = own(resource, name);
    if (Array.isArray(list)) return list;
  }
  return undefined;
}

/**
 * What a refused request says, in at most 300 characters: the envelope, RFC 9457, `{error: {code, message}}`, text,
 * or nothing. Untrusted text; for the operator, never for a thread.
 */
export function readErrorMessage(status: number, contentType: string, text: string): string {
  const body = parseJson(text);
  const data = own(body, 'data');
  const error = own(body, 'error');
  const detail = own(body, 'detail');
  const message =
    ownText(data, 'detail') ??
    ownText(body, 'message') ??
    (typeof detail === 'string' ? detail : undefined) ??
    ownText(body, 'title') ??
    ownText(error, 'message', 'code') ??
    (typeof error === 'string' ? error : undefined) ??
    (body === undefined && !/html/i.test(contentType) && !/^\s*</.test(text) ? text : undefined) ??
    '';
  const line = message.replace(/\s+/g, ' ').trim().slice(0, 300);
  return line ? `HTTP ${status}: ${line}` : `HTTP ${status}`;
}

/** The short error word of a refused request, where the server gives one. */
export function readErrorCode(text: string): string | undefined {
  const body = parseJson(text);
  return ownText(own(body, 'data'), 'error_code') ?? ownText(body, 'error_code') ?? ownText(own(body, 'error'), 'code');
}

/** `Retry-After` in seconds or as a date; else the reset of an exhausted `RateLimit`. Capped at a day. */
export function readDelayMs(headers: Headers, nowMs: number): number | undefined {
  const after = headers.get('retry-after')?.trim();
  if (after) {
    const seconds = /^\d+(\.\d+)?$/.test(after) ? Number(after) * 1000 : Date.parse(after) - nowMs;
    if (Number.isFinite(seconds)) return Math.min(Math.max(seconds, 0), 86_400_000);
  }
  const limit = headers.get('ratelimit') ?? '';
  const [, left] = /;\s*r=(\d+)/.exec(limit) ?? [];
  const [, reset] = /;\s*t=(\d+)/.exec(limit) ?? [];
  return left === '0' && reset ? Math.min(Number(reset) * 1000, 86_400_000) : undefined;
}
