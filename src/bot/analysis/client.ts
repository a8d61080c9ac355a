import type { Clock } from '#core/clock.ts';
import { RemoteError } from '#core/errors.ts';
import { fingerprint } from '#core/fingerprint.ts';
import type { CaseContext, CitedLines } from '#core/pages/case-record.ts';
import type { HttpAnswer, HttpRequest, SendHttp, StreamedBody } from './http.ts';
import { fileForm } from './multipart.ts';
import { createReach } from './reach.ts';
import { parseJson, readDelayMs, readErrorCode, readErrorMessage, readList, readResource } from './read-body.ts';
import { readContext } from './read-context.ts';
import { type FileRecord, readFileRecord } from './read-file-record.ts';
import { readSearchId } from './read-search.ts';

/** Where the key comes from; read anew for each request, so that a rotated one counts at once. */
export interface ApiKeySource {
  read(): Promise<string>;
}

export type Uploaded =
  | { status: 'uploaded'; record: FileRecord }
  /** The service will not have it, now or later. `message` is untrusted, for the operator. */
  | { status: 'refused'; httpStatus: number; code: string | undefined; message: string; maxBytes: number | undefined };

export type Seen<T> =
  | { status: 'found'; value: T; delayMs: number | undefined }
  | { status: 'missing' }
  /** 405 or 501, or 404 where the address itself is not known: the service does not offer it. */
  | { status: 'unsupported' };

export interface SearchAnswer {
  httpStatus: number;
  headers: Headers;
  body: unknown;
  /** As it came; where the body is no JSON it is all there is. */
  text: string;
  delayMs: number | undefined;
}

type CitedPlace = Pick<CitedLines, 'file' | 'lineStart' | 'lineEnd'>;

/** What a search asks: one file, or several side by side. */
export type SearchTarget = { fileId: string } | { deltaId: string };

/**
 * The Log Analysis Service over HTTP with an API key. Every refusal is a RemoteError: `unauthorized` 401, `forbidden`
 * 403, `retry_later` 429 or 503 with a delay, `unavailable` 5xx and no answer, `rejected` any other 4xx; the ones named in
 * the return types are values. The key goes to the service's own origin and nowhere else.
 */
export interface AnalysisClient {
  /** The same for as long as file ids of the service mean the same. */
  serviceName: string;
  /** `group`: whose file it is, so that a service that knows of it lets those of one group take turns with others'. */
  upload(name: string, file: StreamedBody, signal: AbortSignal, group?: string): Promise<Uploaded>;
  file(id: string, signal: AbortSignal): Promise<Seen<FileRecord>>;
  /** Files of this key with this content, newest first; needs the service to tell content hashes. */
  filesWithHash(sha256: string, signal: AbortSignal): Promise<FileRecord[]>;
  /** Held open as long as the service likes, or answered 202. */
  postDeep(
    request: { target: SearchTarget; query: string; idempotencyKey: string; timeoutMs: number; group?: string },
    signal: AbortSignal,
  ): Promise<SearchAnswer>;
  search(
    at: { target: SearchTarget; searchId: string } | { url: string },
    signal: AbortSignal,
  ): Promise<Seen<SearchAnswer>>;
  searches(target: SearchTarget, signal: AbortSignal): Promise<Seen<unknown>>;
  /** Puts files side by side, the one the others are compared with first; its id. */
  compare(fileIds: readonly string[], signal: AbortSignal): Promise<Seen<string>>;
  /** Deletes a file at the service; one that is already gone is no error. */
  remove(fileId: string, signal: AbortSignal): Promise<void>;
  /** The charts of a file as the service describes them; null where it does not. */
  dashboard(fileId: string, signal: AbortSignal): Promise<unknown>;
  /** The lines around places of a file; undefined where the service does not tell them. */
  context(fileId: string, places: readonly CitedPlace[], signal: AbortSignal): Promise<CaseContext | undefined>;
  /** One cheap request that needs the key: returns where it is taken, throws `unauthorized` or `forbidden` else. */
  probe(signal: AbortSignal): Promise<void>;
  /** Null where an address is not on the service's origin. */
  resolve(url: string): string | null;
  /** Since when this program and the service are both there: no deadline runs while nobody can look. */
  reachedSinceMs(): number;
}

const jsonBytes = 10_000_000;
const callTimeoutMs = 30_000;
/** Somebody waits for a page. */
const pageTimeoutMs = 8_000;

export function createAnalysisClient(ports: {
  baseUrl: string;
  /** Absent: `baseUrl`. */
  serviceName?: string;
  key: ApiKeySource;
  send: SendHttp;
  clock: Clock;
}): AnalysisClient {
  const { send, key, clock } = ports;
  const reach = createReach(clock);
  const baseUrl = ports.baseUrl.replace(/(?<!\/)\/+$/, '');

  async function call(
    request: Omit<HttpRequest, 'headers' | 'url'> & { url: string; headers?: Record<string, string> },
  ) {
    const headers = { authorization: `API_KEY ${await key.read()}`, accept: 'application/json', ...request.headers };
    const answer = await reach.note(send({ ...request, headers }), request.signal);
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    if (status === 404 || status === 405 || status === 501 || status === 413) return answer;
    throw toError(answer, clock.now());
  }

  function get(url: string, signal: AbortSignal): Promise<HttpAnswer> {
    return call({ method: 'GET', url, timeoutMs: callTimeoutMs, maxBytes: jsonBytes, signal });
  }

  function fileUrl(id: string, rest = ''): string {
    return `${baseUrl}/files/${encodeURIComponent(id)}${rest}`;
  }

  function targetUrl(target: SearchTarget, rest: string): string {
    return 'fileId' in target
      ? fileUrl(target.fileId, rest)
      : `${baseUrl}/deltas/${encodeURIComponent(target.deltaId)}${rest}`;
  }

  function resolve(url: string): string | null {
    const absolute = URL.parse(url, `${baseUrl}/`);
    return absolute && absolute.origin === new URL(baseUrl).origin ? absolute.href : null;
  }

  return {
    serviceName: ports.serviceName ?? baseUrl,
    resolve,
    reachedSinceMs: reach.sinceMs,

    async upload(name, file, signal, group) {
      const { contentType, body } = fileForm(name, file, `logtriage-${crypto.randomUUID()}`);
      let answer: HttpAnswer;
      try {
        answer = await call({
          method: 'POST',
          url: `${baseUrl}/upload`,
          headers: { 'content-type': contentType, ...(await groupHeader(group)) },
          body,
          maxBytes: jsonBytes,
          signal,
        });
      } catch (error) {
        if (!(error instanceof RemoteError) || error.code !== 'rejected' || error.status === undefined) throw error;
        return {
          status: 'refused',
          httpStatus: error.status,
          code: error.reason,
          message: error.message,
          maxBytes: undefined,
        };
      }
      if (answer.status >= 400) return readRefusal(answer);
      const record = readFileRecord(parseJson(answer.text));
      if (!record) throw new RemoteError('unavailable', 'The service accepted the upload but returned no file id');
      return { status: 'uploaded', record };
    },

    async file(id, signal) {
      const answer = await get(fileUrl(id), signal);
      if (answer.status >= 400) return { status: 'missing' };
      const record = readFileRecord(parseJson(answer.text));
      if (!record) throw new RemoteError('unavailable', 'The service returned no file record');
      return { status: 'found', value: record, delayMs: readDelayMs(answer.headers, clock.now()) };
    },

    async filesWithHash(sha256, signal) {
      const found: FileRecord[] = [];
      let url: string | null = `${baseUrl}/files`;
      for (let page = 0; url && page < 5; page += 1) {
        const answer = await get(url, signal);
        if (answer.status >= 400) break;
        for (const item of readList(parseJson(answer.text)) ?? []) {
          const record = readFileRecord(item);
          if (record?.sha256 === sha256) found.push(record);
        }
        const next = /<([^<>]{1,4000})>\s{0,20};[^,]{0,200}\brel="?next"?/i.exec(answer.headers.get('link') ?? '')?.[1];
        url = next ? resolve(next) : null;
      }
      return found;
    },

    async postDeep({ target, query, idempotencyKey, timeoutMs, group }, signal) {
      const answer = await call({
        method: 'POST',
        url: targetUrl(target, '/searches/deep'),
        headers: {
          'content-type': 'application/json',
          prefer: 'respond-async',
          'idempotency-key': idempotencyKey,
          ...(await groupHeader(group)),
        },
        body: JSON.stringify({ query }),
        timeoutMs,
        maxBytes: jsonBytes,
        signal,
      });
      if (answer.status >= 400) throw toError(answer, clock.now());
      return toSearchAnswer(answer, clock.now());
    },

    async search(at, signal) {
      const url = 'url' in at ? resolve(at.url) : targetUrl(at.target, `/searches/${encodeURIComponent(at.searchId)}`);
      if (!url) return { status: 'unsupported' };
      const answer = await get(url, signal);
      if (answer.status === 404) return { status: 'missing' };
      if (answer.status >= 400) return { status: 'unsupported' };
      const value = toSearchAnswer(answer, clock.now());
      return { status: 'found', value, delayMs: value.delayMs };
    },

    async compare(fileIds, signal) {
      const answer = await call({
        method: 'POST',
        url: `${baseUrl}/deltas`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ file_ids: fileIds, baseline_id: fileIds[0] }),
        timeoutMs: callTimeoutMs,
        maxBytes: jsonBytes,
        signal,
      });
      if (answer.status >= 400) return { status: 'unsupported' };
      const id = readSearchId(parseJson(answer.text));
      if (!id) throw new RemoteError('unavailable', 'The service compared the files but returned no comparison id');
      return { status: 'found', value: id, delayMs: readDelayMs(answer.headers, clock.now()) };
    },

    async searches(target, signal) {
      const answer = await get(targetUrl(target, '/searches'), signal);
      if (answer.status >= 400) return { status: 'unsupported' };
      return { status: 'found', value: parseJson(answer.text), delayMs: undefined };
    },

    async remove(fileId, signal) {
      const url = fileUrl(fileId);
      const answer = await call({ method: 'DELETE', url, timeoutMs: callTimeoutMs, maxBytes: jsonBytes, signal });
      if (answer.status === 405 || answer.status === 501) {
        throw new RemoteError('rejected', 'The service cannot delete files', { status: answer.status });
      }
    },

    async dashboard(fileId, signal) {
      const answer = await get(fileUrl(fileId, '/dashboard'), signal);
      return answer.status >= 400 ? null : readResource(parseJson(answer.text));
    },

    async context(fileId, places, signal) {
      const cited = places.map(({ file, lineStart, lineEnd }) => ({ file, line_start: lineStart, line_end: lineEnd }));
      const answer = await call({
        method: 'POST',
        url: fileUrl(fileId, '/context'),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ places: cited }),
        timeoutMs: pageTimeoutMs,
        maxBytes: jsonBytes,
        signal,
      });
      return answer.status >= 400 ? undefined : readContext(parseJson(answer.text));
    },

    async probe(signal) {
      await get(`${baseUrl}/files`, signal);
    },
  };
}

function toSearchAnswer(answer: HttpAnswer, nowMs: number): SearchAnswer {
  const { status: httpStatus, headers, text } = answer;
  const body = parseJson(text);
  // A server that answers in plain text or Markdown has said it all.
  return { httpStatus, headers, body: body === undefined ? text : body, text, delayMs: readDelayMs(headers, nowMs) };
}

function readRefusal(answer: HttpAnswer): Uploaded {
  const { status, headers, text } = answer;
  const data = (parseJson(text) as { data?: { max_bytes?: unknown } } | undefined)?.data;
  return {
    status: 'refused',
    httpStatus: status,
    code: readErrorCode(text),
    message: readErrorMessage(status, headers.get('content-type') ?? '', text),
    maxBytes: typeof data?.max_bytes === 'number' ? data.max_bytes : undefined,
  };
}

function toError({ status, headers, text }: HttpAnswer, nowMs: number): RemoteError {
  const message = readErrorMessage(status, headers.get('content-type') ?? '', text);
  const detail = { status, reason: readErrorCode(text), retryAfterMs: readDelayMs(headers, nowMs) };
  if (status === 401) return new RemoteError('unauthorized', message, detail);
  if (status === 403) return new RemoteError('forbidden', message, detail);
  if (status === 404) return new RemoteError('not_found', message, detail);
  if (status === 429 || status === 409 || status === 425 || (status === 503 && detail.retryAfterMs !== undefined)) {
    return new RemoteError('retry_later', message, detail);
  }
  // A redirect is not followed: it would carry the key, or drop it, at the wish of whoever sent it.
  if (status >= 500 || status < 400) return new RemoteError('unavailable', message, { ...detail, isAmbiguous: true });
  return new RemoteError('rejected', message, detail);
}

/** A name for the group that tells nobody which channel or project it is. */
async function groupHeader(group: string | undefined): Promise<Record<string, string>> {
  if (!group) return {};
  return { 'x-logtriage-group': await fingerprint(group) };
}
