import { maskPersonal } from '#core/personal/mask-personal.ts';
import { own, ownText, readList, readResource } from './read-body.ts';
import { readProgress } from './read-progress.ts';

type SearchState =
  | { kind: 'running'; id: string | undefined; statusUrl: string | undefined; progress: number | undefined }
  | { kind: 'failed'; reason: string | undefined }
  | { kind: 'finished' };

const running = /^(PENDING|QUEUED|RUNNING|PROCESSING|IN_PROGRESS|IN PROGRESS|STARTED|ACCEPTED|INDEXING|ANALYZING)$/i;
const failed = /^(FAILED|ERROR|CANCELLED|CANCELED|ABORTED|EXPIRED|TIMED_OUT)$/i;

/**
 * Whether a search still runs, by HTTP 202 or the word the body has for it. `isPosted`: the answer to the POST, where
 * 202 counts; a status address may say 202 as long as it likes too.
 */
export function readSearchState(httpStatus: number, headers: Headers, body: unknown): SearchState {
  const data = readResource(body);
  const search = own(data, 'search') ?? data;
  const word = (ownText(search, 'status', 'state') ?? ownText(data, 'status', 'state') ?? '').trim();
  if (httpStatus === 202 || running.test(word)) {
    const links = own(search, 'links') ?? own(data, 'links');
    const statusUrl =
      headers.get('location') ?? ownText(links, 'self', 'status') ?? ownText(search, 'status_url', 'self', 'url');
    return { kind: 'running', id: readSearchId(body), statusUrl: statusUrl ?? undefined, progress: readProgress(body) };
  }
  if (failed.test(word)) {
    const error = own(search, 'error') ?? own(data, 'error');
    return { kind: 'failed', reason: typeof error === 'string' ? error : ownText(error, 'message', 'code') };
  }
  return { kind: 'finished' };
}

export function readSearchId(body: unknown): string | undefined {
  const data = readResource(body);
  for (const place of [own(data, 'search'), data]) {
    const id = own(place, 'search_id') ?? own(place, 'id');
    if (typeof id === 'string' && id !== '' && id.length <= 200) return id;
    if (typeof id === 'number') return String(id);
  }
  return undefined;
}

/** The ids a list of searches names. */
export function readSearchIds(body: unknown): string[] {
  return (readList(body) ?? []).flatMap((item) => readSearchId(item) ?? []);
}

/** The newest search of a list that asked this very question in depth and has not been taken for another one. */
export function findSearch(
  body: unknown,
  query: string,
  sinceMs: number,
  isTaken: (id: string) => boolean,
): string | undefined {
  // A service may tell what was asked with what is secret or personal masked.
  const wanted = [query, maskPersonal(query).text].map((text) => text.replace(/\s+/g, ' ').trim());
  const found = (readList(body) ?? [])
    .map((item) => ({
      id: readSearchId(item),
      query: ownText(item, 'query', 'question')?.replace(/\s+/g, ' ').trim(),
      mode: ownText(item, 'mode', 'type', 'kind'),
      madeAtMs: Date.parse(ownText(item, 'created_at', 'started_at') ?? ''),
    }))
    .filter(
      ({ id, query: asked, mode, madeAtMs }) =>
        id !== undefined &&
        !isTaken(id) &&
        asked !== undefined &&
        wanted.includes(asked) &&
        (mode === undefined || /deep|research/i.test(mode)) &&
        !(madeAtMs < sinceMs),
    )
    .sort((left, right) => (right.madeAtMs || 0) - (left.madeAtMs || 0));
  return found[0]?.id;
}
