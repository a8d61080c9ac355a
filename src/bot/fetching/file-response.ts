import { z } from 'zod';
import { RemoteError } from '#core/errors.ts';
import type { Download, DownloadResponse } from '../cases/ports.ts';

/** What the vendor says of a file. */
export interface FileRecord {
  name: string;
  mimeType: string | undefined;
  sizeBytes: number | undefined;
}

/**
 * Turns the answer to a download into what cases make of it. What comes with 200 in place of the file is told from it: a
 * sign-in page by its beginning, a refusal in JSON by its length. `scope`: the permission whose absence brings either.
 */
export async function toDownload(record: FileRecord, response: DownloadResponse, scope: string): Promise<Download> {
  if (response.status === 'blocked') return response;
  const refusal = await refuseByStatus(response);
  if (refusal) return refusal;
  const { head, wholeBytes, stream } = await peek(response.body);
  const isPage = isSignInPage(record, response.headers, head);
  const isOther = wholeBytes !== undefined && record.sizeBytes !== undefined && wholeBytes !== record.sizeBytes;
  const refused = isPage ? signedOut(scope) : isOther ? readRefusal(head, scope) : undefined;
  if (!refused) return { status: 'ok', ...record, stream };
  await stream.cancel();
  return refused;
}

async function refuseByStatus(
  response: Extract<DownloadResponse, { status: 'response' }>,
): Promise<Download | undefined> {
  const { httpStatus: status } = response;
  if (status === 200) return undefined;
  await response.body.cancel();
  if (status === 404 || status === 410) return { status: 'gone' };
  if (status === 401 || status === 403) return { status: 'forbidden', reason: `status ${status}` };
  if (status === 429) {
    const retryAfterMs = (Number(response.headers.get('retry-after')) || 30) * 1000;
    throw new RemoteError('retry_later', 'downloads are rate-limited', { status, retryAfterMs });
  }
  if (!isPassing(status)) return { status: 'not_the_file', httpStatus: status };
  throw new RemoteError('unavailable', `a download was answered with status ${status}`, { status });
}

/** Whether the same request may be answered otherwise later. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425;
}

/** A page is a sign-in page unless a page was asked for, or the bytes are as many as were announced. */
function isSignInPage(record: FileRecord, headers: Headers, head: string): boolean {
  if (!/^\s*<(?:!doctype\s+html|html|head)\b/i.test(head)) return false;
  const length = headers.get('content-length');
  const isCompressed = headers.has('content-encoding');
  const isLengthKnown = length !== null && record.sizeBytes !== undefined && !isCompressed;
  if (isLengthKnown) return Number(length) !== record.sizeBytes;
  return !/html/i.test(record.mimeType ?? '') && !/\.x?html?$/i.test(record.name);
}

function signedOut(missingScope: string): Download {
  return { status: 'signed_out', missingScope };
}

const refusal = z.object({ ok: z.literal(false), error: z.string().regex(/^\w{1,60}$/) });

/** What the Web API says where it does not carry something out. */
function readRefusal(body: string, scope: string): Download | undefined {
  const { data } = refusal.safeParse(parsed(body));
  if (!data) return undefined;
  return data.error === 'missing_scope' ? signedOut(scope) : { status: 'forbidden', reason: data.error };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refusals fit in with all the scopes they list. */
const headBytes = 4_096;

interface Peeked {
  /** The beginning, as text. */
  head: string;
  /** Undefined where more may follow. */
  wholeBytes: number | undefined;
  /** All of it, the beginning included. */
  stream: ReadableStream<Uint8Array>;
}

async function peek(body: ReadableStream<Uint8Array>): Promise<Peeked> {
  const reader = body.getReader();
  const seen: Uint8Array[] = [];
  let size = 0;
  let isDone = false;
  while (size < headBytes && !isDone) {
    const { value, done } = await reader.read().catch((cause: unknown) => {
      throw new RemoteError('unavailable', 'The download broke off', { cause });
    });
    isDone = done;
    if (value) {
      seen.push(value);
      size += value.length;
    }
  }
  const decoder = new TextDecoder();
  const head = seen.map((chunk) => decoder.decode(chunk.subarray(0, headBytes), { stream: true })).join('');
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const kept = seen.shift();
      if (kept) {
        controller.enqueue(kept);
        return;
      }
      const { value, done } = isDone ? { value: undefined, done: true } : await reader.read();
      if (value) controller.enqueue(value);
      if (done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, wholeBytes: isDone ? size : undefined, stream };
}
