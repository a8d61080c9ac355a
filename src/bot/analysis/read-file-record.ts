import type { Json } from '#jobs/queue.ts';
import { isObject, own, ownText, readResource } from './read-body.ts';

export type FileStatus =
  | { kind: 'completed' }
  | { kind: 'failed'; canRetry: boolean | undefined; reason: string | undefined }
  /** `word` as the service says it; one that nobody here knows counts as in progress. */
  | { kind: 'in_progress'; word: string; isKnown: boolean };

export interface FileRecord {
  id: string;
  name: string | undefined;
  /** Shown and echoed as it is, never compared with a list. */
  fileType: string | undefined;
  status: FileStatus;
  sha256: string | undefined;
  raw: Json;
}

/** Reads a file record in or out of the envelope. Undefined: there is no id in it. */
export function readFileRecord(body: unknown): FileRecord | undefined {
  let resource = readResource(body);
  const nested = own(resource, 'file');
  if (isObject(nested) && ownId(resource) === undefined) resource = nested;
  const id = ownId(resource);
  if (id === undefined) return undefined;
  return {
    id,
    name: ownText(resource, 'name', 'file_name', 'filename'),
    fileType: ownText(resource, 'file_type'),
    status: readStatus(resource),
    sha256: ownText(resource, 'sha256')?.toLowerCase(),
    raw: resource as Json,
  };
}

function ownId(resource: unknown): string | undefined {
  const id = own(resource, 'id') ?? own(resource, 'file_id');
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id.length > 0 && id.length <= 200 ? id : undefined;
}

function readStatus(resource: unknown): FileStatus {
  const word = (ownText(resource, 'status', 'state') ?? '').trim();
  switch (word.toUpperCase()) {
    case 'COMPLETED':
      return { kind: 'completed' };
    case 'FAILED': {
      const canRetry = own(resource, 'can_retry');
      const error = own(resource, 'error');
      const reason = ownText(error, 'message', 'code') ?? (typeof error === 'string' ? error : undefined);
      return { kind: 'failed', canRetry: typeof canRetry === 'boolean' ? canRetry : undefined, reason };
    }
    default:
      return { kind: 'in_progress', word, isKnown: /^(INDEXING|ANALYZING|VISUALIZING)$/i.test(word) };
  }
}
